#!/bin/sh
# Lines that a crate's own tests run, file by file and in all: scripts/coverage.sh [crate…]
#
# Crates by their folders: model, engines, logic and puzzles unless others are named. Needs llvm-profdata and
# llvm-cov of the compiler's own version (rustc -vV) or later: rustup's llvm-tools, or Debian's llvm-22.
# Everything goes to target/coverage. Files of tests are left out; tests within a file count as its lines.
set -eu
cd "$(dirname "$0")/.."
out=$(realpath -m "${CARGO_TARGET_DIR:-target}")/coverage
[ $# -gt 0 ] || set -- model engines logic puzzles

# tool NAME: where it is.
tool() {
    for place in "$(rustc --print sysroot)"/lib/rustlib/*/bin/"$1" "$1-23" "$1-22" "$1-21" "$1"; do
        command -v "$place" && return
    done
    echo "coverage.sh: $1 is not here" >&2
    return 1
}
profdata=$(tool llvm-profdata)
cov=$(tool llvm-cov)

export CARGO_TARGET_DIR="$out" RUSTFLAGS="-Cinstrument-coverage" CARGO_INCREMENTAL=0
mkdir -p "$out/runs"
for crate in "$@"; do
    rm -f "$out"/runs/*
    LLVM_PROFILE_FILE="$out/runs/%p-%m.profraw" cargo test --locked -p "tilewright-$crate" --tests >"$out/$crate.log" 2>&1 || {
        cat "$out/$crate.log"
        exit 1
    }
    "$profdata" merge -sparse "$out"/runs/*.profraw -o "$out/$crate.profdata"
    # The programs that ran, as cargo names them.
    programs=$(sed -n 's/^ *Running .*(\(.*\))$/--object \1/p' "$out/$crate.log")
    # shellcheck disable=SC2086
    "$cov" report $programs --instr-profile "$out/$crate.profdata" --sources "$PWD"/crates/"$crate"/src "$PWD"/crates/sudoku/"$crate"/src \
        --ignore-filename-regex 'tests(\.rs|/)' >"$out/$crate.txt"
    cat "$out/$crate.txt"
    awk -v crate="$crate" '$1 == "TOTAL" { printf "%s: %d of %d lines (%s)\n", crate, $8 - $9, $8, $10 }' "$out/$crate.txt"
done
