// Puzzles that come as files or from the clipboard, and files that go out.

import { read } from "./load.js";
import { tell } from "./say.js";

const LARGEST = 4 << 20;

/** Starts: dropping a file, choosing one, pasting onto the page. */
export function start() {
  const chooser = document.getElementById("file");
  document.getElementById("file-open").addEventListener("click", () => chooser.click());
  chooser.addEventListener("change", async () => {
    if (await take(chooser.files[0])) document.getElementById("puzzles").close();
    chooser.value = "";
  });
  addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].some((type) => type === "Files" || type === "text/plain")) return;
    event.preventDefault();
    document.body.dataset.dropping = "";
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) delete document.body.dataset.dropping;
  });
  addEventListener("drop", drop);
  addEventListener("paste", (event) => {
    if (isTyping(event.target)) return;
    const text = event.clipboardData?.getData("text/plain");
    if (text?.trim()) read(text);
  });
}

/** True if keys go into a field. */
export function isTyping(element) {
  return Boolean(element?.closest?.("input:not([type=range], [type=checkbox]), textarea, select"));
}

async function drop(event) {
  delete document.body.dataset.dropping;
  const [file] = event.dataTransfer.files;
  const text = event.dataTransfer.getData("text/plain");
  if (!file && !text) return;
  event.preventDefault();
  if (file) await take(file);
  else await read(text);
}

async function take(file) {
  if (!file) return false;
  if (file.size > LARGEST) {
    tell(`${file.name} is too large to be a puzzle.`, "error");
    return false;
  }
  return read(await file.text());
}

/** Hands a file to the user. */
export function download(name, content, type) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
