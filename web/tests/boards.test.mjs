// Boards of every kind, in a real browser: rectangles, tiles, cubes, the whole library.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { click, drag, open, said, settle, shoot, take } from "./browser.mjs";

let desk;
before(async () => (desk = await open()));
after(() => desk.close());

test("a Shikaku rectangle is dragged, taken away, and drawn by keyboard", async () => {
  const page = await desk.visit();
  await take(page, "Plots");
  const grounds = () => page.$eval("#drawing svg", (svg) => svg.innerHTML.replace(/<g class="overlay">.*/s, ""));
  const empty = await grounds();
  await drag(page, 0, 8, 16);
  await settle(page);
  const one = await grounds();
  assert.notEqual(one, empty);
  await shoot(page, "shikaku");
  await drag(page, 0, 16);
  await settle(page);
  assert.equal(await grounds(), empty);
  await click(page, 20);
  await settle(page);
  await page.keyboard.press("Control+z");
  await settle(page);
  await page.focus("#board");
  for (const key of ["ArrowUp", "ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.match(await said(page), /1 by 3, 3 cells/);
  await page.keyboard.press("Enter");
  await settle(page);
  assert.equal(await grounds(), one);
  await page.click("#reveal");
  await settle(page);
  await shoot(page, "shikaku-solved");
  await page.leave();
});

test("tiles are painted by dragging, and a stroke is one undo", async () => {
  const page = await desk.visit();
  await page.click("#mode-set");
  // Without the check, which shows where solutions differ, the drawing has only the painted tiles.
  await page.click("#settings");
  await page.uncheck("#setting-check");
  await page.click("#settings-dialog [data-close]");
  await page.click("#new");
  await page.click("#tab-board");
  await page.selectOption("#board-kind", "roads");
  await page.selectOption("#board-sizes", "");
  await page.fill("#board-size", "5x6");
  await page.click("#board-form button[type=submit]");
  await settle(page);
  const drawing = () => page.$eval("#drawing svg", (svg) => svg.innerHTML.replace(/<g class="overlay">.*/s, ""));
  const empty = await drawing();
  const [, tile] = await page.$$("#pad .value");
  await tile.click();
  await drag(page, 6, 7, 8, 9);
  await settle(page);
  const painted = await drawing();
  assert.notEqual(painted, empty);
  assert.match(await page.textContent("#title"), /4/);
  await shoot(page, "paint");
  await page.click("#undo");
  await settle(page);
  assert.equal(await drawing(), empty);
  await page.click("#redo");
  await settle(page);
  assert.equal(await drawing(), painted);
  await page.click("#pad .eraser");
  await drag(page, 6, 7, 8, 9);
  await settle(page);
  assert.equal(await drawing(), empty);
  await page.leave();
});

test("a cube is shown in layers, sliced along each axis, and turned", async () => {
  const page = await desk.visit();
  await take(page, "Little cube");
  await shoot(page, "cube-layers");
  assert.equal((await page.$$("#drawing [data-cell]")).length, 64);
  const layers = await page.innerHTML("#drawing");
  for (const pair of ["0,2", "1,2"]) {
    await page.selectOption("#slices", pair);
    await settle(page);
    assert.equal((await page.$$("#drawing [data-cell]")).length, 64);
    assert.notEqual(await page.innerHTML("#drawing"), layers);
  }
  await page.selectOption("#slices", "0,1");
  await page.click("#view-layer");
  await settle(page);
  const box = () => page.getAttribute("#drawing svg", "viewBox");
  const one = await box();
  await page.focus("#layer-slider");
  await page.keyboard.press("ArrowRight");
  await settle(page);
  assert.notEqual(await box(), one);
  await shoot(page, "cube-layer");
  await page.click("#view-solid");
  await settle(page);
  await shoot(page, "cube-solid");
  const solid = await page.innerHTML("#drawing");
  await page.click("#turn-left");
  await settle(page);
  const turned = await page.innerHTML("#drawing");
  assert.notEqual(turned, solid);
  await page.evaluate(() => scrollTo(0, 0));
  const board = await page.locator("#drawing svg").boundingBox();
  const [x, y] = [board.x + board.width / 2, board.y + 150];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 80, y + 20, { steps: 6 });
  await page.mouse.up();
  await settle(page);
  const dragged = await page.innerHTML("#drawing");
  assert.notEqual(dragged, turned);
  await page.focus("#board");
  await page.keyboard.press("Alt+ArrowUp");
  await settle(page);
  assert.notEqual(await page.innerHTML("#drawing"), dragged);
  await page.leave();
});

test("a cube is explained too, in every view", async () => {
  const page = await desk.visit();
  await take(page, "Little cube");
  await page.click("#mode-explain");
  await page.waitForSelector("#steps li:nth-child(3)", { timeout: 60_000 });
  await settle(page);
  await shoot(page, "cube-explain");
  await page.click("#view-solid");
  await page.waitForSelector("#steps li:nth-child(3)", { timeout: 60_000 });
  await settle(page);
  await shoot(page, "cube-explain-solid");
  await page.leave();
});

test("every puzzle of the library opens in every mode", async () => {
  const page = await desk.visit();
  const names = await page.$$eval("#library strong", (all) => all.map((name) => name.textContent));
  assert.ok(names.length > 10);
  for (const [number, name] of names.entries()) {
    await page.click("#mode-set");
    await take(page, name);
    await page.waitForFunction(() => !["idle", "busy"].includes(document.getElementById("verdict").dataset.verdict), null, { timeout: 30_000 });
    await settle(page);
    await shoot(page, `library-${number}`);
    await page.click("#mode-play");
    await settle(page);
    assert.equal(await page.isHidden("#toast[data-kind=error]"), true, `${name}: ${await page.textContent("#toast")}`);
  }
  await page.leave();
});
