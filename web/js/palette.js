// The colours of the picture, for dark and for light. Shapes refer to them by index.

// The looks of a shape, in the order of the palette. Islands follow from look.island on.
export const look = {
  awake: 0, asleep: 1, static: 2, kinematic: 3, bullet: 4, disabled: 5, sensor: 6, area: 7, island: 8,
};
export const islandLooks = 10;
export const tintLooks = 6; // of bodies in turn: world/draw has the same colours
look.tint = look.island + islandLooks;
export const lookCount = look.tint + tintLooks;

const light = {
  background: "#f7f6f2", grid: "#eae8e1", axis: "#d5d2c8", text: "#4d525a",
  looks: [
    ["#9cc3e0", "#3f729e"], ["#d3dde3", "#9fb2be"], ["#d3d2cd", "#8f8e87"], ["#d6c3e3", "#8460a0"], ["#f2b9a0", "#b0562f"],
    ["#efede8", "#c6c3ba"], ["#e9c46a55", "#bd8f1f"], ["#6fa8b81c", "#6fa8b8a0"],
  ],
  islands: ["#8fc1e8", "#f2b48a", "#a5d6a0", "#e8a0b4", "#c3b1e1", "#e6d47e", "#8fd3cc", "#d8a98f", "#b5c97a", "#a9b8ef"],
  islandEdge: 0.62,
  tints: [
    ["#9cc3e0", "#37658e"], ["#f2c18d", "#9a6420"], ["#b9d8a8", "#527a40"], ["#e6a9a1", "#9c483d"], ["#c7b5e0", "#6a549a"], ["#f3dd8f", "#9a7f1e"],
  ],
  contact: "#c8324a", idle: "#e3a0ab", normal: "#1f8a7d", impulse: "#d1495b", box: "#a9a598", fat: "#c0a15a", center: "#3a3f45",
  velocity: "#d9691c", joint: "#4c4f8fd0", selected: "#e0671b", drag: "#d9691c", name: "#3a3f45", event: "#c8324a",
  surface: "#4d8fa3", quiet: "#4c4f8f58", dust: "#8f8a7c70", drop: "#4d8fa3d0",
};

const dark = {
  background: "#15181d", grid: "#1e2329", axis: "#2e353e", text: "#aab3bf",
  looks: [
    ["#2f5f86", "#8cc4f0"], ["#28323c", "#586877"], ["#31363d", "#6b747f"], ["#4b3560", "#b48fd6"], ["#6b3a26", "#f09a72"],
    ["#1d2126", "#3a4048"], ["#e9c46a30", "#d9b14e"], ["#6fa8b81c", "#6fa8b880"],
  ],
  islands: ["#3f86bf", "#b9693a", "#4f9a4c", "#b3506b", "#7d62b5", "#a8922f", "#3a958c", "#98603f", "#72872f", "#5668b8"],
  islandEdge: 1.45,
  tints: [
    ["#356a96", "#8fc4ec"], ["#945f2a", "#e2a869"], ["#47733a", "#97c986"], ["#8c453d", "#e69a8f"], ["#624b8c", "#b7a0e4"], ["#867022", "#dcc566"],
  ],
  contact: "#ff6b81", idle: "#7d434d", normal: "#45c9b8", impulse: "#ff8a76", box: "#5c6570", fat: "#8a743f", center: "#e8edf2",
  velocity: "#ffa552", joint: "#a7abffc0", selected: "#ffb057", drag: "#ffa552", name: "#d5dce4", event: "#ff6b81",
  surface: "#7cc0d4", quiet: "#a7abff48", dust: "#8d929a70", drop: "#7cc0d4d0",
};

// rgba returns the four parts of "#rrggbb" or "#rrggbbaa", 0 to 1.
export function rgba(hex) {
  const part = (i) => parseInt(hex.slice(i, i + 2), 16) / 255;
  return [part(1), part(3), part(5), hex.length > 7 ? part(7) : 1];
}

// packed returns a colour as the 32 bits of a vertex, red lowest.
export function packed(hex) {
  const [r, g, b, a] = rgba(hex).map((v) => Math.round(v * 255));
  return (r | g << 8 | b << 16 | a << 24) >>> 0;
}

// shaded returns a colour whose parts are multiplied by a factor.
function shaded(hex, factor) {
  const part = (i) => Math.min(255, Math.round(parseInt(hex.slice(i, i + 2), 16) * factor)).toString(16).padStart(2, "0");
  return "#" + part(1) + part(3) + part(5);
}

// palette returns the colours of a theme, "light" or "dark": fills and strokes of all looks as
// lists of rgba, and the colours of marks packed.
export function palette(theme) {
  const source = theme === "dark" ? dark : light;
  const looks = [...source.looks, ...source.islands.map((c) => [c, shaded(c, source.islandEdge)]), ...source.tints];
  const marks = {};
  for (const name of ["contact", "idle", "normal", "impulse", "box", "fat", "center", "velocity", "joint", "selected", "drag", "event", "surface", "grid", "axis", "quiet", "dust", "drop"]) {
    marks[name] = packed(source[name]);
  }
  return {
    theme,
    background: source.background,
    text: source.text,
    name: source.name,
    highlight: source.selected,
    fills: looks.map(([fill]) => fill),
    strokes: looks.map(([, stroke]) => stroke),
    tints: source.tints.map((pair) => pair.map(packed)), // for marks: fill and stroke
    marks,
  };
}
