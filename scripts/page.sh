#!/bin/sh
# Puts the page together: target/page (or the folder named), static files for any host.
#
# That is web/ with its WebAssembly and a service worker whose version is the digest of all files, so
# that a changed page reaches those who have it offline. With TILEWRIGHT_KEEP_WASM=1 the
# web/tilewright.wasm that is there is taken as it is.
set -eu
cd "$(dirname "$0")/.."
out=${1:-${CARGO_TARGET_DIR:-target}/page}

[ -n "${TILEWRIGHT_KEEP_WASM:-}" ] && [ -f web/tilewright.wasm ] || sh scripts/wasm.sh

rm -rf "$out"
mkdir -p "$out"
cp -r web/index.html web/sw.js web/engine-worker.js web/engine.json web/library.json web/manifest.webmanifest \
    web/icon*.svg web/icon*.png web/css web/js web/tilewright.wasm "$out/"
version=$(cd "$out" && find . -type f | LC_ALL=C sort | xargs cat | sha256sum | cut -c1-16)
sed "s/^const VERSION = \"source\";/const VERSION = \"$version\";/" web/sw.js > "$out/sw.js"
grep -q "\"$version\"" "$out/sw.js"
echo "$out: version $version, $(du -sh "$out" | cut -f1)"
