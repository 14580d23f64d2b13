// The panel of properties of the selection or of the scene. Its fields come from the schema.

import { el, iconButton } from "../dom.js";
import { at, hasReferences, kindOfBody, lists, rename, set, split, thingOf, unique } from "./document.js";
import { Field, words } from "./fields.js";
import { Schema } from "./schema.js";

const mostListed = 300; // things in the list of the scene
// The most frequent fields. The others are folded.
const often = {
  body: ["name", "type", "position", "angle", "linearVelocity", "angularVelocity"],
  collider: ["material", "density", "sensor", "oneWay"], chain: ["closed", "material"],
  joint: ["a", "b", "localAnchorA", "localAnchorB", "localAxisA", "limit", "lower", "upper", "minLength", "maxLength", "length", "motorSpeed", "maxMotorTorque", "maxMotorForce",
    "springHertz", "springDamping", "ratio", "collideConnected", "first", "second", "step", "stiffness", "force", "torque"],
  area: ["name", "body", "position", "angle", "priority"], character: ["name", "position", "mass", "slopeLimit", "stepHeight", "material"],
  world: ["gravity"], material: ["name", "friction", "restitution", "rollingResistance", "tangentSpeed"],
};

export class Panel {
  constructor(page) {
    this.page = page;
    this.live = new Map(); // values that were set while the world runs, by pointer
    this.fields = [];
    this.structural = []; // elements that add and remove things and their parts
    this.content = el("div");
    this.root = el("aside.carom-build-panel", { "aria-label": "properties", tabIndex: -1 }, this.content);
    this.shape = "";
  }

  get editor() { return this.page.editor; }

  setSchema(schema) {
    this.schema = new Schema(schema);
    this.shape = "";
    this.update("document");
  }

  forgetLive() { this.live.clear(); }

  // update shows the present state. Elements stay as long as the shown things keep their form, so
  // that a person can continue typing.
  update(what) {
    if (!this.schema || what === "settings") return;
    const { document, selection } = this.editor, shape = JSON.stringify([selection, formOfAll(document, selection)]);
    if (shape !== this.shape) {
      this.shape = shape;
      this.build(document, selection);
    }
    for (const { field, pointers } of this.fields) this.showField(field, pointers);
    for (const element of this.structural) element.disabled = this.editor.mode === "play";
    this.showErrors();
  }

  showField(field, pointers) {
    const value = (pointer) => (this.live.has(pointer) ? this.live.get(pointer) : at(this.editor.document, pointer)) ?? undefined;
    const first = value(pointers[0]), text = JSON.stringify(first);
    const differs = (pointer) => {
      const v = value(pointer);
      return v !== first && JSON.stringify(v) !== text;
    };
    field.show(first, pointers.some(differs));
  }

  build(document, selection) {
    this.fields = [];
    this.structural = [];
    const focus = globalThis.document.activeElement, had = this.content.contains(focus) ? focus.dataset.pointer : undefined;
    const close = iconButton("close", "close the properties", () => this.page.togglePanel(false));
    close.classList.add("carom-build-close");
    this.general = el("p.carom-build-error", { role: "alert" });
    this.content.replaceChildren(close, ...(selection.length === 0 ? this.scene(document) : selection.length === 1 ? this.thing(document, selection[0]) : this.many(document, selection)));
    this.content.children[1].after(this.general);
    if (had) this.content.querySelector(`[data-pointer="${CSS.escape(had)}"]`)?.focus();
    const things = selection.join(" ");
    if (things !== this.things) this.root.scrollTop = 0;
    this.things = things;
  }

  // --- sections ---

  scene(document) {
    const materials = document.materials ?? [];
    return [
      el("h2", {}, "Scene"), ...this.section("scene", [""], undefined, ["version"]), this.folded("World", () => this.section("world", ["/world"]), true),
      this.folded(`Materials (${materials.length})`, () => [
        ...materials.flatMap((m, i) => [el("h3", {}, m.name), ...this.section("material", [`/materials/${i}`]), this.remover(`delete ${m.name}`, () => this.page.editor.commit("delete", this.withoutMaterial(i)))]),
        this.structure(el("button.carom-text", { type: "button", onclick: () => this.addMaterial() }, "Add a material")),
      ]),
      this.folded("Things", () => [this.list(document)], true),
    ];
  }

  addMaterial() {
    const { editor } = this, { document } = editor;
    editor.commit("add", set(document, "/materials", [...(document.materials ?? []), { name: unique(document, "material", "materials"), friction: 0.6 }]));
  }

  withoutMaterial(i) {
    const { document } = this.editor, renamed = rename(document, `/materials/${i}`, undefined), rest = document.materials.filter((_, k) => k !== i);
    return set(renamed, "/materials", rest.length > 0 ? rest : undefined);
  }

  // list names all things, so that they can be selected without a pointer.
  list(document) {
    const { editor } = this, things = editor.things();
    const items = things.slice(0, mostListed).map((pointer) => el("li", {}, el("button", {
      type: "button", onclick: (e) => (e.ctrlKey || e.metaKey || e.shiftKey ? editor.toggle([pointer]) : editor.select([pointer])),
    }, titleOf(document, pointer))));
    return el("div", {}, el("ul.carom-build-list", {}, ...items), things.length > mostListed ? el("p", {}, `and ${things.length - mostListed} more`) : null);
  }

  thing(document, pointer) {
    const { list } = split(pointer), thing = at(document, pointer), title = el("h2", {}, titleOf(document, pointer));
    if (list === "bodies") return [title, ...this.body([pointer], thing)];
    if (list === "areas") return [title, ...this.area(pointer, thing)];
    if (list === "characters") return [title, ...this.character(pointer, thing)];
    return [title, ...this.section("joint", [pointer], thing, thing.type === "gear" ? ["a", "b"] : []), this.remover("delete the joint", () => this.editor.removeSelection())];
  }

  many(document, selection) {
    const bodies = selection.filter((p) => p.startsWith("/bodies/"));
    const names = el("ul.carom-build-list", {}, ...selection.slice(0, mostListed).map((p) => el("li", {}, el("button", { type: "button", onclick: () => this.editor.select([p]) }, titleOf(document, p)))));
    return [
      el("h2", {}, `${selection.length} things`), ...(bodies.length > 0 ? this.section("body", bodies, undefined, ["name", "position", "angle", "key", "mass"]) : []),
      this.remover("delete all", () => this.editor.removeSelection()), names,
    ];
  }

  body([pointer], body) {
    const parts = (list, kind) => (body[list] ?? []).map((c, i) => this.folded(kind === "chain" ? `chain of ${c.points.length} points` : words(c.type), () => [
      ...this.section(kind, [`${pointer}/${list}/${i}`], c), this.nested("filter", `${pointer}/${list}/${i}/filter`),
      this.remover("delete this shape", () => this.without(`${pointer}/${list}`, i)),
    ], (body.colliders?.length ?? 0) + (body.chains?.length ?? 0) === 1));
    return [
      ...this.section("body", [pointer], body, ["mass"]), ...parts("colliders", "collider"), ...parts("chains", "chain"),
      this.ownMass(pointer, body), this.remover("delete the body", () => this.editor.removeSelection()),
    ];
  }

  // ownMass is the mass of a body that does not follow from its shapes.
  ownMass(pointer, body) {
    const path = `${pointer}/mass`, remove = () => this.editor.commit("delete", set(this.editor.document, path, undefined));
    return this.folded("mass", () => [...this.section("mass", [path]), ...(body.mass ? [this.remover("take the mass of the shapes", remove)] : [])]);
  }

  area(pointer, area) {
    const effects = area.effects ?? [], kinds = this.schema.choices("effect");
    const add = this.structure(el("select", { "aria-label": "add an effect", onchange: () => add.value && this.editor.commit("add", set(this.editor.document, pointer + "/effects", [...effects, startOf(add.value)])) },
      el("option", { value: "" }, "add an effect"), ...kinds.map((k) => el("option", { value: k }, words(k)))));
    return [
      ...this.section("area", [pointer], area),
      ...(area.shape ? [this.folded(words(area.shape.type), () => this.section("shape", [pointer + "/shape"], area.shape))] : []),
      ...effects.map((e, i) => this.folded(words(e.type), () => [...this.section("effect", [`${pointer}/effects/${i}`], e), this.remover("delete this effect", () => this.without(`${pointer}/effects`, i))], true)),
      add, this.nested("filter", `${pointer}/filter`), this.remover("delete the area", () => this.editor.removeSelection()),
    ];
  }

  character(pointer, character) {
    return [
      ...this.section("character", [pointer], character),
      ...["run", "jump"].map((kind) => this.folded(kind, () => this.section(kind, [`${pointer}/${kind}`]), true)),
      ...(character.shape ? [this.folded(words(character.shape.type), () => this.section("shape", [pointer + "/shape"], character.shape))] : []),
      this.nested("filter", `${pointer}/filter`), this.remover("delete the character", () => this.editor.removeSelection()),
    ];
  }

  nested(kind, pointer) { return this.folded(kind, () => this.section(kind, [pointer])); }

  // without removes an item of a list, and the list if it becomes empty.
  without(pointer, i) {
    const { editor } = this, rest = at(editor.document, pointer).filter((_, k) => k !== i);
    editor.commit("delete", set(editor.document, pointer, rest.length > 0 ? rest : undefined));
  }

  remover(label, run) { return this.structure(el("button.carom-text", { type: "button", onclick: run }, label[0].toUpperCase() + label.slice(1))); }

  // structure returns an element that adds or removes things or parts. The element is disabled
  // while the world runs, because the running world keeps its things and the pointers to them.
  structure(element) {
    element.disabled = this.editor.mode === "play";
    this.structural.push(element);
    return element;
  }

  // folded is a section that can be opened. Its fields are made when it opens.
  folded(title, make, open = false) {
    const body = el("div"), details = el("details", {}, el("summary", {}, title[0].toUpperCase() + title.slice(1)), body);
    const fill = () => {
      if (!details.open || body.childElementCount > 0) return;
      body.replaceChildren(...make());
      for (const { field, pointers } of this.fields) this.showField(field, pointers);
      this.showErrors();
    };
    details.addEventListener("toggle", fill);
    if (open) {
      details.open = true;
      body.replaceChildren(...make());
    }
    return details;
  }

  // section makes the fields of a kind of object at pointers: first the frequent and the set
  // fields, then the others.
  section(kind, pointers, value = {}, without = []) {
    const fields = this.schema.fields(kind, value).filter(({ key }) => !without.includes(key));
    const isFirst = ({ key, required, kind: k }) => !often[kind] || required || often[kind].includes(key) || key in value || k === "points" || kind === "collider" && this.schema.ofShape(value.type, key);
    const first = fields.filter(isFirst), rest = fields.filter((f) => !isFirst(f));
    const elements = first.map((f) => this.field(f, pointers));
    if (rest.length > 0) elements.push(this.folded("more", () => rest.map((f) => this.field(f, pointers))));
    return elements;
  }

  field(described, pointers) {
    const at_ = pointers.map((p) => `${p}/${described.key}`);
    const field = new Field(this.described(described, pointers), (value) => this.change(at_, value));
    field.inputs[0].dataset.pointer = at_[0];
    this.fields.push({ field, pointers: at_ });
    return field.root;
  }

  // described offers the names that a field can refer to. A body that joints or areas name needs a
  // name.
  described(described, [pointer]) {
    const { document } = this.editor, { bodies = [], materials = [] } = document, names = (things) => things.map((t) => t.name).filter(Boolean);
    if (described.key === "name" && split(pointer).list === "bodies" && hasReferences(document, at(document, pointer))) return { ...described, required: true };
    if (described.refers === "bodies") return { ...described, kind: "choice", values: names(bodies), none: "the ground" };
    if (described.refers === "materials") return { ...described, kind: "choice", values: names(materials), none: "default" };
    return described;
  }

  // change sets a value: in the document, or in the world while it runs.
  change(pointers, value) {
    const { editor, page } = this;
    if (editor.mode === "play") {
      for (const pointer of pointers) {
        page.viewer.attempt(async () => {
          await editor.engine.set(pointer, value);
          this.live.set(pointer, value);
        });
      }
      return;
    }
    if (pointers.length === 1) editor.setField(pointers[0], value);
    else editor.commit("change", pointers.reduce((d, p) => set(d, p, value), editor.document));
  }

  // --- errors ---

  showErrors() {
    const { errors, selection } = this.editor, shown = new Set();
    for (const { field, pointers } of this.fields) {
      const error = errors.find(({ path }) => pointers.some((p) => path === p || path.startsWith(p + "/")));
      field.tell(error?.text ?? "");
      if (error) shown.add(error);
    }
    const rest = errors.filter((e) => !shown.has(e) && (selection.length === 0 || selection.includes(thingOf(e.path))));
    if (this.general) this.general.textContent = rest.slice(0, 5).map((e) => (selection.length === 0 && e.path ? `${titleAt(this.editor.document, e.path)}: ${e.text}` : e.text)).join("\n");
  }

  // reveal opens the section with the field of a path, and puts the focus there.
  reveal(path) {
    for (let pass = 0; pass < 3; pass++) {
      const found = this.fields.find(({ pointers }) => pointers.some((p) => path === p || path.startsWith(p + "/")));
      if (found) {
        for (let node = found.field.root; node && node !== this.root; node = node.parentElement) {
          if (node.tagName === "DETAILS") node.open = true;
        }
        found.field.inputs[0].focus();
        found.field.root.scrollIntoView({ block: "nearest" }); // with the error below the element
        return;
      }
      for (const details of this.content.querySelectorAll("details:not([open])")) {
        details.open = true;
        details.dispatchEvent(new Event("toggle"));
      }
    }
  }
}

// formOfAll returns what determines the elements of the panel. Of many things the panel shows the
// names and common fields.
function formOfAll(document, selection) {
  if (selection.length === 0) return formOfScene(document);
  return selection.length === 1 ? formOf(at(document, selection[0])) : selection.slice(0, mostListed).map((p) => titleOf(document, p));
}

// formOf returns the properties that determine the elements of a thing: its type, the types of its
// parts, and its fields.
function formOf(thing) {
  if (!thing) return null;
  const parts = (list) => (thing[list] ?? []).map((c) => [c.type, Object.keys(c).length]);
  return [thing.type, thing.name ? 1 : 0, Object.keys(thing).length, parts("colliders"), (thing.chains ?? []).map((c) => Object.keys(c).length), parts("effects"), thing.shape?.type];
}

function formOfScene(document) { return [lists.map((list) => document[list]?.length ?? 0), (document.materials ?? []).map((m) => m.name), (document.bodies ?? []).map((b) => b.name).join("\n")]; }

// startOf returns a new effect that the engine accepts and that is noticeable.
function startOf(type) {
  const fields = {
    gravity: { acceleration: [0, 5] }, pointGravity: { strength: 20, distance: 1 }, damping: { linear: 1 }, conveyor: { velocity: [2, 0] },
    fluid: { density: 1, linearDrag: 1 }, wind: { velocity: [5, 0] },
  };
  return { type, ...fields[type] };
}

// titleOf names a thing for a person.
function titleOf(document, pointer) {
  const thing = at(document, pointer), { list, index } = split(pointer);
  if (list === "joints") return thing.type === "gear" ? `gear of joints ${thing.first ?? 0} and ${thing.second ?? 0}` : `${words(thing.type)}: ${thing.a ?? "ground"} – ${thing.b ?? "ground"}`;
  return thing.name ?? `${{ areas: "area", characters: "character" }[list] ?? kindOfBody(thing)} ${index}`;
}

function titleAt(document, path) {
  const thing = thingOf(path);
  return thing && at(document, thing) ? titleOf(document, thing) : path.split("/").slice(1).join(" ");
}
