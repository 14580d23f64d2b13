package broadphase

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
)

// Keeper is a broadphase whose proxies a snapshot keeps: all those of this package.
type Keeper interface {
	// Columns adds the columns of the proxies to a list.
	Columns(l *column.List)
	// BeforeRestore is called before the columns are restored, AfterRestore when they are.
	BeforeRestore()
	AfterRestore()

	// For columns that were read from a file: CheckColumns panics when they contradict each other, and Proxy tells what they
	// say of a proxy.
	CheckColumns()
	Proxy(id uint32) (class Class, category uint64, present bool)
	Boxes() []geom.Box32
}

var (
	_ Keeper = (*Tree)(nil)
	_ Keeper = (*Sweep)(nil)
	_ Keeper = (*Brute)(nil)
)

// Columns adds the columns of the proxies to a list.
func (t *proxyTable) Columns(l *column.List) {
	l.State("boxes", column.Slice(&t.boxes))
	l.State("old", column.Slice(&t.old))
	l.State("category", column.Slice(&t.category))
	l.State("state", column.Slice(&t.state).HashedBy(hashStatus))
	l.State("changed", column.Slice(&t.changed))
}

// hashStatus leaves out what depends on whether a tree was read.
func hashStatus(h *column.Hasher, list []status) {
	for _, s := range list {
		h.Uint64(uint64(s &^ flagPending))
	}
}

// BeforeRestore keeps the status that the proxies have.
func (t *proxyTable) BeforeRestore() { t.previous = append(t.previous[:0], t.state...) }

// AfterRestore brings the counts up to date.
func (t *proxyTable) AfterRestore() {
	t.count = [classes]int{}
	for id, s := range t.state {
		t.state[id] &^= flagPending
		if s&flagPresent != 0 {
			t.count[s.class()]++
		}
	}
	t.memberships++
	for class := range t.moves {
		t.moves[class]++
	}
}

// previousClass returns the class of a proxy before the columns were restored, and whether it was there.
func (t *proxyTable) previousClass(id int) (Class, bool) {
	if id >= len(t.previous) || t.previous[id]&flagPresent == 0 {
		return 0, false
	}
	return t.previous[id].class(), true
}

// AfterRestore unlinks the proxies that are gone or have another class. Those that are new are pending, and the trees are
// dirty.
func (t *Tree) AfterRestore() {
	t.proxyTable.AfterRestore()
	for class := range t.upkeep {
		t.upkeep[class].pending = 0
		t.dirty[class].Store(true)
	}
	for len(t.leafSlot) < len(t.boxes) {
		t.leafSlot = grow.Append(t.leafSlot, noSlot)
	}
	for id := range max(len(t.state), len(t.previous)) {
		was, linked := t.previousClass(id)
		linked = linked && t.previous[id]&flagPending == 0
		present := t.has(uint32(id))
		if linked && present && t.state[id].class() == was && t.leafMask(id) == t.category[id] {
			continue
		}
		if linked {
			t.unlink(uint32(id))
		}
		if present {
			t.attach(uint32(id))
		}
	}
	t.leafSlot = t.leafSlot[:len(t.boxes)]
}

// leafMask returns the category that the tree holds for a linked proxy.
func (t *Tree) leafMask(id int) uint64 {
	p := t.leafSlot[id]
	return t.nodes[p.node()].mask[p.slot()]
}

// AfterRestore puts the edges into order that have changed.
func (s *Sweep) AfterRestore() {
	s.proxyTable.AfterRestore()
	for len(s.edges) < len(s.boxes) {
		s.edges = append(s.edges, edge{})
	}
	for id := range max(len(s.state), len(s.previous)) {
		was, linked := s.previousClass(id)
		present := s.has(uint32(id))
		var e edge
		if present {
			e = edgeOf(uint32(id), s.boxes[id])
		}
		if linked && present && s.state[id].class() == was && e == s.edges[id] {
			continue
		}
		if linked {
			s.orders[was].remove(s.edges[id])
		}
		s.edges[id] = e
		if present {
			s.orders[s.state[id].class()].add(e)
		}
	}
	s.edges = s.edges[:len(s.boxes)]
}

// AfterRestore finds the circles anew.
func (b *Brute) AfterRestore() {
	b.proxyTable.AfterRestore()
	b.circles = b.circles[:0]
	for id := range b.boxes {
		if b.has(uint32(id)) {
			b.circles = append(b.circles, boundingCircle(b.boxes[id]))
		} else {
			b.circles = append(b.circles, circle{})
		}
	}
}
