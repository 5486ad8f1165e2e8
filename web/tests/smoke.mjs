// The page's module by itself, without a browser: node web/tests/smoke.mjs
//
// Asks the page's questions, and fails if an answer is wrong. scripts/wasm.sh has built the module.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

const file = new URL("../tilewright.wasm", import.meta.url);
const heard = [];
const imports = {
  tilewright: {
    news: (address, length) => heard.push(JSON.parse(textAt(address, length))),
    now: () => performance.now(),
  },
};
const { instance } = await WebAssembly.instantiate(await readFile(file), imports);
const wasm = instance.exports;

function textAt(address, length) {
  return new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, address >>> 0, length >>> 0));
}

function asked(question) {
  const bytes = new TextEncoder().encode(JSON.stringify(question));
  const address = wasm.reserve(bytes.length) >>> 0;
  new Uint8Array(wasm.memory.buffer, address, bytes.length).set(bytes);
  const answer = wasm.ask();
  return JSON.parse(textAt(answer, wasm.answer_length()));
}

function ask(question) {
  heard.length = 0;
  const begun = performance.now();
  const answer = asked(question);
  assert.equal(answer.error, undefined, JSON.stringify(answer.error));
  console.log(`${question.do.padEnd(9)} ${(performance.now() - begun).toFixed(1).padStart(8)} ms`);
  return answer;
}

const line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const hello = ask({ do: "hello" });
const names = hello.families.map(({ name }) => name);
assert.deepEqual(names.slice(0, 5), ["sudoku", "shikaku", "tiles", "rules", "cover"]);

const { card } = ask({ do: "read", text: line });
assert.equal(card.title, "Sudoku 9×9, 30 clues");
const puzzle = { text: card.text, as: card.as };

const solved = ask({ do: "solve", puzzle });
assert.equal(solved.values.slice(0, 9).join(""), "534678912");
assert.equal(solved.svg, undefined, "nothing is drawn that nobody looks at");

assert.equal(ask({ do: "check", puzzle }).answer.status, "unique");
assert.equal(ask({ do: "possible", puzzle }).marks.flat().length, 81);
assert.ok(ask({ do: "hint", puzzle }).answer.step.because);
assert.ok(ask({ do: "rate", puzzle }).answer.se.er > 1);
assert.ok(ask({ do: "draw", puzzle, look: { marks: "clues" } }).svg.includes('data-cell="80"'));

const explained = ask({ do: "explain", puzzle });
assert.equal(explained.answer.status, "solved");
assert.equal(heard.filter(({ step }) => step).length, explained.steps);

const roads = ask({ do: "board", kind: "roads", size: "8x8" }).card;
const { answer: count } = ask({ do: "count", puzzle: { text: roads.text, as: roads.as } });
assert.deepEqual([count.count, count.end], ["21516449182147", "complete"]);

// Time must pass: a count that would take far too long ends at its limit, and reports its progress.
const large = ask({ do: "board", kind: "sudoku", size: "4,4" }).card;
const { answer: long } = ask({ do: "count", puzzle: { text: large.text, as: large.as }, limits: { seconds: 1 } });
assert.deepEqual([long.count, long.end], [undefined, "time"]);
assert.ok(heard.some(({ progress }) => progress?.seconds > 0), "progress is told");

for (const [kind, size] of [["sudoku", "3,3"], ["shikaku", "10x10"], ["loops", "6x6"]]) {
  const made = ask({ do: "generate", kind, size, seed: 7 });
  assert.equal(ask({ do: "check", puzzle: { text: made.card.text, as: made.card.as } }).answer.status, "unique");
}

const cube = ask({ do: "board", kind: "sudoku", size: "2,2,2" }).card;
assert.ok(ask({ do: "draw", puzzle: cube, look: { view: "solid" } }).svg.startsWith("<svg"));
assert.equal(ask({ do: "solve", puzzle: cube }).answer.status, "solved");

const { link } = ask({ do: "share", puzzle, play: { values: { 2: "4" } } });
assert.equal(ask({ do: "open", link }).play.values[2], "4");
assert.ok(asked({ do: "nothing" }).error.message);
assert.equal(wasm.reserve(2 ** 24), 0, "a question has bounds");

console.log(`memory    ${(wasm.memory.buffer.byteLength / 2 ** 20).toFixed(0)} MiB`);
