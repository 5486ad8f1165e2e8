// Another puzzle on the board.

import { layerCount } from "./geometry.js";
import * as history from "./history.js";
import * as keypad from "./keypad.js";
import { complain, hush, say } from "./say.js";
import { blankPlay, changed, plainLook, showPicture, soundPlay, state } from "./state.js";
import { ask, stop } from "./work.js";

/** Puts a puzzle on the board, with a player's entries. */
export function take(card, { play = blankPlay(), mode = state.mode, look = null, seconds = 0, isDone = false } = {}) {
  stop();
  hush();
  history.turnPage();
  const seen = look ?? firstLook(card);
  const places = mode === "play" && card.places === "none" ? "set" : mode;
  Object.assign(state, {
    card,
    play: soundPlay(play),
    mode: places,
    look: { ...plainLook(), ...seen },
    cursor: 0,
    selected: [0],
    marks: null,
    wrong: [],
    differs: [],
    solution: null,
    strikesHold: false,
    seconds,
    hasBegun: seconds > 0,
    isPaused: false,
    isDone,
    sought: null,
    sight: null,
    kept: [],
    trial: null,
  });
  showPicture();
  keypad.fitBrush();
  changed("puzzle", "play", "view", "mode", "place", "tool", "clock");
  say(card.title);
}

/** A narrow screen shows a board of many layers one by one. */
function firstLook(card) {
  const look = plainLook();
  const isMuch = card.sides && innerWidth < 740 && layerCount(card.sides, look) > 4;
  return isMuch ? { ...look, layer: 0 } : look;
}

/** The question about a text in any format, or about a link to a puzzle on a page like this one. */
export function questionOf(text, format = null) {
  const [, link] = /^\s*https?:\/\/\S*#([sz][^\s#]+)\s*$/.exec(text) ?? [];
  if (link && !format) return { do: "open", link };
  return { do: "read", text, ...(format ? { as: format } : {}) };
}

/** Reads a text in any format and puts it on the board; says whether it could. */
export async function read(text, format = null) {
  return hold(questionOf(text, format));
}

/** Asks for a card and puts it on the board; says whether there was one. */
export async function hold(question, options) {
  try {
    const { card, play } = await ask(question);
    take(card, { ...options, ...(play ? { play } : {}) });
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}
