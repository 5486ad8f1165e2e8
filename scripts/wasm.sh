#!/bin/sh
# Builds the page's WebAssembly: web/tilewright.wasm.
#
# Where the toolchain has the target wasm32-unknown-unknown, plain cargo does it. Elsewhere a compiler
# that comes with the source of its standard library builds that library once, into a sysroot of its
# own under target/ (a plain -Zbuild-std would build it again at every change of flags), for size: its
# sorting alone is a tenth of the module otherwise. On Debian
# these are rustc-web and rust-web-src, and a linker for WebAssembly, which is rustup's rust-lld or
# that of lld. With wasm-opt (binaryen) the file gets smaller; without it the budget may not hold.
#
# Environment: CARGO_TARGET_DIR (target/), TILEWRIGHT_WASM_BUDGET (bytes after gzip -9; 1,700,000).
set -eu
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
build=${CARGO_TARGET_DIR:-target}
mkdir -p "$build" web
build=$(cd "$build" && pwd)
export CARGO_TARGET_DIR="$build"
budget=${TILEWRIGHT_WASM_BUDGET:-1700000}

fail() {
    echo "wasm.sh: $*" >&2
    exit 1
}

# A compiler whose sysroot has the sources of the standard library.
with_sources() {
    for rustc in "${RUSTC:-rustc}" /usr/bin/rustc; do
        root=$("$rustc" --print sysroot 2>/dev/null) || continue
        [ -f "$root/lib/rustlib/src/rust/library/std/Cargo.toml" ] && command -v "$rustc" && return
    done
    return 1
}

# rustup's linker, or Debian's.
linker() {
    host=$(rustc -vV | sed -n 's/^host: //p')
    for lld in "$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld" rust-lld wasm-ld wasm-ld-19; do
        command -v "$lld" && return
    done
    return 1
}

install_debian() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    apt-get update -q >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
        rustc-web rust-web-src lld-19 binaryen >&2
}

# The standard library in a sysroot: $1 is the compiler, $2 where it goes.
build_std() {
    echo "building the standard library for $target, once" >&2
    toy="$build/wasm-std"
    mkdir -p "$toy/src" "$2/lib/rustlib/$target"
    printf '[package]\nname = "nothing"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n[profile.release]\nopt-level = "s"\npanic = "abort"\n' > "$toy/Cargo.toml"
    : > "$toy/src/lib.rs"
    (cd "$toy" && RUSTC="$1" RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR="$toy/target" RUSTFLAGS="-Cembed-bitcode=yes" \
        cargo build --release --quiet --target $target -Zbuild-std=std,panic_abort \
        -Zbuild-std-features=optimize_for_size)
    rm -rf "$2/lib/rustlib/$target/lib.new"
    mkdir "$2/lib/rustlib/$target/lib.new"
    cp "$toy/target/$target/release/deps/"*.rlib "$2/lib/rustlib/$target/lib.new"
    rm -f "$2/lib/rustlib/$target/lib.new/libnothing"*
    # Last, so that a build that was broken off is begun again.
    mv "$2/lib/rustlib/$target/lib.new" "$2/lib/rustlib/$target/lib"
}

if [ -d "$(rustc --print target-libdir --target $target 2>/dev/null)" ]; then
    echo "with $(rustc --version)" >&2
else
    compiler=$(with_sources) || { install_debian && compiler=$(with_sources); } || fail \
        "this toolchain cannot build for $target. Install the target (rustup target add $target)," \
        "or Debian's rustc-web, rust-web-src, lld-19 and binaryen."
    wasm_ld=$(linker) || fail "there is no linker for WebAssembly: install lld."
    sysroot="$build/wasm-sysroot-$("$compiler" --version | cut -d' ' -f2)-small"
    [ -d "$sysroot/lib/rustlib/$target/lib" ] || build_std "$compiler" "$sysroot"
    export RUSTC="$compiler"
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$wasm_ld"
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="--sysroot $sysroot"
    echo "with $("$compiler" --version), its standard library in $sysroot" >&2
fi

[ "${1:-}" = --sysroot-only ] && exit 0

cargo build --quiet --profile wasm --target $target -p tilewright-web
raw="$build/$target/wasm/tilewright_web.wasm"

if command -v wasm-opt >/dev/null; then
    # What rustc's default features for the target let it emit.
    wasm-opt -Os --enable-bulk-memory --enable-mutable-globals --enable-nontrapping-float-to-int \
        --enable-sign-ext --enable-reference-types --enable-multivalue \
        --strip-debug --strip-producers "$raw" -o web/tilewright.wasm
else
    echo "wasm-opt is not installed (binaryen): the file will be larger than it could be" >&2
    cp "$raw" web/tilewright.wasm
fi

size=$(wc -c < web/tilewright.wasm)
packed=$(gzip -9 -c web/tilewright.wasm | wc -c)
echo "web/tilewright.wasm: $size bytes, $packed after gzip -9 (budget $budget)"
[ "$packed" -le "$budget" ] || fail "that is over the budget"
