// The page of the inspector: a running game, by the socket beside the page. With #edit=world in its
// address it is the editor of the world's scene document.

import { SocketSource } from "./socket_source.js";
import { Viewer } from "./viewer.js";

const element = document.querySelector("#world");
const connect = () => new SocketSource(SocketSource.beside(location));
const wanted = () => new URLSearchParams(location.hash.slice(1)).get("edit");

function look() {
  window.carom = new Viewer(element, connect(), {
    keys: document, painter: new URLSearchParams(location.search).get("painter") ?? undefined,
    onEdit: (name) => { location.hash = `edit=${encodeURIComponent(name)}`; },
  });
}

async function edit(world) {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = "js/editor/editor.css";
  document.head.append(style);
  const [{ AttachPage }] = await Promise.all([import("./attach/attach_page.js"), new Promise((resolve) => { style.onload = style.onerror = resolve; })]);
  document.body.className = "build";
  element.classList.add("carom-build");
  const page = new AttachPage(element, connect(), { world, theme: "auto", onTheme: (name) => { document.documentElement.dataset.theme = name; } });
  window.carom = page.viewer;
  window.build = page;
}

addEventListener("hashchange", () => {
  if (wanted() === null || window.build) {
    location.reload();
    return;
  }
  window.carom.close();
  edit(wanted());
});

if (wanted() === null) look();
else edit(wanted());
