// What is told in words: to those who listen, and to those who look.

const voice = document.getElementById("voice");
const toast = document.getElementById("toast");
let timer = null;

/** Says something through the live region; the same words twice are said twice. */
export function say(words) {
  voice.textContent = voice.textContent === words ? `${words}\u00a0` : words;
}

/** Says something and shows it for a while. */
export function tell(words, kind = "plain") {
  say(words);
  toast.textContent = words;
  toast.dataset.kind = kind;
  // A popover lies over dialogs too.
  if (toast.matches(":popover-open")) toast.hidePopover();
  toast.showPopover();
  clearTimeout(timer);
  timer = setTimeout(() => toast.hidePopover(), kind === "error" ? 9000 : 4000);
}

/** Shows what went wrong. */
export function complain(error) {
  const place = error.line ? ` (line ${error.line}${error.column ? `, column ${error.column}` : ""})` : "";
  tell(`${error.message}${place}${error.hint ? `. ${error.hint}` : ""}`, "error");
}
