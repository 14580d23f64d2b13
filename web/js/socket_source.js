// A running game, by the WebSocket of world/inspect.

import { exact } from "./exact.js";
import { Source } from "./source.js";

const firstPause = 500; // ms before the next attempt
const longestPause = 8000;
const ahead = 8; // frames that the game sends before the page has read them

// SocketSource connects to an address, and again when the connection breaks.
export class SocketSource extends Source {
  constructor(address) {
    super();
    this.address = address;
    this.pause = firstPause;
    this.closed = false;
  }

  start() {
    if (this.closed) return;
    this.state("connecting");
    const socket = new WebSocket(this.address);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.pause = firstPause;
      this.state("open");
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") this.receive(JSON.parse(data, exact));
      else {
        this.frame(data);
        this.tell({ do: "seen", frames: 1 });
      }
    };
    socket.onclose = ({ reason }) => {
      if (this.socket !== socket) return;
      this.state("closed", reason || "the game does not answer");
      if (this.closed) return;
      this.timer = setTimeout(() => this.start(), this.pause);
      this.pause = Math.min(longestPause, 2 * this.pause);
    };
    this.socket = socket;
  }

  post(command) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(command.do === "watch" ? { ...command, ahead } : command));
  }

  // downloads lists the files that the game offers.
  downloads(world) {
    const at = (name, query) => {
      const address = new URL(name, this.address.replace(/^ws/, "http"));
      const token = new URL(this.address).searchParams.get("token");
      for (const [key, value] of Object.entries(query)) address.searchParams.set(key, value);
      if (token) address.searchParams.set("token", token);
      return address.href;
    };
    return [
      { label: "Recording", text: "of the next ten seconds, for carom and this page", href: at("record", { world, seconds: 10 }) },
      { label: "Profile", text: "of the processor for five seconds, for go tool pprof", href: at("profile", { seconds: 5 }) },
    ];
  }

  close() {
    super.close();
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  // beside returns the address of the socket beside a page, with the page's own token.
  static beside(location) {
    const address = new URL("ws", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const token = new URLSearchParams(location.search).get("token");
    if (token) address.searchParams.set("token", token);
    return address.href;
  }
}
