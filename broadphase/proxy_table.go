package broadphase

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
)

// noBox overlaps nothing, not even an infinite box, because every comparison
// with NaN is false. An inverted box of infinities would touch a box that is
// infinite on both sides.
var noBox = func() geom.Box32 {
	nan := float32(math.NaN())
	return geom.Box32{MinX: nan, MinY: nan, MaxX: nan, MaxY: nan}
}()

// isNoBox reports whether a box is that of a free ID.
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

// class returns the class part.
func (s status) class() Class { return Class(s & classMask) }

// proxyTable holds the proxies of an implementation, in columns by ID.
//
// The column old replaces a hash table of pairs. It holds every box as it was at the last
// Pairs, and noBox for proxies inserted or invalidated since. A pair was overlapping at the
// last Pairs exactly when its two old boxes overlap.
type proxyTable struct {
	boxes    []geom.Box32
	old      []geom.Box32
	category []uint64
	state    []status
	changed  []uint32 // every proxy whose box and old may differ, once each
	count    [classes]int
}

// wasOverlapping reports whether two proxies overlapped at the last Pairs.
func (l *proxyTable) wasOverlapping(a, b uint32) bool { return l.old[a].Overlaps(l.old[b]) }

// isNewPair reports whether two proxies overlap now and did not at the last Pairs.
func (l *proxyTable) isNewPair(a, b uint32) bool {
	return l.boxes[a].Overlaps(l.boxes[b]) && !l.wasOverlapping(a, b)
}

// classesCollide reports whether the classes allow a pair: one is Moving, neither is
// QueryOnly.
func (l *proxyTable) classesCollide(a, b uint32) bool {
	p, q := l.state[a].class(), l.state[b].class()
	return (p == Moving || q == Moving) && p != QueryOnly && q != QueryOnly
}

// Box returns the box of a proxy as last inserted or moved.
func (l *proxyTable) Box(id uint32) geom.Box32 {
	l.mustHave(id)
	return l.boxes[id]
}

// Boxes returns the boxes of all proxies, indexed by ID: the column itself, to be read
// only, valid until the next Insert. A free ID has a box of NaNs.
func (l *proxyTable) Boxes() []geom.Box32 { return l.boxes }

// Len returns the number of proxies.
func (l *proxyTable) Len() int { return l.count[Immovable] + l.count[Moving] + l.count[QueryOnly] }

// Invalidate makes Pairs report every overlap of the proxy again.
func (l *proxyTable) Invalidate(id uint32) {
	l.mustHave(id)
	l.old[id] = noBox
	l.markChanged(id)
}

// has reports whether an ID is in use.
func (l *proxyTable) has(id uint32) bool {
	return int(id) < len(l.state) && l.state[id]&flagPresent != 0
}

// mustHave panics when an ID is not in use.
func (l *proxyTable) mustHave(id uint32) {
	if !l.has(id) {
		panic(fmt.Sprintf("broadphase: proxy %d does not exist", id))
	}
}

// markChanged records that a proxy has changed since the last Pairs.
func (l *proxyTable) markChanged(id uint32) {
	if l.state[id]&flagChanged == 0 {
		l.state[id] |= flagChanged
		l.changed = append(l.changed, id)
	}
}

// add adds a proxy to the columns.
func (l *proxyTable) add(p Proxy) {
	if l.has(p.ID) {
		panic(fmt.Sprintf("broadphase: proxy %d exists already", p.ID))
	}
	checkClass(p.Class)
	checkBox(p.ID, p.Box)
	for int(p.ID) >= len(l.state) {
		l.boxes = grow.Append(l.boxes, noBox)
		l.old = grow.Append(l.old, noBox)
		l.category = grow.Append(l.category, 0)
		l.state = grow.Append(l.state, 0)
	}
	l.boxes[p.ID] = p.Box
	l.category[p.ID] = p.Category
	l.state[p.ID] = l.state[p.ID]&flagChanged | flagPresent | status(p.Class)
	l.count[p.Class]++
	l.markChanged(p.ID)
}

// setBox gives a proxy a new box.
func (l *proxyTable) setBox(id uint32, box geom.Box32) {
	l.mustHave(id)
	checkBox(id, box)
	l.boxes[id] = box
	l.markChanged(id)
}

// remove takes a proxy out of the columns. A proxy in the changed list stays listed, and is
// skipped; if its ID is used again before the next Pairs it must not be listed twice.
func (l *proxyTable) remove(id uint32) {
	l.mustHave(id)
	l.count[l.state[id].class()]--
	l.boxes[id], l.old[id] = noBox, noBox
	l.category[id] = 0
	l.state[id] &= flagChanged
}

// setClass changes class and category, and invalidates.
func (l *proxyTable) setClass(id uint32, class Class, category uint64) {
	l.mustHave(id)
	checkClass(class)
	l.count[l.state[id].class()]--
	l.count[class]++
	l.state[id] = l.state[id]&^classMask | status(class)
	l.category[id] = category
	l.Invalidate(id)
}

// commit ends a call of Pairs: the present boxes become the old ones.
func (l *proxyTable) commit() {
	l.commitSome(l.changed)
	l.changed = l.changed[:0]
}

// commitSome commits some of the changed proxies.
func (l *proxyTable) commitSome(ids []uint32) {
	for _, id := range ids {
		l.state[id] &^= flagChanged
		l.old[id] = l.boxes[id]
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
func checkClass(class Class) {
	if class >= classes {
		panic(fmt.Sprintf("broadphase: class %d does not exist", class))
	}
}

// checkBatch panics when the two slices of an Update differ in length.
func checkBatch(ids []uint32, boxes []geom.Box32) {
	if len(ids) != len(boxes) {
		panic(fmt.Sprintf("broadphase: update of %d proxies with %d boxes", len(ids), len(boxes)))
	}
}

// validate panics when the columns contradict each other.
func (l *proxyTable) validate() {
	n := len(l.state)
	if len(l.boxes) != n || len(l.old) != n || len(l.category) != n {
		panic("broadphase: columns differ in length")
	}
	var count [classes]int
	marked := 0
	for i, s := range l.state {
		id := uint32(i)
		if s&flagChanged != 0 {
			marked++
		}
		if s&flagPresent == 0 {
			if !isNoBox(l.boxes[i]) || !isNoBox(l.old[i]) || l.category[i] != 0 {
				panic(fmt.Sprintf("broadphase: free ID %d has data", id))
			}
			continue
		}
		checkClass(s.class())
		checkBox(id, l.boxes[i])
		count[s.class()]++
		if s&flagChanged == 0 && l.old[i] != l.boxes[i] {
			panic(fmt.Sprintf("broadphase: proxy %d has changed but is not listed", id))
		}
	}
	if count != l.count {
		panic(fmt.Sprintf("broadphase: %v proxies by class, counted as %v", count, l.count))
	}
	for _, id := range l.changed {
		if l.state[id]&flagChanged == 0 {
			panic(fmt.Sprintf("broadphase: proxy %d is in the changed list unmarked", id))
		}
	}
	if marked != len(l.changed) {
		panic(fmt.Sprintf("broadphase: %d proxies are marked as changed, %d are listed", marked, len(l.changed)))
	}
}
