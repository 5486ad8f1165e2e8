#!/bin/sh
# The page's tests in a real browser: scripts/page-test.sh [file…]
#
# Needs Node.js 20, Chromium (CHROMIUM names it where it is not found) and web/tilewright.wasm, which
# scripts/wasm.sh builds unless it is there. With TILEWRIGHT_URL=http://127.0.0.1:PORT/ the same tests
# run against a `tilewright serve`. Screenshots are left in web/tests/shots.
set -eu
cd "$(dirname "$0")/.."
[ -n "${TILEWRIGHT_URL:-}" ] || [ -f web/tilewright.wasm ] || sh scripts/wasm.sh
cd web
npm ci --no-audit --no-fund --silent
[ $# -gt 0 ] || set -- tests/*.test.mjs
exec node --test --test-concurrency=1 "$@"
