// Small elements of the page.

// el makes an element: el("div.name", {title: "..."}, child, "text").
export function el(selector, properties = {}, ...children) {
  const [tag, ...classes] = selector.split(".");
  const node = document.createElement(tag || "div");
  if (classes.length) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in node && key !== "list") node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children.filter((c) => c !== null && c !== undefined));
  return node;
}

// withoutFling makes an element handle the moves of fingers, and returns the element. A quick move
// that no handler takes is a fling, even if touch-action is none. The browser then swallows the
// next tap anywhere, because the tap ends the fling. A move cannot be handled while another finger
// scrolls the page.
export function withoutFling(element) {
  element.addEventListener("touchmove", (e) => { if (e.cancelable) e.preventDefault(); }, { passive: false });
  return element;
}

// Paths of icons on 24 x 24, drawn with lines.
export const icons = {
  play: "M8 5l11 7-11 7z", pause: "M8 5v14M16 5v14", step: "M6 5l9 7-9 7zM18 5v14", back: "M18 5l-9 7 9 7zM6 5v14",
  layers: "M12 3l9 5-9 5-9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5", chart: "M4 4v16h16M8 15l3-4 3 2 5-7",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5", sun: "M12 8a4 4 0 100 8 4 4 0 000-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  help: "M9 9a3 3 0 115 2.2c-1.2.9-2 1.5-2 2.8M12 18v.01", close: "M6 6l12 12M18 6L6 18", restart: "M4 12a8 8 0 108-8c-3 0-5 1.200-6.500 3M5 3v4h4",
  live: "M12 9.500a2.500 2.500 0 100 5 2.500 2.500 0 000-5M6 6a8.500 8.500 0 000 12M18 6a8.500 8.500 0 010 12", resume: "M5 5v14M9 12h11M14 6l6 6-6 6",
  edit: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  save: "M12 4v11M7 10l5 5 5-5M4 20h16",
};

// icon returns a picture for a button.
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", icons[name]);
  svg.append(path);
  return svg;
}

// iconButton returns a button whose name is read by screen readers and shown when the mouse rests.
export function iconButton(name, label, onclick) {
  return el("button.carom-icon", { title: label, "aria-label": label, type: "button", onclick }, icon(name));
}

// setIcon changes the picture and the name of a button, if they differ.
export function setIcon(button, name, label) {
  if (button.dataset.icon === name) return;
  button.dataset.icon = name;
  button.replaceChildren(icon(name));
  button.title = label;
  button.setAttribute("aria-label", label);
}

// number writes a number with a sensible count of digits.
export function number(v, digits = 3) {
  if (!Number.isFinite(v)) return "–";
  if (v === 0) return "0";
  const size = Math.abs(v);
  if (size >= 1e6 || size < 1e-4) return v.toExponential(2).replace("e+", "e");
  const decimals = Math.max(0, Math.min(4, digits - 1 - Math.floor(Math.log10(size))));
  return v.toFixed(decimals).replace("-", "−");
}
