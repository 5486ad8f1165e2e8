#!/bin/sh
# The Python package from nothing: a virtual environment, the wheel, all its tests. The wheel is built as other tests are, from the
# crates that they have built already, not as it is given to others (`maturin build --release`).
# PYTHON names the interpreter; CARGO_TARGET_DIR is where all of it goes.
set -eu
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
export CARGO_TARGET_DIR="$target"
venv="$target/python-venv"
wheels="$target/python-wheels"

rm -rf "$venv" "$wheels"
"${PYTHON:-python3}" -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check -r crates/python/tests/requirements.txt
(cd crates/python && "$venv/bin/maturin" build --quiet --out "$wheels")
# The wheel has no dependencies, so it needs no index.
"$venv/bin/pip" install --quiet --disable-pip-version-check --no-index "$wheels"/tilewright-*.whl
cd crates/python
"$venv/bin/python" -m pytest tests "$@"
