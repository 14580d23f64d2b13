// The button for dark and light, which all pages share. Without a choice of the person the pages
// follow the system, also when it changes.

const root = document.documentElement;
const listeners = [];

export const theme = () => root.dataset.theme;

export function setTheme(name) {
  if (name === root.dataset.theme) return;
  try {
    localStorage.setItem("theme", name);
  } catch { /* A browser that keeps nothing asks the system each time. */ }
  show(name);
}

function show(name) {
  root.dataset.theme = name;
  for (const listener of listeners) listener(name);
}

function chosen() {
  try {
    return localStorage.getItem("theme") !== null;
  } catch {
    return false;
  }
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (e) => { if (!chosen()) show(e.matches ? "dark" : "light"); });

export const onTheme = (listener) => listeners.push(listener);

document.querySelector("#theme").addEventListener("click", () => setTheme(theme() === "dark" ? "light" : "dark"));
