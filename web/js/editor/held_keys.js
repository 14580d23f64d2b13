// The arrow keys, and buttons that replace them, move the characters of a document while its world
// runs.

import { el, withoutFling } from "../dom.js";

const bits = { ArrowLeft: 1, ArrowRight: 2, ArrowUp: 4, ArrowDown: 8 }; // as the player knows them
const labels = { ArrowLeft: ["←", "run to the left"], ArrowRight: ["→", "run to the right"], ArrowUp: ["↑", "jump"], ArrowDown: ["↓", "drop through platforms"] };

export class HeldKeys {
  // tell is called with the set of keys that are held down, whenever it changes.
  constructor(tell) {
    this.tell = tell;
    this.held = 0;
    this.buttons = el("span.carom-build-group.carom-build-held", { role: "group", "aria-label": "keys of the characters" }, ...Object.keys(bits).map((key) => this.button(key)));
  }

  button(key) {
    const [label, title] = labels[key], up = () => this.hold(key, false);
    const down = (e) => {
      e.preventDefault();
      if (e.target.hasPointerCapture(e.pointerId)) e.target.releasePointerCapture(e.pointerId); // so that a finger can leave
      this.hold(key, true);
    };
    return withoutFling(el("button.carom-text", { type: "button", title, "aria-label": title, onpointerdown: down, onpointerup: up, onpointerleave: up, onpointercancel: up }, label));
  }

  // take handles a key event, and reports whether the key is one of these keys.
  take(e, down) {
    if (!(e.key in bits) || down && (e.ctrlKey || e.metaKey || e.altKey)) return false;
    this.hold(e.key, down);
    return true;
  }

  hold(key, down) { this.set(down ? this.held | bits[key] : this.held & ~bits[key]); }

  release() { this.set(0); }

  set(held) {
    if (held === this.held) return;
    this.held = held;
    this.tell(held);
  }
}
