package column

import (
	"encoding/binary"
	"math/bits"

	"github.com/carom2d/carom/internal/invariant"
)

// digests are hashes of the blocks of a column, kept from one Digest to the next. The hash of an
// unwritten block is not computed again.
type digests struct {
	sums      []uint64 // by block
	lengths   []int    // in units
	since     uint64   // now at the last Digest
	now       func() uint64
	unchanged func(lo, hi int, since uint64) bool
	settled   func() bool
	inTurns   bool   // see InTurns
	hasher    Hasher // on the stack it would escape
}

// digesting returns the digests of the column, which it makes at the first use.
func (c *SliceColumn) digesting() *digests {
	if c.digests == nil {
		c.digests = &digests{}
	}
	return c.digests
}

// digestTurns is the number of turns of a column whose blocks are hashed in turns.
const digestTurns = 16

// InTurns makes each Digest hash a sixteenth of the blocks, by the turn of the list. It is for
// columns that ticks write and whose differences show in other columns after a few ticks.
func (c *SliceColumn) InTurns() *SliceColumn {
	c.digesting().inTurns = true
	return c
}

// Follows leaves the column out of digests: its content follows from other columns.
func (c *SliceColumn) Follows() *SliceColumn {
	c.follows = true
	return c
}

// DigestedIf sets when Digest may keep the hash of elements, if that is more often than Timed
// tells for copies. A Clock has such functions.
func (c *SliceColumn) DigestedIf(now func() uint64, unchanged func(lo, hi int, since uint64) bool) *SliceColumn {
	d := c.digesting()
	d.now, d.unchanged = now, unchanged
	return c
}

// DigestedBy sets the function that Digest uses in place of the function of HashedBy. It folds in
// the data that only calls of the game change.
func (c *SliceColumn) DigestedBy(f func(h *Hasher, lo, hi int), l *List) *SliceColumn {
	c.digestOf = f
	return c.DigestedIf(l.Calls, func(_, _ int, since uint64) bool { return l.Calls() == since })
}

// ClearedByTicks makes Digest keep hashes only of settled elements: the next tick would change
// other elements without a mark.
func (c *SliceColumn) ClearedByTicks(l *List) *SliceColumn {
	c.digesting().settled = l.Settled
	return c
}

func (c *SliceColumn) digest(turn uint64) uint64 {
	if c.follows {
		return 0
	}
	d, count := c.digesting(), c.count()
	if d.now == nil && c.clock != nil {
		d.now, d.unchanged = c.clock.Now, c.clock.Unchanged
	}
	now, unchanged := d.now, d.unchanged
	blockLen := c.digestLen()
	n := (count + blockLen - 1) / blockLen
	for len(d.sums) < n {
		d.sums, d.lengths = append(d.sums, 0), append(d.lengths, -1)
	}
	sum := uint64(count) * phi
	for i := range n {
		lo, hi := i*blockLen, min((i+1)*blockLen, count)
		isKept := now != nil && d.lengths[i] == hi-lo && unchanged(lo, hi, d.since)
		if d.inTurns && (turn+uint64(i))%digestTurns != 0 {
			if !isKept {
				d.lengths[i] = -1
			}
			continue
		}
		switch {
		case !isKept:
			d.sums[i], d.lengths[i] = c.digestBlock(lo, hi), hi-lo
		case invariant.Enabled && d.sums[i] != c.digestBlock(lo, hi):
			panic("column: elements have changed unnoticed by their digest: " + c.layout.name)
		}
		sum = fold(sum^d.sums[i], phi) + bits.RotateLeft64(sum, 23)
	}
	if now != nil {
		d.since = now()
	}
	if d.settled != nil && !d.settled() {
		d.forget()
	}
	return sum
}

// forget makes the next Digest compute all hashes.
func (d *digests) forget() {
	for i := range d.lengths {
		d.lengths[i] = -1
	}
}

func (c *SliceColumn) digestBlock(lo, hi int) uint64 {
	hash := c.digestOf
	if hash == nil {
		hash = c.hashOf
	}
	if hash != nil {
		h := &c.digests.hasher
		*h = NewHasher()
		hash(h, lo, hi)
		return h.Sum()
	}
	c.layout.mustHash()
	p := c.bytes(lo, hi)
	if !littleEndian {
		p = c.layout.toLittleEndian(p)
	}
	return digestOf(p)
}

// digestOf hashes memory as little-endian words, 96 bytes at a time: six products do not wait for
// each other.
func digestOf(p []byte) uint64 {
	n := uint64(len(p))
	a, b, c, d, e, f := n, uint64(phi), uint64(sqrt2), uint64(sqrt3), uint64(sqrt5), uint64(phi^sqrt3)
	for ; len(p) >= 96; p = p[96:] {
		q := p[:96:96]
		a += fold(binary.LittleEndian.Uint64(q)^a, binary.LittleEndian.Uint64(q[8:])^phi)
		b += fold(binary.LittleEndian.Uint64(q[16:])^b, binary.LittleEndian.Uint64(q[24:])^sqrt2)
		c += fold(binary.LittleEndian.Uint64(q[32:])^c, binary.LittleEndian.Uint64(q[40:])^sqrt3)
		d += fold(binary.LittleEndian.Uint64(q[48:])^d, binary.LittleEndian.Uint64(q[56:])^sqrt5)
		e += fold(binary.LittleEndian.Uint64(q[64:])^e, binary.LittleEndian.Uint64(q[72:])^phi)
		f += fold(binary.LittleEndian.Uint64(q[80:])^f, binary.LittleEndian.Uint64(q[88:])^sqrt2)
	}
	for ; len(p) >= 16; p = p[16:] {
		a = fold(binary.LittleEndian.Uint64(p)^a, binary.LittleEndian.Uint64(p[8:])^phi) + bits.RotateLeft64(a, 23)
	}
	if len(p) > 0 {
		var rest [16]byte
		copy(rest[:], p)
		a = fold(binary.LittleEndian.Uint64(rest[:])^a, binary.LittleEndian.Uint64(rest[8:])^phi) + bits.RotateLeft64(a, 23)
	}
	h := Hasher{state: a, count: n}
	for _, x := range [...]uint64{b, c, d, e, f} {
		h.Uint64(x)
	}
	return h.Sum()
}

// Digest returns a hash of all state columns. It differs from the hashes of Hash, and is quicker:
// it reads neither elements that were not written since the last Digest nor columns that follow
// from others. For columns in turns it includes the blocks of the present turn; sixteen successive
// turns include all blocks.
func (l *List) Digest(turn uint64) uint64 {
	l.prepare()
	l.digested = true
	h := &l.hasher
	*h = NewHasher()
	for i := range l.Entries {
		e := &l.Entries[i]
		if e.Derived {
			continue
		}
		if s := l.slices[i]; s != nil && s.len == 0 {
			continue
		}
		h.Uint64(l.digest(e.Column, turn+uint64(i)) + uint64(i))
	}
	return h.Sum()
}

// digest returns the hash of a column, of a turn.
func (l *List) digest(c Column, turn uint64) uint64 {
	if s, ok := c.(*SliceColumn); ok {
		return s.digest(turn)
	}
	h := &l.ofColumn
	*h = NewHasher()
	c.hash(h)
	return h.Sum()
}
