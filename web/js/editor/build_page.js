// The page on which scenes are built: bars, panel and dialogs around the viewer.

import { el, iconButton, setIcon } from "../dom.js";
import "./icons.js";
import { actions, find, toolList } from "./actions.js";
import { alignments } from "./arrange.js";
import { thingOf } from "./document.js";
import { Dialogs } from "./dialogs.js";
import { Editor, purposes } from "./editor.js";
import { EditorViewer } from "./editor_viewer.js";
import { Engine } from "./engine.js";
import { HeldKeys } from "./held_keys.js";
import { jointKinds } from "./joints.js";
import { Keeper } from "./keeper.js";
import { Panel } from "./panel.js";

const hints = {
  select: "Click or drag things; drag beside them to select many. Shift or M adds, Alt or a double click takes one out of its group, Ctrl drags a copy.",
  hand: "Drag to move the picture. Two fingers or the wheel do so with every tool.",
  box: "Drag from corner to corner, or click.", circle: "Drag from the middle, or click.", capsule: "Drag from end to end, or click.",
  polygon: "Click the corners; the first one again, or Enter, ends it. Dents are fine.", freehand: "Draw around a shape.",
  chain: "Click the points of the ground; Enter ends it, the first point again closes it.", brush: "Paint ground, or erase it.",
};

export class BuildPage {
  constructor(element, source, settings) {
    this.source = source;
    this.settings = settings;
    this.editor = this.makeEditor(new Engine(source));
    this.keeper = this.makeKeeper();
    this.dialogs = new Dialogs(this);
    this.panel = new Panel(this);
    this.stage = el("div.carom-build-stage");
    this.buildTop();
    this.buildOptions();
    this.buildTools();
    this.buildRun();
    element.append(this.top, this.options, this.tools, this.stage, this.panel.root, this.bottom, this.dialogs.root);
    document.addEventListener("keydown", (e) => this.key(e)); // before the viewer, which has keys of its own
    document.addEventListener("keyup", (e) => this.heldKeys.take(e, false));
    window.addEventListener("blur", () => this.heldKeys.release());
    this.opened = false; // whether the first document is there and shown
    this.viewer = this.makeViewer({
      theme: settings.theme, onTheme: settings.onTheme, keys: this.keysOfWorld(), compact: true, painter: new URLSearchParams(location.search).get("painter") ?? undefined,
      onTool: () => this.update(), onMessage: (m) => this.heard(m),
    });
    this.takeDrops(element);
    this.editor.listen((what) => this.changed(what));
    this.update();
    this.start();
  }

  // Overridden by a page with another world and another document.

  makeEditor(engine) { return new Editor(engine); }

  makeKeeper() { return new Keeper(this); }

  makeViewer(options) { return new EditorViewer(this.stage, this.source, { ...options, onSelect: (body) => this.selectLive(body) }, this.editor); }

  start() {
    this.ready = this.keeper.start();
    this.ready.then(() => this.viewer.opening).then(() => {
      this.viewer.fit();
      this.opened = true;
    });
    this.editor.engine.schema().then((schema) => this.panel.setSchema(schema), (e) => this.say(e.message));
  }

  say(text, lasting) { this.viewer.say(text, lasting); }

  // --- bars ---

  buildTop() {
    const button = iconButton;
    this.nameInput = el("input.carom-build-name", { type: "text", "aria-label": "name of the scene", value: "scene", maxLength: 80, onchange: () => this.keeper.rename(this.nameInput.value) });
    this.top = el("div.carom-build-top", { role: "toolbar", "aria-label": "scene" },
      this.nameInput,
      el("span.carom-build-group", {}, button("new", "new scene", () => this.keeper.fresh()), button("open", "open: saved scenes, versions, files", () => this.dialogs.openShelf()),
        button("keep", "save in this browser (Ctrl S)", () => this.save())),
      el("span.carom-build-group", {}, button("save", "download the document", () => this.keeper.download()), button("link", "copy a link with the scene in it", () => this.keeper.copyLink()),
        button("code", "copy as Go", () => this.dialogs.openGo())),
      this.historyButtons(), this.viewButtons());
  }

  historyButtons() {
    this.undoButton = iconButton("undo", "undo (Ctrl Z)", () => this.undo());
    this.redoButton = iconButton("redo", "redo (Ctrl Y)", () => this.editor.redo());
    return el("span.carom-build-group", {}, this.undoButton, this.redoButton);
  }

  viewButtons() {
    this.panelButton = iconButton("sliders", "properties (E)", () => this.togglePanel());
    return el("span.carom-build-group", {}, iconButton("fit", "show everything (F)", () => this.viewer.fit()), iconButton("help", "keys (?)", () => this.openHelp()), this.panelButton);
  }

  buildTools() {
    this.toolButtons = new Map(toolList.map(({ name, label, key }) => [name, iconButton(name, `${label} (${key.toUpperCase()})`, () => this.viewer.setTool(name))]));
    this.tools = el("div.carom-build-tools", { role: "toolbar", "aria-label": "tools" }, ...this.toolButtons.values());
    this.tools.setAttribute("aria-orientation", "vertical");
  }

  buildOptions() {
    const choice = (name, label, values) => this.option(name, label, el("select", { onchange: (e) => this.editor.setting(name, e.target.value) },
      ...values.map(([value, text]) => el("option", { value }, text))));
    const check = (name, label) => this.option(name, label, el("input", { type: "checkbox", onchange: (e) => this.editor.setting(name, e.target.checked) }));
    const size = (name, label) => this.option(name, label, el("input", {
      type: "number", min: "0.01", max: "100", step: "any", onchange: (e) => {
        const value = Number(e.target.value);
        if (value >= 0.01 && value <= 100) this.editor.setting(name, value);
        else this.update();
      },
    }));
    this.optionRows = {};
    this.options = el("div.carom-build-options", { role: "group", "aria-label": "options of the tool" },
      choice("purpose", "makes", purposes.map((p) => [p, p])), check("attach", "onto the selected body"),
      choice("joint", "joint", jointKinds.map((k) => [k.type, k.label])), size("brush", "radius, m"), check("erase", "erase"),
      check("add", "add to the selection"), check("snap", "snap"), size("grid", "grid, m"), this.arrangement());
    this.hint = el("span.carom-build-hint");
    this.options.append(this.hint);
  }

  option(name, label, input) {
    const row = el("label", {}, el("span", {}, label), input);
    this.optionRows[name] = { row, input };
    return row;
  }

  // arrangement is a menu of operations on several things.
  arrangement() {
    const does = {
      ...Object.fromEntries(alignments.map(({ name }) => [`align ${name}`, () => this.editor.align(name)])),
      "equal gaps from left to right": () => this.editor.distribute(0), "equal gaps from bottom to top": () => this.editor.distribute(1),
      group: () => this.editor.group(), ungroup: () => this.editor.ungroup(), duplicate: () => this.editor.duplicate(),
      copy: () => this.editor.copy(), paste: () => this.editor.paste(), delete: () => this.editor.removeSelection(),
      "select all": () => this.editor.selectAll(),
    };
    const menu = el("select", {
      onchange: () => {
        does[menu.value]?.();
        menu.value = "";
      },
    }, el("option", { value: "" }, "choose"), ...Object.keys(does).map((name) => el("option", { value: name }, name)));
    return this.option("arrange", "selection", menu);
  }

  buildRun() {
    this.playButton = iconButton("play", "play (Space)", () => this.togglePlay());
    this.stopButton = iconButton("stop", "stop and return to the scene (Esc)", () => this.stop());
    this.keepButton = el("button.carom-text", { type: "button", title: "the present state becomes the scene (Shift K)", onclick: () => this.keep() }, "Keep");
    this.endButton = el("button.carom-text", { type: "button", onclick: () => this.viewer.tool.enter() }, "Done");
    this.errorButton = el("button.carom-text.carom-build-errors", { type: "button", onclick: () => this.showError() });
    this.status = el("span.carom-build-status", { role: "status" });
    this.heldKeys = new HeldKeys((keys) => this.source.tell({ do: "keys", keys }));
    this.bottom = el("div.carom-build-run", { role: "toolbar", "aria-label": "run" }, this.playButton, this.stopButton, this.keepButton, this.endButton, this.heldKeys.buttons, this.errorButton, this.status);
  }

  // --- changes ---

  changed(what) {
    if (what === "document") this.keeper.changed();
    if (what === "mode") {
      this.panel.forgetLive();
      this.heldKeys.release();
    }
    this.update();
    this.panel.update(what);
  }

  update() {
    const { editor, viewer } = this, running = editor.mode === "play", tool = viewer?.toolName ?? "select";
    for (const [name, button] of this.toolButtons) {
      button.setAttribute("aria-pressed", String(name === tool && !running));
      button.disabled = running;
    }
    this.undoButton.disabled = running || editor.journal.done.length === 0 && !viewer?.tool.begun;
    this.redoButton.disabled = running || editor.journal.undone.length === 0;
    this.updateOptions(tool, running);
    const paused = !running || this.source.status.paused;
    setIcon(this.playButton, paused ? "play" : "pause", paused ? "play (Space)" : "pause (Space)");
    this.stopButton.hidden = this.keepButton.hidden = !running;
    this.heldKeys.buttons.hidden = !this.movesCharacters();
    this.endButton.hidden = running || !["polygon", "chain"].includes(tool);
    this.errorButton.hidden = running || editor.errors.length === 0;
    this.errorButton.textContent = editor.errors.length === 1 ? "1 error" : `${editor.errors.length} errors`;
    this.updateStatus();
  }

  updateOptions(tool, running) {
    const { settings } = this.editor, draws = ["box", "circle", "capsule", "polygon", "freehand"].includes(tool);
    const shown = { purpose: draws, attach: draws || tool === "chain", joint: tool === "joint", brush: tool === "brush", erase: tool === "brush", add: tool === "select", snap: true, grid: settings.snap, arrange: tool === "select" };
    for (const [name, { row, input }] of Object.entries(this.optionRows)) {
      row.hidden = !shown[name];
      input.disabled = running;
      if (input === document.activeElement && input.type === "number" || name === "arrange") continue;
      if (input.type === "checkbox") input.checked = settings[name];
      else input.value = String(settings[name]);
    }
    this.options.tabIndex = running ? 0 : -1; // on a small screen the bar scrolls, and then nothing in it can have the focus
    const text = this.movesCharacters() ? "The arrow keys move the characters. Stop returns, Keep takes over."
      : running ? "The world runs: drag bodies, change properties. Stop returns, Keep takes over." : this.viewer?.tool.hint ?? hints[tool];
    this.hint.textContent = this.hint.title = text;
  }

  updateStatus() {
    const { document, selection } = this.editor, count = (list, one, many) => `${document[list]?.length ?? 0} ${document[list]?.length === 1 ? one : many}`;
    const parts = [count("bodies", "body", "bodies"), count("joints", "joint", "joints")];
    if (document.areas?.length) parts.push(count("areas", "area", "areas"));
    if (document.characters?.length) parts.push(count("characters", "character", "characters"));
    if (selection.length > 0) parts.push(`${selection.length} selected`);
    this.status.textContent = parts.join(", ");
  }

  // --- running ---

  async togglePlay() {
    const { editor, source } = this;
    if (editor.mode === "play") {
      await this.viewer.togglePause();
      return;
    }
    if (await this.viewer.attempt(() => editor.play())) source.tell({ do: "resume" });
    else this.showError();
  }

  stop() { if (this.editor.mode === "play") this.editor.stop(); }

  async keep() { if (this.editor.mode === "play") await this.viewer.attempt(() => this.editor.keep()); }

  heard(message) {
    if (message.type === "status") this.update();
  }

  // selectLive selects the document's body for a body that was clicked in the running world.
  selectLive(body) {
    if (this.editor.mode !== "play") return;
    const { bodies = [], characters = [] } = this.editor.document, i = body ? body[0] - 1 : -1, k = i - bodies.length;
    this.editor.select(i >= 0 && k < 0 ? [`/bodies/${i}`] : k >= 0 && k < characters.length ? [`/characters/${k}`] : []);
  }

  // --- keys ---

  // keysOfWorld passes keys to the viewer only while the world runs.
  keysOfWorld() {
    const handlers = new Map();
    return {
      addEventListener: (type, handler) => {
        const filtered = (e) => { if (this.editor.mode === "play" && !e.defaultPrevented) handler(e); };
        handlers.set(handler, filtered);
        document.addEventListener(type, filtered);
      },
      removeEventListener: (type, handler) => document.removeEventListener(type, handlers.get(handler)),
    };
  }

  // movesCharacters reports whether the arrow keys are for the characters of the running world.
  movesCharacters() { return this.editor.mode === "play" && (this.editor.document.characters?.length ?? 0) > 0; }

  key(e) {
    if (e.defaultPrevented) return;
    if (e.target.closest?.("input, select, textarea, dialog")) {
      if (e.key !== "Escape" || e.target.closest("dialog")) return;
      e.preventDefault();
      this.viewer.stage.focus();
      return;
    }
    if (this.movesCharacters() && this.heldKeys.take(e, true)) {
      e.preventDefault();
      return;
    }
    if ((e.key === " " || e.key === "Enter") && e.target.closest?.("button, summary, a")) return;
    const action = find(e, this.editor.mode === "edit");
    if (!action) return;
    e.preventDefault();
    action.run(this, e.shiftKey ? 10 : 1);
    this.update();
  }

  // undo and remove take back the last point of what is being drawn, if there is one.
  undo() {
    if (!this.viewer.tool.back()) this.editor.undo();
    this.update();
  }

  remove() {
    if (!this.viewer.tool.back()) this.editor.removeSelection();
  }

  nudge(dx, dy) {
    const { editor, viewer } = this, { grid } = editor.settings;
    if (editor.placeable.length > 0) editor.nudge(dx * grid, dy * grid);
    else viewer.camera.panBy(-30 * dx, 30 * dy);
  }

  escape() {
    if (this.editor.mode === "play") this.stop();
    else if (!this.viewer.tool.cancel()) this.viewer.setTool("select");
  }

  openHelp() { this.dialogs.openHelp(actions); }

  focusPanel() {
    this.togglePanel(true);
    (this.panel.root.querySelector(".carom-build-field :is(input, select, textarea)") ?? this.panel.root).focus();
  }

  togglePanel(open = !this.panel.root.classList.contains("carom-build-open")) {
    this.panel.root.classList.toggle("carom-build-open", open);
    this.panelButton.setAttribute("aria-expanded", String(open));
  }

  // showError selects the thing of the first error and shows the field at fault.
  showError() {
    const [error] = this.editor.errors;
    if (!error) return;
    const thing = thingOf(error.path);
    if (thing && !thing.startsWith("/materials/")) this.editor.select([thing]);
    else this.editor.select([]);
    this.togglePanel(true);
    this.panel.reveal(error.path);
    this.say(error.text);
  }

  save() { return this.keeper.save(); }

  // --- files ---

  openFiles(files) { return this.viewer.attempt(() => this.keeper.openFiles([...files])); }

  takeDrops(element) {
    element.addEventListener("dragover", (e) => e.preventDefault());
    element.addEventListener("drop", (e) => {
      e.preventDefault();
      e.stopPropagation();
      this.openFiles(e.dataTransfer?.files ?? []);
    }, { capture: true });
  }
}
