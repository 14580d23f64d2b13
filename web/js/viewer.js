// The viewer: a picture of a world with its controls, in any element of a page.
//
//   const viewer = new Viewer(document.querySelector("#world"), new SocketSource(address), { theme: "auto" });
//
// README.md of this folder has the options.

import { BodyPanel } from "./body_panel.js";
import { Camera } from "./camera.js";
import { Controls } from "./controls.js";
import { el, number } from "./dom.js";
import { Drawing } from "./drawing.js";
import { bodyType, eventKind, FrameError, Picture, state } from "./frame.js";
import { ease, Framing } from "./framing.js";
import { Gestures } from "./gestures.js";
import { History } from "./history.js";
import { firstShown, needed } from "./layers.js";
import { openPainter } from "./painter.js";
import { palette } from "./palette.js";
import { Particles } from "./particles.js";
import { Plots } from "./plots.js";

const pickPixels = 12; // a finger is not exact
const longestBetween = 0.3; // s, of interpolation between two frames

export const speeds = [0.05, 0.1, 0.25, 0.5, 1, 2, 4];

export class Viewer {
  constructor(element, source, options = {}) {
    this.options = options;
    this.element = element;
    this.camera = new Camera();
    this.calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.show = firstShown(options.layers, this.calm);
    this.particles = new Particles();
    this.framing = new Framing();
    this.frames = options.camera === undefined && options.view === undefined && !this.calm; // the camera follows moving bodies
    this.picture = new Picture();
    this.history = new History();
    this.plots = new Plots();
    this.panel = new BodyPanel({
      set: (field, value) => this.command({ do: "set", body: this.selected, field, value }),
      pick: (body) => this.select(body),
      close: () => this.select(null),
    });
    this.selected = null; // [slot, generation]
    this.index = -1; // of the history that is shown; -1 is now
    this.dragging = null;
    this.hasFrame = false;
    this.wantsFit = options.camera === undefined;
    this.sceneView = undefined; // the box that a scene shows
    this.chased = null; // [slot, generation] of the main body of a scene
    this.chases = false;
    this.takesPoints = false; // the scene takes the pointer
    this.pointing = false; // the pointer is held down for the scene
    this.between = 1 / 60; // s, the recent interval between frames
    this.arrivedAt = 0;
    this.cost = 0; // ms of this page for a picture
    this.closed = false;
    this.build();
    this.opening = this.open(source);
  }

  // build makes the elements.
  build() {
    this.stage = el("div.carom-stage", { tabIndex: 0, role: "application", "aria-label": "picture of the world" });
    this.note = el("div.carom-note", { role: "status" });
    this.hud = el("div.carom-hud");
    this.controls = new Controls(this);
    this.side = el("div.carom-side", { role: "group", "aria-label": "body and plots" }, this.panel.root, this.plots.root);
    this.root = el("div.carom", {}, this.stage, this.hud, this.note, this.side, this.controls.top, this.controls.bar, this.controls.menu, this.controls.downloads, this.controls.help);
    this.root.classList.toggle("carom-compact", this.options.compact === true);
    this.element.append(this.root);
    this.setTheme(this.options.theme ?? "auto");
    this.watchTheme = matchMedia("(prefers-color-scheme: dark)");
    this.onTheme = () => this.setTheme(this.theme);
    this.watchTheme.addEventListener("change", this.onTheme);
    this.deafen = this.controls.listen(this.options.keys ?? this.root);
    if (this.options.plots) this.togglePlots();
  }

  async open(source) {
    this.painter = await openPainter(this.options.painter);
    if (this.closed) return this.painter.close();
    this.drawing = new Drawing(this.painter);
    this.stage.append(this.painter.canvas);
    this.painter.setPalette(this.palette);
    this.gestures = new Gestures(this.stage, this.camera, this);
    this.takeDrops();
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.stage);
    this.resize();
    if (this.options.camera) Object.assign(this.camera, this.options.camera);
    if (source) this.setSource(source);
    this.frameRequest = requestAnimationFrame((now) => this.loop(now));
  }

  // takeDrops opens files that a person drops, if the source can.
  takeDrops() {
    const over = (on) => (e) => {
      if (!this.source?.open) return;
      e.preventDefault();
      this.root.classList.toggle("carom-dropping", on);
    };
    this.root.addEventListener("dragover", over(true));
    this.root.addEventListener("dragleave", over(false));
    this.root.addEventListener("drop", (e) => {
      over(false)(e);
      const file = e.dataTransfer?.files[0];
      if (file && this.source?.open) this.openFile(file);
    });
  }

  // restart tells the surrounding page that another world begins.
  restart() {
    this.controls.title.textContent = this.options.title ?? "";
    this.options.onRestart();
  }

  // openFile shows a file: a document of a scene or a recording.
  async openFile(file) {
    try {
      await this.source.open(file);
      this.controls.title.textContent = file.name;
    } catch (e) {
      this.say(`${file.name}: ${e.message}`);
    }
  }

  // setSource shows another source from now on.
  setSource(source) {
    this.source?.close();
    this.source = source;
    this.world = undefined; // another source may give its world the same number
    this.forget();
    source.listen({
      frame: (buffer) => this.takeFrame(buffer),
      message: (message) => this.takeMessage(message),
      state: (name, text) => this.takeState(name, text),
    });
  }

  // forget drops the shown state. A scene that restarts, perhaps with other settings, keeps the
  // camera.
  forget(keepsCamera = false) {
    this.picture = new Picture();
    this.history.clear();
    this.plots.clear();
    this.particles.clear();
    this.framing.clear();
    this.index = -1;
    this.hasFrame = false;
    this.select(null);
    this.wantsFit = this.wantsFit || !keepsCamera;
  }

  close() {
    this.closed = true;
    cancelAnimationFrame(this.frameRequest);
    this.watchTheme.removeEventListener("change", this.onTheme);
    this.deafen();
    this.source?.close();
    this.gestures?.close();
    this.observer?.disconnect();
    this.plots.setTheme(this.theme);
    this.painter?.close();
    this.root.remove();
  }

  resize() {
    const width = this.stage.clientWidth, height = this.stage.clientHeight;
    if (width === 0 || height === 0) return;
    this.camera.resize(width, height);
    this.painter.resize(width, height, Math.min(3, window.devicePixelRatio || 1));
  }

  // setTheme takes "light", "dark" or "auto", which is the system's preference.
  setTheme(theme) {
    this.theme = theme;
    const dark = theme === "dark" || theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches;
    const name = dark ? "dark" : "light";
    this.root.dataset.theme = name;
    this.palette = palette(name);
    this.painter?.setPalette(this.palette);
    this.plots.setTheme(name);
    this.controls.timebar.theme = name;
    this.options.onTheme?.(name);
  }

  // --- messages of the source ---

  takeState(name, text) {
    this.connection = name;
    this.sayState(name, text);
    this.options.onState?.(name, text);
  }

  // sayState shows the state of the connection, until the first picture or the next state.
  sayState(name, text) {
    if (name === "connecting" && !this.hasFrame) this.say("Connecting …", true);
    if (name === "closed") this.say(text, true);
    if (name === "open") this.say(this.hasFrame ? "" : "Waiting for the first picture …", true);
  }

  takeMessage(message) {
    if (message.type === "hello" || message.type === "worlds") this.takeWorlds(message.worlds);
    if (message.type === "camera") this.takeCamera(message);
    if (message.type === "body" && this.index < 0 && this.selected) this.panel.show(message, this.source.status.edit);
    this.controls.update();
    this.options.onMessage?.(message);
  }

  takeWorlds(worlds) {
    this.controls.showWorlds(worlds, this.world);
    if (!worlds.some(({ id }) => id === this.world)) this.watch(worlds[0]?.id);
  }

  // takeCamera sets the camera of a scene, unless the surrounding page sets it.
  takeCamera({ view, follow, points }) {
    this.takesPoints = points === true;
    this.sceneView = view[2] > view[0] && view[3] > view[1] ? view : undefined;
    this.chased = follow ?? null;
    this.chases = this.chased !== null;
  }

  // watch shows a world of the source, by its number.
  watch(id) {
    const { name } = this.source.worlds.find((w) => w.id === id) ?? {};
    if (this.world !== undefined && id !== this.world) this.forget(name === this.worldName);
    this.world = id;
    this.worldName = name;
    if (id === undefined) {
      this.say("No world is attached.", true);
      return;
    }
    this.controls.showWorlds(this.source.worlds, id);
    this.source.tell({ do: "watch", world: id, layers: this.neededLayers(), hz: 60 });
  }

  takeFrame(buffer) {
    let head;
    try {
      head = this.picture.apply(buffer);
    } catch (e) {
      if (!(e instanceof FrameError || e instanceof RangeError)) throw e;
      this.say(`A frame cannot be read: ${e.message}`, true);
      this.picture = new Picture();
      this.source.tell({ do: "keyframe" });
      return;
    }
    if (head === null) {
      this.source.tell({ do: "keyframe" });
      return;
    }
    this.history.add(buffer, head, this.picture);
    if (this.history.wantsKeyframe()) this.source.tell({ do: "keyframe" });
    this.plots.add(this.picture);
    const now = performance.now(), passed = (now - this.arrivedAt) / 1000;
    if (this.show.particles) this.particles.take(this.picture, head.time - (this.lastTime ?? head.time));
    this.measurePace(head, passed);
    if (passed < longestBetween) this.between += 0.15 * (passed - this.between);
    else this.between = Math.min(passed, longestBetween);
    this.arrivedAt = now;
    this.flashEvents(now);
    if (!this.hasFrame) {
      this.hasFrame = true;
      this.endWaiting();
      this.camera.up = this.options.down ? -1 : 1;
      this.options.onFirstFrame?.();
    }
  }

  // measurePace measures the speed of the world's time relative to the page's time.
  measurePace(head, passed) {
    const simulated = head.time - (this.lastTime ?? head.time);
    this.lastTime = head.time;
    if (passed <= 0 || passed > 1 || simulated < 0) return;
    this.paceTime = 0.95 * (this.paceTime ?? 0) + simulated;
    this.paceWall = 0.95 * (this.paceWall ?? 0) + passed;
  }

  flashEvents(now) {
    const p = this.picture;
    if (!this.show.events || !p.events || this.index >= 0) return;
    for (let i = 0; i < p.eventCount; i++) {
      if (p.events.words[14 * i] !== eventKind.hit) continue;
      const speed = p.events.floats[14 * i + 10];
      this.drawing?.flash(p.events.doubles[7 * i + 2], p.events.doubles[7 * i + 3], Math.min(1.5, 0.2 + speed / 10), now);
    }
  }

  neededLayers() { return needed(this.show, !this.plots.root.hidden); }

  // command sends a command of the person and shows its error.
  async command(command) {
    try {
      return await this.source.send(command);
    } catch (e) {
      this.say(e.message);
      return null;
    }
  }

  // --- the picture ---

  loop(now) {
    if (this.closed) return;
    this.frameRequest = requestAnimationFrame((t) => this.loop(t));
    if (this.camera.width <= 1) return;
    if (!this.hasFrame) {
      this.painter.draw(this.camera);
      return;
    }
    const began = performance.now();
    this.draw(now);
    this.controls.draw();
    this.plots.draw(now);
    this.cost += 0.1 * (performance.now() - began - this.cost);
    this.drawHud(now);
  }

  draw(now) {
    let picture = this.picture, alpha = Math.min(1, Math.max(0, (performance.now() - this.arrivedAt) / 1000 / this.between));
    if (this.index >= 0) {
      picture = this.history.at(this.index);
      alpha = 1;
      this.showPast(picture);
    }
    if (this.drawing.picture) {
      if (this.followsBody && this.selected) this.followBody();
      else if (this.chases && this.index < 0) this.chase(now - (this.drawnAt ?? now));
      else if (this.frames && this.index < 0 && !this.dragging && !this.source.status.paused) this.lookAtMotion(now - (this.drawnAt ?? now));
    }
    this.drawnAt = now;
    this.drawing.draw(picture, alpha, this.camera, this.palette, this.show, this.selected?.[0] ?? 0, now);
    if (this.wantsFit) {
      this.fit();
      this.drawing.draw(picture, alpha, this.camera, this.palette, this.show, this.selected?.[0] ?? 0, now);
    }
    if (this.show.particles && this.index < 0) this.particles.draw(this.painter.over, this.palette, alpha);
    this.addDrag();
    this.drawing.paint();
  }

  // showPast keeps the panel in step with the shown moment.
  showPast(picture) {
    const key = `${this.index} ${this.selected}`;
    if (!this.selected || key === this.pastShown) return;
    this.pastShown = key;
    this.panel.root.hidden = false;
    this.panel.showPast(picture, this.selected[0]);
  }

  // followBody moves the picture a part of the way to the body, so that the picture does not shake.
  followBody() {
    const { camera } = this, slot = this.selected[0];
    camera.x += 0.15 * (this.drawing.x[slot] - camera.x);
    camera.y += 0.15 * (this.drawing.y[slot] - camera.y);
  }

  // chase keeps the scene's main body in the middle horizontally, until a person moves the picture.
  chase(passed) {
    const [slot, generation] = this.chased;
    if (this.picture.bodies.generation[slot] === generation) this.camera.x += (1 - Math.exp(-passed / 100)) * (this.drawing.x[slot] - this.camera.x);
  }

  toggleFollow() {
    this.followsBody = !this.followsBody;
    this.wantsFit = this.frames = false;
    this.say(!this.followsBody ? "The picture stays where it is." : this.selected ? "The picture follows the body." : "The picture follows the body that you click.");
  }

  addDrag() {
    const d = this.dragging;
    if (!d) return;
    const { x, y, cos, sin } = this.drawing, i = d.body[0], { over } = this.painter, color = this.palette.marks.drag;
    const fromX = x[i] + cos[i] * d.localX - sin[i] * d.localY, fromY = y[i] + sin[i] * d.localX + cos[i] * d.localY;
    over.line(fromX, fromY, d.x, d.y, 2, color);
    over.dot(fromX, fromY, 7, color);
    over.ring(d.x, d.y, 14, color);
  }

  drawHud(now) {
    if (now - (this.hudAt ?? -1000) < 250) return;
    this.hudAt = now;
    const { counters, stages } = this.shownPicture();
    const parts = [];
    if (counters) parts.push(["bodies", counters[0]], ["awake", counters[1]], ["contacts", counters[6]]);
    if (stages) parts.push(["tick", `${number(stages.at(-1), 2)} ms`]);
    const pace = this.paceTime / this.paceWall, { speed, paused } = this.source.status;
    if (pace < 0.9 * speed && !paused && this.index < 0) parts.push(["real time", `${number(pace, 2)}×`]);
    if (this.root.clientWidth > 700) parts.push(["page", `${number(this.cost, 2)} ms`]);
    const text = parts.join();
    if (text === this.hudText) return;
    this.hudText = text;
    this.hud.replaceChildren(...parts.map(([name, value]) => el("span", {}, el("b", {}, String(value)), " " + name)));
  }

  shownPicture() { return this.index >= 0 ? this.history.at(this.index) : this.picture; }

  // lookAtMotion eases the picture to moving bodies, in scenes that name the box that they show.
  lookAtMotion(passed) {
    const box = this.sceneView && this.framing.look(this.picture, this.drawing, this.sceneView), goal = Object.assign(new Camera(), this.camera);
    if (!box) return;
    this.fitCamera(goal, box);
    ease(this.camera, goal, passed / 1000);
  }

  // fit shows all bodies, beside the panels.
  fit() {
    if (!this.drawing?.picture) return;
    this.wantsFit = false;
    this.framing.clear();
    this.frames = this.options.camera === undefined && this.options.view === undefined && !this.calm;
    this.chases = this.chased !== null;
    this.fitCamera(this.camera, this.options.view ?? this.sceneView ?? this.drawing.bounds());
  }

  // fitCamera shows a box in the part of the picture that panels leave free.
  fitCamera(camera, box) {
    const narrow = this.root.clientWidth < 700, side = !narrow && this.sideShown() ? this.side.clientWidth + 12 : 0;
    const compact = this.options.compact;
    camera.fit(box, { left: 0, right: side, top: compact ? 8 : 52, bottom: compact ? 44 : narrow && this.sideShown() ? this.root.clientHeight * 0.45 : 68 });
  }

  sideShown() { return !this.panel.root.hidden || !this.plots.root.hidden; }

  // say shows a sentence: for a moment, or until the next one.
  say(text, lasting = false) {
    clearTimeout(this.noteTimer);
    this.lasting = lasting;
    this.note.textContent = text;
    this.note.classList.toggle("carom-shown", text !== "");
    if (text && !lasting) this.noteTimer = setTimeout(() => this.note.classList.remove("carom-shown"), 4000);
  }

  // endWaiting takes away a sentence that stays until the next one. Others have their moment.
  endWaiting() { if (this.lasting) this.say(""); }

  // --- actions of a person ---

  // bodyAt returns the slot of the body nearest to a pixel, or 0. Bodies that can move come before
  // bodies that cannot.
  bodyAt(px, py) {
    return this.drawing?.picture ? this.drawing.bodyAt(this.camera.toWorldX(px), this.camera.toWorldY(py), pickPixels / this.camera.scale) : 0;
  }

  grab(px, py) {
    this.pointing = false;
    if (this.index >= 0 || !this.source?.status.edit) return false;
    const slot = this.bodyAt(px, py), { bodies } = this.picture;
    if (slot !== 0 && (bodies.state[slot] & state.type) === bodyType.dynamic) {
      this.grabbing = { slot, px, py };
      return true;
    }
    this.pointing = this.takesPoints;
    if (this.pointing) this.dragTo(px, py);
    return this.pointing;
  }

  dragTo(px, py) {
    const x = this.camera.toWorldX(px), y = this.camera.toWorldY(py);
    if (this.pointing) this.source.tell({ do: "point", x, y, down: true });
    if (!this.dragging && this.grabbing) {
      if (Math.hypot(px - this.grabbing.px, py - this.grabbing.py) < 3) return;
      this.beginDrag(this.grabbing);
    }
    if (!this.dragging) return;
    this.dragging.x = x;
    this.dragging.y = y;
    this.source.tell({ do: "drag", x, y });
  }

  beginDrag({ slot, px, py }) {
    const x = this.camera.toWorldX(px), y = this.camera.toWorldY(py), d = this.drawing;
    const dx = x - d.x[slot], dy = y - d.y[slot];
    const body = [slot, this.picture.bodies.generation[slot]];
    this.dragging = { body, x, y, localX: d.cos[slot] * dx + d.sin[slot] * dy, localY: -d.sin[slot] * dx + d.cos[slot] * dy };
    this.command({ do: "grab", body, x, y }).then((reply) => {
      if (!reply) this.dragging = null;
    });
  }

  release() {
    this.grabbing = null;
    if (this.pointing) this.source.tell({ do: "point", down: false });
    if (!this.dragging) return;
    this.dragging = null;
    this.source.tell({ do: "drop" });
  }

  pick(px, py) {
    this.stage.focus({ preventScroll: true });
    if (this.pointing) return;
    const slot = this.bodyAt(px, py);
    this.select(slot === 0 ? null : [slot, this.shownPicture().bodies.generation[slot]]);
  }

  moved() {
    this.wantsFit = false;
    this.chases = false;
    this.frames = false;
    this.followsBody = false;
  }

  zoomed() { this.wantsFit = this.frames = false; }

  // select shows the panel of a body, [slot, generation], or none.
  select(body) {
    this.selected = body;
    if (!body) this.panel.hide();
    else this.panel.title.textContent = this.picture.names.get(body[0]) ?? `body ${body[0]}`;
    this.source?.tell({ do: "follow", body });
    if (body) this.source?.tell({ do: "body", body });
    this.controls?.layout();
    this.options.onSelect?.(body);
  }

  // selectNext goes through the bodies by their slots.
  selectNext(direction) {
    const { bodies, bodySlots } = this.picture;
    let slot = this.selected?.[0] ?? (direction > 0 ? 0 : bodySlots);
    for (let i = 0; i < bodySlots; i++) {
      slot = (slot + direction + bodySlots) % bodySlots;
      if (slot !== 0 && bodies.generation[slot] !== 0) {
        this.select([slot, bodies.generation[slot]]);
        return;
      }
    }
  }

  setLayer(name, on) {
    this.show[name] = on;
    this.source?.tell({ do: "layers", layers: this.neededLayers() });
    this.controls.update();
    this.options.onLayers?.(this.show);
  }

  togglePlots() {
    this.plots.root.hidden = !this.plots.root.hidden;
    this.source?.tell({ do: "layers", layers: this.neededLayers() });
    this.controls?.layout();
  }

  async togglePause() {
    if (this.index >= 0) {
      this.goLive();
      return;
    }
    await this.command({ do: this.source.status.paused ? "resume" : "pause" });
  }

  // step runs ticks while the world is paused. In the past it shows the next frame.
  async step(ticks) {
    if (this.index >= 0 || ticks < 0) {
      this.scrub((this.index < 0 ? this.history.length - 1 : this.index) + ticks);
      return;
    }
    if (!this.source.status.paused) await this.command({ do: "pause" });
    await this.command({ do: "step", ticks });
  }

  setSpeed(speed) { this.command({ do: "speed", speed }); }

  // scrub shows a frame of the last seconds. It pauses the world if the page may control time.
  scrub(index) {
    if (this.history.length === 0) return;
    const last = this.history.length - 1;
    if (index >= last && this.source.status.paused) {
      this.goLive();
      return;
    }
    if (this.index < 0 && this.source.controls && !this.source.status.paused) this.source.tell({ do: "pause" });
    this.index = Math.max(0, Math.min(last, index));
    this.controls.update();
  }

  // tickAt returns the tick of a recording, counted from its beginning, at a time.
  tickAt(time) {
    const { begin, history } = this.source.status;
    return Math.max(0, Math.min(history[1], Math.round((time - begin) / this.picture.head.timestep)));
  }

  // seek goes to a time of a recording. While the source is seeking, only the last request counts.
  async seek(time) {
    this.goLive();
    this.wish = this.tickAt(time);
    if (this.seeking) return;
    this.seeking = true;
    if (!this.source.status.paused) this.source.tell({ do: "pause" });
    while (this.wish !== null) {
      const tick = this.wish;
      this.wish = null;
      await this.command({ do: "restore", tick });
    }
    this.seeking = false;
  }

  goLive() {
    if (this.index >= 0 && this.selected) this.source.tell({ do: "follow", body: this.selected });
    this.index = -1;
    this.pastShown = "";
    this.controls.update();
  }

  // resumeHere continues the world from the shown moment.
  async resumeHere() {
    if (this.index < 0) return;
    const shown = this.history.frames[this.index];
    const reply = await this.command({ do: "restore", tick: this.source.replay ? this.tickAt(shown.time) : shown.ticks });
    if (!reply) return;
    this.goLive();
    this.source.tell({ do: "resume" });
  }
}
