// The pad: a button for each value, and the eraser; for those who tap, and to choose what dragging
// paints.

import { asElement } from "./board.js";
import * as editor from "./editor.js";
import { left } from "./ink.js";
import { tell } from "./say.js";
import { changed, isPlayed, legendNow, on, state } from "./state.js";

const pad = document.getElementById("pad");
const tools = document.getElementById("pad-tools");
const seek = document.getElementById("seek");
/** The buttons that say what the pad and the keys put down. */
const TOOLS = { value: "tool-value", notes: "notes", corner: "tool-corner", colour: "tool-colour", line: "tool-line" };
const COLOUR_NAMES = ["grey", "red", "orange", "yellow", "green", "teal", "blue", "purple"];
const paint = document.getElementById("paint");
const number = document.getElementById("number");

/** Starts the pad. */
export function start() {
  on("puzzle mode tool sight", show);
  on("play", showLeft);
  // The keyboard stays on the board while a mouse or finger uses the pad.
  for (const part of [pad, tools]) part.addEventListener("pointerdown", (event) => event.preventDefault());
  tools.querySelector("input").addEventListener("pointerdown", (event) => event.stopPropagation());
  number.addEventListener("change", () => {
    const text = number.value.trim();
    if (editor.isWord(text)) editor.enter(text);
    else if (text) tell(`“${text.slice(0, 20)}” is not a clue here: a number from 1 to ${state.card.legend.numbers} is, or a question mark.`, "warn");
    number.value = "";
  });
  for (const [tool, id] of Object.entries(TOOLS)) {
    document.getElementById(id).addEventListener("click", () => takeTool(tool === state.tool ? "value" : tool));
  }
  seek.addEventListener("click", () => {
    isSeeking = !isSeeking;
    state.sought = null;
    changed("tool", "place");
  });
  paint.addEventListener("click", () => {
    state.brush = state.brush === null ? (valuesOf()[0]?.name ?? "") : null;
    changed("tool");
  });
}

/** True if a value on the pad points out its cells, and enters nothing. */
let isSeeking = false;

/** Notes on or off. */
export function toggleNotes() {
  if (state.mode !== "play" || state.card?.places !== "value") return;
  takeTool(state.tool === "notes" ? "value" : "notes");
}

function takeTool(tool) {
  state.tool = tool;
  changed("tool");
}

/** True if a tool is of use on the board: notes are for values that are written. */
function suits(tool) {
  const isOfNotes = tool === "notes" || tool === "corner";
  return !isOfNotes || (state.card.places === "value" && !editor.isDrawnByHand());
}

/** The tool for a new puzzle: tiles are painted, all else is typed. */
export function fitBrush() {
  state.brush = valuesOf().some((value) => value.svg) ? valuesOf()[0].name : null;
}

function valuesOf() {
  const legend = legendNow();
  if (legend?.values) return legend.values;
  // Small numbers are tapped, larger ones typed.
  const most = Math.min(legend?.numbers ?? 0, 12);
  return Array.from({ length: most }, (_, i) => ({ name: String(i + 1), svg: null }));
}

function show() {
  const isPlaying = isPlayed();
  if (!isPlaying || !suits(state.tool)) state.tool = "value";
  const isWritten = legendNow() && !editor.isDrawnByHand() && (state.mode === "set" || (isPlaying && state.card.places === "value"));
  const isDyeing = isPlaying && state.tool === "colour";
  pad.hidden = !(isWritten || isDyeing) || state.tool === "line";
  tools.hidden = !(isWritten || isPlaying);
  showTools(isPlaying, isWritten);
  if (pad.hidden) return;
  if (isDyeing) showColours();
  else showValues();
}

function showTools(isPlaying, isWritten) {
  document.getElementById("tools").hidden = !isPlaying;
  for (const [tool, id] of Object.entries(TOOLS)) {
    document.getElementById(id).hidden = !isPlaying || !suits(tool);
    document.getElementById(id).setAttribute("aria-pressed", String(state.tool === tool));
  }
  document.getElementById(TOOLS.value).textContent = isPlaying && !isWritten ? "Draw" : "Value";
  const isOfValues = Boolean(isWritten && legendNow().values);
  const isDrawn = isOfValues && valuesOf().some((value) => value.svg);
  seek.hidden = !isPlaying || !isOfValues || isDrawn;
  if (seek.hidden) isSeeking = false;
  seek.setAttribute("aria-pressed", String(isSeeking));
  document.getElementById("number-field").hidden = !isWritten || !legendNow().numbers;
  paint.hidden = Boolean(state.card?.slots) || !isOfValues || (isPlaying && !isDrawn) || state.tool !== "value";
  paint.setAttribute("aria-pressed", String(!paint.hidden && editor.paints()));
}

function showValues() {
  const isPainting = editor.paints();
  const values = valuesOf();
  pad.dataset.drawn = values.some((value) => value.svg) ? "yes" : "no";
  pad.toggleAttribute("data-few", values.length < 10 && values.length > 3);
  pad.replaceChildren(...values.map((value) => button(value, isPainting)), eraser(isPainting));
  pad.querySelectorAll("svg").forEach(crop);
  showLeft();
}

/** How often each value is still to come, small on its button; a value that is all there is dimmed. */
function showLeft() {
  if (pad.hidden || state.mode !== "play" || state.tool === "colour") return;
  const counts = left();
  for (const element of pad.querySelectorAll(".value[data-word]")) {
    const count = counts.get(element.dataset.word);
    const isKnown = count !== undefined && !element.querySelector("svg");
    element.toggleAttribute("data-done", isKnown && count <= 0);
    if (isKnown) element.dataset.left = String(count);
    else delete element.dataset.left;
  }
}

function showColours() {
  pad.dataset.drawn = "no";
  pad.setAttribute("data-few", "");
  const swatch = (name, i) => {
    const element = document.createElement("button");
    element.type = "button";
    element.className = "value swatch";
    element.setAttribute("aria-label", `colour ${i + 1}, ${name}`);
    element.title = name;
    const chip = document.createElement("span");
    chip.className = `chip dye-${i + 1}`;
    element.append(chip);
    element.addEventListener("click", () => editor.dye(i + 1));
    return element;
  };
  pad.replaceChildren(...COLOUR_NAMES.map(swatch), eraser(false));
}

function button({ name, svg }, isPainting) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "value";
  element.setAttribute("aria-label", isPainting ? `paint ${name}` : `enter ${name}`);
  element.title = name;
  element.dataset.word = name;
  if (svg) element.append(picture(svg));
  else element.append(name);
  return wired(element, name, isPainting);
}

function picture(svg) {
  const element = asElement(svg);
  element.setAttribute("aria-hidden", "true");
  return element;
}

/** A tile fills its button, without the edge of a drawing. */
function crop(element) {
  const ground = element.querySelector("[data-cell]");
  if (!ground) return;
  const { x, y, width, height } = ground.getBBox();
  element.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
}

function eraser(isPainting) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "value eraser";
  element.setAttribute("aria-label", isPainting ? "paint with the eraser" : "clear");
  element.title = "clear";
  element.textContent = "⌫";
  return wired(element, "", isPainting);
}

function wired(element, name, isPainting) {
  if (isSeeking && name) element.setAttribute("aria-pressed", String(state.sought === name));
  if (isPainting) element.setAttribute("aria-pressed", String(state.brush === name));
  element.addEventListener("click", () => {
    if (isPainting) {
      const hadFocus = document.activeElement === element;
      state.brush = name;
      changed("tool");
      if (hadFocus) pad.querySelector("[aria-pressed=true]")?.focus();
    } else if (isSeeking && name) {
      state.sought = state.sought === name ? null : name;
      changed("tool", "place");
    } else if (name === "") {
      editor.clear();
    } else {
      editor.enter(name);
    }
  });
  return element;
}
