// The panel of a body: its live state, and its numbers to change.

import { el, iconButton, number } from "./dom.js";
import { state } from "./frame.js";

const live = ["Position X", "Position Y", "Angle", "Velocity X", "Velocity Y", "Spin"];
const switches = ["Enabled", "Bullet", "NeverSleep", "Awake"];

// BodyPanel shows the messages of type "body". `set(field, value)` changes a number, `pick(body)`
// shows another body, and `close` closes the panel.
export class BodyPanel {
  constructor({ set, pick, close }) {
    this.actions = { set, pick, close };
    this.title = el("h2");
    this.tags = el("span.carom-tags");
    this.why = el("p.carom-why");
    this.facts = el("dl.carom-facts");
    this.fields = new Map();
    this.settings = el("div.carom-settings");
    this.lists = el("div");
    this.root = el("section.carom-section.carom-body", {},
      el("header", {}, this.title, this.tags, iconButton("close", "close (Esc)", close)),
      this.why, this.facts,
      el("details", {}, el("summary", {}, "Settings"), this.settings),
      this.lists);
    this.root.hidden = true;
  }

  show(message, editable) {
    this.root.hidden = false;
    const same = this.body?.[0] === message.body?.[0] && this.body?.[1] === message.body?.[1];
    this.body = message.body;
    this.title.textContent = message.name || `body ${message.body?.[0] ?? ""}`;
    this.root.classList.toggle("carom-missing", message.missing === true);
    if (message.missing) {
      this.tags.replaceChildren(el("span", {}, "gone"));
      this.why.textContent = "This body does not exist any more.";
      return;
    }
    const tags = message.kind === "static" ? [message.kind] : [message.kind, message.awake ? "awake" : "asleep"];
    this.tags.replaceChildren(...tags.map((tag) => el("span", {}, tag)));
    this.why.textContent = message.awake ? sentence(`Awake: ${message.why}`) : "Asleep until something touches or changes it.";
    this.why.hidden = message.kind === "static";
    this.showFacts(message);
    this.showSettings(message.settings ?? {}, editable, same);
    this.showLists(message);
  }

  // showPast shows the state of a body in a picture of the past.
  showPast(picture, slot) {
    const b = picture.bodies;
    this.root.classList.toggle("carom-missing", b.generation[slot] === 0);
    this.title.textContent = picture.names.get(slot) ?? this.title.textContent;
    this.why.hidden = false;
    this.why.textContent = b.generation[slot] === 0 ? "This body did not exist then." : `As it was at ${picture.head.time.toFixed(2)} s.`;
    const awake = (b.state[slot] & state.awake) !== 0;
    this.tags.replaceChildren(el("span", {}, ["static", "kinematic", "dynamic"][b.state[slot] & state.type]), el("span", {}, awake ? "awake" : "asleep"));
    const rows = [
      ["centre of mass", `${number(b.x[slot])}, ${number(b.y[slot])}`, "m"],
      ["angle", number((b.angle[slot] | 0) * 360 / 4294967296), "°"],
    ];
    const at = picture.velocities ? picture.moving.subarray(0, picture.velocityCount).indexOf(slot) : -1;
    if (at >= 0) {
      const [x, y, spin] = picture.velocities.subarray(3 * at);
      rows.push(["velocity", `${number(x)}, ${number(y)}`, "m/s"], ["spin", number(spin), "rad/s"]);
    }
    this.writeFacts(rows);
    this.lists.replaceChildren();
  }

  hide() {
    this.root.hidden = true;
    this.body = null;
  }

  showFacts(m) {
    this.writeFacts([
      ["position", `${number(m.position[0])}, ${number(m.position[1])}`, "m"],
      ["angle", number(m.angle * 180 / Math.PI), "°"],
      ["velocity", `${number(m.velocity[0])}, ${number(m.velocity[1])}`, "m/s"],
      ["spin", number(m.spin), "rad/s"],
      ["mass", number(m.mass), "kg"],
      ["inertia", number(m.inertia), "kg m²"],
      ["kinetic energy", number(m.energy), "J"],
      ["island", m.island?.bodies > 0 ? `${m.island.bodies} ${m.island.bodies === 1 ? "body" : "bodies"}` : "–", ""],
    ]);
  }

  writeFacts(facts) {
    this.facts.replaceChildren(...facts.map(([name, value, unit]) => el("div", {}, el("dt", {}, name), el("dd", {}, value, el("small", {}, unit ? " " + unit : "")))));
  }

  // showSettings keeps the existing fields, so that a person may type into them.
  showSettings(settings, editable, same) {
    if (!same || this.fields.size !== Object.keys(settings).length) {
      this.fields.clear();
      this.settings.replaceChildren(...Object.keys(settings).map((name) => this.field(name)));
    }
    for (const [name, input] of this.fields) {
      input.disabled = !editable;
      if (input === document.activeElement) continue;
      if (input.type === "checkbox") input.checked = settings[name] !== 0;
      else input.value = String(Number(Number(settings[name]).toPrecision(6)));
    }
  }

  field(name) {
    const isSwitch = switches.includes(name);
    const input = el("input", { type: isSwitch ? "checkbox" : "number", step: "any" });
    input.addEventListener("change", () => {
      const value = isSwitch ? Number(input.checked) : Number(input.value);
      if (Number.isFinite(value)) this.actions.set(name, value);
    });
    input.addEventListener("keydown", (e) => {
      e.stopPropagation();
      if (e.key === "Enter" || e.key === "Escape") input.blur();
    });
    this.fields.set(name, input);
    return el(live.includes(name) ? "label.carom-live" : "label", {}, el("span", {}, words(name)), input);
  }

  showLists(m) {
    const lists = [];
    if (m.contacts?.length) {
      lists.push(el("h3", {}, `Contacts `, el("small", {}, m.contacts.length)), table(["with", "depth mm", "impulse N s", "friction"], m.contacts.slice(0, 12).map((c) => [
        this.link(c.body, c.name), c.separation > 0 ? "near" : number(-1000 * c.separation, 2), number(Math.hypot(...c.impulse), 3), number(c.friction, 2),
      ])));
    }
    if (m.joints?.length) {
      lists.push(el("h3", {}, "Joints ", el("small", {}, m.joints.length)), table(["kind", "with", "force N", "torque N m"], m.joints.slice(0, 12).map((j) => [
        j.kind, this.link(j.body, j.name), number(Math.hypot(...j.force), 3), number(j.torque, 3),
      ])));
    }
    if (m.colliders?.length) {
      lists.push(el("h3", {}, "Shapes ", el("small", {}, m.colliders.length)), table(["shape", "mass kg", "friction", "bounce"], m.colliders.slice(0, 12).map((c) => [
        c.sensor ? `${c.shape}, sensor` : c.shape, number(c.mass, 3), number(c.friction, 2), number(c.restitution, 2),
      ])));
    }
    this.lists.replaceChildren(...lists);
  }

  link(body, name) {
    if (!body || body[0] === 0) return "ground";
    return el("button.carom-link", { type: "button", onpointerdown: () => this.actions.pick(body) }, name || `body ${body[0]}`);
  }
}

function table(head, rows) {
  return el("table", {}, el("thead", {}, el("tr", {}, ...head.map((h) => el("th", {}, h)))),
    el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, cell))))));
}

function words(name) { return name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase(); }

function sentence(text) { return text && !/[.!?]$/.test(text) ? text + "." : text; }
