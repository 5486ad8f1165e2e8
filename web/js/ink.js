// What lies on the board besides its entries: colours, lines and corner notes of the player, and cells that are
// pointed out (those that the cursor's cell sees, those with the same value).
//
// The engine draws the board without these. They are laid over its drawing, on copies of the grounds of its cells, so they
// fit every view.

import { isOpen, state, wordAt } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";
/** Where corner notes go, one after the other, in parts of a cell. */
const CORNERS = [[0.15, 0.2], [0.85, 0.2], [0.15, 0.84], [0.85, 0.84], [0.5, 0.2], [0.5, 0.84], [0.15, 0.52], [0.85, 0.52]];
/** The size of a corner note, in parts of a cell. */
const SMALL = 0.2;

/** Draws what the player has put down besides entries. */
export function drawInk(layer, grounds) {
  const { colours, corners, lines } = state.play;
  for (const [cell, chosen] of Object.entries(colours)) {
    for (const ground of grounds.get(Number(cell)) ?? []) layer.append(...bands(ground, chosen));
  }
  for (const [from, to] of lines) {
    const ends = [grounds.get(from)?.[0], grounds.get(to)?.[0]];
    if (ends.every(Boolean)) layer.append(line(...ends));
  }
  for (const [cell, slots] of Object.entries(corners)) {
    const isBare = isOpen(Number(cell)) && state.play.values[cell] === undefined;
    const [ground] = grounds.get(Number(cell)) ?? [];
    if (isBare && ground) layer.append(...notes(ground.getBBox(), slots));
  }
}

function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Several colours of one cell lie side by side. On a tilted face the last one covers it. */
function bands(ground, chosen) {
  const { x, y, width, height } = ground.getBBox();
  const isTilted = state.look.view === "solid" && state.card.sides;
  if (isTilted || chosen.length === 1) {
    const copy = ground.cloneNode(false);
    copy.removeAttribute("data-cell");
    copy.setAttribute("class", `dyed dye-${chosen.at(-1)}`);
    return [copy];
  }
  const part = width / chosen.length;
  return chosen.map((colour, i) => make("rect", { x: x + i * part, y, width: part, height, class: `dyed dye-${colour}` }));
}

function middle(ground) {
  const { x, y, width, height } = ground.getBBox();
  return [x + width / 2, y + height / 2];
}

function line(a, b) {
  const [[x1, y1], [x2, y2]] = [middle(a), middle(b)];
  return make("line", { x1, y1, x2, y2, class: "pen", "stroke-width": a.getBBox().width * 0.1 });
}

function notes({ x, y, width, height }, slots) {
  const values = state.card.legend?.values ?? [];
  const names = slots.map((slot) => values[slot]?.name ?? "");
  // What does not fit is told by its number.
  const shown = names.length > CORNERS.length ? [...names.slice(0, CORNERS.length - 1), "…"] : names;
  return shown.map((name, i) => {
    const [across, down] = CORNERS[i];
    const size = (height * SMALL * 2) / Math.max(2, name.length);
    const text = make("text", { x: x + across * width, y: y + down * height, class: "corner", "font-size": size });
    text.textContent = name;
    return text;
  });
}

/** The cells that are pointed out, as `[class, cells]`, the faintest first. */
export function pointedOut(cells) {
  const { settings, card, sought, cursor, selected } = state;
  const found = [];
  if (state.mode === "play" && settings.peers && selected.length === 1) found.push(["peer", peers(cursor)]);
  const word = sought ?? (settings.same && selected.length > 0 ? wordAt(cursor) : null);
  const isTold = word !== null && card.places === "value" && !card.legend?.values?.[0]?.svg;
  if (!isTold) return found;
  const others = cells.filter((cell) => sought !== null || cell !== cursor);
  found.push(["same", others.filter((cell) => wordAt(cell) === word)]);
  if (sought !== null) found.push(["noted", others.filter((cell) => hasNote(cell, word))]);
  return found;
}

/** The cells that a cell sees: those in a group with it. */
export function peers(cell) {
  const groups = (state.sight?.groups ?? []).filter((group) => group.includes(cell));
  return [...new Set(groups.flat())].filter((other) => other !== cell);
}

function hasNote(cell, word) {
  const slot = (state.card.legend?.values ?? []).findIndex(({ name }) => name === word);
  const isBare = isOpen(cell) && state.play.values[cell] === undefined;
  return isBare && ["notes", "corners"].some((sort) => state.play[sort][cell]?.includes(slot));
}

/** How often each value is still to be entered, by its name; of values for which that is not known there is none. */
export function left() {
  const values = state.card?.legend?.values ?? [];
  const each = state.sight?.each ?? [];
  const placed = new Map();
  for (let cell = 0; cell < (state.card?.cells ?? 0); cell += 1) {
    const word = wordAt(cell);
    if (word !== null) placed.set(word, (placed.get(word) ?? 0) + 1);
  }
  const known = values.flatMap(({ name }, slot) => (typeof each[slot] === "number" ? [[name, each[slot] - (placed.get(name) ?? 0)]] : []));
  return new Map(known);
}
