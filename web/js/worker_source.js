// A world in the page itself: a js/wasm program steps it in a worker, so the page never waits for
// it.

import { exact } from "./exact.js";
import { Source } from "./source.js";

// WorkerSource starts the worker. `wasm` is the address of the program, and `support` the address
// of the wasm_exec.js of the Go release that built it. `files` is a program that takes documents
// and recordings, if the first program does not. It replaces the first program when it is needed.
export class WorkerSource extends Source {
  constructor({ wasm, support, files }) {
    super();
    this.wasm = new URL(wasm, document.baseURI).href;
    this.files = files && new URL(files, document.baseURI).href;
    if (this.files === this.wasm) this.files = null;
    this.support = new URL(support, document.baseURI).href;
    this.early = []; // commands from before the worker was there
  }

  start() {
    this.state("connecting");
    this.worker = new Worker(new URL("./world_worker.js", import.meta.url));
    this.worker.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) this.frame(data);
      else if (data.failed) this.fail(data.failed);
      else if (data.started) this.state("open");
      else this.receive(JSON.parse(data.text, exact));
    };
    this.worker.onerror = (e) => this.fail(e.message || "the worker could not be loaded");
    this.worker.postMessage({ wasm: this.wasm, support: this.support });
    for (const command of this.early.splice(0)) this.post(command);
  }

  // fail ends a worker whose program could not be loaded or has ended.
  fail(text) {
    this.worker?.terminate();
    this.worker = null;
    this.state("closed", text);
  }

  // again starts a worker in place of one that has failed, whose world is gone.
  again() {
    if (this.worker !== null) return;
    this.receive({ type: "worlds", worlds: [] });
    this.start();
  }

  post(command) {
    if (this.worker === null) return false;
    if (this.worker) this.worker.postMessage({ text: JSON.stringify(command) });
    else this.early.push(command);
  }

  // load makes a new world from a scene of the program, by its name and with its parameters, or
  // from a document, a JSON text.
  load(scene) {
    if (this.files && scene.document !== undefined) this.exchange();
    this.again();
    return this.send({ do: "load", ...scene });
  }

  // open opens a file of a person: a scene document, which is a JSON text, or a recording.
  async open(file) {
    const data = await file.arrayBuffer(), start = new TextDecoder().decode(new Uint8Array(data, 0, Math.min(64, data.byteLength)));
    if (/^\uFEFF?\s*\{/.test(start)) return this.load({ document: new TextDecoder().decode(data) });
    if (this.files) this.exchange();
    this.again();
    const { id, reply } = this.expect();
    this.worker.postMessage({ recording: data, name: file.name, id }, [data]);
    return reply;
  }

  // exchange replaces the program by the program that takes files. The world of the replaced
  // program is gone.
  exchange() {
    this.wasm = this.files;
    this.files = null;
    if (!this.worker) return;
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Error("another program has been started"));
    this.waiting.clear();
    this.receive({ type: "worlds", worlds: [] });
    this.start();
  }

  close() {
    super.close();
    this.worker?.terminate();
    this.worker = null;
  }
}
