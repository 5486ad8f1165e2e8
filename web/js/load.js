// Another puzzle on the board.

import * as history from "./history.js";
import * as keypad from "./keypad.js";
import { complain, say } from "./say.js";
import { blankPlay, changed, plainLook, soundPlay, state } from "./state.js";
import { ask, stop } from "./work.js";

/** Puts a puzzle on the board, with what a player had entered. */
export function take(card, { play = blankPlay(), mode = state.mode, look = plainLook(), seconds = 0, isDone = false } = {}) {
  stop();
  history.forget();
  const places = mode === "play" && card.places === "none" ? "set" : mode;
  Object.assign(state, {
    card,
    play: soundPlay(play),
    mode: places,
    look: { ...plainLook(), ...look },
    cursor: 0,
    selected: [0],
    marks: null,
    wrong: [],
    differs: [],
    solution: null,
    picture: null,
    seconds,
    isPaused: false,
    isDone,
  });
  keypad.fitBrush();
  changed("puzzle", "play", "view", "mode", "place", "tool", "clock");
  say(card.title);
}

/** Reads a text in any format and puts it on the board; says whether it could. */
export async function read(text, format = null) {
  const question = { do: "read", text };
  if (format) question.as = format;
  return hold(question);
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
