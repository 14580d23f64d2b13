// Gestures of mouse, wheel and touch on the picture: pan, pinch, drag of a body, pick.

import { withoutFling } from "./dom.js";

const clickDistance = 5; // pixels that a pointer may move during a click
const wheelRate = 0.0015;

// Gestures reports to `to`, an object with
//   grab(px, py)     whether there is something to drag at a pixel; then it gets
//   dragTo(px, py)   and at last
//   release()
//   pick(px, py)     a click
//   moved()          the camera has moved
//   zoomed()         the camera has come nearer or gone farther
// All pixels are pixels of the element.
export class Gestures {
  constructor(element, camera, to) {
    this.element = withoutFling(element);
    this.camera = camera;
    this.to = to;
    this.pointers = new Map();
    this.dragging = null; // the pointer that drags a body
    this.controller = new AbortController();
    const options = { signal: this.controller.signal };
    element.addEventListener("pointerdown", (e) => this.down(e), options);
    element.addEventListener("pointermove", (e) => this.move(e), options);
    element.addEventListener("pointerup", (e) => this.up(e, true), options);
    element.addEventListener("pointercancel", (e) => this.up(e, false), options);
    element.addEventListener("wheel", (e) => this.wheel(e), { ...options, passive: false });
    element.addEventListener("contextmenu", (e) => e.preventDefault(), options);
  }

  close() { this.controller.abort(); }

  at(e) {
    const box = this.element.getBoundingClientRect();
    return [e.clientX - box.left, e.clientY - box.top];
  }

  down(e) {
    const [x, y] = this.at(e);
    // A second finger ends a drag: two fingers always move the camera.
    if (this.dragging !== null) this.endDrag();
    this.pointers.set(e.pointerId, { x, y, startX: x, startY: y, moved: this.pointers.size > 0 });
    try {
      this.element.setPointerCapture(e.pointerId);
    } catch { /* The pointer is gone already. */ }
    const main = e.button === 0 && !e.shiftKey;
    if (main && this.pointers.size === 1 && this.to.grab(x, y)) this.dragging = e.pointerId;
  }

  move(e) {
    const p = this.pointers.get(e.pointerId);
    if (!p) return;
    const [x, y] = this.at(e);
    if (Math.hypot(x - p.startX, y - p.startY) > clickDistance) p.moved = true;
    if (this.dragging === e.pointerId) {
      this.to.dragTo(x, y);
    } else if (this.pointers.size === 2) {
      this.pinch(p, x, y);
    } else if (p.moved) {
      this.camera.panBy(x - p.x, y - p.y);
      this.to.moved();
    }
    p.x = x;
    p.y = y;
  }

  // pinch moves one of two fingers. The points of the world stay below both fingers.
  pinch(p, x, y) {
    const [other] = [...this.pointers.values()].filter((q) => q !== p);
    const before = Math.hypot(p.x - other.x, p.y - other.y), after = Math.hypot(x - other.x, y - other.y);
    this.camera.panBy((x - p.x) / 2, (y - p.y) / 2);
    if (before > 1 && after > 1) this.camera.zoomAt((x + other.x) / 2, (y + other.y) / 2, after / before);
    this.to.moved();
  }

  up(e, clicked) {
    const p = this.pointers.get(e.pointerId);
    if (!p) return;
    this.pointers.delete(e.pointerId);
    if (this.dragging === e.pointerId) this.endDrag();
    if (clicked && !p.moved) this.to.pick(p.x, p.y);
  }

  endDrag() {
    this.dragging = null;
    this.to.release();
  }

  wheel(e) {
    e.preventDefault();
    const [x, y] = this.at(e);
    const lines = e.deltaMode === 1 ? 16 : 1; // Firefox counts lines
    // A pinch on a touchpad comes as a wheel with the control key, in finer steps.
    const rate = e.ctrlKey ? 6 * wheelRate : wheelRate;
    this.camera.zoomAt(x, y, Math.exp(-rate * lines * e.deltaY));
    this.to.zoomed();
  }
}
