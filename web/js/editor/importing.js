// Levels of other editors: a second program converts them to scene documents. The page loads this
// program when it gets the first level.

import { WorkerSource } from "../worker_source.js";

const kinds = /\.(tmx|ldtk|svg)$/i;

// levelAmong returns the level among files, or undefined. A map of Tiled may come with the files
// that it refers to.
export const levelAmong = (files) => files.find(({ name }) => kinds.test(name));

let source;

// imported returns the document of a level, and sentences about the omitted parts.
export async function imported(level, files) {
  source ??= start();
  const texts = Object.fromEntries(await Promise.all(files.map(async (f) => [f.name, await f.text()])));
  const { answer } = await (await source).send({ do: "import", level: level.name, files: texts });
  return { document: answer.document, warnings: answer.warnings ?? [] };
}

// start loads the program. If the site does not have it, the error says so, and the next level
// tries again.
function start() {
  const program = new WorkerSource({ wasm: "importers.wasm", support: "wasm_exec.js" });
  return new Promise((resolve, reject) => {
    program.listen({
      state(name, text) {
        if (name === "open") resolve(program);
        if (name !== "closed") return;
        source = undefined;
        program.close();
        reject(new Error(`Levels of other editors cannot be read here: ${text}`));
      }, message() {}, frame() {},
    });
  });
}
