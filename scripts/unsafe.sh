#!/bin/sh
# Every file with `unsafe` in it, with how often and on how many lines; fails where docs/trust.md says otherwise.
#
# Counted are the keyword outside comments and texts ("places": a block, a function, an implementation, an attribute),
# and the lines from there to the closing brace. The table of docs/trust.md, "Unsafe code", has a row for each
# file with both numbers: so a reviewer sees every change of either.
set -eu
export LC_ALL=C
cd "$(dirname "$0")/.."

found=$(find . \( -name target -o -name node_modules -o -name '.?*' \) -prune -o -name '*.rs' -print | sort |
    xargs awk '
    function close_file() { if (places) print file " | " places " | " lines; places = lines = depth = inside = waiting = 0 }
    FNR == 1 { close_file(); file = substr(FILENAME, 3) }
    {
        text = $0
        gsub(/\\"/, "", text)
        gsub(/"[^"]*"/, "", text)
        sub(/\/\/.*/, "", text)
        counted = inside
        while (match(text, /[A-Za-z0-9_-]+|[{};]/)) {
            word = substr(text, RSTART, RLENGTH)
            text = substr(text, RSTART + RLENGTH)
            if (word == "unsafe") {
                places++
                counted = 1
                if (!inside) waiting = 1
            } else if (word == "{" && (inside || waiting)) {
                inside = 1; waiting = 0; depth++
            } else if (word == "}" && inside) {
                if (--depth == 0) inside = 0
            } else if (word == ";" && waiting) {
                waiting = 0
            }
        }
        lines += counted || waiting
    }
    END { close_file() }')

listed=$(sed -n 's/^| `\([^`]*\.rs\)` | \([0-9]*\) | \([0-9]*\) |.*/\1 | \2 | \3/p' docs/trust.md | sort)

echo "file | places | lines"
echo "$found"
echo "$found" | awk -F' [|] ' '{ places += $2; lines += $3 } END { print "all | " places " | " lines }'
[ "$found" = "$listed" ] && exit 0

echo "unsafe.sh: the table of docs/trust.md says otherwise:" >&2
echo "$listed" >&2
exit 1
