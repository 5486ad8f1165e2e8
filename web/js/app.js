// The page: wires its parts together and opens the first puzzle.

import * as board from "./board.js";
import * as cube from "./cube.js";
import * as editor from "./editor.js";
import { connect } from "./engine.js";
import * as explain from "./explain.js";
import * as files from "./files.js";
import * as history from "./history.js";
import * as keypad from "./keypad.js";
import { read, take } from "./load.js";
import * as output from "./output.js";
import * as player from "./player.js";
import * as puzzles from "./puzzles.js";
import { complain, say } from "./say.js";
import * as setter from "./setter.js";
import * as settings from "./settings.js";
import * as shelf from "./shelf.js";
import { alsoSave, changed, on, restored, showPicture, soundPlay, state } from "./state.js";
import * as work from "./work.js";

const MODES = ["set", "play", "explain"];
const saved = restored();

async function start() {
  settings.start(saved.settings ?? {});
  const engine = await connect();
  work.start(engine);
  const hello = await work.ask({ do: "hello" });
  style(hello.style);
  wire();
  await puzzles.start(hello);
  alsoSave(history.past);
  document.getElementById("version").textContent = `Tilewright ${hello.version}, ${engine.kind === "native" ? "native engines" : "in this browser"}`;
  await openFirst();
  document.body.dataset.ready = engine.kind;
  if (engine.kind === "wasm") installOffline();
}

/** The colours of drawings come from the engine that makes them. */
function style(css) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}

function wire() {
  board.start(work.ask, {
    ...editor,
    turnTo: cube.turnTo,
    stepKey: explain.key,
    toggleNotes: keypad.toggleNotes,
    complain,
  });
  for (const part of [keypad, setter, player, explain, cube, files, output, shelf]) part.start();
  for (const mode of MODES) document.getElementById(`mode-${mode}`).addEventListener("click", () => setMode(mode));
  on("mode puzzle", showMode);
  on("puzzle play mode", showHistory);
  document.getElementById("undo").addEventListener("click", undo);
  document.getElementById("redo").addEventListener("click", redo);
  document.getElementById("help").addEventListener("click", () => document.getElementById("help-dialog").showModal());
  for (const button of document.querySelectorAll("dialog [data-close]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
  addEventListener("keydown", shortcut);
  addEventListener("hashchange", followLink);
}

// --- the first puzzle ----------------------------------------------------------------------------

async function openFirst() {
  const opened = await openLink();
  if (opened === true) return;
  if (!(saved.puzzle && (await reopen()))) {
    const [{ puzzles: first }] = await puzzles.library();
    await read(first[0].text, first[0].as);
  }
  // Said last: another puzzle clears earlier messages.
  if (opened) complain(opened);
}

/** Opens the puzzle in the address: true if there is one, false if there is none, or its fault. */
async function openLink() {
  const link = location.hash.slice(1);
  if (!link) return false;
  try {
    const { card, play } = await work.ask({ do: "open", link });
    take(card, { mode: "play", ...(play ? { play } : {}) });
  } catch (error) {
    return error;
  }
  // The address would otherwise bring back this puzzle at each reload, over later changes.
  window.history.replaceState(null, "", location.pathname + location.search);
  return true;
}

async function followLink() {
  const opened = await openLink();
  if (opened instanceof Error) complain(opened);
}

async function reopen() {
  try {
    const { card } = await work.ask({ do: "read", ...saved.puzzle });
    const mode = MODES.includes(saved.mode) ? saved.mode : "play";
    const { play, look, seconds, isDone } = saved;
    take(card, { play, look, seconds: Number(seconds) || 0, isDone: isDone === true, mode });
    if (typeof saved.tool === "string") state.tool = saved.tool;
    if (Array.isArray(saved.kept)) state.kept = saved.kept.map(({ play: kept, seconds: at }) => ({ play: soundPlay(kept), seconds: Number(at) || 0 }));
    state.trial = saved.trial ? soundPlay(saved.trial) : null;
    if (Array.isArray(saved.past)) history.recall(saved.past.map(soundPlay));
    changed("tool", "play", "kept");
    return true;
  } catch {
    return false;
  }
}

// --- modes, undo, keys ---------------------------------------------------------------------------

function setMode(mode) {
  if (mode === state.mode) return;
  work.stop();
  showPicture();
  Object.assign(state, { mode, solution: null, wrong: [], differs: [], isPaused: false });
  changed("mode", "view", "tool", "clock", "place");
  say(`${mode} mode`);
}

function showMode() {
  document.body.dataset.mode = state.mode;
  for (const mode of MODES) {
    document.getElementById(`mode-${mode}`).setAttribute("aria-pressed", String(mode === state.mode));
    document.getElementById(`panel-${mode}`).hidden = mode !== state.mode;
  }
  if (!state.card) return;
  const title = player.capital(state.card.title);
  document.getElementById("title").textContent = title;
  document.title = `${title} · Tilewright`;
  showRules(puzzles.rulesOf(state.card.family));
  const keys = state.mode === "explain" ? "arrow keys go from step to step" : "arrow keys move, letters and digits enter";
  document.getElementById("board").setAttribute("aria-label", `${title}; ${keys}`);
}

/** The rules of the genre, beside the board. */
function showRules(words) {
  document.getElementById("genre-rules").hidden = words === null;
  document.getElementById("rules-words").textContent = words;
}

function showHistory() {
  const { back, forth } = history.reach();
  document.getElementById("undo").setAttribute("aria-disabled", String(!back));
  document.getElementById("redo").setAttribute("aria-disabled", String(!forth));
}

function undo() {
  const undone = history.undo();
  if (undone === "puzzle") say(`back to ${state.card.title}`);
  else say(undone ? "undone" : "nothing to undo");
}

function redo() {
  const redone = history.redo();
  if (redone === "puzzle") say(`forth to ${state.card.title}`);
  else say(redone ? "done again" : "nothing to redo");
}

function shortcut(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || files.isTyping(event.target)) return;
  const key = event.key.toLowerCase();
  if (key === "z") event.shiftKey ? redo() : undo();
  else if (key === "y") redo();
  else return;
  event.preventDefault();
}

// --- offline -------------------------------------------------------------------------------------

function installOffline() {
  navigator.serviceWorker?.register("sw.js").catch(() => {
    // Some browsers refuse in private windows; the page works without.
  });
}

start().catch((error) => {
  document.getElementById("title").textContent = "The engine did not start";
  complain(error);
});
