// The page for all users: by keyboard alone, on a phone, and by the rules of axe-core.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { EASY, PHONE, open, paste, said, settle, shoot, take, words } from "./browser.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let desk;
before(async () => (desk = await open()));
after(() => desk.close());

async function audit(page, state) {
  // Colours are looked at as they are in the end.
  await page.waitForTimeout(250);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const told = serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
  assert.deepEqual(told, [], state);
}

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing serious in any mode or dialog, ${colorScheme}`, async () => {
    // The check itself runs in the page, which its policy would not allow.
    const page = await desk.visit({ colorScheme, bypassCSP: true });
    await paste(page, EASY);
    await settle(page);
    await audit(page, "play");
    await page.click("#hint");
    await page.waitForSelector("#hint-box:not([hidden])");
    await page.click("#hint-more");
    await audit(page, "hint");
    await page.click("#mode-set");
    await page.waitForSelector("#verdict[data-verdict=unique]");
    await audit(page, "set");
    await page.click("#mode-explain");
    await page.waitForFunction(() => document.getElementById("explain-outcome").textContent !== "");
    await audit(page, "explain");
    for (const id of ["new", "share", "export", "settings", "help"]) {
      await page.click(`#${id}`);
      await audit(page, id);
      if (id === "new") {
        for (const tab of ["make", "board", "text"]) {
          await page.click(`#tab-${tab}`);
          await audit(page, tab);
        }
      }
      await page.keyboard.press("Escape");
    }
    await take(page, "Little cube");
    await page.click("#mode-play");
    await page.click("#view-layer");
    await settle(page);
    await audit(page, "cube");
    await page.leave();
  });
}

test("everything is reached and done by keyboard", async () => {
  const page = await desk.visit();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const reached = new Set();
  for (let presses = 0; presses < 60; presses += 1) {
    const id = await page.evaluate(() => document.activeElement.id);
    if (id) reached.add(id);
    await page.keyboard.press("Tab");
  }
  for (const id of ["new", "share", "export", "print", "settings", "help", "undo", "redo", "board", "mode-set", "mode-play", "mode-explain", "notes", "pause", "hint", "auto-notes", "errors", "restart", "reveal"]) {
    assert.ok(reached.has(id), `${id} is not reached by Tab`);
  }
  // A new puzzle from the library, played, all by keys.
  await page.focus("#new");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "tab-library");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.isVisible("#from-make"), true);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#puzzles:not([open])", { state: "attached" });
  await settle(page);
  await page.focus("#board");
  assert.match(await said(page), /^row 1, column 1: /);
  const before = await words(page);
  for (let steps = 0; steps < 12 && !/empty/.test(await said(page)); steps += 1) await page.keyboard.press("ArrowRight");
  assert.match(await said(page), /^row 1, column \d: empty/);
  await page.keyboard.press("7");
  await settle(page);
  assert.equal((await words(page)).length, before.length + 1);
  await page.keyboard.press("Space");
  assert.equal(await page.getAttribute("#notes", "aria-pressed"), "true");
  await page.keyboard.press("Space");
  await page.keyboard.press("Delete");
  await settle(page);
  assert.deepEqual(await words(page), before);
  await shoot(page, "keyboard");
  await page.leave();
});

test("on a phone nothing is wider than the screen, and fingers do all", async () => {
  const page = await desk.visit(PHONE);
  const isNarrow = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  await shoot(page, "phone");
  assert.equal(await isNarrow(), true);
  await paste(page, EASY);
  await settle(page);
  const before = (await words(page)).length;
  await page.locator('#drawing [data-cell="2"]').tap();
  await page.tap("#pad button[aria-label='enter 9']");
  await settle(page);
  assert.equal((await words(page)).length, before + 1);
  for (const mode of ["set", "explain", "play"]) {
    await page.tap(`#mode-${mode}`);
    await settle(page);
    assert.equal(await isNarrow(), true, mode);
    await shoot(page, `phone-${mode}`, { fullPage: true });
  }
  for (const name of ["Little cube", "Cube", "Roads", "Estates", "Four axes"]) {
    await take(page, name);
    assert.equal(await isNarrow(), true, name);
    await shoot(page, `phone-${name.toLowerCase().replaceAll(" ", "-")}`);
  }
  await page.tap("#new");
  await shoot(page, "phone-new");
  assert.equal(await isNarrow(), true, "dialog");
  await page.leave();
});
