// The puzzles that were on the board, with their times: kept on this machine alone, newest first.

import { changed, on, soundPlay, state } from "./state.js";

const STORE = "tilewright-shelf";
const MOST = 40;
/** Longer puzzles are not kept: the store of a page is small. */
const LONGEST = 20_000;

/** Starts: a puzzle is put on the shelf when something has been done to it. */
export function start() {
  on("play", later);
}

let timer = null;

function later() {
  clearTimeout(timer);
  timer = setTimeout(note, 1000);
}

/** The puzzles on the shelf, newest first. */
export function list() {
  try {
    const found = JSON.parse(localStorage.getItem(STORE));
    return Array.isArray(found) ? found.filter(({ text, title }) => typeof text === "string" && typeof title === "string") : [];
  } catch {
    return [];
  }
}

/** Puts the puzzle on the board on the shelf, in the place of what was there of it. */
export function note() {
  clearTimeout(timer);
  const { card, play, seconds, isDone, hasBegun } = state;
  const isBlank = Object.keys(play.values).length + play.boxes.length === 0;
  if (!card || !hasBegun || (isBlank && !isDone) || card.text.length > LONGEST) return;
  const entry = { title: card.title, text: card.text, as: card.as, play, seconds, isDone: isDone && play.isRevealed !== true, at: Date.now() };
  const others = list().filter(({ text }) => text !== card.text);
  try {
    localStorage.setItem(STORE, JSON.stringify([entry, ...others].slice(0, MOST)));
  } catch {
    // A full or private store keeps what it has.
  }
  changed("shelf");
}

/** The entries of a puzzle on the shelf, as they were left. */
export function sheetOf({ play, seconds, isDone }) {
  return { play: soundPlay(play), seconds: Number(seconds) || 0, isDone: isDone === true, mode: "play" };
}
