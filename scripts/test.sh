#!/bin/sh
# Everything that must hold: format, lints, unit, documentation, property and command line tests, and
# the page in a browser. What the page needs (a compiler for WebAssembly, Node.js, Chromium) is installed
# where this runs as root on Debian; without it TILEWRIGHT_SKIP=page leaves the page out, and says so.
#
# Tests on data that is not in the repository read its folder from TILEWRIGHT_DATA and say that
# they are skipped where it is not set.
set -eu
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; }

for part in fmt clippy; do
    if ! cargo "$part" --version >/dev/null 2>&1; then
        step "installing cargo $part"
        rustup component add "$(echo "$part" | sed 's/^fmt$/rustfmt/')"
    fi
done

step "format"
cargo fmt --all --check

step "lints"
cargo clippy --locked --workspace --all-targets -- -D warnings

step "unit, property and command line tests"
cargo test --locked --workspace --all-targets

# Crates of Arrow and Parquet take minutes to build, so the command has them on request.
step "tables in Parquet"
cargo test --locked -p tilewright-cli --features parquet --test cli parquet

# Built as it is shipped, too: what the compiler makes of registers and wide words is another thing.
step "the engine for 9×9 Sudoku, built for speed"
cargo test --locked --release -p tilewright-engines nine
cargo test --locked --release -p tilewright-engines --test nine

step "documentation: examples and links"
cargo test --locked --doc
RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --quiet

if [ "${TILEWRIGHT_SKIP:-}" = page ]; then
    step "skipped: the page (TILEWRIGHT_SKIP=page)"
    exit 0
fi

# Built by another compiler (scripts/wasm.sh says how), within its budget, and looked at in a browser.
step "the page: WebAssembly"
sh scripts/wasm.sh
node web/tests/smoke.mjs

step "the page in a browser"
sh scripts/page-test.sh
