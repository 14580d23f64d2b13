// The bars of the viewer and its keyboard.

import { el, iconButton, setIcon } from "./dom.js";
import { layers } from "./layers.js";
import { Timebar } from "./timebar.js";
import { speeds } from "./viewer.js";

// The actions of keys, in the order of the help. Keys of layers come from layers.js.
const keys = [
  { keys: [" "], label: "Space", text: "pause and go on", run: (v) => v.togglePause() },
  { keys: [".", ">"], label: ".", text: "one tick forward", run: (v) => v.step(1) },
  { keys: [",", "<"], label: ",", text: "one frame back", run: (v) => v.step(-1) },
  { keys: ["["], label: "[", text: "slower", run: (v, c) => c.changeSpeed(-1) },
  { keys: ["]"], label: "]", text: "faster", run: (v, c) => c.changeSpeed(1) },
  { keys: ["\\"], label: "\\", text: "normal speed", run: (v) => v.setSpeed(1) },
  { keys: ["Home"], label: "Home", text: "begin of the time line", run: (v) => v.scrub(0) },
  { keys: ["End"], label: "End", text: "now", run: (v) => v.goLive() },
  { keys: ["Enter"], label: "Enter", text: "go on from the moment shown", run: (v) => v.resumeHere() },
  { keys: ["ArrowLeft"], label: "← → ↑ ↓", text: "move the picture", run: (v) => pan(v, 1, 0) },
  { keys: ["ArrowRight"], run: (v) => pan(v, -1, 0) },
  { keys: ["ArrowUp"], run: (v) => pan(v, 0, 1) },
  { keys: ["ArrowDown"], run: (v) => pan(v, 0, -1) },
  { keys: ["+", "="], label: "+ −", text: "nearer, farther", run: (v) => zoom(v, 1.25) },
  { keys: ["-", "_"], run: (v) => zoom(v, 0.8) },
  { keys: ["f"], label: "F", text: "show everything", run: (v) => v.fit() },
  { keys: ["b"], label: "B", text: "next body, with Shift the one before", run: (v) => v.selectNext(1) },
  { keys: ["B"], run: (v) => v.selectNext(-1) },
  { keys: ["c"], label: "C", text: "the picture follows the body", run: (v) => v.toggleFollow() },
  { keys: ["p"], label: "P", text: "plots", run: (v) => v.togglePlots() },
  { keys: ["l"], label: "L", text: "layers", run: (v, c) => c.toggleMenu() },
  { keys: ["d"], label: "D", text: "downloads", run: (v, c) => c.toggleDownloads(), when: (v) => v.source?.downloads },
  { keys: ["t"], label: "T", text: "dark or light", run: (v, c) => c.toggleTheme() },
  { keys: ["r"], label: "R", text: "begin anew", run: (v) => v.restart(), when: (v) => v.options.onRestart },
  { keys: ["?"], label: "?", text: "this help", run: (v, c) => c.toggleHelp() },
  { keys: ["Escape"], label: "Esc", text: "close", run: (v, c) => c.escape() },
];

const pan = (v, dx, dy) => {
  v.camera.panBy(60 * dx, 60 * dy);
  v.moved();
};

const zoom = (v, factor) => {
  v.camera.zoomAt(v.camera.width / 2, v.camera.height / 2, factor);
  v.zoomed();
};

// Controls builds the bars of a viewer.
export class Controls {
  constructor(viewer) {
    this.viewer = viewer;
    this.timebar = new Timebar(viewer);
    this.buildBar();
    this.buildTop();
    this.buildMenu();
    this.buildHelp();
    this.top.addEventListener("keydown", stopTyping);
  }

  // listen handles keys while the viewer has the focus, or from the whole page if the viewer is the
  // only thing on it. It returns a function that stops listening.
  listen(target) {
    const onKey = (e) => this.key(e);
    target.addEventListener("keydown", onKey);
    return () => target.removeEventListener("keydown", onKey);
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest?.("input, select, textarea")) return;
    if (e.key === " " && e.target.closest?.("button")) e.target.blur();
    const layer = layers.find(({ key }) => key === e.key);
    if (layer) {
      this.viewer.setLayer(layer.name, !this.viewer.show[layer.name]);
    } else {
      const found = keys.find((k) => k.keys.includes(e.key) && (!k.when || k.when(this.viewer)));
      if (!found) return;
      found.run(this.viewer, this);
    }
    e.preventDefault();
  }

  buildBar() {
    const v = this.viewer;
    this.play = iconButton("pause", "pause (Space)", () => v.togglePause());
    this.back = iconButton("back", "one frame back (,)", () => v.step(-1));
    this.forward = iconButton("step", "one tick forward (.)", () => v.step(1));
    this.resume = el("button.carom-text", { type: "button", title: "go on from here (Enter)", onclick: () => v.resumeHere() }, "Go on from here");
    this.live = el("button.carom-text", { type: "button", title: "back to now (End)", onclick: () => v.goLive() }, "Now");
    this.time = el("output.carom-time");
    this.speed = el("select.carom-speed", { title: "speed ([ and ])", "aria-label": "speed", onchange: () => v.setSpeed(Number(this.speed.value)) },
      ...speeds.map((s) => el("option", { value: String(s) }, `${s}×`)));
    this.speed.value = "1";
    this.bar = el("div.carom-bar", {}, this.play, this.back, this.forward, this.timebar.canvas, this.time, this.resume, this.live, this.speed);
    this.resume.hidden = this.live.hidden = true;
  }

  buildTop() {
    const v = this.viewer;
    this.title = el("span.carom-title", {}, v.options.title ?? "");
    this.worlds = el("select.carom-worlds", { "aria-label": "world", onchange: () => v.watch(Number(this.worlds.value)) });
    this.worlds.hidden = true;
    this.buttons = el("div.carom-buttons", {},
      v.options.onRestart ? iconButton("restart", "begin anew (R)", () => v.restart()) : null,
      v.options.onEdit ? (this.editButton = iconButton("edit", "edit the scene document", () => v.options.onEdit(v.worldName))) : null,
      iconButton("fit", "show everything (F)", () => v.fit()),
      this.layersButton = iconButton("layers", "layers (L)", () => this.toggleMenu()),
      this.plotsButton = iconButton("chart", "plots (P)", () => v.togglePlots()),
      this.saveButton = iconButton("save", "downloads (D)", () => this.toggleDownloads()),
      iconButton("sun", "dark or light (T)", () => this.toggleTheme()),
      iconButton("help", "keys (?)", () => this.toggleHelp()));
    this.downloads = el("div.carom-menu.carom-downloads");
    this.downloads.hidden = this.saveButton.hidden = true;
    this.top = el("div.carom-top", {}, this.title, this.worlds, this.buttons);
  }

  buildMenu() {
    this.boxes = new Map();
    this.menu = el("div.carom-menu", {}, el("h2", {}, "Layers"), ...layers.map(({ name, label, key }) => {
      const box = el("input", { type: "checkbox", onchange: () => this.viewer.setLayer(name, box.checked) });
      this.boxes.set(name, box);
      return el("label", {}, box, el("span", {}, label ?? name), el("kbd", {}, key.toUpperCase()));
    }));
    this.menu.hidden = true;
  }

  buildHelp() {
    const row = (label, text) => el("div", {}, el("kbd", {}, label), el("span", {}, text));
    const usable = keys.filter((k) => k.label && (!k.when || k.when(this.viewer)));
    this.help = el("div.carom-help", { onclick: (e) => { if (e.target === this.help) this.toggleHelp(); } }, el("div.carom-card", {},
      el("header", {}, el("h2", {}, "Keys and gestures"), iconButton("close", "close (Esc)", () => this.toggleHelp())),
      el("div.carom-columns", {},
        el("section", {}, el("h3", {}, "Mouse and touch"),
          row("drag a body", "pull it with a spring"), row("drag elsewhere", "move the picture"), row("wheel, pinch", "nearer, farther"),
          row("click a body", "everything about it"), row("Shift drag", "move the picture over bodies"), row("time line", "see the last seconds")),
        el("section", {}, el("h3", {}, "Keys"), ...usable.map((k) => row(k.label, k.text))),
        el("section", {}, el("h3", {}, "Layers"), ...layers.map(({ name, label, key }) => row(key.toUpperCase(), label ?? name))))));
    this.help.hidden = true;
  }

  changeSpeed(direction) {
    const now = this.viewer.source?.status.speed ?? 1;
    const at = speeds.findIndex((s) => s >= now - 1e-9);
    const next = speeds[Math.max(0, Math.min(speeds.length - 1, (at < 0 ? speeds.length - 1 : at) + direction))];
    this.viewer.setSpeed(next);
  }

  toggleMenu() {
    this.downloads.hidden = true;
    this.menu.hidden = !this.menu.hidden;
    this.update();
  }

  // toggleDownloads shows or hides the list of the source's downloads.
  toggleDownloads() {
    const list = this.viewer.source?.downloads?.(this.viewer.world) ?? [];
    this.downloads.replaceChildren(el("h2", {}, "Downloads"), ...list.map(({ label, text, href }) => el("a", { href, download: "" }, el("b", {}, label), text)));
    this.downloads.hidden = !this.downloads.hidden || list.length === 0;
  }

  toggleHelp() { this.help.hidden = !this.help.hidden; }

  toggleTheme() { this.viewer.setTheme(this.viewer.root.dataset.theme === "dark" ? "light" : "dark"); }

  escape() {
    if (!this.help.hidden) this.help.hidden = true;
    else if (!this.menu.hidden) this.toggleMenu();
    else if (!this.downloads.hidden) this.downloads.hidden = true;
    else if (this.viewer.selected) this.viewer.select(null);
    else if (this.viewer.index >= 0) this.viewer.goLive();
  }

  showWorlds(worlds, shown) {
    this.worlds.replaceChildren(...worlds.map(({ id, name }) => el("option", { value: String(id) }, name)));
    this.worlds.hidden = worlds.length === 0 || this.viewer.options.title !== undefined;
    if (shown !== undefined) this.worlds.value = String(shown);
  }

  // layout adapts to panels that appear or disappear.
  layout() {
    this.viewer.root.classList.toggle("carom-with-side", this.viewer.sideShown());
    this.plotsButton?.setAttribute("aria-pressed", String(!this.viewer.plots.root.hidden));
  }

  // update follows the state of the source.
  update() {
    const v = this.viewer, status = v.source?.status ?? {}, past = v.index >= 0;
    const stopped = past || status.paused;
    setIcon(this.play, stopped ? "play" : "pause", stopped ? "go on (Space)" : "pause (Space)");
    this.play.disabled = this.forward.disabled = !past && !v.source?.controls;
    this.speed.disabled = !v.source?.controls;
    this.resume.hidden = !past || !v.source?.controls;
    this.live.hidden = !past;
    const speed = String(status.speed ?? 1);
    if (document.activeElement !== this.speed && [...this.speed.options].some((o) => o.value === speed)) this.speed.value = speed;
    this.saveButton.hidden = !v.source?.downloads;
    if (this.editButton) this.editButton.hidden = !v.source?.worlds.some((w) => w.id === v.world && w.document && w.edit);
    for (const [name, box] of this.boxes) box.checked = v.show[name];
    this.layersButton.setAttribute("aria-pressed", String(!this.menu.hidden));
    v.root.classList.toggle("carom-past", past);
  }

  draw() {
    const v = this.viewer, shown = v.index >= 0 ? v.history.frames[v.index] : v.picture.head;
    const time = `${shown.time.toFixed(2)} s`;
    if (this.time.textContent !== time) this.time.textContent = time;
    this.timebar.draw(v.index);
  }
}

// Typing into a field of the bars is no command.
function stopTyping(e) {
  if (e.target.closest("select") && e.key !== "Escape") e.stopPropagation();
}
