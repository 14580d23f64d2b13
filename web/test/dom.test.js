// Small elements of the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutFling } from "../js/dom.js";

test("a finger's move is handled, unless another finger scrolls the page", () => {
  const element = withoutFling(new EventTarget());
  for (const cancelable of [true, false]) {
    const move = new Event("touchmove", { cancelable });
    let asked = false;
    move.preventDefault = () => { asked = true; }; // browsers warn of what cannot be cancelled
    element.dispatchEvent(move);
    assert.equal(asked, cancelable);
  }
});
