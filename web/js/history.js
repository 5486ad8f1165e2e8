// Undo and redo: what the puzzle and the player's sheet were before each change.
//
// Cards and sheets are never changed in place, so a moment is two references.

import { changed, state } from "./state.js";

const LONGEST = 500;
let past = [];
let future = [];

function now() {
  return { card: state.card, play: state.play };
}

/** Remembers what is there, before it is changed. */
export function remember() {
  const last = past.at(-1);
  if (last && last.card === state.card && last.play === state.play) return;
  past.push(now());
  if (past.length > LONGEST) past.shift();
  future = [];
}

/** Forgets everything: the puzzle is another. */
export function forget() {
  past = [];
  future = [];
}

/** Goes back one change; says whether there was one. */
export function undo() {
  return turn(past, future);
}

/** Takes back the last undo. */
export function redo() {
  return turn(future, past);
}

/** Whether there is something to undo and to redo. */
export function reach() {
  return { back: past.length > 0, forth: future.length > 0 };
}

function turn(from, to) {
  const moment = from.pop();
  if (!moment) return false;
  to.push(now());
  const isOtherCard = moment.card !== state.card;
  Object.assign(state, moment, { picture: null, solution: null, wrong: [], differs: [], isDone: false });
  changed(...(isOtherCard ? ["puzzle", "play"] : ["play"]));
  return true;
}
