// The worker that runs a world. It is a classic script, because Go's wasm_exec.js is one. The
// program puts caromReceive(text) and caromAdvance() into the global scope, calls caromStarted()
// and from then on caromSend(text or ArrayBuffer). caromAdvance returns the time until it must be
// called again, ms: infinite for a world that is paused. caromOpen(Uint8Array, name) plays a
// recording.

const early = []; // messages from before the program was there
let timer = 0;

self.caromSend = (data) => {
  if (data instanceof ArrayBuffer) self.postMessage(data, [data]);
  else self.postMessage({ text: data });
};

self.caromStarted = () => {
  self.postMessage({ started: true });
  for (const data of early.splice(0)) take(data);
};

self.onmessage = ({ data }) => {
  if (data.wasm) run(data).catch((e) => self.postMessage({ failed: String(e.message ?? e) }));
  else if (self.caromReceive) take(data);
  else early.push(data);
};

function take({ text, recording, name, id }) {
  if (text) self.caromReceive(text);
  else {
    const error = self.caromOpen ? self.caromOpen(new Uint8Array(recording), name) : "this program takes no recordings";
    self.postMessage({ text: JSON.stringify({ type: "reply", id, ok: error === "", error }) });
  }
  advance();
}

// advance runs the ticks that are due, and comes back when the next is.
function advance() {
  clearTimeout(timer);
  const wait = self.caromAdvance();
  if (wait < Infinity) timer = setTimeout(advance, Math.max(0, Math.ceil(wait)));
}

async function run({ wasm, support }) {
  importScripts(support);
  const go = new Go();
  const response = fetch(wasm);
  let result;
  try {
    result = await WebAssembly.instantiateStreaming(response, go.importObject);
  } catch (e) {
    // A host that serves wasm under another type makes streaming impossible.
    const again = await fetch(wasm);
    if (!again.ok) throw new Error(`${wasm}: ${again.status} ${again.statusText}`);
    result = await WebAssembly.instantiate(await again.arrayBuffer(), go.importObject);
  }
  await go.run(result.instance);
  throw new Error("the program of the world has ended");
}
