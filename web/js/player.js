// The player's panel: clock, notes, hints, errors, and the moment when it is done.

import * as board from "./board.js";
import * as editor from "./editor.js";
import * as puzzles from "./puzzles.js";
import { complain, hush, say, sentence, tell } from "./say.js";
import * as shelf from "./shelf.js";
import { changed, isOpen, isPlayed, on, puzzle, showPicture, state } from "./state.js";
import { ask, work } from "./work.js";

const clock = document.getElementById("clock");
const pause = document.getElementById("pause");
const hintBox = document.getElementById("hint-box");
const hintWords = document.getElementById("hint-words");
const more = document.getElementById("hint-more");
const apply = document.getElementById("hint-apply");
const veil = document.getElementById("veil");

let hint = null;

/** Starts the panel. */
export function start() {
  setInterval(tick, 1000);
  on("puzzle mode clock settings", showClock);
  // The last message about the board no longer holds.
  on("play mode", hush);
  on("play", afterPlay);
  on("puzzle play mode", closeHint);
  on("puzzle mode", showTools);
  on("puzzle", lookAround);
  // Not with the clock: buttons that are made anew each second would lose the focus.
  on("kept puzzle mode", showKept);
  on("puzzle clock mode", showWin);
  document.getElementById("keep").addEventListener("click", keep);
  document.getElementById("try-out").addEventListener("click", tryOut);
  document.getElementById("trial-keep").addEventListener("click", () => endTrial(true));
  document.getElementById("trial-drop").addEventListener("click", () => endTrial(false));
  document.getElementById("another").addEventListener("click", () => puzzles.likeThis(0));
  document.getElementById("harder").addEventListener("click", () => puzzles.likeThis(1));
  pause.addEventListener("click", togglePause);
  veil.addEventListener("click", togglePause);
  document.getElementById("hint").addEventListener("click", () => askHint());
  document.getElementById("auto-notes").addEventListener("click", autoNotes);
  document.getElementById("errors").addEventListener("click", errors);
  document.getElementById("reveal").addEventListener("click", reveal);
  document.getElementById("restart").addEventListener("click", restart);
  more.addEventListener("click", showHint);
  apply.addEventListener("click", applyHint);
  document.getElementById("hint-close").addEventListener("click", () => {
    showPicture();
    closeHint();
    changed("view");
    document.getElementById("hint").focus();
  });
  document.addEventListener("visibilitychange", showClock);
}

// --- the clock -----------------------------------------------------------------------------------

/** It runs while a person plays: from the first touch on, and not behind a dialog. */
function isRunning() {
  const isAway = document.hidden || document.querySelector("dialog[open]") !== null;
  return state.mode === "play" && state.card?.cells > 0 && state.hasBegun && !state.isPaused && !state.isDone && !isAway;
}

function tick() {
  if (!isRunning()) return;
  state.seconds += 1;
  changed("clock");
}

function showClock() {
  clock.textContent = timeOf(state.seconds);
  clock.parentElement.hidden = !state.settings.clock;
  pause.setAttribute("aria-pressed", String(state.isPaused));
  pause.querySelector("span").textContent = state.isPaused ? "Resume" : "Pause";
  veil.hidden = !(state.isPaused && state.mode === "play");
}

/** Seconds as a clock shows them. */
export function timeOf(seconds) {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n) => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

function togglePause() {
  state.isPaused = !state.isPaused;
  changed("clock", "place");
  say(state.isPaused ? "paused" : "resumed");
}

// --- while playing -------------------------------------------------------------------------------

function showTools() {
  const isWritten = state.card?.places === "value" && !state.card.slots;
  document.getElementById("auto-notes").hidden = !isWritten;
  document.getElementById("play-none").hidden = !state.card || state.card.places !== "none";
  document.getElementById("play-tools").hidden = state.card?.places === "none";
}

function isFull() {
  const { card, play } = state;
  if (card.places === "box") return play.boxes.reduce((sum, box) => sum + box.length, 0) === card.cells;
  if (card.places !== "value") return false;
  for (let cell = 0; cell < card.cells; cell += 1) {
    if (isOpen(cell) && play.values[cell] === undefined) return false;
  }
  return true;
}

async function afterPlay() {
  if (!state.card || state.mode !== "play" || state.isDone) return;
  if (state.card.slots) return afterDrawing();
  const full = isFull();
  if (!full && !marksAtOnce()) return;
  const judged = await judge(full ? 10 : 2);
  if (!judged) return;
  if (judged.is_complete && judged.is_right) return done();
  if (marksAtOnce()) markNow(judged);
  else if (full) tell("Everything is filled in, but something is wrong. “Check” shows where.", "warn");
}

/** The entries, with "nothing there" wherever that need not be entered. */
function finished(play) {
  const { slots, legend } = state.card;
  if (!slots) return play;
  const values = { ...play.values };
  slots.forEach((open, cell) => {
    const nothing = open.find((slot) => legend.values[slot].nothing);
    if (values[cell] === undefined && nothing !== undefined) values[cell] = legend.values[nothing].name;
  });
  return { ...play, values };
}

/** Where much need not be entered, a board is done as soon as what is entered is right with nothing in the rest. */
async function afterDrawing() {
  const judged = await judge(2, finished(state.play));
  if (judged?.is_complete && judged.is_right) return done();
  if (marksAtOnce()) markNow((await judge(2)) ?? {});
}

/** True if mistakes are painted after each move: what breaks a rule, or also what differs from the solution. */
function marksAtOnce() {
  return state.settings.errors || state.settings.clashes;
}

function markNow({ wrong, mistakes }) {
  mark({ wrong, mistakes: state.settings.errors ? mistakes : null });
}

async function judge(seconds, play = state.play) {
  const asked = state.play;
  try {
    const question = { do: "judge", puzzle: puzzle(), play, limits: { seconds } };
    const judged = await ask(question, { lane: "judge" });
    return asked === state.play ? judged : null;
  } catch (error) {
    complain(error);
    return null;
  }
}

/** Paints the mistakes: entries that differ from the solution or, if that is not known, break a rule. */
function mark({ wrong = [], mistakes }) {
  const cells = mistakes ?? wrong;
  if (cells.length === 0 && state.wrong.length === 0) return;
  state.wrong = cells;
  changed("view");
}

function done() {
  state.isDone = true;
  changed("clock");
  shelf.note();
  say(winWords());
  document.getElementById("won").scrollIntoView({ block: "nearest" });
}

function winWords() {
  return `Solved in ${timeOf(state.seconds)}. Well done!`;
}

/** The win stays, and offers the next puzzle of its kind. */
function showWin() {
  const isWon = state.isDone && state.mode === "play" && !wasRevealed();
  document.getElementById("won").hidden = !isWon;
  if (!isWon) return;
  document.getElementById("won-words").textContent = winWords();
  document.getElementById("another").hidden = !puzzles.hasLike(0);
  document.getElementById("harder").hidden = !puzzles.hasLike(1);
}

/** True if the engine has filled in the board, and not the player. */
function wasRevealed() {
  return state.play.isRevealed === true;
}

/** Asks which cells see each other: for what is pointed out, and for the numbers on the pad. */
async function lookAround() {
  const { card } = state;
  if (!card?.cells || card.places !== "value" || state.sight?.card === card) return;
  try {
    const { groups, each } = await ask({ do: "sight", puzzle: puzzle() }, { lane: "judge" });
    if (card === state.card) state.sight = { card, groups, each };
  } catch {
    // A board that is too large has no such help.
  }
  changed("sight", "place");
}

// --- kept sheets and trials ----------------------------------------------------------------------

/** The most sheets that are kept of a puzzle. */
const MOST_KEPT = 8;

function keep() {
  const { play, seconds } = state;
  state.kept = [...state.kept, { play, seconds }].slice(-MOST_KEPT);
  changed("kept");
  say(`kept; ${state.kept.length} to go back to`);
}

function showKept() {
  document.getElementById("kept-tools").hidden = !isPlayed();
  document.getElementById("try-out").hidden = state.trial !== null;
  document.getElementById("trial").hidden = !isPlayed() || state.trial === null;
  const buttons = state.kept.map(({ play, seconds }, i) => {
    const element = document.createElement("button");
    element.type = "button";
    element.className = "small";
    element.textContent = `Back to ${timeOf(seconds)}`;
    element.addEventListener("click", () => {
      editor.replacePlay(play);
      say(`back to the sheet kept at ${timeOf(seconds)}; undo returns`);
    });
    element.dataset.kept = i;
    return element;
  });
  document.getElementById("kept").replaceChildren(...buttons);
  document.getElementById("kept").hidden = buttons.length === 0;
}

/** A trial begins: what is entered from now on can be dropped at once. */
function tryOut() {
  state.trial = state.play;
  changed("kept");
  say("a trial has begun");
}

function endTrial(isKept) {
  const { trial } = state;
  state.trial = null;
  if (!isKept) editor.replacePlay(trial);
  changed("kept");
  say(isKept ? "the trial is kept" : "the trial is dropped");
}

async function errors() {
  closeHint();
  const judged = await judge(10);
  if (!judged) return;
  if (judged.is_complete && judged.is_right) return done();
  mark(judged);
  board.bring();
  if (judged.message) return tell(sentence(judged.message), "warn");
  if (judged.is_complete) return tell("Everything is filled in, but it is not a solution.", "warn");
  tell(judged.mistakes === null ? "Nothing contradicts the rules so far." : "All right so far.");
}

async function autoNotes() {
  const answer = await work("Writing notes", { do: "notes", puzzle: puzzle(), play: state.play });
  if (!answer?.marks) return;
  const notes = {};
  answer.marks.forEach((slots, cell) => {
    if (slots.length && isOpen(cell) && state.play.values[cell] === undefined) notes[cell] = slots;
  });
  editor.replacePlay({ notes });
  say("notes written");
}

async function reveal() {
  const reply = await work("Solving", { do: "solve", puzzle: puzzle(), limits: { seconds: 120 } });
  if (!reply) return;
  const { status } = reply.answer;
  if (status !== "solved") return tell(status === "unsolvable" ? "There is no solution." : "No solution was found in time.", "warn");
  const values = {};
  (reply.values ?? []).forEach((word, cell) => {
    if (word !== null && isOpen(cell)) values[cell] = word;
  });
  state.isDone = true;
  editor.replacePlay({ values, notes: {}, boxes: reply.boxes ?? [], isRevealed: true });
  changed("clock");
}

function restart() {
  editor.restart();
  Object.assign(state, { trial: null, seconds: 0, hasBegun: false, isDone: false, isPaused: false });
  changed("clock", "kept");
  say("started again");
}

// --- hints ---------------------------------------------------------------------------------------

/** Asks for the next step; `before` is the message about the one that was just done. */
async function askHint(before = "") {
  hush();
  state.hasBegun = true;
  const asked = state.play;
  const question = { do: "hint", puzzle: puzzle(), play: state.play, look: board.view() };
  const reply = await work("Looking for a step", question);
  if (!reply || asked !== state.play) return;
  const { status, step, reason } = reply.answer;
  hint = { ...reply, ...step, isUnique: status === "unique", question };
  hintBox.hidden = false;
  const isStep = Boolean(step);
  more.hidden = !isStep;
  apply.hidden = true;
  hintWords.textContent = `${before}${isStep ? vague(step) : sentence(reason)}`;
  say(hintWords.textContent);
  if (reply.wrong?.length) {
    state.wrong = reply.wrong;
    changed("view");
  }
  board.bring();
}

/** The first half of a hint: where to look, not what for. */
function vague({ technique, look }) {
  return look ? `Look at ${look}.` : `Look for: ${technique}.`;
}

function showHint() {
  const { technique, because, therefore, svg, question } = hint;
  hintWords.replaceChildren();
  const strong = document.createElement("strong");
  strong.textContent = capital(technique);
  hintWords.append(strong, `: ${[because, therefore].filter(Boolean).join(", so ")}.`);
  more.hidden = true;
  apply.hidden = false;
  if (svg) {
    showPicture(svg, question);
    board.seek(cellsOf(hint));
    changed("view");
  }
  say(hintWords.textContent);
  apply.focus({ preventScroll: true });
}

/** The cells that a step decides: its values first, then its exclusions. */
export function cellsOf({ set, strike, boxes, struck }) {
  const placed = [...(set ?? []), ...(strike ?? [])].map(({ cell }) => cell);
  return [...placed, ...(boxes ?? []).flat(), ...(struck ?? []).flat()];
}

/**
 * Follows a hint. The candidates it strikes out are remembered, and the notes of its cells show them; a cell without
 * notes gets the remaining ones. If nothing can be seen, the next hint follows.
 */
function applyHint() {
  const { set = [], strike = [], left = [], boxes: found = [], therefore, isUnique, removed_choices: strikes } = hint;
  const values = { ...state.play.values };
  const notes = { ...state.play.notes };
  for (const { cell, value } of set) {
    if (!isOpen(cell)) continue;
    values[cell] = value;
    delete notes[cell];
  }
  for (const { cell, slot } of strike) {
    if (notes[cell]) notes[cell] = notes[cell].filter((other) => other !== slot);
    if (notes[cell]?.length === 0) delete notes[cell];
  }
  for (const { cell, slots } of left) {
    const isBlank = isOpen(cell) && values[cell] === undefined && !state.play.notes[cell];
    if (isBlank && slots.length && state.card.places === "value") notes[cell] = slots;
  }
  const taken = new Set(found.flat());
  const others = state.play.boxes.filter((box) => !box.some((cell) => taken.has(cell)));
  const isSeen = set.length + strike.length + found.length > 0;
  state.strikesHold = isUnique;
  editor.replacePlay({ values, notes, boxes: [...others, ...found], struck: [...new Set([...state.play.struck, ...strikes])] });
  if (set.length) editor.tidy();
  if (!isSeen) askHint(`Remembered: ${therefore}. `);
}

function closeHint() {
  hint = null;
  hintBox.hidden = true;
}

/** With a capital letter. */
export function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : "";
}
