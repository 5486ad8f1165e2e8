// The pad: a button for each value, and the eraser; for those who tap, and to choose what dragging
// paints.

import { asElement } from "./board.js";
import * as editor from "./editor.js";
import { tell } from "./say.js";
import { changed, legendNow, on, state } from "./state.js";

const pad = document.getElementById("pad");
const tools = document.getElementById("pad-tools");
const notes = document.getElementById("notes");
const paint = document.getElementById("paint");
const number = document.getElementById("number");

/** Starts the pad. */
export function start() {
  on("puzzle mode tool", show);
  // The keyboard stays on the board while a mouse or finger uses the pad.
  for (const part of [pad, tools]) part.addEventListener("pointerdown", (event) => event.preventDefault());
  tools.querySelector("input").addEventListener("pointerdown", (event) => event.stopPropagation());
  number.addEventListener("change", () => {
    const text = number.value.trim();
    if (editor.isWord(text)) editor.enter(text);
    else if (text) tell(`“${text.slice(0, 20)}” is not a clue here: a number from 1 to ${state.card.legend.numbers} is, or a question mark.`, "warn");
    number.value = "";
  });
  notes.addEventListener("click", toggleNotes);
  paint.addEventListener("click", () => {
    state.brush = state.brush === null ? (valuesOf()[0]?.name ?? "") : null;
    changed("tool");
  });
}

/** Notes on or off. */
export function toggleNotes() {
  if (state.mode !== "play" || state.card?.places !== "value") return;
  state.notes = !state.notes;
  changed("tool");
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
  const isOn = legendNow() && !editor.isDrawnByHand() && (state.mode === "set" || (state.mode === "play" && state.card.places === "value"));
  pad.hidden = tools.hidden = !isOn;
  if (!isOn) return;
  const isPainting = editor.paints();
  const values = valuesOf();
  pad.dataset.drawn = values.some((value) => value.svg) ? "yes" : "no";
  pad.toggleAttribute("data-few", values.length < 10 && values.length > 3);
  pad.replaceChildren(...values.map((value) => button(value, isPainting)), eraser(isPainting));
  pad.querySelectorAll("svg").forEach(crop);
  document.getElementById("number-field").hidden = !legendNow().numbers;
  notes.hidden = state.mode !== "play";
  notes.setAttribute("aria-pressed", String(state.notes));
  paint.hidden = Boolean(state.card.slots) || !legendNow().values || (state.mode === "play" && pad.dataset.drawn === "no");
  paint.setAttribute("aria-pressed", String(isPainting));
}

function button({ name, svg }, isPainting) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "value";
  element.setAttribute("aria-label", isPainting ? `paint ${name}` : `enter ${name}`);
  element.title = name;
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
  if (isPainting) element.setAttribute("aria-pressed", String(state.brush === name));
  element.addEventListener("click", () => {
    if (isPainting) {
      const hadFocus = document.activeElement === element;
      state.brush = name;
      changed("tool");
      if (hadFocus) pad.querySelector("[aria-pressed=true]")?.focus();
    } else if (name === "") {
      editor.clear();
    } else {
      editor.enter(name);
    }
  });
  return element;
}
