// The settings, kept on this machine alone: colours, the clock, automatic checks.

import { changed, on, state } from "./state.js";

const dialog = document.getElementById("settings-dialog");
const boxes = { errors: "setting-errors", clashes: "setting-clashes", peers: "setting-peers", same: "setting-same", tidy: "setting-tidy", clock: "setting-clock", check: "setting-check" };

/** Starts with the saved settings. */
export function start(saved) {
  for (const name of Object.keys(state.settings)) {
    if (typeof saved[name] === typeof state.settings[name]) state.settings[name] = saved[name];
  }
  document.getElementById("settings").addEventListener("click", () => dialog.showModal());
  for (const [name, id] of Object.entries(boxes)) {
    document.getElementById(id).addEventListener("change", ({ target }) => set(name, target.checked));
  }
  for (const radio of dialog.querySelectorAll("[name=theme]")) {
    radio.addEventListener("change", () => set("theme", radio.value));
  }
  on("settings", show);
  show();
}

function set(name, value) {
  state.settings = { ...state.settings, [name]: value };
  changed("settings");
}

function show() {
  const { theme } = state.settings;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const [name, id] of Object.entries(boxes)) document.getElementById(id).checked = state.settings[name];
  for (const radio of dialog.querySelectorAll("[name=theme]")) radio.checked = radio.value === theme;
}
