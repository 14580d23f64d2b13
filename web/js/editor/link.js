// A document as text and as a link. A link contains the whole document after its #, compressed. A
// browser does not send this part to any server.

import { exact } from "../exact.js";

const widest = 100; // columns of a line of text
const key = "scene=";
const most = 32 << 20; // bytes of a document, as package scene reads it

// textOf writes a document as readable lines. A value that fits on one line stays on one line.
export function textOf(value, indent = "") {
  const flat = flatText(value);
  if (indent.length + flat.length <= widest || typeof value !== "object" || value === null) return flat;
  const inner = indent + "  ", list = Array.isArray(value);
  const lines = list ? value.map((v) => inner + textOf(v, inner))
    : Object.entries(value).filter(([, v]) => v !== undefined).map(([k, v]) => `${inner}${JSON.stringify(k)}: ${textOf(v, inner)}`);
  return `${list ? "[" : "{"}\n${lines.join(",\n")}\n${indent}${list ? "]" : "}"}`;
}

function flatText(value) {
  if (Array.isArray(value)) return `[${value.map(flatText).join(", ")}]`;
  if (typeof value !== "object" || value === null || JSON.isRawJSON?.(value)) return JSON.stringify(value);
  return `{${Object.entries(value).filter(([, v]) => v !== undefined).map(([k, v]) => `${JSON.stringify(k)}: ${flatText(v)}`).join(", ")}}`;
}

// fragmentOf returns the part of a link to a document after the #.
export async function fragmentOf(document) {
  const packed = await piped(new TextEncoder().encode(JSON.stringify(document)), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return key + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// documentOf returns the document of such a fragment, or null if the fragment holds no document. It
// throws an Error if the fragment is damaged.
export async function documentOf(fragment) {
  const text = fragment.replace(/^#/, "");
  if (!text.startsWith(key)) return null;
  try {
    const binary = atob(text.slice(key.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await piped(Uint8Array.from(binary, (c) => c.charCodeAt(0)), new DecompressionStream("deflate-raw"));
    return JSON.parse(new TextDecoder().decode(bytes), exact);
  } catch {
    throw new Error("This link does not hold a whole scene.");
  }
}

// piped sends bytes through a stream. It rejects more bytes than a document may have, because a
// short link can decompress to any length.
async function piped(bytes, stream) {
  const writer = stream.writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  written.catch(() => {}); // reading reports the same error
  const parts = [];
  let length = 0;
  const reader = stream.readable.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > most) {
      reader.cancel();
      throw new Error("too long");
    }
  }
  const whole = new Uint8Array(length);
  parts.reduce((offset, part) => {
    whole.set(part, offset);
    return offset + part.length;
  }, 0);
  return whole;
}

// parseDocument parses the JSON text of a document.
export function parseDocument(text) {
  let document;
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ""), exact);
  } catch (e) {
    throw new Error(`This is no scene: ${e.message}`);
  }
  if (typeof document !== "object" || document === null || !("version" in document)) throw new Error("This is no scene: it has no version.");
  return document;
}
