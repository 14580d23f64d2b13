// The actions of the editor's keys, in the order of the help. Its buttons have the same actions.

const step = Math.PI / 12; // of a turn

export const toolList = [
  { name: "select", label: "Select", key: "v" }, { name: "hand", label: "Move the picture", key: "h" }, { name: "box", label: "Box", key: "r" },
  { name: "circle", label: "Circle", key: "o" }, { name: "capsule", label: "Capsule", key: "u" }, { name: "polygon", label: "Polygon by clicks", key: "p" },
  { name: "freehand", label: "Freehand", key: "d" }, { name: "chain", label: "Chain", key: "c" }, { name: "brush", label: "Ground by brush", key: "b" },
  { name: "joint", label: "Joint", key: "j" },
];

// An action has keys (the browser's names, with the prefixes "Ctrl+" and "Shift+"), a text, and a
// function of the page. With `always` it works while the world runs too.
export const actions = [
  ...toolList.map(({ name, label, key }) => ({ keys: [key], label: key.toUpperCase(), text: `tool: ${label.toLowerCase()}`, run: (p) => p.viewer.setTool(name) })),
  { keys: ["Enter"], label: "Enter", text: "ends a polygon or chain; makes one of the usual size in the middle; joins the selected bodies", run: (p) => p.viewer.tool.enter() },
  { keys: ["Ctrl+z"], label: "Ctrl Z", text: "undo; of a polygon, chain or joint that is being drawn, the last point", run: (p) => p.undo() },
  { keys: ["Ctrl+Shift+z", "Ctrl+y"], label: "Ctrl Y", text: "redo", run: (p) => p.editor.redo() },
  { keys: ["Ctrl+x"], label: "Ctrl X", text: "cut", run: (p) => p.editor.cut() },
  { keys: ["Ctrl+c"], label: "Ctrl C", text: "copy", run: (p) => p.editor.copy() },
  { keys: ["Ctrl+v"], label: "Ctrl V", text: "paste", run: (p) => p.editor.paste() },
  { keys: ["Ctrl+d"], label: "Ctrl D", text: "duplicate", run: (p) => p.editor.duplicate() },
  { keys: ["Delete", "Backspace"], label: "Delete", text: "delete", run: (p) => p.remove() },
  { keys: ["Ctrl+a"], label: "Ctrl A", text: "select all", run: (p) => p.editor.selectAll() },
  { keys: ["]"], label: "[ ]", text: "select the thing before, the next one", run: (p) => p.editor.selectNext(1) },
  { keys: ["["], run: (p) => p.editor.selectNext(-1) },
  { keys: ["m"], label: "M", text: "add to the selection: what is selected now stays selected", run: (p) => p.editor.setting("add", !p.editor.settings.add) },
  { keys: ["Ctrl+g"], label: "Ctrl G", text: "group; with Shift ungroup", run: (p) => p.editor.group() },
  { keys: ["Ctrl+Shift+g"], run: (p) => p.editor.ungroup() },
  { keys: ["ArrowLeft"], label: "← → ↑ ↓", text: "move the selection by the grid, or the picture; with Shift ten times as far", run: (p, times) => p.nudge(-times, 0) },
  { keys: ["ArrowRight"], run: (p, times) => p.nudge(times, 0) },
  { keys: ["ArrowUp"], run: (p, times) => p.nudge(0, times) },
  { keys: ["ArrowDown"], run: (p, times) => p.nudge(0, -times) },
  { keys: [","], label: ", .", text: "turn by 15°", run: (p) => p.editor.turn(step) },
  { keys: ["."], run: (p) => p.editor.turn(-step) },
  { keys: ["n"], label: "N", text: "snap to the grid", run: (p) => p.editor.setting("snap", !p.editor.settings.snap) },
  { keys: ["e"], label: "E", text: "to the properties", run: (p) => p.focusPanel() },
  { keys: ["f"], label: "F", text: "show everything", run: (p) => p.viewer.fit() },
  { keys: ["+", "="], label: "+ −", text: "nearer, farther", run: (p) => p.viewer.camera.zoomAt(p.viewer.camera.width / 2, p.viewer.camera.height / 2, 1.25) },
  { keys: ["-"], run: (p) => p.viewer.camera.zoomAt(p.viewer.camera.width / 2, p.viewer.camera.height / 2, 0.8) },
  { keys: ["Ctrl+s"], label: "Ctrl S", text: "save in this browser", run: (p) => p.save() },
  { keys: [" "], label: "Space", text: "play, pause", run: (p) => p.togglePlay(), always: true },
  { keys: ["Shift+K"], label: "Shift K", text: "keep the present state of the world", run: (p) => p.keep(), always: true },
  { keys: ["?", "Shift+?"], label: "?", text: "this help", run: (p) => p.openHelp(), always: true },
  { keys: ["Escape"], label: "Esc", text: "end what was begun; back from the running world", run: (p) => p.escape(), always: true },
];

// nameOf returns the name that a key event has in the list.
function nameOf(e) {
  const control = e.ctrlKey || e.metaKey;
  const shift = e.shiftKey && !e.key.startsWith("Arrow") && (control || e.key.length > 1 || /[A-Z?]/.test(e.key));
  return `${control ? "Ctrl+" : ""}${shift ? "Shift+" : ""}${control ? e.key.toLowerCase() : e.key}`;
}

// find returns the action of a key event, or undefined.
export function find(e, editing) {
  if (e.altKey) return undefined;
  const name = nameOf(e);
  return actions.find((a) => (editing || a.always) && a.keys.includes(name));
}
