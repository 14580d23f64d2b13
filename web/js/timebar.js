// The time line: the frames of the last seconds with marks of their events, and the position of the
// shown frame.

import { el, withoutFling } from "./dom.js";
import { mark } from "./history.js";

const classes = { [mark.begin]: "--carom-mark-begin", [mark.hit]: "--carom-mark-hit", [mark.sensor]: "--carom-mark-sensor", [mark.sleep]: "--carom-mark-sleep", [mark.broke]: "--carom-mark-broke" };
const heights = { [mark.begin]: 0.25, [mark.hit]: 0.6, [mark.sensor]: 0.75, [mark.sleep]: 0.4, [mark.broke]: 1 };

// Timebar draws the history of a viewer, or a whole recording, and seeks to the place where a
// person drags.
export class Timebar {
  constructor(viewer) {
    this.viewer = viewer;
    this.canvas = withoutFling(el("canvas.carom-timeline", {
      tabIndex: 0, role: "slider", "aria-label": "time line", "aria-valuemin": 0, "aria-valuemax": 10, "aria-valuenow": 0, onpointerdown: (e) => this.grab(e), onpointermove: (e) => this.drag(e),
      onpointerup: () => { this.held = false; },
    }));
    this.held = false;
    this.drawn = "";
  }

  grab(e) {
    this.held = true;
    this.canvas.setPointerCapture(e.pointerId);
    this.drag(e);
  }

  drag(e) {
    const { viewer } = this;
    if (!this.held || viewer.history.length === 0) return;
    const box = this.canvas.getBoundingClientRect();
    const [from, to] = this.span();
    const time = from + (e.clientX - box.left) / Math.max(1, box.width) * (to - from);
    if (viewer.source.replay) viewer.seek(time);
    else viewer.scrub(viewer.history.indexAt(time));
  }

  // span is the time from left to right: at least ten seconds, so that the scale does not change
  // quickly at first.
  span() {
    const { history: { frames }, source, picture } = this.viewer;
    if (frames.length === 0) return [0, 10];
    if (source.replay) return [source.status.begin, source.status.begin + Math.max(0.5, source.status.history[1] * picture.head.timestep)];
    const from = frames[0].time;
    return [from, Math.max(frames.at(-1).time, from + 10)];
  }

  // draw shows the frame with an index, or the last if it is -1.
  draw(index) {
    const { frames } = this.viewer.history;
    const width = this.canvas.clientWidth, height = this.canvas.clientHeight, ratio = window.devicePixelRatio || 1;
    const key = `${frames.length} ${frames[0]?.ticks} ${frames.at(-1)?.ticks} ${index} ${width} ${height} ${this.theme}`;
    if (key === this.drawn || width === 0) return;
    this.drawn = key;
    const c = this.canvas;
    if (c.width !== Math.round(width * ratio) || c.height !== Math.round(height * ratio)) {
      c.width = Math.round(width * ratio);
      c.height = Math.round(height * ratio);
    }
    const g = c.getContext("2d"), style = getComputedStyle(c);
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, width, height);
    const [from, to] = this.span(), x = (time) => (time - from) / (to - from) * width;
    const middle = height / 2;
    g.fillStyle = style.getPropertyValue("--carom-line");
    g.beginPath();
    g.roundRect(0, middle - 2, width, 4, 2);
    g.fill();
    if (frames.length === 0) return;
    const shown = frames[index < 0 ? frames.length - 1 : index];
    g.fillStyle = style.getPropertyValue("--carom-track");
    g.beginPath();
    g.roundRect(0, middle - 2, this.viewer.source.replay ? width : x(frames.at(-1).time), 4, 2);
    g.fill();
    this.drawMarks(g, x, height, style);
    const at = x(shown.time);
    g.fillStyle = style.getPropertyValue("--carom-accent");
    g.beginPath();
    g.roundRect(0, middle - 2, at, 4, 2);
    g.fill();
    g.beginPath();
    g.arc(Math.min(width - 6, Math.max(6, at)), middle, 6, 0, 2 * Math.PI);
    g.fill();
    const told = { valuemin: frames[0].time, valuemax: frames.at(-1).time, valuenow: shown.time };
    for (const [key, time] of Object.entries(told)) c.setAttribute(`aria-${key}`, time.toFixed(2));
    c.setAttribute("aria-valuetext", `${shown.time.toFixed(2)} s`);
  }

  // drawMarks draws at most one mark per pixel, the most important one.
  drawMarks(g, x, height, style) {
    const columns = new Map();
    for (const f of this.viewer.history.frames) {
      if (f.mark === mark.none) continue;
      const at = Math.round(x(f.time) / 2) * 2;
      columns.set(at, Math.max(columns.get(at) ?? 0, f.mark));
    }
    for (const [at, kind] of columns) {
      const size = heights[kind] * (height - 6) / 2;
      g.fillStyle = style.getPropertyValue(classes[kind]);
      g.fillRect(at - 0.75, height / 2 - size, 1.5, 2 * size);
    }
  }
}
