// Documents as text and as links.

import assert from "node:assert/strict";
import { test } from "node:test";
import { exact } from "../js/exact.js";
import { documentOf, fragmentOf, parseDocument, textOf } from "../js/editor/link.js";

const document = {
  version: 1, description: "“quotes” and é", bodies: Array.from({ length: 50 }, (_, i) => ({ name: `crate ${i}`, position: [i, i / 8], colliders: [{ type: "circle", radius: 0.5 }] })),
};

test("a link holds the whole document", async () => {
  const fragment = await fragmentOf(document);
  assert.match(fragment, /^scene=[\w-]+$/);
  assert.ok(fragment.length < 0.3 * JSON.stringify(document).length, String(fragment.length));
  assert.deepEqual(await documentOf("#" + fragment), document);
  assert.equal(await documentOf("#base=5"), null);
  await assert.rejects(documentOf("#" + fragment.slice(0, -20)), /whole scene/);
  await assert.rejects(documentOf("#scene=%%%"), /whole scene/);
});

test("a text is read as it was written, in lines of a hand's width", () => {
  const text = textOf(document);
  assert.deepEqual(JSON.parse(text), document);
  assert.ok(text.split("\n").every((line) => line.length <= 101));
  assert.ok(text.split("\n").length < 120, "what fits into a line stays on one");
  assert.deepEqual(parseDocument("\uFEFF" + text), document);
  assert.throws(() => parseDocument("[]"), /no version/);
  assert.throws(() => parseDocument("hello"), /no scene/);
});

test("masks of 64 bits stay what they are", { skip: !JSON.rawJSON && "this JavaScript cannot write such numbers" }, () => {
  const text = '{"mask":18446744073709551615,"small":7,"real":1e300}';
  const read = JSON.parse(text, exact);
  assert.equal(JSON.stringify(read), text.replace("1e300", "1e+300"));
  assert.equal(textOf(read), '{"mask": 18446744073709551615, "small": 7, "real": 1e+300}');
});
