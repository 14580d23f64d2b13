// The button for dark and light, which all pages share.

const root = document.documentElement;
const listeners = [];

export const theme = () => root.dataset.theme;

export function setTheme(name) {
  if (name === root.dataset.theme) return;
  root.dataset.theme = name;
  try {
    localStorage.setItem("theme", name);
  } catch { /* A browser that keeps nothing asks the system each time. */ }
  for (const listener of listeners) listener(name);
}

export const onTheme = (listener) => listeners.push(listener);

document.querySelector("#theme").addEventListener("click", () => setTheme(theme() === "dark" ? "light" : "dark"));
