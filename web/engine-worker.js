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
  const address = wasm.reserve(bytes.length);
  new Uint8Array(wasm.memory.buffer, address, bytes.length).set(bytes);
  const answer = wasm.ask(address, bytes.length);
  const length = new DataView(wasm.memory.buffer).getUint32(answer, true);
  return textAt(answer + 4, length);
}

function textAt(address, length) {
  return new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, address >>> 0, length));
}
