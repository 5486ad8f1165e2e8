// Output: a link, a file in any format, a picture, a sheet of paper.

import { look } from "./board.js";
import { download } from "./files.js";
import { complain, tell } from "./say.js";
import { changed, puzzle, state } from "./state.js";
import { ask } from "./work.js";

const shareDialog = document.getElementById("share-dialog");
const exportDialog = document.getElementById("export-dialog");
const link = document.getElementById("share-link");
const withPlay = document.getElementById("share-play");
const format = document.getElementById("export-format");
const preview = document.getElementById("export-text");
const LONGEST_SIDE = 4096;

/** Starts the dialogs. */
export function start() {
  document.getElementById("share").addEventListener("click", share);
  document.getElementById("share-copy").addEventListener("click", () => copy(link.value, "The link is copied."));
  withPlay.addEventListener("change", writeLink);
  document.getElementById("export").addEventListener("click", openExport);
  format.addEventListener("change", writeText);
  document.getElementById("export-copy").addEventListener("click", () => copy(preview.value, "Copied."));
  document.getElementById("export-save").addEventListener("click", saveText);
  document.getElementById("export-svg").addEventListener("click", () => attempt(saveSvg));
  document.getElementById("export-png").addEventListener("click", () => attempt(savePng));
  document.getElementById("print").addEventListener("click", () => window.print());
  // Paper is white, whatever the screen is.
  addEventListener("beforeprint", () => (document.documentElement.dataset.theme = "light"));
  addEventListener("afterprint", () => changed("settings"));
}

async function attempt(act) {
  try {
    await act();
  } catch (error) {
    complain(error);
  }
}

// --- links ---------------------------------------------------------------------------------------

async function share() {
  withPlay.closest("label").hidden = state.mode !== "play";
  link.value = "";
  shareDialog.showModal();
  await writeLink();
  link.select();
}

function writeLink() {
  return attempt(async () => {
    const question = { do: "share", puzzle: puzzle() };
    if (withPlay.checked && state.mode === "play") question.play = state.play;
    const answer = await ask(question);
    link.value = `${location.origin}${location.pathname}#${answer.link.replace(/^#/, "")}`;
  });
}

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    tell(done);
  } catch {
    tell("The browser does not let the page copy. Select the text and copy it.", "warn");
  }
}

// --- files ---------------------------------------------------------------------------------------

async function openExport() {
  const options = state.card.formats.map(({ name, about }) => new Option(about ? `${name}: ${about}` : name, name));
  format.replaceChildren(...options);
  exportDialog.showModal();
  await writeText();
}

function writeText() {
  return attempt(async () => {
    preview.value = "";
    preview.value = (await ask({ do: "convert", puzzle: puzzle(), to: format.value })).text;
  });
}

function fileName(ending) {
  return `${state.card.family}.${ending}`;
}

/** The name of a picture: that of a step has its number. */
function pictureName(ending) {
  const step = state.picture === null ? undefined : state.source?.draw;
  return fileName(step ? `step-${step}.${ending}` : ending);
}

function saveText() {
  const ending = { json: "json", toml: "toml", "layers-toml": "toml", cnf: "cnf" }[format.value] ?? "txt";
  download(fileName(ending), preview.value, "text/plain");
}

/** The drawing on the board as a file of its own: a step, a solution, or the puzzle. */
async function picture() {
  const { wrong, differs, picked, width, in_row: row, ...plain } = look();
  if (state.picture === null || !state.source) return (await ask({ do: "render", puzzle: puzzle(), look: plain, theme: "light" })).svg;
  // Steps come as news, one hint or solution as the answer.
  let svg = null;
  const news = ({ svg: drawn }) => (svg = drawn ?? svg);
  const answer = await ask({ ...state.source, look: plain, theme: "light" }, { lane: "export", news });
  svg ??= answer.svg;
  if (!svg) throw new Error("this drawing is too large");
  return svg;
}

async function saveSvg() {
  download(pictureName("svg"), await picture(), "image/svg+xml");
}

async function savePng() {
  download(pictureName("png"), await png());
}

/** Copies words together with the picture on the board; the words alone where the browser takes no pictures. */
export async function copyPicture(words) {
  try {
    const takesPictures = typeof ClipboardItem !== "undefined" && navigator.clipboard?.write;
    if (!takesPictures) return await copy(words, "The words of the step are copied.");
    // The picture is promised, for the browser asks for the copy while the press is still fresh.
    const item = { "text/plain": new Blob([words], { type: "text/plain" }), "image/png": png() };
    await navigator.clipboard.write([new ClipboardItem(item)]);
    tell("The step is copied, as a picture and as words.");
  } catch {
    tell("The browser does not let the page copy. Export saves the picture of the step.", "warn");
  }
}

/** The drawing on the board as PNG. */
async function png() {
  const url = URL.createObjectURL(new Blob([await picture()], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return await painted(image);
  } finally {
    URL.revokeObjectURL(url);
  }
}

function painted(image) {
  const scale = Math.min(3, LONGEST_SIDE / Math.max(image.naturalWidth, image.naturalHeight, 1));
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(image.naturalWidth * scale);
  canvas.height = Math.ceil(image.naturalHeight * scale);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))), "image/png");
  });
}
