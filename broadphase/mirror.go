package broadphase

import "fmt"

// Mirror is a copy of the proxies of a broadphase that answers its queries and casts later, while
// the original changes. Copy copies only the boxes, and the first query brings the tree up to date.
// A mirror visits proxies in another order than the original.
//
// Queries may run on many goroutines, but not during Copy. The zero Mirror is empty.
type Mirror struct {
	tree        *Tree
	original    *proxyTable
	memberships uint64
	moves       [classes]uint64
}

// Queries returns the mirror's queries and casts. They find the same proxies as the original did at
// the last Copy.
func (m *Mirror) Queries() Queries { return m.queryTree() }

func (m *Mirror) queryTree() *Tree {
	if m.tree == nil {
		m.tree = NewTree()
	}
	return m.tree
}

// Copy makes the mirror equal to a broadphase of this package. If it is the broadphase of the
// last copy, only the changes since then are copied.
func (m *Mirror) Copy(b Broadphase) {
	holder, ok := b.(interface{ proxies() *proxyTable })
	if !ok {
		panic(fmt.Sprintf("broadphase: a copy of a %T, which is not of this package", b))
	}
	t, source := m.queryTree(), holder.proxies()
	fresh := m.original != source
	if fresh || m.memberships != source.memberships {
		// In a dirty tree new proxies are pending, and come in together.
		for class := range t.dirty {
			t.dirty[class].Store(true)
		}
		m.copyMembers(source)
	}
	copy(t.boxes, source.boxes)
	for class := range m.moves {
		if fresh || m.moves[class] != source.moves[class] {
			t.dirty[class].Store(true)
		}
	}
	m.original, m.memberships, m.moves = source, source.memberships, source.moves
}

// copyMembers inserts, removes and reclassifies until the proxies equal the source's. It does not
// read the boxes of proxies that stay.
func (m *Mirror) copyMembers(source *proxyTable) {
	t := m.tree
	for i := range max(len(source.state), len(t.state)) {
		id := uint32(i)
		switch here, there := t.has(id), source.has(id); {
		case here && !there:
			t.Remove(id)
		case here && (t.state[id].class() != source.state[id].class() || t.category[id] != source.category[id]):
			t.Reclassify(id, source.state[id].class(), source.category[id])
		case there && !here:
			t.Insert(Proxy{id, source.state[id].class(), source.category[id], source.boxes[id]})
		}
	}
	t.commit() // nobody calls Pairs on a mirror
}
