// The page of the inspector: a running game, by the socket beside the page. With #edit=world behind its address it
// is the editor of the world's scene document.

import { SocketSource } from "./socket_source.js";
import { Viewer } from "./viewer.js";

const element = document.querySelector("#world"), source = new SocketSource(SocketSource.beside(location));
const world = new URLSearchParams(location.hash.slice(1)).get("edit");

if (world === null) window.carom = new Viewer(element, source, { keys: document, onEdit: (name) => { location.hash = `edit=${encodeURIComponent(name)}`; } });
else edit();
addEventListener("hashchange", () => location.reload());

async function edit() {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = "js/editor/editor.css";
  document.head.append(style);
  document.body.className = "build";
  element.classList.add("carom-build");
  const [{ AttachPage }] = await Promise.all([import("./attach/attach_page.js"), new Promise((resolve) => { style.onload = style.onerror = resolve; })]);
  const page = new AttachPage(element, source, { world, theme: "auto", onTheme: (name) => { document.documentElement.dataset.theme = name; } });
  window.carom = page.viewer;
  window.build = page;
}
