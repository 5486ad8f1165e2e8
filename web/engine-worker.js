// Tilewright as WebAssembly, in a thread of its own: answers one question after the other.
//
// Messages in: `{module}` once, then `{question}`; out: `{news}`, `{answer}` or `{crash}`, all as
// JSON text. The module's memory is reached by address and length: see crates/web.

let ready = null;
let wasm = null;

const imports = {
  tilewright: {
    news: (address, length) => postMessage({ news: textAt(address, length) }),
    now: () => performance.now(),
  },
};

onmessage = async ({ data }) => {
  if (data.module) {
    ready = WebAssembly.instantiate(data.module, imports).then((instance) => {
      wasm = instance.exports;
    });
    return;
  }
  try {
    await ready;
    postMessage({ answer: ask(data.question) });
  } catch (error) {
    postMessage({ crash: String(error) });
  }
};

function ask(question) {
  const bytes = new TextEncoder().encode(question);
  const address = wasm.reserve(bytes.length) >>> 0;
  if (address === 0) return JSON.stringify({ error: { message: "that is too large for one puzzle" } });
  // Any call may make the memory grow, which takes older views of it away.
  new Uint8Array(wasm.memory.buffer, address, bytes.length).set(bytes);
  const answer = wasm.ask();
  return textAt(answer, wasm.answer_length());
}

function textAt(address, length) {
  return new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, address >>> 0, length >>> 0));
}
