// A browser's window in which nothing is seen or heard, so that tests of games run under node. Whatever
// is asked of it exists, and does nothing.
const nothing = new Proxy(function () {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : name === "bind" ? () => () => 0 : nothing),
  set: () => true,
  apply: () => nothing,
  construct: () => nothing,
});
class Document {
  get hidden() { return false; }
}
const document = new Proxy(new Document(), {
  get: (_, name) => (name === "hasFocus" ? () => true : nothing),
  set: () => true,
});
Object.assign(globalThis, { window: globalThis, document, Document, devicePixelRatio: 1, innerWidth: 800, innerHeight: 600 });
globalThis.screen ??= nothing;
globalThis.navigator ??= {};
globalThis.addEventListener ??= () => {};
globalThis.requestAnimationFrame ??= () => {};
