// What people do with the page, in a real browser.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { EASY, click, drag, open, paste, said, settle, shoot, take, times, words } from "./browser.mjs";

let desk;
before(async () => (desk = await open()));
after(() => desk.close());

const pressed = (page, id) => page.getAttribute(id, "aria-pressed");
const verdict = (page, kind) => page.waitForSelector(`#verdict[data-verdict=${kind}]`, { timeout: 20_000 });

test("opens with a puzzle to play, and what was entered is there after a reload", async () => {
  const page = await desk.visit();
  assert.equal((await page.$$("#drawing [data-cell]")).length, 81);
  await shoot(page, "first");
  await click(page, 2);
  const before = await times(page, "9");
  await page.keyboard.press("9");
  await page.waitForFunction((n) => [...document.querySelectorAll("#drawing text")].filter((t) => t.textContent === "9").length > n, before);
  await page.waitForTimeout(400);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await settle(page);
  assert.equal(await times(page, "9"), before + 1);
  await page.leave();
});

test("a pasted puzzle is solved, counted, rated and checked for uniqueness", async () => {
  const page = await desk.visit();
  await page.click("#mode-set");
  await paste(page, EASY);
  await verdict(page, "unique");
  assert.match(await page.textContent("#verdict-words"), /Unique/);
  await page.click("#solve");
  await page.waitForFunction(() => document.querySelectorAll("#drawing text").length === 81);
  assert.equal(await pressed(page, "#solve"), "true");
  await shoot(page, "solved");
  await page.click("#solve");
  await page.waitForFunction(() => document.querySelectorAll("#drawing text").length === 32);
  await page.click("#count");
  await page.waitForSelector("#set-result:text('1 solution, exactly')");
  await page.click("#rate");
  await page.waitForSelector("#set-result:text('Easy')");
  assert.match(await page.textContent("#set-result"), /Sudoku Explainer \d/);
  await page.leave();
});

test("text that is no puzzle is refused with a reason, in the dialog", async () => {
  const page = await desk.visit();
  await page.click("#new");
  await page.click("#tab-text");
  await page.fill("#text", "this is no puzzle");
  await page.click("#text-form button[type=submit]");
  await page.waitForFunction(() => document.getElementById("text-problem").textContent.length > 10);
  assert.equal(await page.getAttribute("#puzzles", "open"), "");
  await page.leave();
});

test("a setter is shown two solutions and where they differ, and clues that clash", async () => {
  const page = await desk.visit();
  await page.click("#mode-set");
  await paste(page, EASY);
  await verdict(page, "unique");
  // Without its three clues in the middle row the puzzle has several solutions.
  await drag(page, 36, 37, 38, 39, 40, 41, 42, 43, 44);
  await page.keyboard.press("Backspace");
  await verdict(page, "several");
  assert.equal((await page.$$("#solutions figure svg")).length, 2);
  await shoot(page, "several");
  await click(page, 2);
  await page.keyboard.press("3");
  await verdict(page, "none");
  await settle(page);
  await shoot(page, "clash");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await verdict(page, "unique");
  await page.leave();
});

test("true candidates and what the clues leave are shown as marks", async () => {
  const page = await desk.visit();
  await page.click("#mode-set");
  await paste(page, EASY);
  const clues = (await words(page)).length;
  await page.click("#clue-marks");
  await page.waitForFunction((n) => document.querySelectorAll("#drawing text").length > n, clues);
  await settle(page);
  const left = (await words(page)).length;
  await page.click("#candidates");
  await page.waitForFunction((n) => document.querySelectorAll("#drawing text").length < n, left);
  // The puzzle is unique: one mark in each cell.
  assert.equal((await words(page)).length, 81);
  await page.leave();
});

test("values, notes, undo and redo, by keyboard, mouse and pad", async () => {
  const page = await desk.visit();
  await paste(page, EASY);
  await settle(page);
  const clues = (await words(page)).length;
  await click(page, 2);
  await page.keyboard.press("9");
  await settle(page);
  assert.equal((await words(page)).length, clues + 1);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+Digit8");
  await page.keyboard.press("Shift+Digit9");
  await settle(page);
  assert.equal((await words(page)).length, clues + 3);
  assert.equal(await said(page), "note 9");
  await page.click("#notes");
  await page.click("#pad button[aria-label='enter 8']");
  await settle(page);
  assert.equal((await words(page)).length, clues + 2);
  await page.click("#undo");
  await page.click("#undo");
  await settle(page);
  assert.equal((await words(page)).length, clues + 2);
  await page.click("#redo");
  await settle(page);
  assert.equal((await words(page)).length, clues + 3);
  await page.click("#notes");
  await drag(page, 2, 3, 4);
  await page.keyboard.press("Backspace");
  await settle(page);
  assert.equal((await words(page)).length, clues);
  await page.leave();
});

test("notes are filled in, and a clue cannot be overwritten", async () => {
  const page = await desk.visit();
  await paste(page, EASY);
  await settle(page);
  const before = await words(page);
  await click(page, 0);
  await page.keyboard.press("9");
  await settle(page);
  assert.deepEqual(await words(page), before);
  await page.click("#auto-notes");
  await page.waitForFunction((n) => document.querySelectorAll("#drawing text").length > n + 60, before.length);
  await settle(page);
  await shoot(page, "notes");
  // A value strikes the notes that it rules out, and one undo brings all of them back.
  const noted = (await words(page)).length;
  const nines = await times(page, "9");
  await click(page, 2);
  await page.keyboard.press("9");
  await settle(page);
  assert.ok((await times(page, "9")) < nines - 1);
  await page.keyboard.press("Control+z");
  await settle(page);
  assert.equal((await words(page)).length, noted);
  await page.leave();
});

test("errors are found, and a right answer is praised", async () => {
  const page = await desk.visit();
  await paste(page, EASY);
  await click(page, 2);
  await page.keyboard.press("3");
  await page.click("#errors");
  await page.waitForSelector("#toast:text('wrong')");
  await settle(page);
  await shoot(page, "errors");
  await page.keyboard.press("Control+z");
  await page.click("#reveal");
  await settle(page);
  assert.equal((await words(page)).length, 81);
  // One value taken away and entered again: then it is done.
  await page.click("#restart");
  await settle(page);
  await page.click("#reveal");
  await settle(page);
  await page.leave();
});

test("a player who fills in the last cell is told so", async () => {
  const page = await desk.visit();
  await paste(page, "12343412214343..");
  await settle(page);
  await click(page, 14);
  await page.keyboard.press("2");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("1");
  await page.waitForSelector("#toast[data-kind=done]");
  await shoot(page, "done");
  await page.leave();
});

test("a hint says where to look, then what for, then does it", async () => {
  const page = await desk.visit();
  await paste(page, EASY);
  await settle(page);
  const clues = (await words(page)).length;
  await page.click("#hint");
  await page.waitForSelector("#hint-words:text('Look at')");
  await page.click("#hint-more");
  await page.waitForSelector("#hint-words strong");
  await settle(page);
  await shoot(page, "hint");
  await page.click("#hint-apply");
  await settle(page);
  assert.equal((await words(page)).length, clues + 1);
  assert.equal(await page.isHidden("#hint-box"), true);
  await page.leave();
});

test("the clock stops while paused, and the board is hidden", async () => {
  const page = await desk.visit();
  await page.waitForFunction(() => document.getElementById("clock").textContent !== "0:00");
  await page.click("#pause");
  assert.equal(await page.isVisible("#veil"), true);
  const then = await page.textContent("#clock");
  await page.waitForTimeout(1500);
  assert.equal(await page.textContent("#clock"), then);
  await page.click("#veil");
  assert.equal(await page.isVisible("#veil"), false);
  await page.leave();
});

test("every step of an explanation is shown and walked through", async () => {
  const page = await desk.visit();
  await paste(page, EASY);
  await page.click("#mode-explain");
  await page.waitForFunction(() => document.getElementById("explain-outcome").textContent !== "", null, { timeout: 60_000 });
  const steps = (await page.$$("#steps li")).length;
  assert.ok(steps >= 10, `${steps} steps`);
  const first = await page.textContent("#step-words");
  await settle(page);
  const drawing = await page.innerHTML("#drawing");
  await page.click("#step-next");
  assert.match(await page.textContent("#step-number"), /^2 \//);
  await settle(page);
  assert.notEqual(await page.innerHTML("#drawing"), drawing);
  await page.click("#step-previous");
  assert.equal(await page.textContent("#step-words"), first);
  await page.focus("#board");
  await page.keyboard.press("End");
  assert.match(await page.textContent("#step-number"), new RegExp(`^${steps} /`));
  await page.focus("#step-slider");
  await page.keyboard.press("Home");
  assert.match(await page.textContent("#step-number"), /^1 \//);
  await page.click("#steps li:nth-child(3) button");
  assert.match(await said(page), /^Step 3 of/);
  await settle(page);
  await shoot(page, "explain");
  await page.leave();
});

test("a puzzle is generated as wished, and the same seed makes the same", async () => {
  const page = await desk.visit();
  const make = async () => {
    await page.click("#new");
    await page.click("#tab-make");
    await page.selectOption("#make-kind", "sudoku");
    await page.fill("#make-size", "3,3");
    await page.selectOption("#make-level", "easy");
    if (await page.isVisible("#make-symmetry")) await page.selectOption("#make-symmetry", "180");
    await page.fill("#make-seed", "42");
    await shoot(page, "generate");
    await page.click("#make-form button[type=submit]");
    await page.waitForSelector("#toast:text('seed 42')", { timeout: 60_000 });
    await settle(page);
    return words(page);
  };
  const one = await make();
  await take(page, "Small");
  assert.notDeepEqual(await words(page), one);
  assert.deepEqual(await make(), one);
  await page.leave();
});

test("a shared link opens the puzzle with what was entered, in another browser", async () => {
  const page = await desk.visit({ permissions: ["clipboard-read", "clipboard-write"] });
  await paste(page, EASY);
  await click(page, 2);
  await page.keyboard.press("9");
  await settle(page);
  const there = await words(page);
  await page.click("#share");
  await page.check("#share-play");
  await page.waitForFunction(() => document.getElementById("share-link").value.includes("#"));
  await page.waitForTimeout(300);
  await page.click("#share-copy");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#./);
  await page.leave();
  const other = await desk.visit({}, link);
  await settle(other);
  assert.deepEqual(await words(other), there);
  assert.equal(new URL(other.url()).hash, "");
  await other.leave();
});

test("a file is dropped onto the page", async () => {
  const page = await desk.visit();
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "small.txt", { type: "text/plain" }));
    return transfer;
  }, "1...\n..3.\n.4..\n...2\n");
  await page.dispatchEvent("main", "dragover", { dataTransfer: data });
  await shoot(page, "dropping");
  await page.dispatchEvent("main", "drop", { dataTransfer: data });
  await page.waitForFunction(() => document.querySelectorAll("#drawing [data-cell]").length === 16);
  await page.leave();
});

test("a text is pasted onto the board", async () => {
  const page = await desk.visit();
  await page.focus("#board");
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, "1...............");
  await page.waitForFunction(() => document.querySelectorAll("#drawing [data-cell]").length === 16);
  await page.leave();
});

test("a long count shows that it works, and is stopped", async () => {
  const page = await desk.visit();
  await take(page, "Cube");
  await page.click("#new");
  await page.click("#tab-board");
  await page.selectOption("#board-kind", "latin");
  await page.fill("#board-size", "12");
  await page.click("#board-form button[type=submit]");
  await settle(page);
  await page.click("#count");
  await page.waitForSelector("#work:not([hidden])");
  await page.waitForTimeout(1000);
  await shoot(page, "working");
  // The board answers while it counts.
  await click(page, 5);
  await page.keyboard.press("3");
  await settle(page);
  assert.equal(await times(page, "3"), 1);
  await page.click("#work-stop");
  await page.waitForSelector("#work", { state: "hidden" });
  // The engine answers again.
  await page.click("#mode-play");
  await page.click("#hint");
  await page.waitForSelector("#hint-box:not([hidden])", { timeout: 30_000 });
  await page.leave();
});

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
  await page.click("#new");
  await page.click("#tab-board");
  await page.selectOption("#board-kind", "roads");
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
  const board = await page.locator("#drawing svg").boundingBox();
  const [x, y] = [board.x + board.width / 2, board.y + board.height / 2];
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

test("a puzzle is exported as text, SVG and PNG", async () => {
  const page = await desk.visit();
  await paste(page, EASY);
  await page.click("#export");
  await page.selectOption("#export-format", "line");
  await page.waitForFunction((text) => document.getElementById("export-text").value.trim() === text, EASY);
  await shoot(page, "export");
  for (const [button, ending] of [["#export-save", "txt"], ["#export-svg", "svg"], ["#export-png", "png"]]) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
    assert.equal(file.suggestedFilename(), `sudoku.${ending}`);
    const chunks = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk);
    const content = Buffer.concat(chunks);
    if (ending === "png") assert.equal(content.subarray(1, 4).toString(), "PNG");
    else assert.match(content.toString(), ending === "svg" ? /^<svg/ : /^36\.\.\.1/);
    assert.ok(content.length > 80);
  }
  await page.leave();
});

test("on paper there is the board alone, black on white", async () => {
  const page = await desk.visit({ colorScheme: "dark" });
  await paste(page, EASY);
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  assert.equal(await page.isVisible("header"), false);
  assert.equal(await page.isVisible(".panel"), false);
  assert.equal(await page.isVisible("#drawing svg"), true);
  await shoot(page, "print");
  await page.leave();
});

test("light, dark and as the system, remembered", async () => {
  const page = await desk.visit({ colorScheme: "light" });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.click("#settings");
  await page.check("[name=theme][value=dark]");
  await page.click("#settings-dialog [data-close]");
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.waitForTimeout(400);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.equal(await paper(), dark);
  await settle(page);
  await shoot(page, "dark");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.click("#settings");
  await page.check("[name=theme][value=light]");
  assert.equal(await paper(), light);
  await page.leave();
});
