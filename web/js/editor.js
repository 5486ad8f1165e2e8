// What entering does: clues while a puzzle is set, values, notes and boxes while it is played.

import * as history from "./history.js";
import { complain, say } from "./say.js";
import { blankPlay, changed, isOpen, legendNow, puzzle, showPicture, state } from "./state.js";
import { ask } from "./work.js";

const PATIENCE = 1500;

// --- words ---------------------------------------------------------------------------------------

let typed = { text: "", cell: -1, at: 0 };

/** The word that a key means: names of several letters are typed letter by letter. */
function wordOf(letter) {
  const isFresh = typed.cell === state.cursor && performance.now() - typed.at < PATIENCE;
  const tries = isFresh ? [typed.text + letter, letter] : [letter];
  for (const text of tries) {
    const word = match(text);
    if (word === undefined) continue;
    typed = { text, cell: state.cursor, at: performance.now() };
    return word;
  }
  return undefined;
}

/** The word that a text is or begins alone; null where it begins several; undefined where none. */
function match(text) {
  const legend = legendNow();
  if (legend?.numbers) return isNumber(text, legend.numbers) ? text : undefined;
  const names = (legend?.values ?? []).map((value) => value.name);
  const wanted = text.toLowerCase();
  const exact = names.find((name) => name.toLowerCase() === wanted);
  if (exact !== undefined) return exact;
  const begun = names.filter((name) => name.toLowerCase().startsWith(wanted));
  return begun.length === 1 ? begun[0] : begun.length > 1 ? null : undefined;
}

/** True if a text is a word of the puzzle's legend. */
export function isWord(text) {
  return text !== "" && typeof match(text) === "string";
}

function isNumber(text, most) {
  return text === "?" || (/^[1-9][0-9]*$/.test(text) && Number(text) <= most);
}

/** A key on a cell; says whether it meant something. */
export function type(letter, isShifted) {
  if (state.mode === "play" && state.tool === "colour") return typeColour(letter);
  if (state.card.places === "box" && state.mode === "play") return false;
  const word = wordOf(letter);
  if (word === undefined) {
    if (letter !== "0" && letter !== ".") return false;
    clear();
    return true;
  }
  // The first letter of a longer name has put something else there: then the name is not taken away.
  if (word !== null) enter(word, { tool: shifted(isShifted), isLonger: typed.text.length > 1 });
  return true;
}

/** The tool of a key: with Shift, notes and values change places. */
function shifted(isShifted) {
  const other = { value: "notes", notes: "value" }[state.tool];
  return (isShifted && other) || state.tool;
}

/** The number of colours on the pad. */
export const COLOURS = 8;

/** A key where the pad has colours: a digit is one of them. */
export function typeColour(letter) {
  const colour = Number(letter);
  if (!Number.isInteger(colour) || colour > COLOURS) return false;
  if (colour === 0) clear();
  else dye(colour);
  return true;
}

// --- entering ------------------------------------------------------------------------------------

/** Enters a word into the selected cells; where all have it already, it goes. */
export function enter(word, { tool = state.tool, isLonger = false } = {}) {
  if (!legendNow() || state.selected.length === 0) return;
  if (state.mode === "set") return enterClues(word, isLonger);
  if (state.mode !== "play" || state.card.places !== "value") return;
  if (tool === "notes") enterNotes("notes", word);
  else if (tool === "corner") enterNotes("corners", word);
  else enterValues(word, isLonger);
}

function enterClues(word, isLonger) {
  const { clues } = state.card;
  const hasAll = !isLonger && state.selected.every((cell) => clues?.[cell] === word);
  history.remember("set");
  edit(state.selected.map((cell) => ({ cell, value: hasAll ? null : word })));
  say(hasAll ? "cleared" : word);
}

function enterValues(word, isLonger) {
  const cells = state.selected.filter(isOpen);
  if (cells.length === 0) return say("this cell has a clue");
  const hasAll = !isLonger && cells.every((cell) => state.play.values[cell] === word);
  const values = { ...state.play.values };
  const notes = { ...state.play.notes };
  const corners = { ...state.play.corners };
  for (const cell of cells) {
    if (hasAll) delete values[cell];
    else values[cell] = word;
    delete notes[cell];
    delete corners[cell];
  }
  replacePlay({ values, notes, corners });
  say(hasAll ? "cleared" : word);
  if (!hasAll) tidy();
}

/** Strikes the notes that a new value rules out, where that is wanted; undone together with it. */
export async function tidy() {
  const { play } = state;
  if (!state.settings.tidy || Object.keys(play.notes).length === 0) return;
  let marks = null;
  try {
    ({ marks } = await ask({ do: "notes", puzzle: puzzle(), play }));
  } catch {
    // Notes stay as they are where the rules are too many to look at.
  }
  if (!marks || play !== state.play) return;
  const kept = Object.entries(play.notes).map(([cell, slots]) => [cell, slots.filter((slot) => marks[cell].includes(slot))]);
  state.play = { ...play, notes: Object.fromEntries(kept.filter(([, slots]) => slots.length > 0)) };
  changed("play");
}

/** A note in the middle of the selected cells (`notes`), or at their rims (`corners`). */
function enterNotes(sort, word) {
  const slot = state.card.legend.values.findIndex((value) => value.name === word);
  const cells = state.selected.filter((cell) => isOpen(cell) && state.play.values[cell] === undefined);
  if (slot < 0 || cells.length === 0) return;
  const hasAll = cells.every((cell) => state.play[sort][cell]?.includes(slot));
  const notes = { ...state.play[sort] };
  for (const cell of cells) {
    const others = (notes[cell] ?? []).filter((other) => other !== slot);
    notes[cell] = hasAll ? others : [...others, slot].sort((a, b) => a - b);
    if (notes[cell].length === 0) delete notes[cell];
  }
  replacePlay({ [sort]: notes });
  const name = sort === "corners" ? "corner note" : "note";
  say(hasAll ? `${name} ${word} removed` : `${name} ${word}`);
}

/** Gives the selected cells a colour; where all have it already, it goes. A cell may have several. */
export function dye(colour) {
  if (state.mode !== "play" || state.selected.length === 0) return;
  const hasAll = state.selected.every((cell) => state.play.colours[cell]?.includes(colour));
  const colours = { ...state.play.colours };
  for (const cell of state.selected) {
    const others = (colours[cell] ?? []).filter((other) => other !== colour);
    colours[cell] = hasAll ? others : [...others, colour];
    if (colours[cell].length === 0) delete colours[cell];
  }
  replacePlay({ colours });
  say(hasAll ? "colour removed" : `colour ${colour}`);
}

/** True if dragging draws lines from cell to cell. */
export function rules() {
  return state.mode === "play" && state.tool === "line";
}

/** A line between two cells that the pen went over; where it has one already, that goes. */
export function drawLine(from, to) {
  const ends = from < to ? [from, to] : [to, from];
  const isSame = (line) => line[0] === ends[0] && line[1] === ends[1];
  const isThere = state.play.lines.some(isSame);
  const lines = isThere ? state.play.lines.filter((line) => !isSame(line)) : [...state.play.lines, ends];
  putPlay({ ...state.play, lines });
}

/** Empties the selected cells. */
export function clear() {
  typed.cell = -1;
  if (state.mode === "set") {
    const cells = state.selected.filter((cell) => !isOpen(cell));
    if (cells.length === 0) return;
    history.remember("set");
    edit(cells.map((cell) => ({ cell, value: null })));
  } else if (state.mode === "play") {
    clearPlay();
  }
  say("cleared");
}

/** Empties the selected cells: of what the tool puts down, if there is any, and else of everything. */
function clearPlay() {
  const gone = new Set(state.selected);
  const keep = (entries) => Object.fromEntries(Object.entries(entries).filter(([cell]) => !gone.has(Number(cell))));
  const isOn = (entries) => state.selected.some((cell) => entries[cell] !== undefined);
  const { values, notes, corners, colours, boxes, lines } = state.play;
  const own = { notes, corner: corners, colour: colours }[state.tool];
  if (own && isOn(own)) {
    const name = { notes: "notes", corner: "corners", colour: "colours" }[state.tool];
    return replacePlay({ [name]: keep(own) });
  }
  // Colours stay as long as there is something to write over.
  const isWritten = isOn(values) || isOn(notes) || isOn(corners) || boxes.some((cells) => cells.some((cell) => gone.has(cell)));
  replacePlay({
    values: keep(values),
    notes: keep(notes),
    corners: keep(corners),
    boxes: boxes.filter((cells) => !cells.some((cell) => gone.has(cell))),
    ...(isWritten ? {} : { colours: keep(colours), lines: lines.filter(([a, b]) => !gone.has(a) && !gone.has(b)) }),
  });
}

/** A player's box; those that it overlaps go, and the same box again is taken away. */
export function setBox(cells) {
  const taken = new Set(cells);
  const others = state.play.boxes.filter((box) => !box.some((cell) => taken.has(cell)));
  const isSame = state.play.boxes.some((box) => box.length === cells.length && box.every((cell) => taken.has(cell)));
  replacePlay({ boxes: isSame ? others : [...others, cells] });
  say(isSame ? "rectangle removed" : `rectangle of ${cells.length}`);
}

/** Another sheet for the player, with undo. */
export function replacePlay(parts) {
  history.remember("play");
  putPlay({ ...state.play, isRevealed: false, ...parts });
}

/** Puts a sheet in the place of the player's. */
function putPlay(play) {
  const before = state.play;
  state.play = isLess(play, before) && !state.strikesHold ? { ...play, struck: [] } : play;
  showPicture();
  Object.assign(state, { wrong: [], hasBegun: true });
  changed("play");
}

/** True if an entry is no longer there: its consequences may not hold. */
function isLess(play, before) {
  const isGone = (cell) => play.values[cell] !== before.values[cell];
  return Object.keys(before.values).some(isGone) || before.boxes.some((box) => !play.boxes.includes(box));
}

/** An empty sheet. */
export function restart() {
  replacePlay(blankPlay());
}

// --- clues ---------------------------------------------------------------------------------------

let pending = [];
let running = null;

/** Changes clues. Changes while one is under way are made together after it. */
export function edit(set) {
  pending.push(...set);
  running ??= drain();
  return running;
}

async function drain() {
  while (pending.length) {
    const set = pending;
    pending = [];
    try {
      const { card } = await ask({ do: "edit", puzzle: puzzle(), set });
      showPicture();
      // With other clues the struck-out candidates may be wrong.
      const play = { ...state.play, struck: [] };
      Object.assign(state, { card, play, wrong: [], differs: [], solution: null, strikesHold: false });
      if (Array.isArray(state.marks)) state.marks = null;
      changed("puzzle");
    } catch (error) {
      complain(error);
    }
  }
  running = null;
}

// --- painting ------------------------------------------------------------------------------------

/** True if dragging paints. */
export function paints() {
  if (state.mode === "play" && state.tool !== "value") return false;
  if (state.card.slots) return isDrawnByHand();
  return state.brush !== null && Boolean(state.card.legend?.values) && state.mode !== "explain" && isPaintable();
}

/** Players paint tiles; who sets a puzzle may paint anything. */
function isPaintable() {
  return state.mode === "set" || state.card.legend.values.some((value) => value.svg);
}

/** True if dragging draws a box. */
export function stretches() {
  return state.mode === "play" && state.card.places === "box" && state.tool === "value";
}

/** True if a click goes through what a place takes: on boards whose places differ, of signs and lines. */
export function isDrawnByHand() {
  const { card, mode } = state;
  return mode === "play" && Boolean(card?.slots) && card.legend.values.every((value) => value.svg);
}

/** The value after the one that is at a place: the first sign, the others, nothing. */
function nextAt(cell) {
  const { values } = state.card.legend;
  const slots = state.card.slots[cell] ?? [];
  const [nothing, signs] = [true, false].map((is) => slots.filter((slot) => Boolean(values[slot].nothing) === is));
  const round = [...signs, ...nothing].map((slot) => values[slot].name);
  const at = round.indexOf(state.play.values[cell]);
  return round[at + 1] ?? null;
}

/** True if a place takes a value of that name. */
function takes(cell, word) {
  return word === null || (state.card.slots[cell] ?? []).some((slot) => state.card.legend.values[slot].name === word);
}

let stroke = null;

/** A stroke of the brush begins: all of it is one undo. */
export function beginStroke() {
  history.remember();
  stroke = { values: { ...state.play.values }, notes: { ...state.play.notes } };
}

/** The brush goes over a cell. */
export function paint(cell) {
  if (isDrawnByHand() && stroke) {
    if (stroke.word === undefined && isOpen(cell)) stroke.word = nextAt(cell);
    if (stroke.word === undefined || !takes(cell, stroke.word)) return;
  }
  const word = isDrawnByHand() ? (stroke?.word ?? null) : state.brush === "" ? null : state.brush;
  if (state.mode === "set") {
    if ((state.card.clues?.[cell] ?? null) !== word) edit([{ cell, value: word }]);
    return;
  }
  if (!isOpen(cell) || !stroke) return;
  if (word === null) delete stroke.values[cell];
  else stroke.values[cell] = word;
  putPlay({ ...state.play, values: { ...stroke.values } });
}

/** The brush is lifted. */
export function endStroke() {
  const drawn = stroke?.word;
  stroke = null;
  say(drawn === null || state.brush === "" ? "cleared" : `painted ${drawn ?? state.brush}`);
}
