package broadphase

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
)

// noBox overlaps nothing, not even an infinite box, because every comparison
// with NaN is false. An inverted box of infinities would touch a box that is
// infinite on both sides.
var noBox = func() geom.Box32 {
	nan := float32(math.NaN())
	return geom.Box32{MinX: nan, MinY: nan, MaxX: nan, MaxY: nan}
}()

// isNoBox reports whether a box is the box of a free ID.
func isNoBox(b geom.Box32) bool { return b.MinX != b.MinX }

// status packs the data of a proxy that the pair search reads first: its class in the low
// two bits, and three flags.
type status uint8

const (
	classMask   status = 3
	flagPresent status = 1 << 2 // the ID is in use
	flagChanged status = 1 << 3 // the ID is in the changed list, in use or not
	flagPending status = 1 << 4 // the proxy is yet to be linked into its tree
)

// movingStatus is the status of Moving proxies, without the flags that change.
const movingStatus = flagPresent | status(Moving)

func (s status) class() Class { return Class(s & classMask) }

// proxyTable holds the proxies of an implementation, in columns by ID.
//
// The column old replaces a hash table of pairs. It holds every box as it was at the last
// Pairs, and noBox for proxies inserted or invalidated since. A pair was overlapping at the
// last Pairs exactly when its two old boxes overlap.
type proxyTable struct {
	boxes    []geom.Box32 `column:"state"`
	old      []geom.Box32 `column:"state"`
	category []uint64     `column:"state"`
	state    []status     `column:"state"`
	changed  []uint32     `column:"state"` // every proxy whose box and old may differ, once each
	count    [classes]int `column:"derived"`

	// For copies. The number memberships rises when a proxy is added, is removed or changes its
	// class or category. The number moves[c] rises when that happens in class c or a proxy of class
	// c gets a new box.
	memberships uint64          `column:"derived"`
	moves       [classes]uint64 `column:"derived"`

	setter    boxSetter       `column:"scratch"`
	written   column.Marks    `column:"scratch"` // entries of the columns; every write sets its mark
	committed uint64          `column:"scratch"` // the time of the marks at the last commit
	previous  []status        `column:"scratch"` // scratch of a restore
	restored  []restoredParts `column:"scratch"` // scratch of a restore: by restoredBlock proxies

	// Scratch of a restore: the proxies whose status or category may have changed, ascending.
	differing []int `column:"scratch"`
}

// proxies returns the columns. It is promoted to the implementations.
func (t *proxyTable) proxies() *proxyTable { return t }

// wasOverlapping reports whether two proxies overlapped at the last Pairs.
func (t *proxyTable) wasOverlapping(a, b uint32) bool { return t.old[a].Overlaps(t.old[b]) }

// isNewPair reports whether two proxies overlap now and did not at the last Pairs.
func (t *proxyTable) isNewPair(a, b uint32) bool {
	return t.boxes[a].Overlaps(t.boxes[b]) && !t.wasOverlapping(a, b)
}

// classesCollide reports whether the classes allow a pair: one is Moving, neither is
// QueryOnly.
func (t *proxyTable) classesCollide(a, b uint32) bool {
	p, q := t.state[a].class(), t.state[b].class()
	return (p == Moving || q == Moving) && p != QueryOnly && q != QueryOnly
}

// Box returns the box of a proxy as last inserted or moved.
func (t *proxyTable) Box(id uint32) geom.Box32 {
	t.mustHave(id)
	return t.boxes[id]
}

// Boxes returns the boxes of all proxies, indexed by ID. The slice is the column itself: it is
// read-only, and valid until the next Insert. A free ID has a box of NaNs.
func (t *proxyTable) Boxes() []geom.Box32 { return t.boxes }

// Changes returns a number that rises whenever a proxy of the class is added, is removed or gets a
// new box.
func (t *proxyTable) Changes(class Class) uint64 {
	checkClass(class)
	return t.moves[class]
}

// Stale is for the implementations that leave repairs to queries.
func (t *proxyTable) Stale(Class) bool { return false }

// AppendAmong appends the proxies of a class in a range of IDs whose box overlaps.
func (t *proxyTable) AppendAmong(dst []uint32, lo, hi int, class Class, box geom.Box32) []uint32 {
	checkClass(class)
	want, boxes := flagPresent|status(class), t.boxes[:hi]
	for i, s := range t.state[lo:hi] {
		if s&(flagPresent|classMask) == want && boxes[lo+i].Overlaps(box) && t.category[lo+i] != 0 {
			dst = append(dst, uint32(lo+i))
		}
	}
	return dst
}

func (t *proxyTable) Len() int {
	n := 0
	for _, of := range t.count {
		n += of
	}
	return n
}

// Invalidate makes Pairs report every overlap of the proxy again.
func (t *proxyTable) Invalidate(id uint32) {
	t.mustHave(id)
	t.old[id] = noBox
	t.markChanged(id)
}

func (t *proxyTable) has(id uint32) bool {
	return uint(id) < uint(len(t.state)) && t.state[id]&flagPresent != 0
}

func (t *proxyTable) mustHave(id uint32) {
	if !t.has(id) {
		panic(fmt.Sprintf("broadphase: proxy %d does not exist", id))
	}
}

// markChanged records that a proxy has changed since the last Pairs.
func (t *proxyTable) markChanged(id uint32) {
	t.written.Set(int(id))
	if t.state[id]&flagChanged == 0 {
		t.state[id] |= flagChanged
		t.changed = append(t.changed, id)
	}
}

func (t *proxyTable) add(p Proxy) {
	if t.has(p.ID) {
		panic(fmt.Sprintf("broadphase: proxy %d exists already", p.ID))
	}
	checkClass(p.Class)
	checkBox(p.ID, p.Box)
	for uint(p.ID) >= uint(len(t.state)) {
		t.boxes = grow.Append(t.boxes, noBox)
		t.old = grow.Append(t.old, noBox)
		t.category = grow.Append(t.category, 0)
		t.state = grow.Append(t.state, 0)
	}
	t.boxes[p.ID] = p.Box
	t.category[p.ID] = p.Category
	t.state[p.ID] = t.state[p.ID]&flagChanged | flagPresent | status(p.Class)
	t.count[p.Class]++
	t.memberships++
	t.moves[p.Class]++
	t.markChanged(p.ID)
}

func (t *proxyTable) setBox(id uint32, box geom.Box32) {
	t.mustHave(id)
	checkBox(id, box)
	t.boxes[id] = box
	t.moves[t.state[id].class()]++
	t.markChanged(id)
}

// remove takes a proxy out of the columns. A proxy in the changed list stays listed, and is
// skipped; if its ID is used again before the next Pairs it must not be listed twice.
func (t *proxyTable) remove(id uint32) {
	t.mustHave(id)
	t.count[t.state[id].class()]--
	t.memberships++
	t.moves[t.state[id].class()]++
	t.boxes[id], t.old[id] = noBox, noBox
	t.category[id] = 0
	t.state[id] &= flagChanged
	t.written.Set(int(id))
}

// setClass changes class and category, and invalidates.
func (t *proxyTable) setClass(id uint32, class Class, category uint64) {
	t.mustHave(id)
	checkClass(class)
	t.count[t.state[id].class()]--
	t.count[class]++
	t.moves[t.state[id].class()]++
	t.moves[class]++
	t.state[id] = t.state[id]&^classMask | status(class)
	t.category[id] = category
	t.memberships++
	t.Invalidate(id)
}

// commit ends a call of Pairs: the present boxes become the old ones.
func (t *proxyTable) commit() {
	t.markCommit()
	t.commitSome(t.changed)
	t.changed = t.changed[:0]
}

// markCommit sets the marks of all entries that commitSome will write. commitSome does not set them
// itself because it runs on many goroutines. Unless the table was saved or restored since the last
// commit, all marks are set: every entry got its mark when it changed.
func (t *proxyTable) markCommit() {
	if next := t.written.Next(); next != t.committed {
		t.committed = next
		t.mark(t.changed)
	}
}

// markedShare is the part of all IDs, one in so many, from which all are marked: single marks would
// cost more than the copies of the others.
const markedShare = 4

// mark sets the marks of some IDs.
//
//go:noinline
func (t *proxyTable) mark(ids []uint32) {
	if len(ids) >= len(t.state)/markedShare {
		t.written.SetRange(0, len(t.state))
	} else {
		t.written.SetEach(ids)
	}
}

// commitSome commits some of the changed proxies.
func (t *proxyTable) commitSome(ids []uint32) {
	state := t.state
	boxes, old := t.boxes[:len(state)], t.old[:len(state)]
	for _, id := range ids {
		state[id] &^= flagChanged
		old[id] = boxes[id]
	}
}

// isEmptyBox reports whether a box holds no point, as one with a NaN does not.
func isEmptyBox(b geom.Box32) bool { return !(b.MinX <= b.MaxX && b.MinY <= b.MaxY) }

// checkBox panics on an empty box and on NaN.
func checkBox(id uint32, b geom.Box32) {
	if isEmptyBox(b) {
		panic(fmt.Sprintf("broadphase: box %v of proxy %d is empty or not a number", b, id))
	}
}

// checkClass panics on a class that does not exist.
//
//go:noinline
func checkClass(class Class) {
	if class >= classes {
		panic(fmt.Sprintf("broadphase: class %d does not exist", class))
	}
}

// checkClasses panics on a set with a class that does not exist.
func checkClasses(among Classes) {
	if among > AllClasses {
		panic(fmt.Sprintf("broadphase: a class of the set %b does not exist", among))
	}
}

// checkBatch panics when the two slices of an Update differ in length.
func checkBatch(ids []uint32, boxes []geom.Box32) {
	if len(ids) != len(boxes) {
		panic(fmt.Sprintf("broadphase: update of %d proxies with %d boxes", len(ids), len(boxes)))
	}
}

// validate panics when the columns contradict each other.
func (t *proxyTable) validate() {
	n := len(t.state)
	if len(t.boxes) != n || len(t.old) != n || len(t.category) != n {
		panic("broadphase: columns differ in length")
	}
	var count [classes]int
	marked := 0
	for i, s := range t.state {
		id := uint32(i)
		if s&flagChanged != 0 {
			marked++
		}
		if s&flagPresent == 0 {
			if !isNoBox(t.boxes[i]) || !isNoBox(t.old[i]) || t.category[i] != 0 {
				panic(fmt.Sprintf("broadphase: free ID %d has data", id))
			}
			continue
		}
		checkClass(s.class())
		checkBox(id, t.boxes[i])
		count[s.class()]++
		if s&flagChanged == 0 && t.old[i] != t.boxes[i] {
			panic(fmt.Sprintf("broadphase: proxy %d has changed but is not listed", id))
		}
	}
	if count != t.count {
		panic(fmt.Sprintf("broadphase: %v proxies by class, counted as %v", count, t.count))
	}
	for _, id := range t.changed {
		if t.state[id]&flagChanged == 0 {
			panic(fmt.Sprintf("broadphase: proxy %d is in the changed list unmarked", id))
		}
	}
	if marked != len(t.changed) {
		panic(fmt.Sprintf("broadphase: %d proxies are marked as changed, %d are listed", marked, len(t.changed)))
	}
}
