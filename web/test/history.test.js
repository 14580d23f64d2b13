import assert from "node:assert";
import test from "node:test";
import { header, Picture } from "../js/frame.js";
import { History, mark } from "../js/history.js";
import { Source } from "../js/source.js";

// frame returns a frame that is only a header, with an event if it has a kind.
function frame(sequence, ticks, { keyframe = false, event = 0, bytes = 0 } = {}) {
  const length = 64 + (event ? 16 + 56 : 0) + (bytes ? 16 + bytes : 0), v = new DataView(new ArrayBuffer(length));
  v.setUint32(0, 0x564D5243, true);
  v.setUint16(4, 1, true);
  v.setUint16(6, keyframe ? 1 : 0, true);
  v.setUint32(8, sequence, true);
  v.setUint32(12, length, true);
  v.setFloat64(16, ticks, true);
  v.setFloat64(24, ticks / 60, true);
  v.setUint32(60, (event ? 1 : 0) + (bytes ? 1 : 0), true);
  let at = 64;
  if (event) {
    [19, 1, 56, 0].forEach((n, i) => v.setUint32(at + 4 * i, n, true));
    v.setUint32(at + 16, event, true);
    at += 16 + 56;
  }
  if (bytes) [9999, 0, bytes, 0].forEach((n, i) => v.setUint32(at + 4 * i, n, true)); // a section of a kind to come
  return v.buffer;
}

// recorded returns a history of frames; every tenth is a keyframe.
function recorded(count, options = () => ({})) {
  const history = new History(), picture = new Picture();
  for (let i = 0; i < count; i++) {
    const buffer = frame(i, i, { keyframe: i % 10 === 0, ...options(i) });
    history.add(buffer, picture.apply(buffer), picture);
  }
  return history;
}

test("a frame is taken only after the one before it", () => {
  const p = new Picture();
  assert.strictEqual(p.apply(frame(5, 5)), null);
  assert.ok(p.apply(frame(5, 5, { keyframe: true })));
  assert.strictEqual(p.apply(frame(7, 7)), null);
  assert.ok(p.apply(frame(6, 6)));
  assert.ok(p.apply(frame(0xFFFFFFFF, 8, { keyframe: true })));
  assert.ok(p.apply(frame(0, 9)), "the sequence begins again");
});

test("each frame of a history can be seen, in any order", () => {
  const history = recorded(45);
  for (const index of [44, 0, 13, 14, 12, 30, 29, 44]) assert.strictEqual(history.at(index).head.ticks, index);
});

test("the frame at a time is the last one that is not later", () => {
  const history = recorded(45);
  for (let i = 0; i < 45; i++) {
    assert.strictEqual(history.indexAt(i / 60), i);
    assert.strictEqual(history.indexAt(i / 60 + 0.01), i);
  }
  assert.strictEqual(history.indexAt(-1), 0);
});

test("old frames go up to a keyframe, after twenty seconds or too many bytes", () => {
  const long = recorded(60 * 30);
  assert.ok(long.frames[0].keyframe);
  const span = long.frames.at(-1).time - long.frames[0].time;
  assert.ok(span <= 20 && span > 19.8, `${span}`);
  const large = recorded(300, () => ({ bytes: 1 << 19 }));
  assert.ok(large.bytes <= 64 << 20);
  assert.strictEqual(large.bytes, large.frames.reduce((sum, f) => sum + f.buffer.byteLength, 0));
  assert.strictEqual(large.at(large.length - 1).head.ticks, 299);
});

test("a world that goes on from an earlier tick drops what lay behind it", () => {
  const history = recorded(45), picture = new Picture();
  const buffer = frame(45, 20, { keyframe: true });
  history.add(buffer, picture.apply(buffer), picture);
  assert.deepStrictEqual(history.frames.map((f) => f.ticks), Array.from({ length: 21 }, (_, i) => i));
  assert.strictEqual(history.at(20).head.sequence, 45);
});

test("a world that stands still adds nothing, and after it a keyframe is wanted", () => {
  const history = recorded(15), picture = new Picture();
  const feed = (sequence, ticks, keyframe = false) => {
    const buffer = frame(sequence, ticks, { keyframe });
    history.add(buffer, keyframe || picture.sequence >= 0 ? picture.apply(buffer) : header(buffer), picture);
  };
  feed(15, 14, true);
  assert.strictEqual(history.length, 15, "a keyframe takes the place of the frame of its tick");
  assert.strictEqual(history.at(14).head.sequence, 15);
  for (let i = 16; i < 1000; i++) feed(i, 14);
  assert.strictEqual(history.length, 15);
  assert.ok(!history.wantsKeyframe());
  for (let i = 0; i < 10; i++) feed(1000 + i, 15 + i);
  assert.strictEqual(history.length, 15);
  assert.ok(history.wantsKeyframe());
  assert.ok(!history.wantsKeyframe());
  feed(1009, 24, true);
  feed(1010, 25);
  assert.strictEqual(history.length, 17);
  assert.strictEqual(history.at(16).head.ticks, 25);
});

test("a frame is marked by the event that matters most", () => {
  const history = recorded(12, (i) => ({ event: { 3: 1, 5: 3, 7: 9, 8: 2 }[i] ?? 0 }));
  assert.deepStrictEqual(history.frames.map((f) => f.mark), [0, 0, 0, mark.begin, 0, mark.hit, 0, mark.broke, 0, 0, 0, 0]);
});

test("commands get their replies by number, and an end when the connection ends", async () => {
  const sent = [], source = new Source();
  source.post = (command) => { sent.push(command); };
  const first = source.send({ do: "pause" }), second = source.send({ do: "fly" }), third = source.send({ do: "step" });
  source.receive({ type: "reply", id: sent[1].id, ok: false, error: "no command is named fly" });
  source.receive({ type: "reply", id: sent[0].id, ok: true, more: 5 });
  source.state("closed", "the game has ended");
  assert.strictEqual((await first).more, 5);
  await assert.rejects(second, /named fly/);
  await assert.rejects(third, /has ended/);
  source.post = () => false;
  await assert.rejects(source.send({ do: "pause" }), /not connected/);
  assert.strictEqual(header(frame(3, 4)).ticks, 4);
});
