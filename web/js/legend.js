// What the colours of a step mean: a line for each that is on the board now. Pointing at a line lights its marks.

const SVG = "http://www.w3.org/2000/svg";
/** The emphases of the engine's drawings, in the order of a sentence, and their meaning. */
const MEANINGS = Object.entries({
  base: "the step looks here",
  cover: "this is why",
  fin: "an exception, or an assumption",
  wrong: "here is the contradiction",
  removed: "goes",
  picked: "found",
});

/** Fills a list with the meanings of the colours in a drawing. */
export function show(list, drawing) {
  const entries = drawing ? MEANINGS.filter(([name]) => marks(drawing, name).length > 0) : [];
  list.hidden = entries.length === 0;
  list.replaceChildren(...entries.map(([name, words]) => entry(name, words)));
}

function marks(drawing, name) {
  return drawing.querySelectorAll(["f-soft", "f-tint", "f-strong", "s-strong"].map((part) => `.${part}-${name}`).join(", "));
}

function entry(name, words) {
  const item = document.createElement("li");
  const chip = document.createElementNS(SVG, "svg");
  chip.setAttribute("class", "tw");
  chip.setAttribute("viewBox", "0 0 16 16");
  chip.setAttribute("aria-hidden", "true");
  const square = document.createElementNS(SVG, "rect");
  for (const [key, value] of Object.entries({ x: 2, y: 2, width: 12, height: 12, rx: 3, "stroke-width": 2 })) square.setAttribute(key, value);
  square.setAttribute("class", `f-soft-${name} s-strong-${name}`);
  chip.append(square);
  item.append(chip, words);
  const light = (isLit) => {
    const drawing = document.querySelector("#drawing svg");
    drawing?.toggleAttribute("data-lit", isLit);
    if (drawing) for (const mark of marks(drawing, name)) mark.toggleAttribute("data-light", isLit);
  };
  item.addEventListener("pointerenter", () => light(true));
  item.addEventListener("pointerleave", () => light(false));
  return item;
}
