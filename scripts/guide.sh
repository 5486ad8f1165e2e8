#!/bin/sh
# Builds the guide from docs/ into target/site: sh scripts/guide.sh. It fails if a link or an anchor leads nowhere. Needs Python
# with venv and pip; MkDocs goes into a virtual environment below target/.
set -eu
cd "$(dirname "$0")/.."
venv=target/site-venv
[ -x "$venv/bin/mkdocs" ] || {
    python3 -m venv "$venv"
    "$venv/bin/pip" install -q --disable-pip-version-check -r scripts/guide-requirements.txt
}
exec "$venv/bin/mkdocs" build --quiet --strict
