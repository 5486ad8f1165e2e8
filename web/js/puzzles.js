// The dialog for another puzzle: from the library, an empty board, a generated one, or a text.

import { focus } from "./board.js";
import { hold, questionOf, read, take } from "./load.js";
import { timeOf } from "./player.js";
import { complain, sentence, tell, wordsOf } from "./say.js";
import * as shelf from "./shelf.js";
import { state } from "./state.js";
import { ask, work } from "./work.js";

const dialog = document.getElementById("puzzles");
const tabs = [...dialog.querySelectorAll("[role=tab]")];
const field = (id) => document.getElementById(id);

const NAMES = { 180: "half turn", 90: "quarter turn" };

let hello = null;

/** Starts the dialog with the engine's description of itself. */
export async function start(answer) {
  hello = answer;
  field("new").addEventListener("click", () => open());
  tabs.forEach((tab) => tab.addEventListener("click", () => choose(tab)));
  dialog.querySelector("[role=tablist]").addEventListener("keydown", tabKey);
  fillBoards();
  fillMakers();
  fillFormats();
  await fillLibrary();
  field("board-form").addEventListener("submit", makeBoard);
  field("make-form").addEventListener("submit", generate);
  field("text-form").addEventListener("submit", readText);
  field("edit-text").addEventListener("click", editText);
}

/** The puzzle on the board as a text to be changed. */
function editText() {
  open("text");
  field("text").value = state.card.text;
  field("text-format").value = state.card.as;
  isOwnText = true;
  field("text").focus();
}

/** True if the text field holds the puzzle of the board. */
let isOwnText = false;

/** The rules of a family, if its description tells them: in sentences. */
export function rulesOf(family) {
  const about = hello.families.find(({ name }) => name === family)?.about ?? "";
  return about.endsWith(".") ? about : null;
}

/** Opens the dialog, at a tab if one is named; earlier texts and errors are cleared. */
export function open(name = null) {
  fillShelf();
  if (name) choose(tabs.find((tab) => tab.id === `tab-${name}`));
  if (isOwnText) field("text").value = "";
  isOwnText = false;
  field("text-format").value = "";
  refuse("");
  dialog.showModal();
}

/** A puzzle is on the board: the keyboard goes there too. */
function finish() {
  dialog.close();
  focus();
}

/** Says why a text is refused. */
function refuse(why) {
  field("text-problem").textContent = why;
  if (why) field("text").setAttribute("aria-invalid", "true");
  else field("text").removeAttribute("aria-invalid");
}

function choose(tab) {
  for (const other of tabs) {
    const isChosen = other === tab;
    other.setAttribute("aria-selected", String(isChosen));
    other.tabIndex = isChosen ? 0 : -1;
    field(other.getAttribute("aria-controls")).hidden = !isChosen;
  }
}

function tabKey(event) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  const at = tabs.findIndex((tab) => tab.getAttribute("aria-selected") === "true");
  const next = tabs[(at + by + tabs.length) % tabs.length];
  choose(next);
  next.focus();
  event.preventDefault();
}

// --- library -------------------------------------------------------------------------------------

/** The puzzles that come with the page. */
export async function library() {
  return (await fetch("library.json")).json();
}

async function fillLibrary() {
  const shelf = field("library");
  for (const { group, puzzles } of await library()) {
    const head = document.createElement("h3");
    head.textContent = group;
    const list = document.createElement("ul");
    list.append(...puzzles.map(libraryItem));
    shelf.append(head, list);
  }
}

function libraryItem(puzzle) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  const name = document.createElement("strong");
  name.textContent = puzzle.name;
  const about = document.createElement("span");
  about.textContent = puzzle.about;
  button.append(name, about);
  button.addEventListener("click", async () => {
    if (await read(puzzle.text, puzzle.as)) finish();
  });
  item.append(button);
  return item;
}

// --- puzzles from before --------------------------------------------------------------------------

function fillShelf() {
  shelf.note();
  const items = shelf.list().map(shelfItem);
  field("before").replaceChildren(...items);
  field("before-none").hidden = items.length > 0;
}

function shelfItem(entry) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  const name = document.createElement("strong");
  name.textContent = entry.title;
  const about = document.createElement("span");
  const day = new Date(entry.at).toLocaleDateString();
  about.textContent = `${entry.isDone ? "solved in" : "left after"} ${timeOf(entry.seconds)}, ${day}`;
  button.append(name, about);
  button.addEventListener("click", async () => {
    if (await hold({ do: "read", text: entry.text, as: entry.as }, shelf.sheetOf(entry))) finish();
  });
  item.append(button);
  return item;
}

// --- boards and makers ---------------------------------------------------------------------------

function fillBoards() {
  const boards = hello.families.flatMap((family) => family.boards ?? []);
  field("board-kind").replaceChildren(...boards.map(({ name }) => new Option(name, name)));
  const suit = () => {
    const { name, example } = boards[field("board-kind").selectedIndex];
    offerSizes("board", name, example);
  };
  field("board-kind").addEventListener("change", suit);
  listenToSizes("board");
  suit();
}

/** The sizes of a kind as a menu, whose last line is a field for any other. */
function offerSizes(form, kind, example) {
  const sizes = hello.sizes[kind];
  const options = sizes.map(({ size, name }) => new Option(name, size));
  field(`${form}-sizes`).replaceChildren(...options, new Option("Another size …", ""));
  const isKnown = sizes.some(({ size }) => size === example);
  field(`${form}-sizes`).value = isKnown ? example : (sizes[0]?.size ?? "");
  field(`${form}-example`).textContent = hello.sizing[kind];
  field(`${form}-size`).value = field(`${form}-sizes`).value || example;
  showOther(form);
}

function listenToSizes(form) {
  field(`${form}-sizes`).addEventListener("change", ({ target }) => {
    if (target.value) field(`${form}-size`).value = target.value;
    showOther(form);
    if (!target.value) field(`${form}-size`).select();
  });
}

function showOther(form) {
  const isOther = field(`${form}-sizes`).value === "";
  field(`${form}-other`).hidden = !isOther;
  field(`${form}-example`).hidden = !isOther;
}

function fillMakers() {
  const makers = hello.generators;
  field("make-kind").replaceChildren(...makers.map(({ name }) => new Option(name, name)));
  const suit = () => {
    const { name, example, levels, symmetries } = makers[field("make-kind").selectedIndex];
    offerSizes("make", name, example);
    offer("make-level", "any", levels);
    offer("make-symmetry", "none", symmetries.filter((word) => word !== "none"));
  };
  field("make-kind").addEventListener("change", suit);
  listenToSizes("make");
  suit();
}

function offer(id, none, words) {
  field(id).replaceChildren(new Option(none, ""), ...words.map((word) => new Option(NAMES[word] ?? word, word)));
  field(id).closest(".field").hidden = words.length === 0;
}

async function makeBoard(event) {
  event.preventDefault();
  const [kind, size] = [field("board-kind").value, field("board-size").value.trim()];
  if (await hold({ do: "board", kind, size }, { mode: "set" })) finish();
}

async function generate(event) {
  event.preventDefault();
  const wish = (key, id) => (field(id).value.trim() ? { [key]: field(id).value.trim() } : {});
  const seed = field("make-seed").value.trim();
  dialog.close();
  await make({
    kind: field("make-kind").value,
    size: field("make-size").value.trim(),
    ...wish("level", "make-level"),
    ...wish("symmetry", "make-symmetry"),
    ...(field("make-minimal").checked ? { minimal: true } : {}),
    ...(/^[0-9]{1,15}$/.test(seed) ? { seed: Number(seed) } : {}),
  });
}

/** Makes a puzzle to order and puts it on the board; says whether there was one. */
async function make(order) {
  const question = { do: "generate", seed: Math.floor(Math.random() * 2 ** 32), ...order, limits: { seconds: 60 } };
  const reply = await work("Generating", question);
  if (!reply) return false;
  const { answer, card, claim } = reply;
  if (card) take(card, { mode: state.mode === "explain" ? "play" : state.mode });
  if (answer.status === "missed") {
    tell(`${answer.reason}${card ? "; this is the nearest." : "."}`, "warn");
    return false;
  }
  orders.set(card.text, order);
  const said = [`${card.title}, seed ${question.seed}`, claim, answer.reason];
  tell(said.filter(Boolean).map(sentence).join(" "));
  return true;
}

// --- the next of its kind ------------------------------------------------------------------------

/** What was ordered of the puzzles that were made here, by their texts. */
const orders = new Map();

/** The order for a puzzle like the one on the board, or one that is some levels harder; null if there is none. */
function orderLike(harder) {
  const { card } = state;
  const made = card && orders.get(card.text);
  const maker = hello?.generators.find(({ name }) => name === (made?.kind ?? card?.family));
  if (!maker) return null;
  const size = made?.size ?? sizeLike(maker.name, card);
  if (!size) return null;
  const { levels } = maker;
  const level = levels[levels.indexOf(made?.level) + harder];
  if (harder && !level) return null;
  const { seed, ...order } = { ...made, kind: maker.name, size };
  return level === undefined || (!harder && !made?.level) ? order : { ...order, level };
}

/** The size of a board in the plane: that of the menu, or rows by columns. */
function sizeLike(kind, { sides, rows, columns }) {
  if (sides) return null;
  const known = (hello.sizes[kind] ?? []).find(({ name }) => name === `${rows}×${columns}`);
  return known?.size ?? `${rows}x${columns}`;
}

/** True if there is a next one. */
export function hasLike(harder) {
  return orderLike(harder) !== null;
}

/** Makes another puzzle like the one on the board, or a harder one. */
export async function likeThis(harder) {
  const order = orderLike(harder);
  if (order && (await make(order))) focus();
}

// --- text ----------------------------------------------------------------------------------------

function fillFormats() {
  const select = field("text-format");
  select.replaceChildren(new Option("by its looks", ""));
  for (const family of hello.families) {
    const group = document.createElement("optgroup");
    group.label = family.name;
    const formats = family.formats.filter((format) => format.reads);
    group.append(...formats.map(({ name }) => new Option(`${family.name}: ${name}`, `${family.name}:${name}`)));
    select.append(group);
  }
}

async function readText(event) {
  event.preventDefault();
  refuse("");
  try {
    const { card, play } = await ask(questionOf(field("text").value, field("text-format").value || null));
    take(card, play ? { play } : {});
    field("text").value = "";
    finish();
  } catch (error) {
    refuse(wordsOf(error));
    if (error.name !== "EngineError") complain(error);
  }
}
