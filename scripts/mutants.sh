#!/bin/sh
# Changes a crate in one place at a time and says which changes its tests do not notice: cargo-mutants over a copy of the tree.
#
#     scripts/mutants.sh CRATE [options of cargo-mutants] [-- arguments of cargo nextest run]
#
# CRATE is a folder of crates/ or crates/sudoku/, or `parsers`: the files of puzzles that read text. Settings are in .cargo/mutants.toml.
#
# The copy always has the same place within target: so a build for one mutant serves the next, and the next run, and
# takes seconds instead of minutes. The copy is made anew each time, with new dates, so that nothing built of a mutant
# is taken for the crate. The tree may be edited meanwhile. The findings are in target/mutants/CRATE/mutants.out.
set -eu
cd "$(dirname "$0")/.."
crate=$1
shift
place=$(realpath -m "${CARGO_TARGET_DIR:-target}")/mutants
copy=$place/tree

package=tilewright-$crate
if [ "$crate" = parsers ]; then
    package=tilewright-puzzles
    for file in answer document json lines nearest plain pzpr 'cover/reader' 'rules/{expression,section}' 'rules/parse/*' \
        'shikaku/formats/*' 'sudoku/{fpuzzles,grid,jigsaw,json,layers,line,nd,packed,pzpr,recognise,rows,sdk,sudokupad,symbols}' \
        'tiles/{draft,file,json,letters,wfc}'; do
        set -- --file "crates/puzzles/src/$file.rs" "$@"
    done
fi

rm -rf "$copy"
mkdir -p "$copy" "$place/$crate"
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$copy"
# A mutant may want all the memory there is.
ulimit -v $((8 << 20))
export CARGO_TARGET_DIR="$place/build" CARGO_INCREMENTAL=1 NEXTEST_PROFILE=mutants
exec cargo mutants --dir "$copy" --in-place --package "$package" --output "$place/$crate" "$@"
