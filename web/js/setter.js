// The setter's panel: the uniqueness of the puzzle, and other questions about it.
//
// Uniqueness is checked by itself a moment after each change, in a lane of its own, so that it delays nothing; a
// newer check stops the one before.

import { asElement, drawingCame, view } from "./board.js";
import { isStop } from "./engine.js";
import { capital } from "./player.js";
import { blankPlay, changed, isOpen, on, puzzle, showPicture, state } from "./state.js";
import { ask, grouped, work } from "./work.js";

const PAUSE = 500;
const SECONDS = 6;
/** Letters of a verdict. */
const LONGEST = 160;

const verdict = document.getElementById("verdict");
const words = document.getElementById("verdict-words");
const pair = document.getElementById("solutions");
const result = document.getElementById("set-result");
const solveButton = document.getElementById("solve");
const candidates = document.getElementById("candidates");

let timer = null;
let control = null;
let checked = null;

/** Starts the panel. */
export function start() {
  on("puzzle settings", () => {
    if (checked !== state.card) plan();
  });
  on("mode", plan);
  on("puzzle", () => {
    result.hidden = true;
    showMarks();
  });
  on("puzzle view mode", () => solveButton.setAttribute("aria-pressed", String(isSolved())));
  document.getElementById("check").addEventListener("click", () => check(30));
  solveButton.addEventListener("click", solve);
  document.getElementById("count").addEventListener("click", count);
  document.getElementById("rate").addEventListener("click", rate);
  candidates.addEventListener("click", trueCandidates);
  document.getElementById("clue-marks").addEventListener("click", clueMarks);
  on("puzzle", () => (document.getElementById("set-none").hidden = Boolean(state.card?.legend)));
}

function isSolved() {
  return state.mode === "set" && (state.solution ?? state.picture) !== null;
}

// --- uniqueness ----------------------------------------------------------------------------------

function plan() {
  clearTimeout(timer);
  control?.abort();
  if (!state.card || state.mode !== "set") return;
  pair.replaceChildren();
  if (!state.settings.check) return show("idle", "Not checked yet.");
  show("busy", "Checking …");
  timer = setTimeout(() => check(SECONDS), PAUSE);
}

async function check(seconds) {
  clearTimeout(timer);
  control?.abort();
  const mine = (control = new AbortController());
  const asked = state.card;
  show("busy", "Checking …");
  try {
    const question = { do: "check", puzzle: puzzle(), limits: { seconds } };
    const reply = await ask(question, { lane: "check", signal: mine.signal });
    if (asked !== state.card) return;
    checked = asked;
    report(reply);
  } catch (error) {
    if (isStop(error)) return;
    show("stopped", error.message);
  }
}

const HEADS = {
  unique: "Unique",
  several: "Several solutions",
  unsolvable: "No solution",
  stopped: "Not known",
};

function report({ answer, message, wrong = [], differs = [], solutions = [] }) {
  const kind = answer.status;
  show(kind, reason(message), HEADS[kind] ?? kind);
  pair.replaceChildren(...(kind === "several" ? solutions.map(thumbnail) : []));
  if (wrong.length === 0 && differs.length === 0) return;
  Object.assign(state, { wrong, differs });
  changed("view");
}

/** The part of a message beyond the verdict. */
function reason(message) {
  const rest = message.replace(/^there (?:is one solution|are several solutions|is no solution)(?:: )?/, "");
  return rest ? capital(shortened(`${rest}.`)) : "";
}

/** The board shows all of a long list; in words its beginning is enough. */
function shortened(text) {
  if (text.length <= LONGEST) return text;
  const end = text.lastIndexOf(";", LONGEST);
  return `${text.slice(0, end > 40 ? end : LONGEST)} …`;
}

function show(kind, text, head = null) {
  verdict.dataset.verdict = kind;
  words.replaceChildren();
  if (head) {
    const strong = document.createElement("strong");
    strong.textContent = `${head}.`;
    words.append(strong, " ");
  }
  words.append(text);
}

function thumbnail({ svg }, number) {
  const figure = document.createElement("figure");
  const caption = document.createElement("figcaption");
  caption.textContent = number === 0 ? "One solution" : "Another";
  const drawing = asElement(svg);
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", caption.textContent);
  figure.append(drawing, caption);
  return figure;
}

// --- what else -----------------------------------------------------------------------------------

async function solve() {
  if (isSolved()) {
    state.solution = null;
    showPicture();
    told("");
    return changed("view");
  }
  const asked = state.card;
  const question = { do: "solve", puzzle: puzzle(), look: view(), limits: { seconds: 120 } };
  const reply = await work("Solving", question);
  if (!reply || asked !== state.card) return;
  const { status } = reply.answer;
  if (status === "solved") {
    state.solution = asSheet(reply);
    showPicture(state.solution ? null : reply.svg, question);
    if (state.solution) drawingCame(reply.svg, question.look);
    changed("view");
    return told("A solution is shown on the board. It goes when you change a clue, or press Solve again.");
  }
  told(status === "unsolvable" ? "There is no solution." : "Stopped before a solution was found.");
}

/** A solution as a player's entries, so that it is drawn in any view. */
function asSheet({ values, boxes }) {
  if (boxes) return { ...blankPlay(), boxes };
  if (!values) return null;
  const found = values.map((word, cell) => [cell, word]).filter(([cell, word]) => word !== null && isOpen(cell));
  return { ...blankPlay(), values: Object.fromEntries(found) };
}

async function count() {
  told("");
  const asked = state.card;
  const reply = await work("Counting", { do: "count", puzzle: puzzle(), limits: { seconds: 3600 } });
  if (asked !== state.card) return;
  if (!reply) return told("The count was stopped.");
  const { count: exact, at_least: bound, end } = reply.answer;
  const number = grouped(exact ?? bound);
  const noun = number === "1" ? "solution" : "solutions";
  told(exact ? `${number} ${noun}, exactly.` : `At least ${number} ${noun} (${end}).`);
}

async function rate() {
  const reply = await work("Rating", { do: "rate", puzzle: puzzle(), limits: { seconds: 60 } });
  if (reply) told(ratingWords(reply.answer));
}

const UNRATED = {
  unsolvable: "There is no solution to rate the way to.",
  several: "There are several solutions: only a puzzle with one is rated.",
  stopped: "Not rated: it was stopped before a rating was known.",
};

/** A rating in words. */
function ratingWords({ status, grade, difficulty, hardest, se, hodoku, techniques = {} }) {
  if (status in UNRATED) return UNRATED[status];
  const parts = [];
  if (grade) parts.push(`${capital(grade)}${difficulty === undefined ? "" : `, ${difficulty.toFixed(2)} on our scale`}`);
  if (se) parts.push(`Sudoku Explainer ${se.er.toFixed(1)}`);
  if (hodoku) parts.push(`HoDoKu ${hodoku.score} (${hodoku.level})`);
  if (hardest) parts.push(`hardest step: ${hardest}`);
  const steps = Object.entries(techniques).map(([name, count]) => (count > 1 ? `${name} ×${count}` : name));
  return `${parts.join(" · ")}. ${steps.length ? `${capital(steps.join(", "))}.` : ""}`;
}

async function trueCandidates() {
  if (Array.isArray(state.marks)) return setMarks(null);
  const asked = state.card;
  const answer = await work("Finding true candidates", { do: "possible", puzzle: puzzle(), limits: { seconds: 120 } });
  if (!answer || asked !== state.card) return;
  if (!answer.marks) return told("Candidates of this puzzle have no place in its cells.");
  setMarks(answer.marks);
  told(answer.is_exact ? "Every mark shown is part of a solution." : "Stopped: more may be possible than is shown.");
}

function clueMarks() {
  setMarks(state.marks === "clues" ? null : "clues");
}

function setMarks(marks) {
  Object.assign(state, { marks, solution: null });
  showPicture();
  showMarks();
  changed("view");
}

function showMarks() {
  candidates.setAttribute("aria-pressed", String(Array.isArray(state.marks)));
  document.getElementById("clue-marks").setAttribute("aria-pressed", String(state.marks === "clues"));
}

function told(text) {
  result.textContent = text;
  result.hidden = text === "";
}

