// The page without a network: everything it needs is kept at the first visit.
//
// A page that was put together by scripts/page.sh has the digest of its files as its version:
// cached files are served without asking, and another digest loads everything anew. In the source
// tree the version is "source", and cached files are served only when the network does not answer.

const VERSION = "source";
const CACHE = `tilewright-${VERSION}`;
const FILES = [
  "./",
  "css/board.css",
  "css/dialogs.css",
  "css/page.css",
  "css/print.css",
  "engine-worker.js",
  "engine.json",
  "icon-192.png",
  "icon-512.png",
  "icon-maskable.svg",
  "icon.svg",
  "js/app.js",
  "js/board.js",
  "js/cube.js",
  "js/editor.js",
  "js/engine.js",
  "js/explain.js",
  "js/files.js",
  "js/geometry.js",
  "js/history.js",
  "js/ink.js",
  "js/keypad.js",
  "js/legend.js",
  "js/load.js",
  "js/output.js",
  "js/player.js",
  "js/puzzles.js",
  "js/say.js",
  "js/setter.js",
  "js/settings.js",
  "js/shelf.js",
  "js/state.js",
  "js/work.js",
  "library.json",
  "manifest.webmanifest",
  "tilewright.wasm",
];

addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
    await skipWaiting();
  };
  event.waitUntil(keep());
});

addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("tilewright-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  // Which engine there is, is asked each time: a server may have come to this address.
  const isFresh = VERSION === "source" || url.pathname.endsWith("/engine.json");
  event.respondWith(isFresh ? networkFirst(event.request) : keptFirst(event.request));
});

async function kept(request) {
  const cache = await caches.open(CACHE);
  const exact = await cache.match(request, { ignoreSearch: true });
  return exact ?? (request.mode === "navigate" ? cache.match("./") : undefined);
}

async function keptFirst(request) {
  return (await kept(request)) ?? fetch(request);
}

async function networkFirst(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const response = await kept(request);
    if (response) return response;
    throw error;
  }
}
