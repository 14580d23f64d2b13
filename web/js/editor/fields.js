// One field of the panel of properties: an element for a value of a document, made from its schema.

import { el } from "../dom.js";
import { exact } from "../exact.js";
import { round } from "./geometry.js";

const degrees = 180 / Math.PI;
let count = 0;

// words writes a key of a document in words: linearDamping is linear damping.
export function words(key) { return key.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase(); }

// Angles are shown in degrees, because nobody enters a right angle as 1.570796.
const shownUnit = (unit) => (unit === "rad" ? "°" : unit);
const toShown = (field, v) => (field.unit === "rad" ? round(v * degrees) : v);
const fromShown = (field, v) => (field.unit === "rad" ? v / degrees : v);

// Field has the element of a field. `change(value)` is called with a new value, or undefined for
// none.
export class Field {
  constructor(field, change) {
    this.field = field;
    this.change = change;
    this.id = `carom-build-${count++}`;
    this.inputs = this.makeInputs();
    this.inputs[0].id = this.id;
    this.error = el("p.carom-build-error", { id: this.id + "-error" });
    this.error.hidden = true;
    const unit = shownUnit(field.unit), label = el("label", { htmlFor: this.id, title: field.doc ?? "" }, words(field.label ?? field.key), unit ? el("small", {}, ` ${unit}`) : null);
    const control = this.inputs.length === 2 ? el("div.carom-build-pair", {}, ...this.inputs) : this.inputs[0];
    this.root = el("div.carom-build-field", {}, label, control, this.error);
    this.root.classList.toggle("carom-build-wide", field.kind === "points");
    for (const input of this.inputs) {
      input.setAttribute("aria-describedby", this.error.id);
      input.addEventListener("change", () => this.take());
      input.addEventListener("keydown", (e) => {
        if (e.key === "Enter" && field.kind !== "points") input.blur();
        if (e.key !== "Escape") e.stopPropagation();
      });
    }
  }

  makeInputs() {
    const { field } = this;
    switch (field.kind) {
      case "flag":
        return [el("input", { type: "checkbox" })];
      case "choice":
        return [el("select", {}, ...this.choices())];
      case "point":
        return ["x", "y"].map((axis) => this.number(`${words(field.key)} ${axis}`));
      case "points":
        return [el("textarea", { rows: 4, spellcheck: false, placeholder: "x, y in each line" })];
      case "number":
      case "integer":
        return [this.number()];
    }
    return [el("input", { type: "text", spellcheck: false, placeholder: field.default === undefined ? "" : String(field.default) })];
  }

  choices() {
    const { values, required, none } = this.field;
    const option = (value, text) => el("option", { value }, text);
    if (required) return values.map((v) => option(v, words(v)));
    // A missing value means the first choice, or no reference.
    return none === undefined ? values.map((v, i) => option(i === 0 ? "" : v, words(v))) : [option("", none), ...values.map((v) => option(v, v))];
  }

  number(label) {
    const { field } = this, input = el("input", { type: "number", step: field.kind === "integer" ? "1" : "any" });
    if (label) input.setAttribute("aria-label", label);
    for (const bound of ["min", "max"]) {
      if (Number.isFinite(field[bound])) input[bound] = String(toShown(field, field[bound]));
    }
    if (field.default !== undefined && !Array.isArray(field.default)) input.placeholder = String(toShown(field, field.default));
    else if (!field.required) input.placeholder = "0";
    return input;
  }

  // show writes a value into the element. `mixed` means that several things have different values.
  show(value, mixed = false) {
    const { field, inputs } = this;
    if (inputs.includes(document.activeElement)) return;
    if (field.kind === "flag") {
      inputs[0].checked = value === true;
      inputs[0].indeterminate = mixed;
      return;
    }
    if (field.kind === "point") {
      inputs.forEach((input, i) => { input.value = mixed || !value ? "" : String(value[i]); });
    } else if (field.kind === "points") {
      inputs[0].value = (value ?? []).map((p) => p.join(", ")).join("\n");
    } else {
      const first = field.kind === "choice" && !field.required && field.none === undefined && value === field.values[0];
      inputs[0].value = mixed || value === undefined || first ? "" : String(Array.isArray(value) ? value.join(", ") : typeof value === "number" ? toShown(field, value) : value.rawJSON ?? value);
    }
    if (mixed) inputs[0].placeholder = "mixed";
  }

  // take reads the element. It reports invalid values of the field. The engine reports all other
  // errors.
  take() {
    const value = this.read();
    if (value instanceof Error) {
      this.tell(value.message);
      return;
    }
    if (value === undefined && this.field.required) {
      this.tell("A value is needed.");
      return;
    }
    this.tell("");
    this.change(value);
  }

  read() {
    const { field, inputs } = this, texts = inputs.map((input) => input.value.trim());
    switch (field.kind) {
      case "flag":
        return inputs[0].checked || undefined;
      case "point":
        if (inputs.some((input) => input.validity.badInput)) return new Error("Two numbers are needed.");
        if (texts.every((t) => t === "")) return undefined;
        return texts.every(isNumber) ? texts.map(Number) : new Error("Two numbers are needed.");
      case "points":
        return readPoints(texts[0]);
      case "number":
      case "integer":
        if (texts[0] === "") return inputs[0].validity.badInput ? new Error("This is no number.") : undefined;
        return fromShown(field, Number(texts[0]));
      case "names":
        return texts[0] === "" ? undefined : texts[0].split(",").map((t) => t.trim());
      case "bits":
        return texts[0] === "" ? undefined : JSON.parse(JSON.stringify(texts[0]).replace(/^"(\d+)"$/, "$1"), exact);
    }
    return texts[0] === "" ? undefined : texts[0];
  }

  // tell shows an error of the value, or clears it.
  tell(text) {
    this.error.textContent = text;
    this.error.hidden = text === "";
    for (const input of this.inputs) input.setAttribute("aria-invalid", String(text !== ""));
  }
}

const isNumber = (text) => text === "" || Number.isFinite(Number(text));

function readPoints(text) {
  if (text === "") return undefined;
  const points = text.split(/\n+/).map((line) => line.split(/[\s,;]+/).filter(Boolean).map(Number));
  return points.every((p) => p.length === 2 && p.every(Number.isFinite)) ? points : new Error("Two numbers are needed in each line.");
}
