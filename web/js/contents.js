// The contents of a picture, so that a picture that would look the same is not painted again.
// Without a graphics card painting costs more than everything else that a page does.

import { markBytes } from "./marks.js";

// Contents keeps what a painter has painted last.
export class Contents {
  constructor() {
    this.rows = new Words();
    this.under = new Words();
    this.over = new Words();
    this.key = null;
  }

  // forget lets the painter paint in any case: its outlines, colours or size have changed.
  forget() { this.key = null; }

  // change takes what the painter is asked to paint, and reports whether it differs.
  change({ rows, rowCount, under, over, names }, { x, y, scale, up, width, height }) {
    const key = [x, y, scale, up, width, height, ...names.flatMap((n) => [n.x, n.y, n.name])].join(" ");
    const differs = [this.rows.take(rows, 8 * rowCount), this.under.take(under.numbers, under.count * markBytes / 4), this.over.take(over.numbers, over.count * markBytes / 4), key !== this.key];
    this.key = key;
    return differs.includes(true);
  }
}

// Words is a copy of numbers, bit by bit.
class Words {
  constructor() {
    this.kept = new Uint32Array(0);
    this.count = 0;
  }

  // take copies the first numbers of a list, and reports whether they differ from the copy.
  take(numbers, count) {
    const words = new Uint32Array(numbers.buffer, numbers.byteOffset, count);
    let same = count === this.count ? 0 : -1;
    while (same >= 0 && same < count && words[same] === this.kept[same]) same++;
    if (same === count) return false;
    if (this.kept.length < count) this.kept = new Uint32Array(2 * count);
    this.kept.set(words);
    this.count = count;
    return true;
  }
}
