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

test("Solve is one question: its answer has the values and the drawing", async () => {
  const page = await desk.visit();
  await page.click("#mode-set");
  await paste(page, EASY);
  await verdict(page, "unique");
  await settle(page);
  await page.evaluate(() => {
    globalThis.asked = [];
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message.question) asked.push(JSON.parse(message.question).do);
      return postMessage.call(this, message, ...rest);
    };
    const { fetch } = globalThis;
    globalThis.fetch = (address, request) => {
      if (request?.body) asked.push(JSON.parse(request.body).do);
      return fetch(address, request);
    };
  });
  await page.click("#solve");
  await page.waitForFunction(() => document.querySelectorAll("#drawing text").length === 81);
  await settle(page);
  assert.deepEqual(await page.evaluate(() => asked), ["solve"]);
  await page.leave();
});

test("text that is not a puzzle is refused with a reason, in the dialog", async () => {
  const page = await desk.visit();
  await page.click("#new");
  await page.click("#tab-text");
  await page.fill("#text", "this is not a puzzle");
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
  await verdict(page, "unsolvable");
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

test("errors are found, and the solution is revealed", async () => {
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
  await page.click("#restart");
  await settle(page);
  assert.equal((await words(page)).length, 32);
  // Errors at once: told without being asked.
  await page.click("#settings");
  await page.check("#setting-errors");
  await page.click("#settings-dialog [data-close]");
  const wrong = () => page.$$eval("#drawing [class*=wrong]", (all) => all.length);
  assert.equal(await wrong(), 0);
  await click(page, 2);
  await page.keyboard.press("3");
  await page.waitForSelector("#drawing [class*=wrong]", { state: "attached" });
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
  await page.waitForSelector("#won:not([hidden])");
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
  await click(page, 2);
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
    await page.selectOption("#make-sizes", "3,3");
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
  await page.selectOption("#board-sizes", "12");
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
  const cell = () => page.evaluate(() => getComputedStyle(document.querySelector("#drawing [data-cell]")).fill);
  const dark = await cell();
  const sheet = await page.pdf({ format: "A4" });
  assert.equal(sheet.subarray(0, 5).toString(), "%PDF-");
  assert.equal(await cell(), dark);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.equal(await cell(), "rgb(255, 255, 255)");
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

test("a damaged link, a damaged memory and a text without end do no harm", async () => {
  const junk = ["{", '{"puzzle":{"text":"12345","as":"sudoku:line"}}', '{"puzzle":5,"play":7,"look":"a","settings":3,"mode":"x"}'];
  for (const [number, text] of junk.entries()) {
    const before = (profile) => profile.addInitScript((saved) => localStorage.setItem("tilewright", saved), text);
    const page = await desk.visit({ before }, `${desk.url}#${["zdamaged", "s12", "%00%ff"][number]}`);
    assert.equal((await page.$$("#drawing [data-cell]")).length, 81);
    assert.equal(await page.getAttribute("#toast", "data-kind"), "error");
    await page.leave();
  }
  const page = await desk.visit();
  await page.click("#new");
  await page.click("#tab-text");
  await page.fill("#text", "1".repeat(1 << 21));
  await page.click("#text-form button[type=submit]");
  await page.waitForFunction(() => document.getElementById("text-problem").textContent.length > 10);
  await page.leave({ allowed: [/413/] });
});

test("what is written in a puzzle is shown, never run", async () => {
  const page = await desk.visit();
  await page.click("#mode-set");
  const evil = "<img src=x onerror=alert(1)>";
  await paste(page, `title = "${evil}"\ngrid = [2, 2]\nvalues = ". <b>"\n\n[[group]]\ntiles = ["rows", "columns"]\nexactly_one = "<b>"\n`);
  await settle(page);
  assert.equal(await page.textContent("#title"), evil);
  await page.click("#solve");
  await page.waitForFunction(() => document.getElementById("drawing").textContent.includes("<b>"));
  assert.equal(await page.$("main img, main b"), null);
  await page.leave();
});
