#!/bin/sh
# The page's tests in a real browser: scripts/page-test.sh [file…]
#
# Needs Node.js 20, Chromium (CHROMIUM names it where it is not found) and web/tilewright.wasm, which
# scripts/wasm.sh builds unless it is there. With TILEWRIGHT_URL=http://127.0.0.1:PORT/ the same tests
# run against a `tilewright serve`. Screenshots are left in web/tests/shots.
set -eu
cd "$(dirname "$0")/.."

# Missing parts of a browser and Node.js, on Debian where we may install them.
has_browser() { [ -n "${CHROMIUM:-}" ] || command -v chromium || command -v chromium-browser || command -v google-chrome; }
missing=
has_browser >/dev/null || missing="chromium"
command -v node >/dev/null || missing="$missing nodejs npm"
if [ -n "$missing" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -q
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing fonts-dejavu-core
elif [ -n "$missing" ]; then
    echo "page-test.sh: missing: $missing" >&2
    exit 1
fi

[ -n "${TILEWRIGHT_URL:-}" ] || [ -f web/tilewright.wasm ] || sh scripts/wasm.sh
cd web
npm ci --no-audit --no-fund --silent
[ $# -gt 0 ] || set -- tests/*.test.mjs
exec node --test --test-concurrency=1 "$@"
