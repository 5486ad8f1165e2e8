// A browser with the page open in it, as a person would have it. It watches for events that must not happen: a
// request to another origin, an error in the console.
//
// CHROMIUM names the browser; TILEWRIGHT_URL the address of a running `tilewright serve`, without
// which the page is served from its folder.

import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "./server.mjs";

const NAMES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable"];
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const SHOTS = fileURLToPath(new URL("shots/", import.meta.url));

/** The engine runs behind a server. */
export const isNative = Boolean(process.env.TILEWRIGHT_URL);

export const DESKTOP = { viewport: { width: 1280, height: 860 } };
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

export const EASY = "36...1.7.4...5..8...524...1..4.3.7.6.3.....1.1.7.6.3..5...241...4..9...7.7.6...59";

/** Opens a browser and, unless there is a server already, a server of the page or of a folder. */
export async function open(folder) {
  mkdirSync(SHOTS, { recursive: true });
  const executablePath = process.env.CHROMIUM ?? NAMES.find(existsSync);
  assert.ok(executablePath, "no Chromium was found: name it with CHROMIUM");
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const server = isNative ? null : await serve(folder);
  const url = process.env.TILEWRIGHT_URL ?? server.url;
  return {
    url,
    server,
    visit: (options, address) => visit(browser, url, options, address),
    close: async () => {
      await browser.close();
      await server?.close();
    },
  };
}

/** Opens the page in a fresh profile. `leave()` checks that nothing went wrong, and closes it. */
async function visit(browser, url, options = {}, address = url) {
  const { before, ...context } = { ...DESKTOP, ...options };
  const profile = await browser.newContext({ acceptDownloads: true, ...context });
  profile.setDefaultTimeout(20_000);
  await before?.(profile);
  const page = await profile.newPage();
  const wrong = [];
  const origin = new URL(url).origin;
  profile.on("request", (request) => {
    const to = new URL(request.url());
    if (!["blob:", "data:"].includes(to.protocol) && to.origin !== origin) wrong.push(`a request to ${to.href}`);
  });
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) wrong.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`error: ${error.stack}`));
  await page.goto(address);
  await page.waitForSelector("body[data-ready]");
  await page.waitForSelector("#drawing svg");
  return Object.assign(page, {
    leave: async ({ allowed = [] } = {}) => {
      await profile.close();
      const left = wrong.filter((what) => !allowed.some((pattern) => pattern.test(what)));
      assert.deepEqual(left, []);
    },
  });
}

/** A picture of the page, kept to be looked at. */
export function shoot(page, name, options) {
  return page.screenshot({ path: `${SHOTS}${name}.png`, ...options });
}

/** Reads a text through the dialog, as one who pastes it there. */
export async function paste(page, text) {
  await page.click("#new");
  await page.click("#tab-text");
  await page.fill("#text", text);
  await page.click("#text-form button[type=submit]");
  await page.waitForSelector("#puzzles:not([open])", { state: "attached" });
}

/** Takes a puzzle of the library. */
export async function take(page, name) {
  await page.click("#new");
  await page.click("#tab-library");
  await page.click(`#library button:has(strong:text-is("${name}"))`);
  await page.waitForSelector("#puzzles:not([open])", { state: "attached" });
  await settle(page);
}

/** Waits until the drawing no longer changes. */
export async function settle(page) {
  let last = null;
  for (let tries = 0; tries < 100; tries += 1) {
    const now = await page.evaluate(() => document.getElementById("drawing").innerHTML.length + document.getElementById("drawing").innerHTML);
    if (now === last) return;
    last = now;
    await page.waitForTimeout(120);
  }
}

/** The middle of a cell on the screen. */
export async function middle(page, cell) {
  // The drawing may be replaced at any moment, so the cell is found and measured at once.
  const found = await page.waitForFunction((name) => {
    const box = document.querySelector(`#drawing [data-cell="${name}"]`)?.getBoundingClientRect();
    return box?.width > 0 && [box.x + box.width / 2, box.y + box.height / 2];
  }, cell);
  return found.jsonValue();
}

/** Clicks on a cell. */
export async function click(page, cell) {
  await page.mouse.click(...(await middle(page, cell)));
}

/** Drags over cells. */
export async function drag(page, ...cells) {
  // The drawing is replaced on the way.
  const points = [];
  for (const cell of cells) points.push(await middle(page, cell));
  await page.mouse.move(...points[0]);
  await page.mouse.down();
  for (const point of points.slice(1)) await page.mouse.move(...point, { steps: 4 });
  await page.mouse.up();
}

/** The words on the board, in the order in which they are painted. */
export function words(page) {
  return page.$$eval("#drawing svg text", (all) => all.map((text) => text.textContent));
}

/** The number of times a word is on the board in the size of a value. */
export async function times(page, word) {
  return (await words(page)).filter((other) => other === word).length;
}

/** The last message of the page to a screen reader. */
export function said(page) {
  return page.$eval("#voice", (voice) => voice.textContent.trim());
}
