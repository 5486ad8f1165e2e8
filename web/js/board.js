// The board: puts the engine's drawing on the page, shows cursor and selection over it, and turns pointer and keys
// into actions.
//
// The drawing has a ground for each cell with its number (`data-cell`). Cursor and selection are copies of grounds,
// so they fit any view, tilted ones too. The effect of a click or a key on the puzzle is decided elsewhere: `hands`
// has a function for each.

import { box, cellName, coordinates, layerCount, layerOf, layersInRow, otherAxes, sidesOf, step } from "./geometry.js";
import { drawInk, pointedOut } from "./ink.js";
import * as legend from "./legend.js";
import { say } from "./say.js";
import { changed, on, state, wordAt, isOpen } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";
const LARGEST_CELL = 68;
/** The factor by which words without a board are enlarged. */
const WORDS = 1.25;
/** The side of a cell, the space between layers and the edge of a drawing, as the engine draws them. */
const UNIT = 40;
const GUTTER = 30;
const EDGE = 14;
const board = document.getElementById("board");
const room = document.getElementById("drawing");
const inside = document.getElementById("inside");
const meanings = document.getElementById("legend");

let ask = null;
let hands = null;
let grounds = new Map();
let overlay = null;
let isDrawing = false;
let isStale = false;
let came = null;
/** The cells of a step that is to be seen as soon as it is drawn. */
let sought = [];

/** Starts the board: `asker(question)` asks the engine, `handlers` do the user's actions. */
export function start(asker, handlers) {
  ask = asker;
  hands = handlers;
  on("puzzle play view mode settings", redraw);
  on("place ink", drawOverlay);
  board.addEventListener("keydown", key);
  // Where nothing has the keyboard, as when the page has just opened, the board has.
  addEventListener("keydown", (event) => {
    if (event.target === document.body && !document.querySelector("dialog[open]") && key(event)) focus();
  });
  board.addEventListener("focus", () => sayPlace());
  board.addEventListener("pointerdown", down);
  board.addEventListener("pointermove", move);
  board.addEventListener("pointerup", up);
  board.addEventListener("pointercancel", up);
  board.addEventListener("dblclick", selectAlike);
  // A press beside the board leaves no cell selected.
  board.parentElement.addEventListener("pointerdown", (event) => {
    if (event.target === board.parentElement && state.mode === "play") deselect();
  });
  new ResizeObserver(debounced(refit, 150)).observe(board);
}

/** Puts the keyboard on the board. */
export function focus() {
  board.focus({ preventScroll: true });
}

// --- drawing -----------------------------------------------------------------------------------

/** Draws anew. Calls while a drawing is under way become one more drawing. */
export async function redraw() {
  isStale = true;
  if (isDrawing || !state.card) return;
  isDrawing = true;
  while (isStale) {
    isStale = false;
    const svg = state.picture ?? cameAlready() ?? (await drawn());
    if (!isStale && svg !== null) show(svg);
  }
  isDrawing = false;
}

/** A drawing of the board that came with an answer, in the view that was asked for. It is shown instead of asking again. */
export function drawingCame(svg, seen) {
  came = { svg, look: JSON.stringify({ ...seen, play: state.solution }), card: state.card };
}

/** The drawing that came, if it still shows what is there now. */
function cameAlready() {
  const drawing = came;
  came = null;
  return drawing?.card === state.card && drawing?.look === JSON.stringify(look()) ? drawing.svg : null;
}

async function drawn() {
  try {
    return (await ask({ do: "draw", puzzle: { text: state.card.text, as: state.card.as }, look: look() })).svg;
  } catch (error) {
    hands.complain(error);
    return null;
  }
}

/** The look of the current drawing, for the engine. */
export function look() {
  const asked = view();
  if (state.mode === "play") asked.play = state.play;
  if (state.mode === "set" && state.solution) asked.play = state.solution;
  if (state.marks && state.mode === "set" && !state.solution) asked.marks = state.marks;
  if (state.wrong.length) asked.wrong = state.wrong;
  // A solution differs from nothing.
  if (state.differs.length && !state.solution) asked.differs = state.differs;
  return asked;
}

/** From where the board is seen. */
export function view() {
  const { view: kind, across, down, turn } = state.look;
  const room = Math.max(board.clientWidth, 280);
  if (!state.card.sides) return { width: Math.round(Math.min(room, 1200)) };
  // As many layers in a row as show them largest, whatever their cells hold.
  const sides = sidesOf(state.card);
  const layer = [sides[across] * UNIT + GUTTER, sides[down] * UNIT + 2 * GUTTER];
  const row = layersInRow(layerCount(sides, state.look), layer, [room, innerHeight - 270]);
  const width = row * layer[0] + GUTTER;
  const radians = turn.map((degrees) => (degrees * Math.PI) / 180);
  return kind === "solid" ? { width, view: kind, turn: radians } : { width, in_row: row, view: kind, across, down };
}

/** A drawing as an element; nothing in it can run. */
export function asElement(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") throw new Error("the drawing cannot be read");
  parsed.querySelectorAll("script, foreignObject").forEach((element) => element.remove());
  return document.importNode(parsed, true);
}

function show(svg) {
  const element = asElement(svg);
  element.setAttribute("aria-hidden", "true");
  element.removeAttribute("width");
  element.removeAttribute("height");
  grounds = new Map();
  for (const ground of element.querySelectorAll("[data-cell]")) {
    const cell = Number(ground.dataset.cell);
    if (!grounds.has(cell)) grounds.set(cell, []);
    grounds.get(cell).push(ground);
  }
  overlay = document.createElementNS(SVG, "g");
  overlay.setAttribute("class", "overlay");
  element.append(overlay);
  room.replaceChildren(element);
  legend.show(meanings, state.picture === null ? null : element);
  fit(element);
  drawOverlay();
  showSought();
}

/** Cells of small boards do not grow without end; of a board in layers one may be shown alone. */
function fit(element) {
  const [first] = grounds.values();
  if (!first) {
    element.style.maxWidth = `${element.viewBox.baseVal.width * WORDS}px`;
    return;
  }
  if (state.look.layer !== null && state.card.sides && state.look.view === "layers") crop(element);
  else trim(element);
  const unit = first[0].getBBox().width || 1;
  const { width, height } = element.viewBox.baseVal;
  // A solid is about as high as wide; its slabs, which are below it, are scrolled to.
  const most = isSolid() ? Math.max(innerHeight - 250, 280) : (width / unit) * LARGEST_CELL;
  element.style.maxWidth = `${most}px`;
  // Many layers on a narrow screen are scrolled through, not made too small to read.
  element.classList.toggle("tall", height > 1.5 * width);
}

function crop(element) {
  const sides = sidesOf(state.card);
  const shown = [...grounds]
    .filter(([cell]) => layerOf(sides, state.look, cell) === state.look.layer)
    .flatMap(([, all]) => all);
  if (shown.length === 0) return;
  const { x, y, width, height } = boundsOf(shown);
  const rim = shown[0].getBBox().width * 0.05;
  element.setAttribute("viewBox", [x - rim, y - rim, width + 2 * rim, height + 2 * rim].join(" "));
}

/** A board in the plane has an edge in the measure of its cells, so that it stays where it is when notes make these larger. */
function trim(element) {
  const corners = [grounds.get(0), grounds.get(state.card.cells - 1)];
  if (state.card.sides || state.card.layers > 1 || corners.includes(undefined)) return;
  const { x, y, width, height } = boundsOf(corners.flat());
  const whole = element.viewBox.baseVal;
  const isAlone = Math.abs(whole.width - width - 2 * EDGE) < 1 && Math.abs(whole.height - height - 2 * EDGE) < 1;
  if (!isAlone) return;
  const edge = (corners[0][0].getBBox().width * EDGE) / UNIT;
  element.setAttribute("viewBox", [x - edge, y - edge, width + 2 * edge, height + 2 * edge].join(" "));
}

function boundsOf(elements) {
  const boxes = elements.map((element) => element.getBBox());
  const [x, y] = [Math.min(...boxes.map((b) => b.x)), Math.min(...boxes.map((b) => b.y))];
  const right = Math.max(...boxes.map((b) => b.x + b.width));
  const bottom = Math.max(...boxes.map((b) => b.y + b.height));
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * Sees to it that cells of a step are on the screen when it is drawn. Where one layer is shown, it is theirs:
 * says whether that is another than before.
 */
export function seek(cells) {
  sought = cells;
  const { layer } = state.look;
  if (layer === null || !state.card.sides || cells.length === 0) return false;
  const wanted = layerOf(sidesOf(state.card), state.look, cells[0]);
  state.look = { ...state.look, layer: wanted };
  return wanted !== layer;
}

function showSought() {
  const cells = sought;
  sought = [];
  const found = cells.find((cell) => grounds.has(cell));
  // Of a solid of four axes only the outside is drawn.
  inside.hidden = cells.length === 0 || cells[0] === found || grounds.size === 0;
  if (found === undefined || !state.card.sides) return;
  const { top, bottom } = grounds.get(found)[0].getBoundingClientRect();
  if (top < 0 || bottom > innerHeight - coveredBelow()) grounds.get(found)[0].scrollIntoView({ block: "center" });
}

/** Brings the board onto the screen where a sheet of words lies over it: on a phone. */
export function bring() {
  const { top, bottom } = board.getBoundingClientRect();
  const free = innerHeight - coveredBelow();
  if (coveredBelow() && (top < 0 || bottom > free)) board.scrollIntoView({ block: "start" });
}

/** The height of the screen that a sheet at its lower edge takes. */
function coveredBelow() {
  const sheet = document.getElementById("hint-box");
  const isSheet = !sheet.hidden && getComputedStyle(sheet).position === "fixed";
  return isSheet ? sheet.getBoundingClientRect().height : 0;
}

let width = 0;

function refit() {
  if (Math.abs(board.clientWidth - width) < 24) return;
  width = board.clientWidth;
  if (state.card?.sides) redraw();
}

// --- cursor and selection ------------------------------------------------------------------------

function drawOverlay() {
  if (!overlay) return;
  overlay.replaceChildren();
  if (state.mode === "explain" || state.isPaused) return;
  if (state.mode === "play") drawInk(overlay, grounds);
  const selected = new Set(state.selected);
  for (const [kind, cells] of pointedOut([...grounds.keys()])) cells.forEach((cell) => lay(cell, kind));
  if (selected.size === 0) return;
  if (rectangle) rectangle.cells.forEach((cell) => lay(cell, "stretch"));
  else if (selected.size > 1) selected.forEach((cell) => lay(cell, "chosen"));
  lay(state.cursor, "cursor");
}

function lay(cell, kind) {
  for (const ground of grounds.get(cell) ?? []) {
    const copy = ground.cloneNode(false);
    copy.removeAttribute("data-cell");
    copy.setAttribute("class", kind);
    overlay.append(copy);
  }
}

/** Leaves no cell selected; the next key selects one again. */
function deselect() {
  if (state.selected.length === 0) return;
  state.selected = [];
  changed("place");
  say("nothing selected");
}

/** Selects every cell that a player may write into; while setting, every cell. */
function selectAll() {
  const cells = Array.from({ length: state.card.cells }, (_, cell) => cell).filter((cell) => grounds.has(cell));
  const open = state.mode === "play" ? cells.filter(isOpen) : cells;
  if (open.length === 0) return;
  Object.assign(state, { selected: open, cursor: open.at(-1) });
  changed("place");
  say(`${open.length} cells selected`);
}

/** A double click selects the cells that have the same value, or the same colours where the cell is empty. */
function selectAlike(event) {
  const cell = cellUnder(event);
  if (cell === null || state.mode === "explain" || hands.paints() || hands.stretches() || hands.rules()) return;
  const word = wordAt(cell);
  const colours = String(state.play.colours[cell] ?? "");
  if (word === null && !colours) return;
  const isAlike = (other) => (word !== null ? wordAt(other) === word : String(state.play.colours[other] ?? "") === colours);
  state.selected = [...grounds.keys()].filter(isAlike);
  changed("place");
  say(`${state.selected.length} cells selected`);
}

/** Takes a cell out of the selection, which keeps at least one. */
function drop(cell) {
  state.selected = state.selected.filter((other) => other !== cell);
  state.cursor = state.selected.at(-1);
  changed("place");
}

/** Moves the cursor; with `extend` the selection grows to it. */
export function place(cell, extend = false) {
  state.cursor = cell;
  if (!extend) state.selected = [cell];
  else if (!state.selected.includes(cell)) state.selected = [...state.selected, cell];
  changed("place");
}

/** Says the place of the cursor and the content of its cell. */
export function sayPlace() {
  if (!state.card?.cells) return;
  say(`${cellName(sidesOf(state.card), state.cursor)}: ${contentOf(state.cursor)}`);
}

function contentOf(cell) {
  const clue = state.card.clues?.[cell] ?? null;
  if (clue !== null) return `clue ${clue}`;
  const wrong = state.wrong.includes(cell) ? ", marked wrong" : "";
  const value = state.play.values[cell];
  if (state.mode === "play" && value !== undefined) return value + wrong;
  const inked = ["notes", "corners"].filter((sort) => state.mode === "play" && state.play[sort][cell]?.length);
  const names = (sort) => state.play[sort][cell].map((slot) => state.card.legend?.values?.[slot]?.name).join(" ");
  if (inked.length) return inked.map((sort) => `${sort === "notes" ? "notes" : "corner notes"} ${names(sort)}`).join(", ");
  const area = state.mode === "play" && state.play.boxes.find((cells) => cells.includes(cell));
  if (area) return `in a rectangle of ${area.length} cells${wrong}`;
  return `empty${wrong}`;
}

// --- pointer -------------------------------------------------------------------------------------

let drag = null;
let rectangle = null;

function cellUnder(event) {
  const element = document.elementFromPoint(event.clientX, event.clientY);
  const ground = element?.closest?.("[data-cell]");
  return ground && room.contains(ground) ? Number(ground.dataset.cell) : null;
}

function isSolid() {
  return state.look.view === "solid" && state.card?.sides;
}

function down(event) {
  if (event.button !== 0 || !state.card || state.isPaused) return;
  const cell = cellUnder(event);
  focus();
  begin();
  event.preventDefault();
  if (isSolid()) {
    drag = { kind: "turn", cell, from: [event.clientX, event.clientY], turn: state.look.turn, isFar: false };
  } else if (cell === null || state.mode === "explain") {
    return;
  } else if (hands.rules()) {
    drag = { kind: "line", last: cell };
    hands.beginStroke();
    place(cell);
  } else if (hands.paints()) {
    drag = { kind: "paint", last: null };
    hands.beginStroke();
    paint(cell);
  } else if (hands.stretches()) {
    drag = { kind: "stretch", from: cell };
    stretch(cell, cell);
  } else {
    const isAlso = event.ctrlKey || event.metaKey;
    drag = { kind: "select", last: cell };
    if (isAlso && state.selected.length > 1 && state.selected.includes(cell)) drop(cell);
    else place(cell, event.shiftKey || isAlso);
    sayPlace();
  }
  board.setPointerCapture(event.pointerId);
}

function move(event) {
  if (!drag) return;
  if (drag.kind === "turn") return turnBy(event);
  const cell = cellUnder(event);
  if (cell === null || cell === drag.last) return;
  if (drag.kind === "paint") paint(cell);
  else if (drag.kind === "line") rule(cell);
  else if (drag.kind === "stretch") stretch(drag.from, cell);
  else if (cell !== state.cursor) place(cell, true);
  drag.last = cell;
}

function up(event) {
  const done = drag;
  drag = null;
  if (done?.kind === "turn" && !done.isFar && done.cell !== null) {
    place(done.cell);
    sayPlace();
  }
  if (done?.kind === "stretch") {
    if (event.type === "pointerup") finishStretch();
    else dropStretch();
  }
  if (done?.kind === "paint") hands.endStroke();
}

function paint(cell) {
  drag.last = cell;
  place(cell);
  hands.paint(cell);
}

/** The pen goes from cell to cell. */
function rule(cell) {
  hands.drawLine(drag.last, cell);
  place(cell);
}

function turnBy(event) {
  const [dx, dy] = [event.clientX - drag.from[0], event.clientY - drag.from[1]];
  if (Math.hypot(dx, dy) > 5) drag.isFar = true;
  if (drag.isFar) hands.turnTo([drag.turn[0] - dx * 0.5, drag.turn[1] + dy * 0.5]);
}

function stretch(from, to) {
  const cells = box(sidesOf(state.card), from, to);
  rectangle = { from, cells };
  place(to);
  say(`${sizeOf(from, to)}, ${cells.length} ${cells.length === 1 ? "cell" : "cells"}`);
}

function sizeOf(from, to) {
  const sides = sidesOf(state.card);
  const [a, b] = [coordinates(sides, from), coordinates(sides, to)];
  return a.map((at, axis) => Math.abs(at - b[axis]) + 1).join(" by ");
}

function finishStretch() {
  const { cells } = rectangle;
  rectangle = null;
  hands.setBox(cells);
  drawOverlay();
}

function dropStretch() {
  rectangle = null;
  drawOverlay();
}

// --- keys ----------------------------------------------------------------------------------------

const STEPS = {
  ArrowLeft: ["across", -1],
  ArrowRight: ["across", 1],
  ArrowUp: ["down", -1],
  ArrowDown: ["down", 1],
  PageUp: ["layer", -1],
  PageDown: ["layer", 1],
};

/** The player has touched the board: time counts from now on. */
function begin() {
  if (state.mode !== "play" || state.hasBegun) return;
  state.hasBegun = true;
  changed("clock");
}

/** A key; says whether it meant something. */
function key(event) {
  if (!state.card) return false;
  if (event.ctrlKey || event.metaKey) return withControl(event);
  const isHandled = Boolean(state.mode === "explain" ? hands.stepKey(event.key) : keyOnCell(event));
  if (isHandled) {
    event.preventDefault();
    begin();
  }
  return isHandled;
}

/** Ctrl and a key: all cells, or a corner note. */
function withControl(event) {
  if (state.card.cells === 0 || state.isPaused || state.mode === "explain" || event.shiftKey) return false;
  const digit = digitOf(event);
  if (event.key.toLowerCase() === "a") selectAll();
  else if (state.mode === "play" && digit && !event.altKey && hands.isWord(digit)) hands.enter(digit, { tool: "corner" });
  else return false;
  event.preventDefault();
  return true;
}

function digitOf(event) {
  return /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1];
}

function keyOnCell(event) {
  if (state.card.cells === 0 || state.isPaused) return false;
  if (event.key in STEPS) return event.altKey ? turnKey(event.key) : stepKey(event);
  const digit = digitOf(event);
  if (event.altKey) return Boolean(digit) && hands.typeColour(digit);
  if (event.key === "Home" || event.key === "End") return edgeKey(event);
  if (event.key === "Escape") return escape();
  if (event.key === " " || event.key === "Enter") return actKey(event.key);
  if (["Backspace", "Delete"].includes(event.key)) return hands.clear() ?? true;
  // A key that is held down does not enter and clear in turn.
  if (event.repeat) return true;
  const letter = digit ?? (event.key.length === 1 ? event.key : null);
  return letter ? hands.type(letter, event.shiftKey) : false;
}

function stepKey(event) {
  const [direction, by] = STEPS[event.key];
  const sides = sidesOf(state.card);
  const shown = { across: 0, down: 1, ...(isSolid() ? {} : state.look) };
  const axis = direction === "layer" ? otherAxes(sides, shown)[0] : shown[direction];
  if (axis === undefined) return false;
  const cell = step(sides, state.cursor, axis, by);
  if (state.look.layer !== null) state.look = { ...state.look, layer: layerOf(sides, state.look, cell) };
  if (rectangle) stretch(rectangle.from, cell);
  else {
    place(cell, event.shiftKey);
    sayPlace();
  }
  if (direction === "layer") changed("view");
  return true;
}

function turnKey(name) {
  if (!isSolid()) return false;
  const [direction, by] = STEPS[name];
  const [yaw, pitch] = state.look.turn;
  hands.turnTo(direction === "across" ? [yaw - 15 * by, pitch] : [yaw, pitch + 15 * by]);
  return true;
}

function edgeKey(event) {
  const sides = sidesOf(state.card);
  const axis = state.look.across;
  place(step(sides, state.cursor, axis, event.key === "Home" ? -sides[axis] : sides[axis]), event.shiftKey);
  sayPlace();
  return true;
}

function actKey(name) {
  if (hands.stretches()) {
    if (rectangle) finishStretch();
    else stretch(state.cursor, state.cursor);
    return true;
  }
  if (hands.paints()) {
    hands.beginStroke();
    hands.paint(state.cursor);
    hands.endStroke();
    return true;
  }
  if (name === " ") return hands.toggleNotes() ?? true;
  return false;
}

function escape() {
  if (rectangle) dropStretch();
  else if (state.selected.length === 1) deselect();
  else place(state.cursor);
  return true;
}

function debounced(act, milliseconds) {
  let timer = null;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
}
