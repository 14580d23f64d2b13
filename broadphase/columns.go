package broadphase

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
)

// Keeper is a broadphase whose proxies a snapshot can store. All broadphases of this package are
// Keepers.
type Keeper interface {
	// Columns adds the columns of the proxies to a list.
	Columns(l *column.List)
	// BeforeRestore is called before the columns are restored, and AfterRestore afterwards.
	BeforeRestore()
	AfterRestore(s *column.Store)
	// Root returns the memory in which the columns lie.
	Root() column.Root

	// For columns that were read from a file: CheckColumns panics when they contradict each other,
	// Proxy reads one proxy from them, and MakeKinematic gives a Static proxy the other Immovable
	// class.
	CheckColumns()
	Proxy(id uint32) (class Class, category uint64, present bool)
	MakeKinematic(id uint32)
	Boxes() []geom.Box32
}

var (
	_ Keeper = (*Tree)(nil)
	_ Keeper = (*Sweep)(nil)
	_ Keeper = (*Brute)(nil)
)

func (t *proxyTable) Columns(l *column.List) {
	l.State("boxes", column.Slice(&t.boxes).InTurns().Timed(&t.written).Watched())
	l.State("old", column.Slice(&t.old).InTurns().Timed(&t.written))
	l.State("category", column.Slice(&t.category).Timed(&t.written).Follows().Watched())
	l.State("state", column.Slice(&t.state).HashedBy(column.Fold(&t.state, hashStatus)).Timed(&t.written).Follows().Watched())
	l.State("changed", column.Slice(&t.changed))
}

// hashStatus leaves out flagPending, which depends on whether a tree was read. The two Immovable
// classes count as one: which of the two it is follows from the type of the body.
func hashStatus(h *column.Hasher, list []status) {
	for _, s := range list {
		s &^= flagPending
		if s.class() == Kinematic {
			s = s&^classMask | status(Static)
		}
		h.Uint64(uint64(s))
	}
}

func (t *proxyTable) Root() column.Root { return column.RootOf(t) }

// BeforeRestore copies the present status of all proxies.
func (t *proxyTable) BeforeRestore() { t.previous = append(t.previous[:0], t.state...) }

// AfterRestore finds which proxies the restore may have changed and brings the counts up to date.
func (t *proxyTable) AfterRestore(s *column.Store) {
	n := max(len(t.state), len(t.previous))
	t.restored = grow.Resize(t.restored, (n+restoredBlock-1)/restoredBlock)
	clear(t.restored)
	t.noteRestored(column.Changed(s, &t.boxes), restoredBoxes)
	t.noteRestored(column.Changed(s, &t.category), restoredAll)
	t.noteRestored(column.Changed(s, &t.state), restoredStatus)
	if n > len(t.state) {
		t.noteRestored([]column.Span{{Lo: len(t.state), Hi: n}}, restoredStatus)
	}
	t.findDiffering()
	for _, id := range t.differing {
		if class, ok := t.previousClass(id); ok {
			t.count[class]--
		}
		if t.has(uint32(id)) {
			t.count[t.state[id].class()]++
		}
	}
	t.memberships++
	for class := range t.moves {
		t.moves[class]++
	}
}

// restoredParts has bits for the data of the proxies of a block that a restore may have changed.
type restoredParts uint8

const (
	restoredBoxes  restoredParts = 1 << iota // and whether they are in the changed list
	restoredStatus                           // of those that differ from before
	restoredAll                              // the status or category of each
)

// restoredBlock is the number of proxies that are looked at together after a restore.
const restoredBlock = 64

func (t *proxyTable) noteRestored(ranges []column.Span, parts restoredParts) {
	for _, r := range ranges {
		for i := r.Lo / restoredBlock; i*restoredBlock < r.Hi; i++ {
			t.restored[i] |= parts
		}
	}
}

// findDiffering lists the proxies whose status or category the restore may have changed, in
// ascending order.
func (t *proxyTable) findDiffering() {
	t.differing = t.differing[:0]
	n := max(len(t.state), len(t.previous))
	for i, parts := range t.restored {
		if parts < restoredStatus {
			continue
		}
		id, end, listed := i*restoredBlock, min((i+1)*restoredBlock, n), len(t.differing)
		if parts&restoredAll == 0 {
			id = t.findDifferingStatus(id, end)
		}
		for ; id < end; id++ {
			t.differing = append(t.differing, id)
		}
		if len(t.differing) == listed {
			t.restored[i] &^= restoredStatus
		}
	}
}

// findDifferingStatus lists the proxies from lo on that were there before and have another status
// now, and returns the first proxy up to hi that was not or is not there. A restore writes many
// statuses at once, and mostly with their present value: most proxies sleep beside a few that move.
func (t *proxyTable) findDifferingStatus(lo, hi int) int {
	hi = min(hi, len(t.state), len(t.previous))
	if lo >= hi {
		return lo
	}
	before := t.previous[lo:hi]
	for k, now := range t.state[lo:hi] {
		if (now^before[k])&^flagChanged != 0 {
			t.differing = append(t.differing, lo+k)
		}
	}
	return hi
}

// previousClass returns the class of a proxy before the columns were restored, and whether it was
// there.
func (t *proxyTable) previousClass(id int) (Class, bool) {
	if id >= len(t.previous) || t.previous[id]&flagPresent == 0 {
		return 0, false
	}
	return t.previous[id].class(), true
}

// AfterRestore unlinks the proxies that are gone or have another class, and links the new ones. It
// marks the trees in which a box may have changed dirty.
func (t *Tree) AfterRestore(s *column.Store) {
	t.proxyTable.AfterRestore(s)
	for len(t.leafSlot) < len(t.boxes) {
		t.leafSlot = grow.Append(t.leafSlot, noSlot)
	}
	dirty := t.restoredClasses()
	t.toRelink = t.toRelink[:0]
	for _, id := range t.differing {
		if !t.isAsBefore(id) {
			dirty |= 1 << t.restoreStatus(id)
			t.toRelink = append(t.toRelink, id)
		}
	}
	for class := range classes {
		if dirty&(1<<class) != 0 && !t.dirty[class].Load() {
			t.dirty[class].Store(true)
		}
	}
	for _, id := range t.toRelink {
		t.relinkRestored(id)
	}
	t.leafSlot = t.leafSlot[:len(t.boxes)]
}

// restoredClasses returns the classes of the proxies that a restore may have changed, as bits.
func (t *Tree) restoredClasses() (dirty uint8) {
	for i, restored := range t.restored {
		if restored == 0 || i*restoredBlock >= len(t.state) {
			continue
		}
		for _, s := range t.state[i*restoredBlock : min((i+1)*restoredBlock, len(t.state))] {
			dirty |= 1 << s.class()
		}
	}
	return dirty
}

// isAsBefore reports whether a restore has left a proxy in its tree, or pending. Most are.
func (t *Tree) isAsBefore(id int) bool {
	if id >= len(t.state) || id >= len(t.previous) {
		return false
	}
	x := t.state[id]
	if x&flagPresent == 0 || (x^t.previous[id])&(flagPresent|flagPending|classMask) != 0 {
		return false
	}
	return x&flagPending != 0 || t.leafMask(id) == t.category[id]
}

// restoreStatus clears the pending flags from before the restore and from the saved world. It
// returns the class of the proxy.
func (t *Tree) restoreStatus(id int) Class {
	was, linked := t.previousClass(id)
	if linked && t.previous[id]&flagPending != 0 {
		t.upkeep[was].pending--
	}
	if !t.has(uint32(id)) {
		return was
	}
	if t.state[id]&flagPending != 0 {
		t.state[id] &^= flagPending
		t.written.Set(id)
	}
	return t.state[id].class()
}

// relinkRestored puts a proxy into the right tree.
func (t *Tree) relinkRestored(id int) {
	was, linked := t.previousClass(id)
	linked = linked && t.previous[id]&flagPending == 0
	present := t.has(uint32(id))
	if linked && present && t.state[id].class() == was && t.leafMask(id) == t.category[id] {
		return
	}
	if linked {
		t.unlink(uint32(id))
	}
	if present {
		t.attach(uint32(id))
	}
}

// leafMask returns the category that the tree holds for a linked proxy.
func (t *Tree) leafMask(id int) uint64 {
	p := t.leafSlot[id]
	return t.nodes[p.node()].mask[p.slot()]
}

// AfterRestore moves the changed edges to their places in the orders.
func (s *Sweep) AfterRestore(from *column.Store) {
	s.proxyTable.AfterRestore(from)
	for len(s.edges) < len(s.boxes) {
		s.edges = append(s.edges, edge{})
	}
	n := max(len(s.state), len(s.previous))
	for i, parts := range s.restored {
		for id := i * restoredBlock; parts != 0 && id < min((i+1)*restoredBlock, n); id++ {
			s.relinkRestored(id)
		}
	}
	s.edges = s.edges[:len(s.boxes)]
}

// relinkRestored puts a proxy into the right place of the right order.
func (s *Sweep) relinkRestored(id int) {
	was, linked := s.previousClass(id)
	present := s.has(uint32(id))
	var e edge
	if present {
		e = edgeOf(uint32(id), s.boxes[id])
	}
	if linked && present && s.state[id].class() == was && e == s.edges[id] {
		return
	}
	if linked {
		s.orders[was].remove(s.edges[id])
	}
	s.edges[id] = e
	if present {
		s.orders[s.state[id].class()].add(e)
	}
}

// AfterRestore recomputes the circles.
func (b *Brute) AfterRestore(s *column.Store) {
	b.proxyTable.AfterRestore(s)
	b.circles = b.circles[:0]
	for id := range b.boxes {
		if b.has(uint32(id)) {
			b.circles = append(b.circles, boundingCircle(b.boxes[id]))
		} else {
			b.circles = append(b.circles, circle{})
		}
	}
}
