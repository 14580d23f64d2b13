// The page on which scenes are built.

import { BuildPage } from "./js/editor/build_page.js";
import { WorkerSource } from "./js/worker_source.js";
import { onTheme, setTheme, theme } from "./theme.js";

const source = new WorkerSource({ wasm: "editor.wasm", support: "wasm_exec.js" });
const page = new BuildPage(document.querySelector("#build"), source, { theme: theme(), onTheme: setTheme });
onTheme((name) => page.viewer.setTheme(name));
window.carom = page.viewer;
window.build = page;
