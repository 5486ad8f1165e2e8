// Boards in space: layers side by side, one layer alone, or the whole turned in the hand.

import { axisName, layerCount, layerOf, otherAxes, sidesOf, coordinates } from "./geometry.js";
import { changed, on, showPicture, state } from "./state.js";

const bar = document.getElementById("space");
const slices = document.getElementById("slices");
const solid = document.getElementById("view-solid");
const layers = document.getElementById("view-layers");
const single = document.getElementById("view-layer");
const slider = document.getElementById("layer-slider");
const name = document.getElementById("layer-name");

/** Starts the controls. */
export function start() {
  on("puzzle view", show);
  on("place", followCursor);
  layers.addEventListener("click", () => setLook({ view: "layers", layer: null }));
  single.addEventListener("click", () => setLook({ view: "layers", layer: layerOfCursor() }));
  solid.addEventListener("click", () => setLook({ view: "solid", layer: null }));
  slices.addEventListener("change", () => {
    const [across, down] = slices.value.split(",").map(Number);
    const layer = state.look.layer === null ? null : layerOf(sidesOf(state.card), { across, down }, state.cursor);
    setLook({ across, down, layer });
  });
  slider.addEventListener("input", () => setLook({ layer: Number(slider.value) }));
  for (const [id, yaw, pitch] of [["left", 15, 0], ["right", -15, 0], ["up", 0, -15], ["down", 0, 15]]) {
    document.getElementById(`turn-${id}`).addEventListener("click", () => {
      turnTo([state.look.turn[0] + yaw, state.look.turn[1] + pitch]);
    });
  }
}

/** Turns the board to these angles, in degrees. */
export function turnTo([yaw, pitch]) {
  const turn = [((Math.round(yaw) + 540) % 360) - 180, Math.min(Math.max(Math.round(pitch), -85), 85)];
  setLook({ turn });
}

function setLook(parts) {
  state.look = { ...state.look, ...parts };
  if (state.mode !== "explain") showPicture();
  changed("view");
}

function layerOfCursor() {
  return layerOf(sidesOf(state.card), state.look, state.cursor);
}

function followCursor() {
  if (!state.card?.sides || state.look.layer === null) return;
  const layer = layerOfCursor();
  if (layer !== state.look.layer) setLook({ layer });
}

function show() {
  const isSpace = Boolean(state.card?.sides);
  bar.hidden = !isSpace;
  if (!isSpace) return;
  const { view, layer, across, down } = state.look;
  const sides = sidesOf(state.card);
  layers.setAttribute("aria-pressed", String(view === "layers" && layer === null));
  single.setAttribute("aria-pressed", String(view === "layers" && layer !== null));
  solid.setAttribute("aria-pressed", String(view === "solid"));
  document.getElementById("turns").hidden = view !== "solid";
  document.getElementById("slicing").hidden = view === "solid";
  document.getElementById("layering").hidden = layer === null;
  showSlices(sides, `${across},${down}`);
  if (layer === null) return;
  slider.max = layerCount(sides, state.look) - 1;
  slider.value = layer;
  name.textContent = layerWords(sides, layer);
  slider.setAttribute("aria-valuetext", name.textContent);
}

function showSlices(sides, value) {
  const pairs = sides.flatMap((_, a) => sides.map((_, b) => [a, b]).filter(([x, y]) => x < y));
  const wanted = pairs.map((pair) => pair.join(",")).join(";");
  if (slices.dataset.pairs !== wanted) {
    slices.dataset.pairs = wanted;
    slices.replaceChildren(
      ...pairs.map(([a, b]) => new Option(`${axisName(a)}s across, ${axisName(b)}s down`, `${a},${b}`)),
    );
  }
  slices.value = value;
}

function layerWords(sides, layer) {
  const others = otherAxes(sides, state.look);
  const at = coordinates(others.map((axis) => sides[axis]), layer);
  return others.map((axis, i) => `${axisName(axis)} ${at[i] + 1}`).join(", ");
}

