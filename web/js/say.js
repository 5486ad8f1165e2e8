// Messages in words: for those who listen, and for those who look.

const voice = document.getElementById("voice");
const toast = document.getElementById("toast");
let timer = null;

/** Says something through the live region; the same words twice are said twice. */
export function say(words) {
  voice.textContent = voice.textContent === words ? `${words}\u00a0` : words;
}

/** Says something and shows it for a while, or until it is no longer so. */
export function tell(words, kind = "plain") {
  say(words);
  hush();
  toast.textContent = words;
  toast.dataset.kind = kind;
  // A popover lies over dialogs too.
  toast.showPopover();
  timer = setTimeout(hush, kind === "error" ? 9000 : 4000);
}

/** Clears the message: it was about something that has changed since. */
export function hush() {
  clearTimeout(timer);
  if (toast.matches(":popover-open")) toast.hidePopover();
}

/** The error, in a sentence or two. */
export function wordsOf(error) {
  const place = error.line ? ` (line ${error.line}${error.column ? `, column ${error.column}` : ""})` : "";
  const advice = error.hint ? ` ${sentence(error.hint)}` : "";
  return `${sentence(`${error.message}${place}`)}${advice}`;
}

/** With a capital letter at its start and a full stop at its end. */
export function sentence(text) {
  const end = /[.!?…]$/.test(text) ? "" : ".";
  return text ? `${text[0].toUpperCase()}${text.slice(1)}${end}` : "";
}

/** Shows an error. */
export function complain(error) {
  tell(wordsOf(error), "error");
}
