// Texts of the viewer, the editor and the site against the surfaces that they stand on.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const least = 4.5; // of texts of usual size: WCAG 2, success criterion 1.4.3

// channels reads #rgb, #rrggbb and #rrggbbaa, each channel from 0 to 1.
function channels(hex) {
  const digits = hex.length === 4 ? hex.replace(/[^#]/g, "$&$&") : hex;
  return [1, 3, 5, 7].map((i) => (i < digits.length ? parseInt(digits.slice(i, i + 2), 16) / 255 : 1));
}

// over returns a colour as it looks on an opaque one.
function over(top, below) {
  const [r, g, b, alpha] = top;
  return [r, g, b].map((v, i) => alpha * v + (1 - alpha) * below[i]).concat(1);
}

function luminance(color) {
  const [r, g, b] = color.map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

// themes returns the colours of a style sheet's rules that define those of texts.
function themes(file, prefix) {
  const rules = readFileSync(new URL(file, import.meta.url), "utf8").matchAll(/\{([^}]*--[a-z-]*ink:[^}]*)\}/g);
  return [...rules].map(([, rule]) => Object.fromEntries([...rule.matchAll(/([a-z-]+): (#[0-9a-f]+);/g)].map(([, name, hex]) => [name.replace(prefix, ""), channels(hex)])));
}

test("texts of both themes can be read on every surface", () => {
  const sheets = [
    ["../carom.css", "--carom-", ["solid", "background"]], ["../js/editor/editor.css", "--", ["panel", "paper"]], ["../site/pages/site.css", "--", ["panel", "paper"]],
  ];
  for (const [file, prefix, surfaces] of sheets) {
    const found = themes(file, prefix);
    assert.equal(found.length, 2, file);
    found.forEach((theme, i) => {
      for (const surface of surfaces) {
        for (const text of ["ink", "faint", "accent"]) {
          for (const below of [theme[surface], ...(theme.hover ? [over(theme.hover, theme[surface])] : [])]) {
            const got = contrast(theme[text], below);
            assert.ok(got >= least, `${file}, theme ${i}: ${text} on ${surface} has ${got.toFixed(2)}`);
          }
        }
      }
    });
  }
});
