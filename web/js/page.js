// The page of the inspector: a running game, by the socket beside the page.

import { SocketSource } from "./socket_source.js";
import { Viewer } from "./viewer.js";

const viewer = new Viewer(document.querySelector("#world"), new SocketSource(SocketSource.beside(location)), { keys: document });
window.carom = viewer;
