// Undo and redo: the clues and the player's sheet before each change.
//
// Clues are changed while setting and entries while playing, and each mode takes back its own alone.
// A puzzle that was left for another one is a chapter: as long as nothing was done to the other one,
// undo brings the puzzle before back, with all that had been done to it.
//
// Cards and sheets are never changed in place, so a moment is a few references.

import { changed, showPicture, state } from "./state.js";

const LONGEST = 500;
const MOST_CHAPTERS = 20;
/** The most sheets that a reload brings back. */
const MOST_KEPT = 60;

/** The changes of the puzzle on the board that can be undone, and redone. */
const blank = () => ({ set: { past: [], future: [] }, play: { past: [], future: [] } });

let pages = blank();
let earlier = [];
let later = [];

/** The part of the state that a change in a mode changes. */
const PARTS = { set: "card", play: "play" };

/** Remembers the state, before it is changed in this mode. */
export function remember(mode = state.mode) {
  const part = PARTS[mode];
  if (!part) return;
  const { past } = pages[mode];
  if (past.length && past.at(-1) === state[part]) return;
  past.push(state[part]);
  if (past.length > LONGEST) past.shift();
  pages[mode].future = [];
  later = [];
}

/** The sheets that undo goes back to, oldest first: as many as a reload brings back. */
export function past() {
  return pages.play.past.slice(-MOST_KEPT);
}

/** Takes sheets of an earlier visit as those that undo goes back to. */
export function recall(sheets) {
  pages.play.past = sheets;
}

/** Another puzzle comes; the one that was there can be brought back. */
export function turnPage() {
  if (state.card) {
    earlier.push(chapter());
    if (earlier.length > MOST_CHAPTERS) earlier.shift();
  }
  later = [];
  pages = blank();
}

function chapter() {
  const { card, play, look, seconds, hasBegun, isDone, kept, trial } = state;
  return { pages, moment: { card, play, look, seconds, hasBegun, isDone, kept, trial } };
}

/** Goes back one change; returns its description, or null if there is nothing to undo. */
export function undo() {
  return step("past", "future") ?? (isBlank() ? turn(earlier, later) : null);
}

/** True if nothing was done to the puzzle: taking it was the last change. */
function isBlank() {
  return Object.values(pages).every(({ past, future }) => past.length + future.length === 0);
}

/** Takes back the last undo. */
export function redo() {
  return step("future", "past") ?? turn(later, earlier);
}

/** True if there is something to undo, and to redo. */
export function reach() {
  const own = pages[state.mode];
  const back = own?.past.length > 0 || (isBlank() && earlier.length > 0);
  return { back, forth: own?.future.length > 0 || later.length > 0 };
}

function step(from, to) {
  const own = pages[state.mode];
  if (!own?.[from].length) return null;
  const part = PARTS[state.mode];
  own[to].push(state[part]);
  state[part] = own[from].pop();
  // With other clues the struck-out candidates may be wrong.
  if (part === "card") state.play = { ...state.play, struck: [] };
  refresh({ isDone: false });
  changed(...(part === "card" ? ["puzzle", "play"] : ["play"]));
  return "change";
}

function turn(from, to) {
  const found = from.pop();
  if (!found) return null;
  to.push(chapter());
  pages = found.pages;
  refresh({ ...found.moment, cursor: 0, selected: [0], marks: null, isPaused: false });
  if (state.mode === "play" && state.card.places === "none") state.mode = "set";
  changed("puzzle", "play", "view", "mode", "place", "tool", "clock");
  return "puzzle";
}

function refresh(parts) {
  showPicture();
  Object.assign(state, parts, { solution: null, wrong: [], differs: [] });
}
