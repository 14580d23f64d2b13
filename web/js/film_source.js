// A film: recorded frames, cut after cut, in a loop. A page shows it while a world of its own would
// take long to load.

import { Source } from "./source.js";

const pace = 1000 / 30; // ms between two frames

// FilmSource plays the file that web/site writes. `failed` is called if the file cannot be read.
export class FilmSource extends Source {
  constructor({ film, failed = () => {} }) {
    super();
    this.film = new URL(film, document.baseURI).href;
    this.failed = failed;
    this.next = 0;
  }

  async start() {
    try {
      const { heads, frames } = await read(this.film);
      if (!this.listener) return;
      this.heads = heads;
      this.frames = frames;
      this.state("open");
      this.show();
      this.timer = setInterval(() => this.show(), pace);
    } catch (e) {
      if (this.listener) this.failed(e);
    }
  }

  show() {
    if (document.hidden) return;
    const cut = this.heads.findIndex(({ first }) => first === this.next);
    if (cut >= 0) this.begin(cut);
    this.frame(this.frames[this.next]);
    this.next = (this.next + 1) % this.frames.length;
  }

  // begin sends the camera of a cut, and the name of its world.
  begin(cut) {
    const { scene, view } = this.heads[cut];
    this.receive({ type: "camera", view });
    this.id = (this.id ?? 0) + 1;
    this.receive({ type: "worlds", worlds: [{ id: this.id, name: scene }] });
  }

  // post replies to all commands of a viewer and changes nothing.
  post({ id }) { queueMicrotask(() => this.receive({ type: "reply", id, ok: true })); }

  close() {
    super.close();
    clearInterval(this.timer);
  }
}

// read takes a film apart.
async function read(address) {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
  return unpack(await new Response(reply.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

// unpack returns the heads of the cuts and a buffer for each frame.
export function unpack(data) {
  const length = new DataView(data).getUint32(0, true), frames = [];
  const heads = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  for (let at = 4 + length; at < data.byteLength;) {
    const frame = data.slice(at, at + new DataView(data.slice(at + 12, at + 16)).getUint32(0, true));
    if (frame.byteLength < 64) throw new Error("a film that ends within a frame");
    frames.push(frame);
    at += frame.byteLength;
  }
  return { heads, frames };
}
