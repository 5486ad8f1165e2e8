// The page tells the truth: hints that continue, pictures that show what the words say, counts that agree, messages
// that go when they no longer hold.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { EASY, click, drag, open, paste, said, settle, shoot, take, words } from "./browser.mjs";

let desk;
before(async () => (desk = await open()));
after(() => desk.close());

/** Needs eliminations before its first value. */
const HARD = ".65.3.8..7......14.....1....9...8..2..8.7.6..4..5...8....3.....61......3..3.9.72.";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

const text = (page, id) => page.$eval(id, (element) => element.textContent.trim());
const grounds = (page) => page.$eval("#drawing svg", (svg) => svg.innerHTML.replace(/<g class="overlay">.*/s, ""));

/** The place of an element on the screen. */
const box = (page, id) => page.$eval(id, (element) => element.getBoundingClientRect().toJSON());

/** Asks for a hint, all of it, and does it; gives its words, or null where there is none. */
async function follow(page) {
  if (await page.isHidden("#hint-box")) await page.click("#hint");
  await page.waitForSelector("#hint-box:not([hidden])");
  if (await page.isHidden("#hint-more")) return null;
  await page.click("#hint-more");
  const told = await text(page, "#hint-words");
  await settle(page);
  assert.equal(await page.isVisible("#hint-apply"), true, told);
  return told;
}

/** Follows hints up to a step that strikes something out; returns its words. */
async function untilStrike(page) {
  for (;;) {
    const told = await follow(page);
    if (told.includes("≠")) return told;
    await page.click("#hint-apply");
    await settle(page);
  }
}

/** The board as it is once no hint lies over it. */
async function withoutHint(page) {
  await page.click("#hint-close");
  await settle(page);
  const drawing = await grounds(page);
  await page.click("#hint");
  await page.click("#hint-more");
  await settle(page);
  return drawing;
}

// --- A1 ------------------------------------------------------------------------------------------

test("hints go on past what they strike out, with notes, to the end", async () => {
  const page = await desk.visit();
  await paste(page, HARD);
  await settle(page);
  await page.click("#auto-notes");
  await page.waitForFunction(() => document.querySelectorAll("#drawing text").length > 150);
  const seen = new Set();
  for (;;) {
    const told = await follow(page);
    if (told === null) break;
    assert.equal(seen.has(told), false, `said twice: ${told}`);
    seen.add(told);
    const before = await page.evaluate(() => localStorage.length && document.getElementById("drawing").textContent);
    await page.click("#hint-apply");
    await page.waitForFunction((old) => document.getElementById("drawing").textContent !== old, before);
    if (await page.isVisible("#won")) break;
    assert.ok(seen.size < 200);
  }
  await page.waitForFunction(() => document.querySelectorAll("#drawing text").length === 81);
  assert.ok([...seen].some((told) => told.includes("≠")));
  await page.leave();
});

test("without notes a step that strikes out shows what is left, is kept over a reload, and is undone", async () => {
  const page = await desk.visit();
  await paste(page, HARD);
  await settle(page);
  const first = await untilStrike(page);
  const plain = await withoutHint(page);
  await page.click("#hint-apply");
  await settle(page);
  assert.notEqual(await grounds(page), plain, "something is seen");
  await page.waitForTimeout(400);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await settle(page);
  const second = await follow(page);
  assert.notEqual(second, first);
  await page.click("#hint-close");
  await page.leave();
});

test("undo takes back what a hint struck out", async () => {
  const page = await desk.visit();
  await paste(page, HARD);
  await settle(page);
  const first = await untilStrike(page);
  const plain = await withoutHint(page);
  await page.click("#hint-apply");
  await settle(page);
  assert.notEqual(await grounds(page), plain);
  await page.click("#undo");
  await settle(page);
  assert.equal(await grounds(page), plain);
  assert.equal(await follow(page), first);
  await page.leave();
});

test("notes that are filled in after hints have what was struck out no longer", async () => {
  const page = await desk.visit();
  await paste(page, HARD);
  await settle(page);
  await untilStrike(page);
  await page.click("#hint-close");
  const fill = async () => {
    await page.click("#auto-notes");
    await page.waitForFunction(() => document.querySelectorAll("#drawing text").length > 150);
    await settle(page);
    return (await words(page)).length;
  };
  const all = await fill();
  await page.click("#undo");
  await page.waitForFunction(() => document.querySelectorAll("#drawing text").length < 100);
  await follow(page);
  await page.click("#hint-apply");
  await settle(page);
  assert.ok((await fill()) < all);
  await page.leave();
});

test("hints of a Shikaku go on past what they rule out, to the end", async () => {
  const page = await desk.visit();
  await generate(page, "shikaku", "10x10", { level: "expert", seed: 3 });
  const seen = new Set();
  let ruled = 0;
  for (;;) {
    const told = await follow(page);
    if (told === null) break;
    assert.equal(seen.has(told), false, `said twice: ${told}`);
    seen.add(told);
    await page.click("#hint-apply");
    await page.waitForFunction(() => {
      const isOver = !document.getElementById("won").hidden;
      const box = document.getElementById("hint-box");
      return isOver || box.hidden || !document.getElementById("hint-more").hidden || document.getElementById("hint-apply").hidden;
    });
    // A hint that shows nothing is followed by the next one, once that was answered.
    await page.waitForSelector("#hint-box:not([hidden])", { timeout: 500 }).catch(() => null);
    if ((await page.isVisible("#hint-box")) && (await text(page, "#hint-words")).startsWith("Remembered")) ruled += 1;
    if (await page.isVisible("#won")) break;
    assert.ok(seen.size < 300);
  }
  await settle(page);
  await shoot(page, "shikaku-hints");
  assert.ok(ruled > 0, "some steps only rule out");
  assert.equal(await page.isVisible("#won"), true);
  await page.leave();
});

/** Makes a puzzle of a size that the menu may have or not. */
async function generate(page, kind, size, { level = "", seed = 1 } = {}) {
  await page.click("#new");
  await page.click("#tab-make");
  await page.selectOption("#make-kind", kind);
  await pickSize(page, "make", size);
  await page.selectOption("#make-level", level);
  await page.fill("#make-seed", String(seed));
  await page.click("#make-form button[type=submit]");
  await page.waitForSelector(`#toast:text('seed ${seed}')`, { timeout: 60_000 });
  await settle(page);
}

async function pickSize(page, form, size) {
  const known = await page.$$eval(`#${form}-sizes option`, (all) => all.map((option) => option.value));
  await page.selectOption(`#${form}-sizes`, known.includes(size) ? size : "");
  if (!known.includes(size)) await page.fill(`#${form}-size`, size);
}

// --- A2 ------------------------------------------------------------------------------------------

test("the unit that a step names is the one that is outlined", async () => {
  const page = await desk.visit();
  await paste(page, EASY);
  await page.click("#mode-explain");
  await page.waitForFunction(() => document.getElementById("explain-outcome").textContent !== "", null, { timeout: 60_000 });
  const steps = (await page.$$("#steps li")).length;
  let seen = 0;
  for (let step = 1; step <= steps; step += 1) {
    await page.click(`#steps li:nth-child(${step}) button`);
    const told = await text(page, "#step-words");
    const [, kind, number] = /^Hidden single: in (row|column|box) (\d) /.exec(told) ?? [];
    if (!kind) continue;
    seen += 1;
    await settle(page);
    const outlined = await outlinedCells(page);
    const at = Number(number) - 1;
    const isIn = { row: (cell) => Math.floor(cell / 9) === at, column: (cell) => cell % 9 === at, box: (cell) => Math.floor(cell / 27) * 3 + Math.floor((cell % 9) / 3) === at };
    const wanted = Array.from({ length: 81 }, (_, cell) => cell).filter(isIn[kind]);
    assert.ok(outlined.some((cells) => cells.join() === wanted.join()), `${told}: ${JSON.stringify(outlined)}`);
  }
  assert.ok(seen > 10, `${seen} hidden singles`);
  await page.leave();
});

/** The cells inside each closed line that is drawn around several of them. */
function outlinedCells(page) {
  return page.$eval("#drawing svg", (svg) => {
    const middles = [...svg.querySelectorAll("[data-cell]")].map((ground) => {
      const { x, y, width, height } = ground.getBBox();
      return { cell: Number(ground.dataset.cell), x: x + width / 2, y: y + height / 2, side: width };
    });
    const lines = [...svg.querySelectorAll(".s-strong-base")];
    const found = lines.map((line) => {
      const box = line.getBBox();
      const isIn = ({ x, y }) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
      return middles.filter(isIn).map(({ cell }) => cell).sort((a, b) => a - b);
    });
    return found.filter((cells) => cells.length === 9);
  });
}

// --- A3 ------------------------------------------------------------------------------------------

test("sizes are a menu of boards, and 9x9 is the Sudoku that everybody means", async () => {
  const page = await desk.visit();
  await page.click("#new");
  await page.click("#tab-make");
  const names = await page.$$eval("#make-sizes option", (all) => all.map((option) => option.textContent));
  for (const name of ["4×4", "6×6", "9×9", "12×12", "16×16", "25×25", "cube 8×8×8"]) assert.ok(names.includes(name), name);
  assert.equal(await page.$eval("#make-sizes", (select) => select.selectedOptions[0].textContent), "9×9");
  assert.equal(await page.isHidden("#make-size"), true);
  await shoot(page, "sizes");
  await page.selectOption("#make-sizes", "");
  assert.equal(await page.isVisible("#make-size"), true);
  assert.match(await text(page, "#make-example"), /9x9/);
  await shoot(page, "sizes-other");
  await page.keyboard.press("Escape");
  for (const [size, cells] of [["9x9", 81], ["6x6", 36], ["2,2,2", 512]]) {
    await page.click("#new");
    await page.click("#tab-board");
    await page.selectOption("#board-kind", "sudoku");
    await page.selectOption("#board-sizes", "");
    await page.fill("#board-size", size);
    await page.click("#board-form button[type=submit]");
    await page.waitForFunction((n) => document.querySelectorAll("#drawing [data-cell]").length === n, cells);
  }
  await page.leave();
});

test("every size of the menus makes the board that it names", async () => {
  const page = await desk.visit();
  for (const kind of ["sudoku", "latin", "roads", "shikaku"]) {
    await page.click("#new");
    await page.click("#tab-board");
    await page.selectOption("#board-kind", kind);
    const sizes = await page.$$eval("#board-sizes option", (all) => all.map(({ value, textContent }) => ({ value, name: textContent })));
    await page.keyboard.press("Escape");
    assert.ok(sizes.length > 3, kind);
    for (const { value, name } of sizes.filter((size) => size.value)) {
      await page.click("#new");
      await page.selectOption("#board-sizes", value);
      await page.click("#board-form button[type=submit]");
      const cells = name.split(" ").at(-1).split("×").reduce((product, side) => product * Number(side), 1);
      await page.waitForFunction((n) => document.querySelectorAll("#drawing [data-cell]").length === n, cells);
    }
  }
  await page.leave();
});

// --- A4 ------------------------------------------------------------------------------------------

test("the solution is shown where tiles are names", async () => {
  const page = await desk.visit();
  for (const [name, word] of [["Who owns the zebra?", /zebra = [1-5]|zebra.*[1-5]/], ["Australia", /red|green|blue/]]) {
    await take(page, name);
    await page.click("#mode-set");
    await settle(page);
    const before = await text(page, "#drawing");
    await page.click("#solve");
    await page.waitForSelector("#set-result:text('A solution is shown')");
    await settle(page);
    const after = await text(page, "#drawing");
    assert.notEqual(after, before, name);
    assert.match(after, word);
    assert.equal(after.includes("_"), false, after);
    await shoot(page, `names-${name.length}`);
    await page.click("#solve");
    await settle(page);
    assert.equal(await text(page, "#drawing"), before);
  }
  await page.leave();
});

// --- A5 ------------------------------------------------------------------------------------------

/** The message of Check. */
async function checked(page) {
  await page.click("#errors");
  await page.waitForSelector("#toast:popover-open");
  await settle(page);
  return text(page, "#toast");
}

/** The cells that are painted as wrong. */
function paintedWrong(page) {
  return page.$$eval("#drawing svg", ([svg]) => {
    const marks = [...svg.querySelectorAll("[class*=wrong]")].map((mark) => mark.getBBox());
    const isOn = (ground) => {
      const { x, y, width, height } = ground.getBBox();
      const [mx, my] = [x + width / 2, y + height / 2];
      return marks.some((box) => box.width > 0 && mx >= box.x && mx <= box.x + box.width && my >= box.y && my <= box.y + box.height);
    };
    return [...svg.querySelectorAll("[data-cell]")].filter(isOn).map((ground) => Number(ground.dataset.cell));
  });
}

test("a check never blames a clue, and counts what the player sees", async () => {
  const page = await desk.visit();
  await take(page, "Morning");
  await click(page, 2);
  await page.keyboard.press("9");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("3");
  assert.equal(await checked(page), "2 cells are wrong.");
  assert.deepEqual(await paintedWrong(page), [2, 3]);
  await shoot(page, "check-clue");
  await take(page, "Plots");
  await drag(page, 0, 9);
  await settle(page);
  await drag(page, 2, 19);
  await settle(page);
  assert.equal(await checked(page), "2 rectangles are wrong.");
  await shoot(page, "check-rectangles");
  await take(page, "Roads");
  const given = await page.$$eval("#drawing [data-cell]", (all) => all.length);
  assert.ok(given > 0);
  await drag(page, 9, 10, 11);
  await settle(page);
  const told = await checked(page);
  assert.match(told, /^(One cell is|[23] cells are) wrong\.$/);
  const wrong = await paintedWrong(page);
  assert.ok(wrong.every((cell) => [9, 10, 11].includes(cell)), JSON.stringify(wrong));
  await page.leave();
});

// --- A6, A9, A10: the dialog ---------------------------------------------------------------------

test("what was edited as text does not break the next paste", async () => {
  const page = await desk.visit();
  await take(page, "Who owns the zebra?");
  await page.click("#mode-set");
  await page.click("#edit-text");
  assert.equal(await page.inputValue("#text-format"), "rules:toml");
  await page.keyboard.press("Escape");
  await page.click("#new");
  await page.click("#tab-text");
  assert.equal(await page.inputValue("#text-format"), "");
  assert.equal(await page.inputValue("#text"), "");
  await page.keyboard.press("Escape");
  await paste(page, EASY);
  await page.waitForFunction(() => document.querySelectorAll("#drawing [data-cell]").length === 81);
  await page.leave();
});

test("errors are told in the page's own words, and say what an address is", async () => {
  const page = await desk.visit();
  await page.click("#new");
  await page.click("#tab-text");
  for (const [pasted, told] of [
    ["this is not a puzzle", /choose its kind under “Read”/],
    ["https://puzz.link/p?ringring/6/6/a2b", /ringring/],
    ["https://sudokupad.app/abc123", /A short address is only a name/],
    ["https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VXB", /Penpa/],
    ["https://example.org/", /no puzzle in it/],
  ]) {
    await page.fill("#text", pasted);
    await page.click("#text-form button[type=submit]");
    await page.waitForFunction(() => document.getElementById("text-problem").textContent.length > 10);
    const problem = await text(page, "#text-problem");
    assert.match(problem, told);
    assert.doesNotMatch(problem, /--|`|tilewright /);
    assert.match(problem, /^[A-Z“"].*\.$/);
  }
  await shoot(page, "address");
  await page.keyboard.press("Escape");
  await page.click("#new");
  assert.equal(await text(page, "#text-problem"), "", "nothing of it is left");
  await page.leave();
});

test("a link of this page is read where it is pasted", async () => {
  const page = await desk.visit();
  await take(page, "Small");
  await page.click("#share");
  await page.waitForFunction(() => document.getElementById("share-link").value.includes("#"));
  const link = await page.inputValue("#share-link");
  await page.keyboard.press("Escape");
  await take(page, "Morning");
  await paste(page, link);
  await page.waitForFunction(() => document.querySelectorAll("#drawing [data-cell]").length === 36);
  await page.leave();
});

test("messages go when they no longer hold", async () => {
  const page = await desk.visit();
  const isShown = () => page.isVisible("#toast:popover-open");
  await paste(page, EASY);
  await click(page, 2);
  await page.keyboard.press("3");
  await checked(page);
  await page.click("#hint");
  await page.waitForSelector("#hint-box:not([hidden])");
  assert.equal(await isShown(), false, "the hint speaks");
  await checked(page);
  assert.equal(await page.isHidden("#hint-box"), true, "the check speaks");
  await page.click("#restart");
  assert.equal(await isShown(), false, "nothing is there to be wrong");
  await click(page, 2);
  await page.keyboard.press("3");
  await checked(page);
  await page.keyboard.press("Control+z");
  assert.equal(await isShown(), false, "it was taken back");
  // An error about a text does not lie over the next board.
  await page.focus("#board");
  const onto = (pasted) =>
    page.evaluate((content) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", content);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, pasted);
  await onto("nothing at all");
  await page.waitForSelector("#toast[data-kind=error]:popover-open");
  await onto("1...............");
  await page.waitForFunction(() => document.querySelectorAll("#drawing [data-cell]").length === 16);
  assert.equal(await isShown(), false);
  await page.leave();
});

test("what is wrong with a link is told over the puzzle that comes instead", async () => {
  const page = await desk.visit({}, `${desk.url}#zdamaged`);
  await page.waitForSelector("#toast[data-kind=error]:popover-open");
  assert.match(await text(page, "#toast"), /^The link is damaged/);
  await page.leave();
});

// --- A7 ------------------------------------------------------------------------------------------

test("on a phone a hint is seen, and the board with it", async () => {
  const page = await desk.visit(PHONE);
  await paste(page, HARD);
  await settle(page);
  const inSight = async () => {
    const [sheet, board] = [await box(page, "#hint-box"), await box(page, "#drawing svg")];
    assert.ok(sheet.top >= 0 && sheet.bottom <= 844.5, `the hint is at ${sheet.top} to ${sheet.bottom}`);
    assert.ok(board.top >= -1 && board.bottom <= sheet.top + 1, `the board is at ${board.top} to ${board.bottom}, the hint at ${sheet.top}`);
  };
  await page.tap("#hint");
  await page.waitForSelector("#hint-box:not([hidden])");
  await inSight();
  await shoot(page, "phone-hint");
  await page.tap("#hint-more");
  await settle(page);
  await inSight();
  await shoot(page, "phone-hint-more");
  await page.tap("#hint-apply");
  await settle(page);
  await page.tap("#errors");
  await page.waitForSelector("#toast:popover-open");
  const toast = await box(page, "#toast");
  assert.ok(toast.top >= 0 && toast.bottom <= 844.5);
  await page.leave();
});

// --- A8 ------------------------------------------------------------------------------------------

const LARGE = { viewport: { width: 1400, height: 900 } };

test("layers of a cube stand as they stood when candidates are shown", async () => {
  const page = await desk.visit(LARGE);
  await take(page, "Cube");
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const rows = async () => {
    const tops = await page.$$eval("#drawing [data-cell]", (all) => all.map((ground) => Math.round(ground.getBoundingClientRect().top)));
    return new Set(tops).size;
  };
  const [plain, plainRows] = [await height(), await rows()];
  await page.click("#auto-notes");
  await page.waitForFunction(() => document.querySelectorAll("#drawing text").length > 800);
  await settle(page);
  await shoot(page, "cube-notes");
  assert.equal(await rows(), plainRows);
  assert.ok((await height()) <= plain + 40, `${await height()} after ${plain}`);
  await page.click("#mode-explain");
  await page.waitForSelector("#steps li:nth-child(3)", { timeout: 60_000 });
  await settle(page);
  assert.equal(await rows(), plainRows);
  await page.leave();
});

test("the cell of a step is on the screen, in every view of a cube", async () => {
  const page = await desk.visit({ viewport: { width: 1000, height: 600 } });
  await take(page, "Cube");
  await page.click("#mode-explain");
  await page.waitForFunction(() => document.getElementById("explain-outcome").textContent !== "", null, { timeout: 90_000 });
  const found = async () => {
    const told = await text(page, "#step-words");
    const [, x, y, z] = /\((\d+),(\d+),(\d+)\) = /.exec(told) ?? [];
    assert.ok(x, told);
    return told.includes("(") ? { told, cell: [x, y, z].map((at) => Number(at) - 1) } : null;
  };
  const look = async (name) => {
    let met = 0;
    const count = (await page.$$("#steps li")).length;
    for (const step of [1, 5, 17, 33, 60, 90].filter((number) => number <= count)) {
      await page.click(`#steps li:nth-child(${step}) button`);
      await settle(page);
      const { told, cell } = await found();
      const isSeen = await page.evaluate(([a, b, c]) => {
        // Names of cells go by layer, row and column or the other way round: both are one of these.
        const numbers = new Set([a + 8 * b + 64 * c, c + 8 * b + 64 * a, b + 8 * a + 64 * c]);
        return [...document.querySelectorAll("#drawing [data-cell]")].some((ground) => {
          const { top, bottom, left, right } = ground.getBoundingClientRect();
          return numbers.has(Number(ground.dataset.cell)) && top >= -1 && bottom <= innerHeight + 1 && left >= -1 && right <= innerWidth + 1;
        });
      }, cell);
      assert.ok(isSeen, `${name}, step ${step}: ${told}`);
      met += 1;
    }
    assert.ok(met > 3);
    await shoot(page, `cube-step-${name}`);
  };
  await look("layers");
  await page.click("#view-layer");
  await settle(page);
  await look("layer");
  await page.click("#view-solid");
  await settle(page);
  await look("solid");
  await page.leave();
});

// --- A11, A12 ------------------------------------------------------------------------------------

test("steps are counted once", async () => {
  const page = await desk.visit();
  await paste(page, ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....");
  await page.click("#mode-explain");
  await page.waitForFunction(() => document.getElementById("explain-outcome").textContent !== "", null, { timeout: 120_000 });
  const [, number] = /(\d+) steps/.exec(await text(page, "#explain-outcome"));
  assert.equal((await page.$$("#steps li")).length, Number(number));
  assert.match(await text(page, "#step-number"), new RegExp(`/ ${number}$`));
  await page.leave();
});

async function saved(page, button) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  const chunks = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  return { name: file.suggestedFilename(), content: Buffer.concat(chunks) };
}

test("under Explain the picture of the step is saved, and of a hint while it is shown", async () => {
  const page = await desk.visit();
  await paste(page, EASY);
  await page.click("#export");
  const plain = await saved(page, "#export-svg");
  assert.equal(plain.name, "sudoku.svg");
  await page.keyboard.press("Escape");
  await page.click("#mode-explain");
  await page.waitForFunction(() => document.getElementById("explain-outcome").textContent !== "", null, { timeout: 60_000 });
  await page.click("#steps li:nth-child(3) button");
  await settle(page);
  const shown = (await words(page)).length;
  await page.click("#export");
  const step = await saved(page, "#export-svg");
  assert.equal(step.name, "sudoku.step-3.svg");
  assert.equal(step.content.toString().match(/<text/g).length, shown);
  assert.ok(step.content.length > 2 * plain.content.length);
  const png = await saved(page, "#export-png");
  assert.equal(png.content.subarray(1, 4).toString(), "PNG");
  await page.keyboard.press("Escape");
  await page.click("#mode-play");
  await page.click("#hint");
  await page.click("#hint-more");
  await settle(page);
  await page.click("#export");
  const hint = await saved(page, "#export-svg");
  assert.ok(hint.content.length > 2 * plain.content.length);
  await page.leave();
});

// --- A13 -----------------------------------------------------------------------------------------

test("a solution differs from nothing", async () => {
  const page = await desk.visit();
  await page.click("#mode-set");
  const differing = () => page.$$eval("#drawing [class*=differs]", (all) => all.length);
  for (const name of ["Pentominoes", "Eight queens"]) {
    await take(page, name);
    await page.waitForSelector("#verdict[data-verdict=several]");
    await settle(page);
    assert.ok((await differing()) > 0, name);
    await page.click("#solve");
    await page.waitForSelector("#set-result:text('A solution is shown')");
    await settle(page);
    assert.equal(await differing(), 0, name);
    await shoot(page, `solved-${name.length}`);
    await page.click("#solve");
    await settle(page);
    assert.ok((await differing()) > 0, "they are shown again");
  }
  await page.leave();
});

// --- A15 -----------------------------------------------------------------------------------------

test("one board has one alphabet, and a pad for all of it", async () => {
  const page = await desk.visit();
  const pad = () => page.$$eval("#pad .value:not(.eraser)", (all) => all.map((button) => button.textContent));
  await take(page, "Large");
  const library = await pad();
  await page.click("#new");
  await page.click("#tab-board");
  await page.selectOption("#board-kind", "sudoku");
  await pickSize(page, "board", "4,4");
  await page.click("#board-form button[type=submit]");
  await settle(page);
  assert.deepEqual(await pad(), library);
  assert.equal(library[15], "G");
  await page.click("#new");
  await page.click("#tab-board");
  await page.selectOption("#board-kind", "latin");
  await pickSize(page, "board", "70");
  await page.click("#board-form button[type=submit]");
  await page.waitForFunction(() => document.querySelectorAll("#drawing [data-cell]").length === 4900);
  assert.equal((await pad()).length, 70);
  await page.click("#pad button[aria-label='enter 70']");
  await page.waitForFunction(() => document.getElementById("drawing").textContent.includes("70"));
  await shoot(page, "pad-70");
  const { height } = await box(page, "#pad");
  assert.ok(height < 500, `the pad is ${height} high`);
  await page.leave();
});

// --- A16 -----------------------------------------------------------------------------------------

test("the board stays where it is when the first note is written", async () => {
  const page = await desk.visit();
  for (const name of ["Morning", "Roads"]) {
    await take(page, name);
    const cell = name === "Roads" ? 2 : 3;
    await click(page, cell);
    await page.keyboard.press("Control+z");
    await settle(page);
    const places = async () => [await box(page, ".sheet"), await box(page, "#drawing svg"), await box(page, "#drawing [data-cell='40']")];
    const before = await places();
    if (name === "Roads") await page.click("#auto-notes");
    else await page.keyboard.press("Shift+Digit8");
    await settle(page);
    assert.ok((await page.$$("#drawing svg [class*=mark], #drawing svg text")).length > 0);
    for (const [number, now] of (await places()).entries()) {
      for (const side of ["x", "y", "width", "height"]) {
        assert.ok(Math.abs(now[side] - before[number][side]) < 0.6, `${name}: ${side} ${before[number][side]} became ${now[side]}`);
      }
    }
  }
  await page.leave();
});

test("Ctrl and a click take a cell out of the selection", async () => {
  const page = await desk.visit();
  await paste(page, EASY);
  await settle(page);
  const chosen = () => page.$$eval("#drawing .chosen", (all) => all.length);
  await drag(page, 2, 3, 4);
  assert.equal(await chosen(), 3);
  await page.keyboard.down("Control");
  await click(page, 3);
  assert.equal(await chosen(), 2);
  await click(page, 5);
  assert.equal(await chosen(), 3);
  await click(page, 5);
  await click(page, 4);
  await click(page, 2);
  await page.keyboard.up("Control");
  assert.equal(await chosen(), 0, "one cell is left, and is the cursor");
  await page.leave();
});

test("a digit typed twice clears the cell, as on the pad, and a key that is held down does not", async () => {
  const page = await desk.visit();
  await paste(page, EASY);
  await settle(page);
  const clues = (await words(page)).length;
  await click(page, 2);
  await page.keyboard.press("9");
  await settle(page);
  assert.equal((await words(page)).length, clues + 1);
  await page.keyboard.press("9");
  await settle(page);
  assert.equal((await words(page)).length, clues);
  assert.equal(await said(page), "cleared");
  await page.keyboard.down("9");
  for (let times = 0; times < 3; times += 1) await page.keyboard.down("9");
  await page.keyboard.up("9");
  await settle(page);
  assert.equal((await words(page)).length, clues + 1);
  // Numbers of two digits are typed as ever.
  await page.click("#mode-set");
  await take(page, "Plots");
  await click(page, 1);
  await page.keyboard.press("1");
  await page.keyboard.press("1");
  await page.waitForFunction(() => [...document.querySelectorAll("#drawing text")].some((word) => word.textContent === "11"));
  await page.leave();
});

test("the field for numbers says what it does not take", async () => {
  const page = await desk.visit();
  await page.click("#mode-set");
  await take(page, "Plots");
  for (const wrong of ["abc", "-3", "99999"]) {
    await page.fill("#number", wrong);
    await page.press("#number", "Enter");
    await page.waitForSelector("#toast:popover-open");
    const told = await text(page, "#toast");
    assert.ok(told.includes(wrong) && /from 1 to 64/.test(told), told);
  }
  await page.leave();
});

test("the clock starts with the first touch and stands still under a dialog", async () => {
  const page = await desk.visit();
  await page.waitForTimeout(2300);
  assert.equal(await text(page, "#clock"), "0:00");
  await click(page, 2);
  await page.waitForFunction(() => document.getElementById("clock").textContent === "0:01");
  await page.click("#new");
  const then = await text(page, "#clock");
  await page.waitForTimeout(2300);
  assert.equal(await text(page, "#clock"), then);
  await page.keyboard.press("Escape");
  await page.waitForFunction((old) => document.getElementById("clock").textContent !== old, then);
  await page.leave();
});

test("keys work as soon as the page is open, and after another puzzle was taken", async () => {
  const page = await desk.visit();
  await settle(page);
  const clues = (await words(page)).length;
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("9");
  await settle(page);
  assert.equal((await words(page)).length, clues + 1);
  await take(page, "Small");
  const small = (await words(page)).length;
  await page.keyboard.press("1");
  await settle(page);
  assert.equal((await words(page)).length, small + 1);
  await page.leave();
});

test("undo brings back the puzzle that was left for another, with all that was done to it", async () => {
  const page = await desk.visit();
  await paste(page, EASY);
  await settle(page);
  const clues = (await words(page)).length;
  await click(page, 2);
  await page.keyboard.press("9");
  await settle(page);
  await take(page, "Small");
  assert.equal(await page.getAttribute("#undo", "aria-disabled"), "false");
  await page.click("#undo");
  await page.waitForFunction(() => document.querySelectorAll("#drawing [data-cell]").length === 81);
  await settle(page);
  assert.equal((await words(page)).length, clues + 1, "with the 9");
  await page.click("#undo");
  await settle(page);
  assert.equal((await words(page)).length, clues);
  await page.click("#redo");
  await page.click("#redo");
  await page.waitForFunction(() => document.querySelectorAll("#drawing [data-cell]").length === 36);
  // After the first move of the new puzzle, undo takes back its moves alone.
  await page.focus("#board");
  await page.keyboard.press("1");
  for (let times = 0; times < 4; times += 1) await page.keyboard.press("Control+z");
  await settle(page);
  assert.equal((await page.$$("#drawing [data-cell]")).length, 36);
  await page.leave();
});

test("undo takes back in Play what was played, and in Set what was set", async () => {
  const page = await desk.visit();
  await page.click("#mode-set");
  await paste(page, EASY);
  await settle(page);
  const clues = (await words(page)).length;
  await click(page, 2);
  await page.keyboard.press("9");
  await page.waitForFunction((n) => document.querySelectorAll("#drawing text").length === n, clues + 1);
  await page.click("#mode-play");
  await click(page, 3);
  await page.keyboard.press("8");
  await settle(page);
  assert.equal((await words(page)).length, clues + 2);
  await page.keyboard.press("Control+z");
  await settle(page);
  assert.equal((await words(page)).length, clues + 1);
  assert.match(await text(page, "#title"), /33 clues/);
  await page.click("#mode-set");
  await page.focus("#board");
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => /32 clues/.test(document.getElementById("title").textContent));
  await page.leave();
});
