#!/bin/sh
# Checks everything: format, lints, unit, documentation, property and command line tests, the page in a browser, and
# the Python package. As root on Debian it installs the page's tools (a compiler for WebAssembly, Node.js, Chromium);
# the Python package needs Python 3.10 with venv, and pip. TILEWRIGHT_SKIP="page python" leaves out the parts that it
# names, and says so.
#
# Tests on data that is not in the repository read its folder from TILEWRIGHT_DATA and say that
# they are skipped where it is not set.
#
# At the end, whether or not all is well, it prints the seconds of each step and the slowest test programs.
set -eu
cd "$(dirname "$0")/.."

work=$(mktemp -d)
begun=$(date +%s)
doing=

# Begins a step, and notes the seconds of the one before.
step() {
    now=$(date +%s)
    [ -z "$doing" ] || printf '%6d s  %s\n' $((now - begun)) "$doing" >>"$work/steps"
    begun=$now
    doing=$*
    [ -z "$doing" ] || printf '\n== %s\n' "$doing"
}

# Runs tests; their output is kept for the table of the slowest.
tests() {
    { "$@" 2>&1 && status=0 || status=$?; echo "$status" >"$work/status"; } | tee -a "$work/tests"
    return "$(cat "$work/status")"
}

# Prints the slow steps.
report() {
    step ""
    [ -s "$work/steps" ] || return 0
    printf '\n== seconds of each step\n'
    cat "$work/steps"
    [ -s "$work/tests" ] || return 0
    printf '\n== the slowest test programs\n'
    awk '$1 == "Running" || $1 == "Doc-tests" { program = $NF; gsub(/.*\/|-[0-9a-f]+\)|\)/, "", program)
            if ($1 == "Doc-tests") program = "examples of " program
            else if ($2 != "unittests") program = program " (" $2 ")" }
        /^test result:/ { printf "%8.1f s  %s\n", $NF, program }' "$work/tests" | sort -rn | head -n 12
}
trap 'report; rm -rf "$work"' EXIT

# Whether TILEWRIGHT_SKIP, words with blanks between, has a word.
skips() {
    case " ${TILEWRIGHT_SKIP:-} " in
    *" $1 "*) return 0 ;;
    *) return 1 ;;
    esac
}

for word in ${TILEWRIGHT_SKIP:-}; do
    case "$word" in
    page | python) ;;
    *)
        echo "TILEWRIGHT_SKIP: there is no part called $word; there are page and python" >&2
        exit 2
        ;;
    esac
done

for part in fmt clippy; do
    if ! cargo "$part" --version >/dev/null 2>&1; then
        step "installing cargo $part"
        rustup component add "$(echo "$part" | sed 's/^fmt$/rustfmt/')"
    fi
done

# What the compiler keeps for its next run costs a seventh of its time, and is of no use to a target folder that has none.
if [ ! -d "${CARGO_TARGET_DIR:-target}/debug/incremental" ]; then
    export CARGO_INCREMENTAL="${CARGO_INCREMENTAL:-0}"
fi

step "format"
cargo fmt --all --check

step "lints"
cargo clippy --locked --workspace --all-targets -- -D warnings
# The command of README's first line, which leaves out what is behind features; the lints above and all tests have them on.
cargo clippy --locked -p tilewright-cli -- -D warnings

step "unsafe code, where it is said to be"
sh scripts/unsafe.sh

step "unit, property and command line tests"
# Examples are linted above; no test needs them linked. The benchmark brings the solvers of ten others: it is linted above,
# and tested at night (`cargo test -p tilewright-bench`).
tests cargo test --locked --workspace --exclude tilewright-bench --lib --bins --tests

# The crate of this engine as a release compiles it: the compiler treats registers and wide words differently there. All else
# is built as above.
step "the engine for 9×9 Sudoku, built for speed"
set --
for setting in opt-level=3 codegen-units=1 debug-assertions=false overflow-checks=false; do
    set -- "$@" --config "profile.dev.package.tilewright-nine.$setting"
done
tests cargo test --locked "$@" -p tilewright-nine --lib
tests cargo test --locked "$@" -p tilewright-engines --test it nine::

step "documentation: examples and links"
# Of the whole workspace, so that the crates have the features with which they are built already. The Python module, the page's
# and the benchmark say in their manifests that they have no documentation of their own.
tests cargo test --locked --doc --workspace --exclude tilewright-bench
RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --quiet --workspace --features tilewright-cli/full

if skips page; then
    step "skipped: the page (TILEWRIGHT_SKIP has page)"
else
    # Built by another compiler (scripts/wasm.sh says how), within its budget, and looked at in a browser.
    step "the page: WebAssembly"
    sh scripts/wasm.sh
    node web/tests/smoke.mjs

    step "the page in a browser"
    sh scripts/page-test.sh
fi

if skips python; then
    step "skipped: the Python package (TILEWRIGHT_SKIP has python)"
else
    step "the guide: every page, link and anchor"
    sh scripts/guide.sh

    step "the Python package in a fresh virtual environment"
    sh scripts/python-test.sh -q
fi
