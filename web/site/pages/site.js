// The world of a page of the gallery: its viewer, sliders, keys and address.

import { withoutFling } from "./js/dom.js";
import { Viewer } from "./js/viewer.js";
import { FilmSource } from "./js/film_source.js";
import { WorkerSource } from "./js/worker_source.js";
import { onTheme, setTheme, theme } from "./theme.js";

const place = document.querySelector("#world"), base = place.dataset.base;
let { scene, title } = place.dataset;
const sliders = [...document.querySelectorAll(".params input")];
const world = new WorkerSource({ wasm: base + (place.dataset.program ?? "world.wasm"), support: base + "wasm_exec.js", files: base + "whole.wasm" });

// The first page begins with a film. It loads an interactive world when somebody reaches for the
// picture.
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
let film = place.dataset.film && !calm ? new FilmSource({ film: base + place.dataset.film, failed: goLive }) : null;
let source = film ?? world;
place.classList.toggle("film", film !== null);

const viewer = new Viewer(place, source, {
  title, theme: theme(), onRestart: load, onTheme: setTheme,
  painter: new URLSearchParams(location.search).get("painter") ?? undefined,
  onFirstFrame() {
    place.classList.add("shown");
    place.classList.toggle("film", film !== null);
    place.dataset.firstPicture ??= performance.now().toFixed(0); // ms since the page was asked for
  },
});
window.carom = viewer;
onTheme((name) => viewer.setTheme(name));
readAddress();
markTab();
if (film) {
  for (const event of ["pointerdown", "pointermove", "focusin", "keydown"]) place.addEventListener(event, goLive, { once: true });
} else {
  load();
}

// goLive ends the film. Its last picture stays until the world is loaded.
function goLive() {
  if (!film) return;
  film = null;
  source = world;
  markTab();
  viewer.setSource(world);
  load();
}

// load restarts the scene with the settings of the sliders.
function load() {
  if (film) return goLive();
  const settings = Object.fromEntries(sliders.map((s) => [s.name, Number(s.value)]));
  source.load({ scene, settings }).catch((e) => viewer.say(e.message, true));
}

// --- settings, which stand in the address ---

function readAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  for (const s of sliders) {
    const text = wanted.get(s.name)?.trim() ?? "";
    s.value = text !== "" && Number.isFinite(Number(text)) ? text : s.dataset.default;
    showValue(s);
  }
}

function showValue(s) {
  const step = Number(s.step), digits = Number.isInteger(step) ? 0 : String(step).split(".")[1]?.length ?? 2;
  const text = `${Number(s.value).toFixed(digits)} ${s.dataset.unit}`.trim();
  s.previousElementSibling.textContent = text;
  s.setAttribute("aria-valuetext", text);
}

function writeAddress() {
  const changed = sliders.filter((s) => Number(s.value) !== Number(s.dataset.default)).map((s) => [s.name, s.value]);
  const hash = new URLSearchParams(changed).toString();
  history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
}

let timer = 0;
for (const s of sliders) {
  s.addEventListener("input", () => {
    showValue(s);
    clearTimeout(timer);
    timer = setTimeout(() => {
      writeAddress();
      load();
    }, 150); // a moving slider need not build each world
  });
}

if (sliders.length > 0) {
  window.addEventListener("hashchange", () => {
    readAddress();
    load();
  });
}

document.querySelector("#reset")?.addEventListener("click", () => {
  for (const s of sliders) s.value = s.dataset.default;
  sliders.forEach(showValue);
  writeAddress();
  load();
});

document.querySelector("#link")?.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    viewer.say("The link is copied.");
  } catch {
    viewer.say(location.href);
  }
});

// --- the scenes of the first page ---

for (const tab of document.querySelectorAll(".tabs button")) {
  tab.addEventListener("click", () => {
    ({ scene, title } = tab.dataset);
    markTab();
    viewer.options.title = title;
    viewer.controls.title.textContent = title;
    load();
  });
}

// markTab selects the tab of the scene. It selects no tab while the film shows parts of many
// scenes.
function markTab() {
  for (const tab of document.querySelectorAll(".tabs button")) {
    tab.setAttribute("aria-selected", String(!film && tab.dataset.scene === scene));
  }
}

// --- keys that the scene takes ---

const bits = { ArrowLeft: 1, ArrowRight: 2, ArrowUp: 4, ArrowDown: 8, " ": 16 };
const buttons = [...document.querySelectorAll(".key")];
const taken = buttons.reduce((all, b) => all | Number(b.dataset.bit), 0);
let held = 0;

function hold(bit, down) {
  const before = held;
  held = down ? held | bit : held & ~bit;
  if (held === before) return;
  for (const b of buttons) b.classList.toggle("held", (held & Number(b.dataset.bit)) !== 0);
  source.tell({ do: "keys", keys: held });
}

// Keys typed into sliders or on buttons do not go to the scene.
const elsewhere = (e) => e.target.closest?.("input, select, textarea, button, a") || e.ctrlKey || e.metaKey || e.altKey;
window.addEventListener("keydown", (e) => {
  const bit = bits[e.key] & taken;
  if (!bit || elsewhere(e)) return;
  hold(bit, true);
  e.preventDefault();
  e.stopPropagation();
}, { capture: true });
window.addEventListener("keyup", (e) => hold(bits[e.key] & taken, false), { capture: true });
window.addEventListener("blur", () => hold(taken, false));
for (const b of buttons) {
  const bit = Number(b.dataset.bit);
  withoutFling(b);
  b.addEventListener("pointerdown", (e) => {
    b.setPointerCapture(e.pointerId);
    hold(bit, true);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) b.addEventListener(end, () => hold(bit, false));
  b.addEventListener("contextmenu", (e) => e.preventDefault());
}

// --- files, dropped anywhere ---

const open = (file) => file && viewer.openFile(file);
document.querySelector("#file")?.addEventListener("change", (e) => open(e.target.files[0]));
document.addEventListener("dragover", (e) => e.preventDefault());
document.addEventListener("drop", (e) => {
  if (e.defaultPrevented) return;
  e.preventDefault();
  open(e.dataTransfer.files[0]);
});

// --- a world that nobody sees stands still ---

let inSight = true;
function watch() {
  const id = viewer.world;
  if (id === undefined) return;
  if (inSight && !document.hidden) source.tell({ do: "watch", world: id, layers: viewer.neededLayers(), hz: 60 });
  else source.tell({ do: "unwatch" });
}
new IntersectionObserver((entries) => {
  const { isIntersecting } = entries.at(-1); // a busy page receives several changes at once
  if (isIntersecting === inSight) return;
  inSight = isIntersecting;
  watch();
}).observe(place);
document.addEventListener("visibilitychange", watch);
