// Questions to Tilewright and their answers.
//
// The engine is either WebAssembly in Web Workers, or `tilewright serve` at the page's own origin; engine.json says
// which. Both speak the same JSON: one question, news on the way, one answer.
//
// Questions are asked in lanes, which do not wait for each other: drawing continues while something is counted.
// Within a lane they are answered one after the other. Aborting the signal of a question stops it at once: a worker
// is ended and another started, a request is closed.

/** The engine's answer to a question that it cannot answer. */
export class EngineError extends Error {
  constructor({ message, hint, line, column }) {
    super(message);
    this.name = "EngineError";
    this.hint = hint ?? null;
    this.line = line ?? null;
    this.column = column ?? null;
  }
}

/** True if an error only says that the work was stopped. */
export function isStop(error) {
  return error?.name === "AbortError";
}

/** Finds out which engine there is and gets it ready. */
export async function connect() {
  const response = await fetch("engine.json", { cache: "no-cache" });
  const { engine } = await response.json();
  return engine === "native" ? new Engine("native", () => new Requests()) : WasmEngine.load();
}

/** An engine with its lanes. */
class Engine {
  #lanes = new Map();
  #open;

  constructor(kind, open) {
    this.kind = kind;
    this.#open = open;
  }

  /**
   * Asks; `news` is called with each news. The answer is a promise, which fails with an
   * [EngineError] or, when `signal` was aborted, with an AbortError.
   */
  async ask(question, { lane = "quick", news = () => {}, signal } = {}) {
    if (!this.#lanes.has(lane)) this.#lanes.set(lane, this.#open());
    const answer = await this.#lanes.get(lane).ask(question, news, signal);
    const error = answer.error ?? refusal(answer);
    if (error) throw new EngineError(error);
    return answer;
  }
}

/** Why there is nothing to search: an answer without a result, and nothing beside it. */
function refusal({ v, answer, ...rest }) {
  const { op, status, reason } = answer ?? {};
  const isRefused = !op && (status === "stopped" || status === "unsupported");
  return isRefused && Object.keys(rest).length === 0 ? { message: reason } : null;
}

/** The lanes of the WebAssembly engine share the compiled module. */
class WasmEngine {
  static async load() {
    const response = await fetch("tilewright.wasm");
    if (!response.ok) throw new Error("tilewright.wasm is missing");
    const module = await WebAssembly.compile(await response.arrayBuffer());
    return new Engine("wasm", () => new WorkerLane(module));
  }
}

/** A worker and the questions that wait for it. */
class WorkerLane {
  #module;
  #worker = null;
  #waiting = [];
  #current = null;

  constructor(module) {
    this.#module = module;
  }

  ask(question, news, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(stopped());
      const job = { question, news, resolve, reject };
      signal?.addEventListener("abort", () => this.#abort(job), { once: true });
      this.#waiting.push(job);
      this.#next();
    });
  }

  #next() {
    if (this.#current || this.#waiting.length === 0) return;
    this.#worker ??= this.#start();
    this.#current = this.#waiting.shift();
    this.#worker.postMessage({ question: JSON.stringify(this.#current.question) });
  }

  #start() {
    const worker = new Worker("engine-worker.js");
    worker.postMessage({ module: this.#module });
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => this.#fail(new Error(event.message || "the engine did not start"));
    return worker;
  }

  #hear({ news, answer, crash }) {
    if (news !== undefined) return this.#current?.news(JSON.parse(news));
    // After a crash nothing in the worker's memory can be trusted.
    if (crash !== undefined) return this.#fail(new Error(`the engine broke off: ${crash}`));
    const job = this.#current;
    this.#current = null;
    job?.resolve(JSON.parse(answer));
    this.#next();
  }

  #fail(error) {
    const job = this.#current;
    this.#end();
    job?.reject(error);
    this.#next();
  }

  #abort(job) {
    if (this.#current === job) this.#end();
    else this.#waiting = this.#waiting.filter((other) => other !== job);
    job.reject(stopped());
    this.#next();
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#current = null;
  }
}

/** Requests to `tilewright serve`; each lane asks one question at a time. */
class Requests {
  #last = Promise.resolve();

  ask(question, news, signal) {
    const answer = this.#last.then(() => this.#send(question, news, signal));
    this.#last = answer.catch(() => {});
    return answer;
  }

  async #send(question, news, signal) {
    const response = await fetch("api/ask", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(question),
      signal,
    });
    if (!response.ok) return { error: { message: await refusalOf(response) } };
    for await (const line of linesOf(response.body)) {
      const said = JSON.parse(line);
      if (said.answer) return said.answer;
      if (said.news) news(said.news);
    }
    throw new Error("the server broke off");
  }
}

async function refusalOf(response) {
  const text = await response.text();
  try {
    return JSON.parse(text).error.message;
  } catch {
    return `the server refused: ${response.status} ${text.slice(0, 200)}`;
  }
}

async function* linesOf(body) {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split("\n");
    rest = lines.pop();
    yield* lines.filter((line) => line.trim());
    if (done) break;
  }
  if (rest.trim()) yield rest;
}

function stopped() {
  return new DOMException("stopped", "AbortError");
}
