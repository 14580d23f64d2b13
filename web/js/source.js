// Sources of frames. Every source speaks the messages of world/inspect, which world/view/FORMAT.md
// describes: it receives frames, sends commands and gets replies.

// Source is the common base of the sources. A subclass defines post(command), which sends an
// object, and calls receive for each message and frame for each frame.
export class Source {
  constructor() {
    this.listener = null;
    this.nextID = 1;
    this.waiting = new Map();
    this.status = { paused: false, speed: 1, edit: false, ticks: 0, history: null };
    this.worlds = [];
  }

  // listen starts the source. The listener is an object with
  //   frame(buffer)     an ArrayBuffer
  //   message(object)   hello, worlds, status, body
  //   state(name, text) "connecting", "open", "closed" with the reason
  listen(listener) {
    this.listener = listener;
    this.start();
  }

  // send gives a command and returns its reply. A reply with an error rejects.
  send(command) {
    const { id, reply } = this.expect();
    if (this.post({ id, ...command }) === false) {
      this.waiting.get(id).reject(new Error("not connected"));
      this.waiting.delete(id);
    }
    return reply;
  }

  // expect makes room for a reply, and returns its number and the promise.
  expect() {
    const id = this.nextID++;
    const reply = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    return { id, reply };
  }

  // controls is true if the page may control time. replay is true if a whole recording is shown.
  get controls() { return this.status.control ?? this.status.edit; }

  get replay() { return this.status.replay === true; }

  // tell sends a command whose reply does not matter.
  tell(command) { this.send(command).catch(() => {}); }

  frame(buffer) { this.listener?.frame(buffer); }

  state(name, text = "") {
    if (name === "closed") {
      for (const { reject } of this.waiting.values()) reject(new Error(text || "the connection was closed"));
      this.waiting.clear();
    }
    this.listener?.state(name, text);
  }

  receive(message) {
    if (message.type === "reply") {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (!waiting) return;
      if (message.ok) waiting.resolve(message);
      else waiting.reject(new Error(message.error || "refused"));
      return;
    }
    if (message.type === "status") this.status = { ...this.status, ...message };
    if (message.type === "hello") this.status.edit = message.edit === true;
    if (message.worlds) this.worlds = message.worlds;
    this.listener?.message(message);
  }

  start() {}

  // again starts a source anew that has failed, if it does not do so by itself.
  again() {}

  close() { this.listener = null; }
}
