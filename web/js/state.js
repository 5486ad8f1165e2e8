// The state of the page: the puzzle, the player's entries, the view.
//
// Every change is announced by topic, and the views of a topic listen: `puzzle` (another puzzle or
// other clues), `play` (entries), `view` (how the board is drawn), `place` (cursor and selection),
// `mode`, `tool`, `settings`, `clock`, `kept` (sheets that were kept, and trials).

const STORE = "tilewright";

/** A player's empty sheet: entries, and what helps to think (corner notes, colours, lines). The candidates that hints have struck out are on it too: the next hint continues from
there. */
export function blankPlay() {
  return { values: {}, notes: {}, boxes: [], struck: [], corners: {}, colours: {}, lines: [], isRevealed: false };
}

/** A sheet of which nothing is missing, whatever it was made from. */
export function soundPlay(play) {
  const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  return {
    values: isPlain(play?.values) ? play.values : {},
    notes: isPlain(play?.notes) ? play.notes : {},
    boxes: Array.isArray(play?.boxes) ? play.boxes : [],
    struck: Array.isArray(play?.struck) ? play.struck.filter(Number.isInteger) : [],
    corners: isPlain(play?.corners) ? play.corners : {},
    colours: isPlain(play?.colours) ? play.colours : {},
    lines: Array.isArray(play?.lines) ? play.lines.filter(Array.isArray) : [],
    isRevealed: play?.isRevealed === true,
  };
}

/** The first view of a board. */
export function plainLook() {
  return { view: "layers", across: 0, down: 1, turn: [45, 30], layer: null };
}

export const state = {
  card: null,
  play: blankPlay(),
  mode: "play",
  cursor: 0,
  selected: [0],
  look: plainLook(),
  /** Marks instead of those of the player: "clues", or a list of slots for each cell. */
  marks: null,
  wrong: [],
  differs: [],
  /** True if struck candidates hold for the clues alone, whatever is entered: there is one solution. */
  strikesHold: false,
  /** A solution that is shown while setting, as a sheet of a player. */
  solution: null,
  /** A drawing in the board's place: a step, a solution. */
  picture: null,
  /** The question that such a drawing is the answer to, so that it can be asked for as a file. */
  source: null,
  /** What typing, the pad and dragging put down: "value", "notes", "corner", "colour", "line". */
  tool: "value",
  /** The value whose cells are pointed out, or null. */
  sought: null,
  /** Groups of cells that see each other, and how often each value comes, as far as the engine has said. */
  sight: null,
  /** Sheets of this puzzle that were kept, the newest last: `{play, seconds}`. */
  kept: [],
  /** The sheet before a trial, or null. */
  trial: null,
  /** The value that dragging paints, "" for the eraser, or null where dragging selects. */
  brush: null,
  seconds: 0,
  /** True if the player has touched the board: the clock does not run before. */
  hasBegun: false,
  isPaused: false,
  isDone: false,
  settings: { theme: "system", errors: false, clashes: false, same: true, peers: false, tidy: true, clock: true, check: true },
};

const listeners = new Map();

/** Calls `listener` whenever one of the topics (blank between two) has changed. */
export function on(topics, listener) {
  for (const topic of topics.split(" ")) {
    if (!listeners.has(topic)) listeners.set(topic, []);
    listeners.get(topic).push(listener);
  }
}

/** Says that topics have changed; a listener to several of them is called once. */
export function changed(...topics) {
  const called = new Set(topics.flatMap((topic) => listeners.get(topic) ?? []));
  for (const listener of called) listener();
  save();
}

/** The part of the puzzle that a question carries. */
export function puzzle() {
  return { text: state.card.text, as: state.card.as };
}

/** The visible content of a cell: the clue, or the entry. */
export function wordAt(cell) {
  if (state.card.slots && state.mode === "play" && isOpen(cell)) return state.play.values[cell] ?? null;
  return state.card.clues?.[cell] ?? (state.mode === "play" ? state.play.values[cell] : null) ?? null;
}

/** The values that are entered now: a setter's clues, or a player's. */
export function legendNow() {
  return state.mode === "set" ? (state.card?.clue_legend ?? null) : (state.card?.legend ?? null);
}

/** True if a player may write into a cell. */
export function isOpen(cell) {
  if (state.card.slots) return (state.card.slots[cell]?.length ?? 0) > 0;
  return (state.card.clues?.[cell] ?? null) === null;
}

/** True if the puzzle is played now, by entries or drawing on its board. */
export function isPlayed() {
  return state.mode === "play" && state.card?.cells > 0 && state.card.places !== "none";
}

/** Shows a drawing in the board's place, and names its question; without one the board. */
export function showPicture(picture = null, source = null) {
  Object.assign(state, { picture, source });
}

let isSaving = false;
let remembered = () => [];

/** Saves, with the state, what `past` returns: the sheets that undo goes back to. */
export function alsoSave(past) {
  remembered = past;
}

function save() {
  if (isSaving || !state.card) return;
  isSaving = true;
  // One write for all that changes in a stroke of the pen.
  setTimeout(() => {
    isSaving = false;
    const { play, mode, look, seconds, settings, tool, isDone, kept, trial } = state;
    store({ puzzle: puzzle(), play, mode, look, seconds, settings, tool, isDone, kept, trial, past: remembered() });
  }, 200);
}

function store(value) {
  try {
    localStorage.setItem(STORE, JSON.stringify(value));
  } catch {
    // Private windows may refuse: the page works without.
  }
}

/** The state saved when the page was last open, or an empty object. */
export function restored() {
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? {};
  } catch {
    return {};
  }
}
