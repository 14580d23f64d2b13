import assert from "node:assert";
import test from "node:test";
import { WorkerSource } from "../js/worker_source.js";

test("a world is loaded by a new worker after one has failed", async () => {
  const workers = [], states = [];
  globalThis.document = { baseURI: "http://localhost/" };
  globalThis.Worker = class {
    constructor() {
      this.posted = [];
      workers.push(this);
    }
    postMessage(message) { this.posted.push(message); }
    terminate() { this.ended = true; }
  };
  const source = new WorkerSource({ wasm: "world.wasm", support: "wasm_exec.js" });
  const first = source.load({ scene: "car" });
  source.listen({ frame() {}, message() {}, state: (name, text) => states.push(`${name} ${text}`) });
  workers[0].onerror({});
  await assert.rejects(first, { message: "the worker could not be loaded" });
  await assert.rejects(source.send({ do: "pause" }), { message: "not connected" });
  const second = source.load({ scene: "car" });
  assert.strictEqual(workers.length, 2);
  assert.ok(workers[0].ended);
  const { id } = JSON.parse(workers[1].posted.at(-1).text);
  workers[1].onmessage({ data: { started: true } });
  workers[1].onmessage({ data: { text: JSON.stringify({ type: "reply", id, ok: true }) } });
  assert.ok((await second).ok);
  workers[1].onmessage({ data: { failed: "the program of the world has ended" } });
  assert.deepStrictEqual(states, [
    "connecting ", "closed the worker could not be loaded", "connecting ", "open ", "closed the program of the world has ended",
  ]);
});
