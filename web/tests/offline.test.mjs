// The page without a network: from its source tree, and put together for a host.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { isNative, open, take } from "./browser.mjs";
import { WEB } from "./server.mjs";

const options = { skip: isNative && "the engine is the server" };
const allowed = [/net::ERR_INTERNET_DISCONNECTED|net::ERR_FAILED/];

/** Waits for an asynchronous result, which the browser's own waiting does not know. */
async function until(page, isSo) {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await page.evaluate(isSo)) return;
    await page.waitForTimeout(100);
  }
  assert.fail("waited in vain");
}

async function visitTwice(desk) {
  const page = await desk.visit();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await until(page, async () => {
    const [name] = await caches.keys();
    return name && (await (await caches.open(name)).match("tilewright.wasm")) !== undefined;
  });
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  return page;
}

async function worksOffline(page) {
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await page.click("#mode-set");
  await take(page, "Evening");
  await page.waitForSelector("#verdict[data-verdict=unique]");
}

test("after the first visit the page, its library and its engine need no network", options, async () => {
  const desk = await open();
  const page = await visitTwice(desk);
  await worksOffline(page);
  await page.leave({ allowed });
  await desk.close();
});

test("put together for a host it works offline, and a changed page comes through", options, async () => {
  const folder = await mkdtemp(join(tmpdir(), "tilewright-page-"));
  const build = () => {
    const env = { ...process.env, TILEWRIGHT_KEEP_WASM: "1" };
    execFileSync("sh", [join(WEB, "../scripts/page.sh"), folder], { env, stdio: "ignore" });
  };
  build();
  const desk = await open(folder);
  const page = await visitTwice(desk);
  const version = async () => (await readFile(join(folder, "sw.js"), "utf8")).match(/VERSION = "(.*?)"/)[1];
  assert.match(await version(), /^[0-9a-f]{16}$/);
  // As if the page had been changed: another title, and so another version.
  const html = await readFile(join(folder, "index.html"), "utf8");
  await writeFile(join(folder, "index.html"), html.replace("<span>Tilewright</span>", "<span>Changed</span>"));
  const worker = await readFile(join(folder, "sw.js"), "utf8");
  await writeFile(join(folder, "sw.js"), worker.replace(await version(), "0123456789abcdef"));
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await until(page, async () => (await caches.keys()).join() === "tilewright-0123456789abcdef");
  await worksOffline(page);
  assert.equal(await page.textContent("h1"), "Changed");
  await page.leave({ allowed });
  await desk.close();
  await rm(folder, { recursive: true });
});
