// What players put down besides values, and what the page keeps for them: corner notes, colours, lines, trials, kept
// sheets, undo over a reload, the list of earlier puzzles, a win that stays.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { EASY, PHONE, click, drag, open, paste, said, settle, shoot, take, words } from "./browser.mjs";

const SOLVED = "362981574419357682785246931854132796936475218127869345598724163641593827273618459";

let site;
before(async () => (site = await open()));
after(() => site.close());

/** The state of the sheet, as the page keeps it. */
const sheet = (page) => page.evaluate(() => import("./js/state.js").then(({ state }) => state.play));
const overlaid = (page, kind) => page.locator(`#drawing .overlay .${kind}`).count();
const text = (page, id) => page.textContent(id);

test("corner notes, colours and lines are put down, undone and taken away", async () => {
  const page = await site.visit();
  await paste(page, EASY);
  await click(page, 2);
  await page.keyboard.press("Control+Digit1");
  await page.keyboard.press("Control+Digit2");
  assert.deepEqual((await sheet(page)).corners, { 2: [0, 1] });
  assert.match(await said(page), /corner note 2/);
  await settle(page);
  assert.equal(await overlaid(page, "corner"), 2);
  await page.keyboard.press("Control+Digit1");
  assert.deepEqual((await sheet(page)).corners, { 2: [1] });

  await page.click("#tool-corner");
  await page.click("#pad .value[data-word='9']");
  assert.deepEqual((await sheet(page)).corners, { 2: [1, 8] });

  await page.click("#tool-colour");
  await click(page, 3);
  await page.click("#pad .swatch >> nth=2");
  await page.keyboard.press("Digit5");
  assert.deepEqual((await sheet(page)).colours, { 3: [3, 5] });
  await settle(page);
  assert.equal(await overlaid(page, "dyed"), 2);
  await page.keyboard.press("Backspace");
  assert.deepEqual((await sheet(page)).colours, {});

  await page.click("#tool-line");
  await drag(page, 20, 22);
  assert.deepEqual((await sheet(page)).lines, [[20, 21], [21, 22]]);
  await drag(page, 21, 22);
  assert.deepEqual((await sheet(page)).lines, [[20, 21]]);
  await page.click("#undo");
  assert.equal((await sheet(page)).lines.length, 2);
  await shoot(page, "marks");

  // A value puts the notes of its cell away; one undo brings them back.
  await page.click("#tool-value");
  await click(page, 2);
  await page.keyboard.press("Digit8");
  assert.deepEqual((await sheet(page)).corners, {});
  await page.click("#undo");
  assert.deepEqual((await sheet(page)).corners, { 2: [1, 8] });
  await page.leave();
});

test("cells are selected all at once, by value, and not at all", async () => {
  const page = await site.visit();
  await paste(page, EASY);
  await click(page, 2);
  await page.keyboard.press("Control+a");
  assert.match(await said(page), /^49 cells selected/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  assert.equal(await said(page), "nothing selected");
  await settle(page);
  assert.equal(await overlaid(page, "cursor"), 0);
  await page.keyboard.press("Digit5");
  assert.deepEqual((await sheet(page)).values, {});
  const box = await page.locator("#drawing [data-cell='0']").first().boundingBox();
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
  assert.match(await said(page), /^4 cells selected/);
  await page.leave();
});

test("peers, the numbers that are left, and a value that is pointed out", async () => {
  const page = await site.visit();
  await paste(page, EASY);
  await page.waitForSelector("#pad .value[data-word='3'][data-left]");
  assert.equal(await page.getAttribute("#pad .value[data-word='3']", "data-left"), "5");
  await page.click("#settings");
  await page.check("#setting-peers");
  await page.click("#settings-dialog [data-close]");
  await click(page, 40);
  await settle(page);
  assert.equal(await overlaid(page, "peer"), 20);
  await click(page, 2);
  await page.keyboard.press("Shift+Digit8");
  await page.click("#seek");
  await page.click("#pad .value[data-word='8']");
  await settle(page);
  assert.equal(await overlaid(page, "noted"), 1);
  assert.equal(await overlaid(page, "same"), 1);
  await page.click("#seek");
  await settle(page);
  assert.equal(await overlaid(page, "noted"), 0);
  await page.leave();
});

test("a trial is dropped at once, a kept sheet comes back, and undo reaches over a reload", async () => {
  const page = await site.visit();
  await paste(page, EASY);
  await click(page, 2);
  await page.keyboard.press("Digit8");
  await page.click("#keep");
  await page.click("#try-out");
  await click(page, 3);
  await page.keyboard.press("Digit9");
  await click(page, 4);
  await page.keyboard.press("Digit8");
  assert.deepEqual((await sheet(page)).values, { 2: "8", 3: "9", 4: "8" });
  await page.click("#trial-drop");
  assert.deepEqual((await sheet(page)).values, { 2: "8" });
  assert.equal(await page.isVisible("#trial"), false);
  await page.keyboard.press("Backspace");
  await click(page, 2);
  await page.keyboard.press("Backspace");
  assert.deepEqual((await sheet(page)).values, {});
  // The clock runs, and the button keeps the keyboard.
  await page.focus("#kept button");
  await page.waitForTimeout(1300);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.kept), "0");
  await page.click("#kept button");
  assert.deepEqual((await sheet(page)).values, { 2: "8" });
  await page.waitForTimeout(400);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await page.waitForSelector("#kept button");
  await page.click("#undo");
  assert.deepEqual((await sheet(page)).values, {});
  await page.leave();
});

test("a rule that is broken is marked at once, and nothing else", async () => {
  const page = await site.visit();
  await paste(page, EASY);
  await page.click("#settings");
  await page.check("#setting-clashes");
  await page.click("#settings-dialog [data-close]");
  const wrong = () => page.evaluate(() => import("./js/state.js").then(({ state }) => state.wrong));
  // The 8 at r1c3 differs from the solution and breaks no rule; the 7 is in its row already.
  await click(page, 2);
  await page.keyboard.press("Digit8");
  await page.waitForTimeout(400);
  assert.deepEqual(await wrong(), []);
  await page.keyboard.press("Digit7");
  await page.waitForFunction(() => import("./js/state.js").then(({ state }) => state.wrong.length > 0));
  assert.deepEqual(await wrong(), [2]);
  await page.leave();
});

test("a win stays, is listed with its time, and offers the next of its kind", async () => {
  const page = await site.visit();
  const open = [...SOLVED].findIndex((_, cell) => EASY[cell] === ".");
  const solved = [...SOLVED].map((digit, cell) => (cell === open ? "." : digit)).join("");
  await paste(page, solved);
  await click(page, open);
  await page.keyboard.press(`Digit${SOLVED[open]}`);
  await page.waitForSelector("#won:not([hidden])");
  assert.match(await text(page, "#won-words"), /^Solved in 0:0\d\. Well done!$/);
  await page.waitForTimeout(4500);
  assert.equal(await page.isVisible("#won"), true);
  await shoot(page, "won");
  await page.click("#new");
  await page.click("#tab-before");
  assert.match(await text(page, "#before li:first-child span"), /^solved in 0:0\d/);
  await page.click("#puzzles [data-close]");
  await page.click("#another");
  await page.waitForFunction(() => document.getElementById("won").hidden);
  await settle(page);
  assert.match(await text(page, "#title"), /^Sudoku 9×9/);
  await page.click("#new");
  await page.click("#tab-before");
  await page.click("#before li:first-child button");
  await page.waitForSelector("#won:not([hidden])");
  await page.leave();
});

test("revealing is no win", async () => {
  const page = await site.visit();
  await paste(page, EASY);
  await page.click("#reveal");
  await page.waitForFunction(() => import("./js/state.js").then(({ state }) => state.isDone));
  await settle(page);
  assert.equal(await page.isVisible("#won"), false);
  await page.leave();
});

test("an explanation begins where the player is, ends with a table, and is played from any step", async () => {
  const page = await site.visit();
  await paste(page, EASY);
  await click(page, 2);
  await page.keyboard.press("Digit2");
  await page.click("#mode-explain");
  await page.waitForSelector("#techniques:not([hidden])");
  const whole = await page.locator("#steps li").count();
  const sum = () => page.$$eval("#techniques tbody td:last-child", (cells) => cells.reduce((total, cell) => total + Number(cell.textContent), 0));
  assert.equal(await sum(), whole);
  await page.check("#manner-here");
  await page.waitForFunction((before) => !document.getElementById("techniques").hidden && document.querySelectorAll("#steps li").length < before, whole);
  assert.equal(await page.locator("#steps li").count(), whole - 1);
  await page.click("#steps li:nth-child(4) button");
  await page.click("#step-play");
  assert.equal(Object.keys((await sheet(page)).values).length, 4);
  await page.leave();
});

test("on a phone the tools fit, and a finger gives colours", async () => {
  const page = await site.visit(PHONE);
  await take(page, "Morning");
  await page.tap("#tool-colour");
  const box = await page.locator("#drawing [data-cell='2']").first().boundingBox();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await page.tap("#pad .swatch >> nth=3");
  assert.deepEqual((await sheet(page)).colours, { 2: [4] });
  const { right } = await page.locator("#tools").evaluate((element) => element.getBoundingClientRect().toJSON());
  assert.ok(right <= 360, `the tools end at ${right}`);
  await shoot(page, "marks-phone");
  assert.ok((await words(page)).length > 0);
  await page.leave();
});
