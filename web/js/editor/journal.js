// Unlimited undo and redo. A step is the difference of two documents, found by comparing
// identities, so shared parts cost neither time nor memory.

// difference returns a difference that leads from one value to another and back, or undefined if
// the values are the same. A difference is either {before, after}, or {fields: {key: difference}}
// of an object, or {items: [[index, difference]]} of a list of the same length, or {from, removed,
// added} of a list whose length differs.
export function difference(before, after) {
  if (before === after) return undefined;
  const isObject = (v) => typeof v === "object" && v !== null;
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) return { before, after };
  return Array.isArray(before) ? ofLists(before, after) : ofObjects(before, after);
}

function ofObjects(before, after) {
  const fields = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const d = difference(before[key], after[key]);
    if (d) fields[key] = d;
  }
  const order = Object.keys(before), now = Object.keys(after);
  const same = order.length === now.length && order.every((key, i) => key === now[i]);
  if (Object.keys(fields).length === 0 && same) return undefined;
  return same ? { fields } : { fields, order, now };
}

function ofLists(before, after) {
  if (before.length === after.length) {
    const items = [];
    for (let i = 0; i < before.length; i++) {
      const d = difference(before[i], after[i]);
      if (d) items.push([i, d]);
    }
    return items.length > 0 ? { items } : undefined;
  }
  const shorter = Math.min(before.length, after.length);
  let from = 0, end = 0;
  while (from < shorter && before[from] === after[from]) from++;
  while (end < shorter - from && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from, removed: before.slice(from, before.length - end), added: after.slice(from, after.length - end) };
}

// patched applies a difference forward or backward.
export function patched(value, d, back = false) {
  if (d === undefined) return value;
  if (d.fields) return patchedObject(value, d, back);
  if (d.items) {
    const copy = [...value];
    for (const [i, inner] of d.items) copy[i] = patched(copy[i], inner, back);
    return copy;
  }
  if (d.removed) {
    const [out, into] = back ? [d.added, d.removed] : [d.removed, d.added];
    return [...value.slice(0, d.from), ...into, ...value.slice(d.from + out.length)];
  }
  return back ? d.before : d.after;
}

// The order of fields is kept too: a document is also a text.
function patchedObject(value, { fields, order, now }, back) {
  const copy = { ...value };
  for (const [key, inner] of Object.entries(fields)) copy[key] = patched(copy[key], inner, back);
  const keys = back ? order : now;
  return keys ? Object.fromEntries(keys.map((key) => [key, copy[key]])) : copy;
}

// Journal keeps a document with its history. A state is {document, selection}.
export class Journal {
  constructor(document, selection = []) {
    this.clear(document, selection);
  }

  clear(document, selection = []) {
    this.document = document;
    this.selection = selection;
    this.done = [];
    this.undone = [];
    this.merging = null; // what the last step may merge with
    this.start = document; // the document before the last step
  }

  // commit makes another document the present one. Successive steps with the same `merge`, such as
  // the steps of one drag, are one step for undo. It reports whether the document differs.
  commit(label, document, selection = this.selection, merge = null) {
    const last = this.done.at(-1);
    if (merge !== null && merge === this.merging && last) {
      last.difference = difference(this.start, document);
      last.after = selection;
    } else {
      const d = difference(this.document, document);
      if (!d) return false;
      this.start = this.document;
      this.done.push({ label, difference: d, before: this.selection, after: selection });
    }
    this.merging = merge;
    this.undone.length = 0;
    this.document = document;
    this.selection = selection;
    if (this.done.at(-1).difference === undefined) { // a drag that came back to where it began
      this.done.pop();
      this.merging = null;
    }
    return true;
  }

  // seal ends a series of merged steps.
  seal() { this.merging = null; }

  // undo and redo return the step that they took, or undefined.
  undo() { return this.step(this.done, this.undone, true); }

  redo() { return this.step(this.undone, this.done, false); }

  step(from, to, back) {
    const taken = from.pop();
    if (!taken) return undefined;
    to.push(taken);
    this.document = patched(this.document, taken.difference, back);
    this.selection = back ? taken.before : taken.after;
    this.merging = null;
    return taken;
  }
}
