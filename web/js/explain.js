// The explanation: every step to the solution with its picture, walked back and forth.

import { redraw, seek, view } from "./board.js";
import { replacePlay } from "./editor.js";
import { copyPicture } from "./output.js";
import { capital, cellsOf } from "./player.js";
import { complain, say } from "./say.js";
import { changed, isOpen, on, puzzle, showPicture, state } from "./state.js";
import { ask, stop, work } from "./work.js";

const list = document.getElementById("steps");
const slider = document.getElementById("step-slider");
const told = document.getElementById("step-words");
const outcome = document.getElementById("explain-outcome");
const techniques = document.getElementById("techniques");
const buttons = {
  first: document.getElementById("step-first"),
  previous: document.getElementById("step-previous"),
  next: document.getElementById("step-next"),
  last: document.getElementById("step-last"),
};

let steps = [];
let at = -1;
let explained = null;

/** Starts the panel. */
export function start() {
  on("mode puzzle", enter);
  on("view", again);
  slider.addEventListener("input", () => go(Number(slider.value)));
  buttons.first.addEventListener("click", () => go(0));
  buttons.previous.addEventListener("click", () => go(at - 1));
  buttons.next.addEventListener("click", () => go(at + 1));
  buttons.last.addEventListener("click", () => go(steps.length - 1));
  document.getElementById("step-copy").addEventListener("click", () => at >= 0 && copyPicture(told.textContent));
  document.getElementById("step-play").addEventListener("click", playFromHere);
  for (const id of ["manner-search", "manner-unique", "manner-nested", "manner-here"]) {
    document.getElementById(id).addEventListener("change", run);
  }
  list.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) go(Number(button.dataset.step));
  });
}

/** A key on the board while steps are shown; says whether it meant something. */
export function key(name) {
  const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: steps.length - 1 }[name];
  if (to === undefined) return false;
  go(to);
  return true;
}

function enter() {
  if (!state.card) return;
  if (state.mode !== "explain") {
    if (explained) stop();
    explained = null;
    return;
  }
  if (explained !== state.card) run();
}

/**
 * Drawings are made for one view: in another a step is drawn anew when it is shown. So is a step of a
 * long explanation that came without a drawing.
 */
async function again() {
  if (state.mode !== "explain" || at < 0) return;
  const step = steps[at];
  const seen = viewKey();
  const isDrawn = step.seen === seen && (step.svg !== null || step.isAlone);
  if (isDrawn || step.wanted === seen) return;
  step.wanted = seen;
  const news = (said) => {
    if (said.step) step.svg = said.svg;
  };
  try {
    await ask({ ...question(), draw: at + 1 }, { lane: "steps", news });
  } catch (error) {
    complain(error);
  }
  Object.assign(step, { seen, wanted: null, isAlone: true });
  if (steps[at] !== step || state.mode !== "explain") return;
  show(step);
  redraw();
  // The board may have been turned on meanwhile.
  again();
}

function viewKey() {
  const { width, in_row: row, ...seen } = view();
  return JSON.stringify(seen);
}

/** Puts the drawing of a step on the board, and its cells where they are seen. */
function show(step) {
  showPicture(step.svg ?? null, { ...question(), draw: steps.indexOf(step) + 1 });
  if (seek(cellsOf(step))) changed("view");
}

async function run() {
  explained = state.card;
  steps = [];
  at = -1;
  list.replaceChildren();
  outcome.textContent = "";
  techniques.hidden = true;
  told.textContent = "Looking for the first step …";
  showPicture();
  redraw();
  showControls();
  const asked = state.card;
  const seen = viewKey();
  const reply = await work("Explaining", question(), ({ step, ...drawn }) => {
    if (step && asked === state.card) add({ ...step, ...drawn, seen });
  });
  if (asked !== state.card || state.mode !== "explain") return;
  if (steps.length === 0) told.textContent = "There is no step to show.";
  if (!reply) return;
  outcome.textContent = `${capital(messageOf(reply))}.`;
  showTechniques(reply.answer.techniques ?? {});
}

/** How it went, without the list of techniques, which the table shows. */
function messageOf({ message, answer }) {
  return (message ?? answer.status).replace(/(\bsteps?): .*$/, "$1");
}

/** How often each technique was needed, in the order in which they came; a press leads to its first step. */
function showTechniques(counts) {
  const rows = Object.entries(counts).map(([name, count]) => {
    const row = document.createElement("tr");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = capital(name);
    button.addEventListener("click", () => {
      const first = steps.findIndex(({ technique }) => technique === name);
      if (first >= 0) go(first);
    });
    const [what, often] = [document.createElement("td"), document.createElement("td")];
    what.append(button);
    often.textContent = count;
    row.append(what, often);
    return row;
  });
  techniques.tBodies[0].replaceChildren(...rows);
  techniques.hidden = rows.length === 0;
}

/** Play continues where the step begins: with what the steps before it have entered. */
function playFromHere() {
  if (at < 0) return;
  const number = at + 1;
  const values = isFromHere() ? { ...state.play.values } : {};
  const boxes = isFromHere() ? [...state.play.boxes] : [];
  // What was entered under an assumption is no entry.
  for (const { set = [], boxes: found = [], assumptions } of steps.slice(0, at)) {
    if (assumptions > 0) continue;
    for (const { cell, value } of set) if (isOpen(cell)) values[cell] = value;
    boxes.push(...found);
  }
  document.getElementById("mode-play").click();
  replacePlay({ values, boxes, notes: {} });
  say(`play continues before step ${number}`);
}

function isFromHere() {
  return document.getElementById("manner-here").checked;
}

function question() {
  const isOn = (id) => document.getElementById(id).checked;
  return {
    do: "explain",
    puzzle: puzzle(),
    ...(isFromHere() ? { play: state.play } : {}),
    manner: { search: isOn("manner-search"), unique: isOn("manner-unique"), nested: isOn("manner-nested") },
    look: view(),
    limits: { seconds: 120 },
  };
}

function add(step) {
  const number = steps.length;
  steps.push(step);
  const item = document.createElement("li");
  item.style.setProperty("--depth", Math.min(step.assumptions, 4));
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.step = number;
  const name = document.createElement("span");
  name.className = "step-name";
  name.textContent = capital(step.technique);
  button.append(`${number + 1}. `, name);
  if (step.therefore) button.append(` ${step.therefore}`);
  item.append(button);
  list.append(item);
  if (number === 0) go(0, { isQuiet: true });
  else showControls();
}

function go(to, { isQuiet = false } = {}) {
  if (steps.length === 0) return;
  at = Math.min(Math.max(to, 0), steps.length - 1);
  const { technique, because, therefore } = steps[at];
  told.replaceChildren();
  const strong = document.createElement("strong");
  strong.textContent = capital(technique);
  const words = [because, therefore].filter(Boolean).join(", so ");
  told.append(strong, words ? `: ${words}.` : "");
  show(steps[at]);
  redraw();
  again();
  showControls();
  for (const button of list.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
  const current = list.children[at]?.firstChild;
  current?.setAttribute("aria-current", "step");
  current?.scrollIntoView({ block: "nearest" });
  if (!isQuiet) say(`Step ${at + 1} of ${steps.length}. ${told.textContent}`);
}

function showControls() {
  slider.max = Math.max(steps.length - 1, 0);
  slider.value = Math.max(at, 0);
  slider.disabled = steps.length < 2;
  slider.setAttribute("aria-valuetext", steps.length ? `step ${at + 1} of ${steps.length}` : "no step");
  document.getElementById("step-number").textContent = steps.length ? `${at + 1} / ${steps.length}` : "–";
  const isFirst = at <= 0;
  const isLast = at >= steps.length - 1;
  // A button that goes out while it has the focus would lose it.
  for (const [name, button] of Object.entries(buttons)) {
    button.setAttribute("aria-disabled", String(name === "first" || name === "previous" ? isFirst : isLast));
  }
}

