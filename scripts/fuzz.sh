#!/bin/sh
# Fuzzes a target of crates/fuzzing, or all in turn, guided by coverage:
#
#   scripts/fuzz.sh TARGET|all SECONDS
#
# and prints a row for each: target, executions, edges covered, seconds, findings. It needs cargo-fuzz (cargo install
# cargo-fuzz --locked) and a nightly compiler. Inputs worth keeping stay in fuzz/corpus/TARGET, and the next run
# continues from there; a failing input is written to fuzz/artifacts/TARGET, and belongs into
# crates/fuzzing/crashes/TARGET with its fix.
#
# FUZZ_SANITIZER=address runs with AddressSanitizer, at about half the speed: all but the SIMD kernels
# is safe Rust, so there is none by default. FUZZ_TOOLCHAIN is the compiler, nightly unless it is set;
# FUZZ_LOGS a folder for libFuzzer's own words.
set -eu
cd "$(dirname "$0")/.."

if [ $# -ne 2 ]; then
    echo "usage: scripts/fuzz.sh TARGET|all SECONDS; the targets:" >&2
    cargo run -q -p tilewright-fuzzing --example seeds >&2
    exit 2
fi
seconds=$2
toolchain=${FUZZ_TOOLCHAIN:-nightly}
sanitizer=${FUZZ_SANITIZER:-none}
logs=${FUZZ_LOGS:-fuzz/artifacts}
mkdir -p "$logs"

if [ "$1" = all ]; then
    targets=$(cargo run -q -p tilewright-fuzzing --example seeds | cut -f1)
else
    targets=$1
fi

# The last number after a word in libFuzzer's report, 0 where there is none.
last() {
    sed -n "s/.*$1:* *\([0-9][0-9]*\).*/\1/p" "$2" | tail -n 1 | grep . || echo 0
}

# The findings: files in the folder of artifacts.
findings() {
    find "fuzz/artifacts/$1" -type f \( -name 'crash-*' -o -name 'timeout-*' -o -name 'oom-*' \) \
        2>/dev/null | wc -l
}

printf '| target | executions | edges | seconds | findings |\n| --- | --- | --- | --- | --- |\n'
failed=0
for target in $targets; do
    longest=$(cargo run -q -p tilewright-fuzzing --example seeds -- "$target" "fuzz/corpus/$target")
    log="$logs/$target.log"
    before=$(findings "$target")
    begun=$(date +%s)
    # A run ends at its first finding.
    cargo "+$toolchain" fuzz run --sanitizer "$sanitizer" "$target" -- \
        -max_total_time="$seconds" -max_len="$longest" -timeout=60 -rss_limit_mb=1500 \
        -print_final_stats=1 >"$log" 2>&1 || failed=1
    ended=$(date +%s)
    printf '| %s | %s | %s | %s | %s |\n' "$target" \
        "$(last 'number_of_executed_units' "$log")" "$(last 'cov' "$log")" \
        "$((ended - begun))" "$(($(findings "$target") - before))"
done
exit "$failed"
