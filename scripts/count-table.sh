#!/usr/bin/env bash
# The table of docs/counting.md: how far `tilewright count` gets in a minute, shape by shape.
# Needs GNU time. The first argument is the command to measure, built with --release.
set -euo pipefail
tilewright=${1:-target/release/tilewright}
limit=${2:-60s}

row() { # what is counted, then the arguments of `tilewright count`
  local name=$1
  shift
  local cost number
  cost=$(mktemp)
  if number=$(command time -o "$cost" -f '%U %M' "$tilewright" count "$@" --time "$limit" --threads 1 2>/dev/null); then
    read -r seconds kilobytes <"$cost"
    [ ${#number} -le 31 ] || number="${number:0:6}… (${#number} digits)"
    echo "| $name | \`count $*\` | $number | $seconds s | $((kilobytes / 1000)) MB |"
  else
    echo "| $name | \`count $*\` | not in a minute | | |"
  fi
  # A stopped count leaves a checkpoint, which is not wanted here.
  rm -f "$cost" count-*.checkpoint
}

echo "| what | command | number | CPU | memory |"
echo "| --- | --- | --- | --- | --- |"
for dims in 2,2 2,3 2,4 3,3 2,5 3,4 2,6; do row "Sudoku" sudoku $dims; done
for side in 5 6 7 8 9 10; do row "Latin squares" latin $side; done
for side in 3 4 5 6; do row "Latin cubes" sudoku $side,1,1; done
for side in 3 4; do row "Latin hypercubes" sudoku $side,1,1,1; done
for dims in 2,2,1 2,2,1,1 2,2,1,1,1 2,3,1 2,2,2; do row "Sudoku in more dimensions" sudoku $dims; done
for side in 8 12 16 20 24; do row "roads" roads ${side}x$side; done
for side in 8 12 16 20; do row "loops" loops ${side}x$side; done
row "roads in a strip" roads 8x1000
