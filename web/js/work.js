// Long work: its name and progress are shown, and the user can stop it.

import { isStop } from "./engine.js";
import { complain, hush, say } from "./say.js";

const bar = document.getElementById("work");
const label = document.getElementById("work-label");
const meter = document.getElementById("work-meter");

let engine = null;
let current = null;

/** Starts: the engine that works. */
export function start(connected) {
  engine = connected;
  document.getElementById("work-stop").addEventListener("click", stop);
}

/** Asks a short question. */
export function ask(question, options) {
  return engine.ask(question, options);
}

/** Stops the work under way, if there is any. */
export function stop() {
  current?.abort();
}

/**
 * Asks a question that may take long. Shows that it does, with a stop button; a new one stops the one
 * before. The answer is null when it was stopped or went wrong, which the page reports.
 */
export async function work(name, question, news = () => {}) {
  stop();
  hush();
  const control = new AbortController();
  current = control;
  // Work that is done at once needs no bar.
  const timer = setTimeout(() => open(name), 250);
  try {
    const heard = (said) => (said.progress ? advance(name, said.progress) : news(said));
    return await engine.ask(question, { lane: "work", news: heard, signal: control.signal });
  } catch (error) {
    if (!isStop(error)) complain(error);
    else if (current === control) say(`${name}: stopped`);
    return null;
  } finally {
    clearTimeout(timer);
    if (current === control) close();
  }
}

function open(name) {
  label.textContent = `${name} …`;
  meter.removeAttribute("value");
  bar.hidden = false;
  document.body.dataset.working = "";
}

function advance(name, { share, found, nodes, seconds }) {
  if (bar.hidden) return;
  const parts = [];
  if (seconds >= 1) parts.push(`${Math.floor(seconds)} s`);
  if (typeof share === "number") {
    meter.value = share;
    parts.push(`${(share * 100).toFixed(1)} %`);
  }
  if (found > 0) parts.push(`${grouped(found)} so far`);
  else if (nodes > 0) parts.push(`${grouped(nodes)} steps of the search`);
  label.textContent = `${name} … ${parts.join(", ")}`;
}

function close() {
  current = null;
  bar.hidden = true;
  delete document.body.dataset.working;
}

/** A number with thin spaces between groups of three digits. */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}
