// The frames of the last seconds, unchanged, so that the time line can go back to each of them.

import { eventKind, Picture } from "./frame.js";

const mostBytes = 64 << 20;
const mostSeconds = 20; // of the world's time
const keyframeEvery = 120; // frames

// Marks of the time line, from what matters least to what matters most.
export const mark = { none: 0, begin: 1, hit: 2, sensor: 3, sleep: 4, broke: 5 };

const markOf = {
  [eventKind.contactBegin]: mark.begin, [eventKind.hit]: mark.hit, [eventKind.sensorBegin]: mark.sensor, [eventKind.areaBegin]: mark.sensor,
  [eventKind.sleep]: mark.sleep, [eventKind.crush]: mark.broke, [eventKind.jointStress]: mark.broke, [eventKind.quarantine]: mark.broke,
};

// History keeps frames. The oldest go, up to a keyframe, when there are too many.
export class History {
  constructor() {
    this.clear();
  }

  clear() {
    this.frames = []; // {buffer, ticks, time, keyframe, mark, events}
    this.bytes = 0;
    this.sinceKeyframe = 0;
    this.gap = false; // frames have come that were not kept
    this.seen = null; // the picture of frame `seenAt`
    this.seenAt = -1;
  }

  get length() { return this.frames.length; }

  // add keeps a frame that the present picture has just applied. If its time is before the time of
  // the last frame, the world was restarted or continued from an earlier time. Then the later
  // frames are dropped.
  add(buffer, head, picture) {
    if (!this.continues(head)) return;
    if (this.length > 0 && head.ticks < this.frames.at(-1).ticks) this.cutAfter(head);
    if (this.length > 0 && head.ticks === this.frames.at(-1).ticks) this.drop(this.length - 1);
    const found = marksOf(picture);
    this.frames.push({ buffer, ticks: head.ticks, time: head.time, keyframe: head.keyframe, ...found });
    this.bytes += buffer.byteLength;
    this.sinceKeyframe = head.keyframe ? 0 : this.sinceKeyframe + 1;
    this.trim();
  }

  // continues reports whether a frame is kept. Frames of a paused world are not kept. A keyframe
  // must follow them.
  continues(head) {
    if (head.keyframe) {
      this.gap = false;
      return true;
    }
    if (this.length === 0 || head.ticks === this.frames.at(-1).ticks) {
      this.gap = true;
      return false;
    }
    if (this.gap) this.sinceKeyframe += keyframeEvery / 10;
    return !this.gap;
  }

  // drop forgets the frames from an index on.
  drop(index) {
    for (const f of this.frames.splice(index)) this.bytes -= f.buffer.byteLength;
    if (this.seenAt >= index) this.forgetSeen();
  }

  // wantsKeyframe reports, from time to time, that the source should send one.
  wantsKeyframe() {
    if (this.sinceKeyframe < keyframeEvery) return false;
    this.sinceKeyframe = 0;
    return true;
  }

  cutAfter(head) {
    const kept = head.keyframe ? this.frames.findIndex((f) => f.ticks >= head.ticks) : 0;
    this.drop(Math.max(0, kept));
  }

  trim() {
    while (this.bytes > mostBytes || this.frames.at(-1).time - this.frames[0].time > mostSeconds) {
      let next = this.frames.findIndex((f, i) => i > 0 && f.keyframe);
      if (next < 0) return;
      for (const f of this.frames.splice(0, next)) this.bytes -= f.buffer.byteLength;
      this.seenAt -= next;
      if (this.seenAt < 0) this.forgetSeen();
    }
  }

  forgetSeen() {
    this.seen = null;
    this.seenAt = -1;
  }

  // indexAt returns the last frame that is not later than a time.
  indexAt(time) {
    let low = 0, high = this.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.frames[middle].time <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // at returns the picture of a frame. It is the same Picture each time, which continues from its
  // present frame if that is nearer than a keyframe.
  at(index) {
    let key = index;
    while (key > 0 && !this.frames[key].keyframe) key--;
    if (!this.seen) {
      this.seen = new Picture();
      this.seenAt = -1;
    }
    let from = key;
    if (this.seenAt >= key && this.seenAt <= index) from = this.seenAt + 1;
    for (let i = from; i <= index; i++) this.seen.apply(this.frames[i].buffer);
    this.seenAt = index;
    return this.seen;
  }
}

function marksOf(picture) {
  let highest = mark.none;
  for (let i = 0; i < picture.eventCount; i++) {
    highest = Math.max(highest, markOf[picture.events.words[14 * i]] ?? mark.none);
  }
  return { mark: highest, events: picture.eventCount };
}
