#!/bin/sh
# The command as it is given to others, the same bytes wherever it is built: scripts/release.sh [cargo's arguments…]
#
# Into target/shipped (CARGO_TARGET_DIR says where else); prints the SHA-256 and the path.
#
# Everything that would differ from one folder to the next is taken out. Paths, of the sources, of other people's
# crates and of the compiler, become "tilewright", "cargo" and "rust", in Rust and in the C and C++ of CaDiCaL and
# Zstandard; the time is that of the last commit (CaDiCaL reports its build time); versions are those of Cargo.lock.
# The compilers themselves have to be the same.
set -eu
cd "$(dirname "$0")/.."

root=$(pwd -P)
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
home=$(realpath "${CARGO_HOME:-$HOME/.cargo}")
rust=$(rustc --print sysroot)

case "$root$target$home" in
*[[:space:]]*)
    echo "release.sh: flags for C++ cannot have blanks in paths: $root, $target, $home" >&2
    exit 2
    ;;
esac

# Where there is no repository, the first second of 2025: any will do, if it is always the same.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 1735689600)}
export SOURCE_DATE_EPOCH
export LC_ALL=C TZ=UTC

# The rule that is given last wins where two fit: the target may lie within the sources.
pairs() { printf '%s=%s\n' "$home" cargo "$rust" rust "$root" tilewright "$target" target; }

# Cargo's own way to hand over flags that may have blanks: with a unit separator between them.
CARGO_ENCODED_RUSTFLAGS=$(pairs | sed 's/^/--remap-path-prefix=/' | tr '\n' '\037' | sed 's/\x1f$//')
export CARGO_ENCODED_RUSTFLAGS
unset RUSTFLAGS
c_flags=$(pairs | sed 's/^/-ffile-prefix-map=/' | tr '\n' ' ')
export CFLAGS="$c_flags${CFLAGS:-}" CXXFLAGS="$c_flags${CXXFLAGS:-}" CARGO_TARGET_DIR="$target" CARGO_INCREMENTAL=0

cargo build --locked --profile shipped -p tilewright-cli --features full "$@" >&2
sha256sum "$target/shipped/tilewright"
