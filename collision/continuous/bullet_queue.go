package continuous

// bulletQueue orders bullets by the times of their next hits, ties by their indices: a binary heap
// that knows the place of each bullet. A bullet without a hit has the time noHit.
//
// For each bullet the queue also lists the bullets whose next hit is on that bullet, in a doubly
// linked list: when the bullet is redirected, they must search anew.
type bulletQueue struct {
	heap  []int32      // bullets, the earliest first
	links []bulletLink // by bullet
}

// bulletLink is a bullet's entry in a queue. The lists hold bullets plus one; zero is none.
type bulletLink struct {
	_              [0]func() // not comparable, so no program has code for a comparison
	time           float64
	place          int32 // in the heap
	first          int32 // the head of the list of bullets that hit this one next
	target         int32 // the bullet that this one hits next
	next, previous int32 // in the list of the target
}

// reset fills the queue with n bullets that hit nothing.
func (q *bulletQueue) reset(n int) {
	q.heap, q.links = q.heap[:0], q.links[:0]
	for i := range n {
		q.heap = append(q.heap, int32(i))
		q.links = append(q.links, bulletLink{time: noHit, place: int32(i)})
	}
}

// first returns the bullet with the earliest hit in the tick, or -1.
func (q *bulletQueue) first() int {
	if i := q.heap[0]; q.links[i].time <= 1 {
		return int(i)
	}
	return -1
}

// set gives a bullet its next hit: the time, and the index of the bullet that is hit, or -1 for any
// other obstacle.
func (q *bulletQueue) set(i int, time float64, target int) {
	l := &q.links[i]
	if l.target != int32(target+1) {
		q.unlink(i)
		q.link(i, int32(target+1))
	}
	earlier := time < l.time
	l.time = time
	if earlier {
		q.raise(l.place)
	} else {
		q.lower(l.place)
	}
}

func (q *bulletQueue) link(i int, target int32) {
	l := &q.links[i]
	l.target = target
	if target == 0 {
		return
	}
	t := &q.links[target-1]
	l.previous, l.next = 0, t.first
	if t.first != 0 {
		q.links[t.first-1].previous = int32(i + 1)
	}
	t.first = int32(i + 1)
}

func (q *bulletQueue) unlink(i int) {
	l := &q.links[i]
	switch {
	case l.target == 0:
		return
	case l.previous != 0:
		q.links[l.previous-1].next = l.next
	default:
		q.links[l.target-1].first = l.next
	}
	if l.next != 0 {
		q.links[l.next-1].previous = l.previous
	}
	l.target, l.next, l.previous = 0, 0, 0
}

// appendHitters appends the bullets whose next hit is on the given one.
func (q *bulletQueue) appendHitters(dst []int32, target int) []int32 {
	for k := q.links[target].first; k != 0; k = q.links[k-1].next {
		dst = append(dst, k-1)
	}
	return dst
}

// raise moves an entry that became earlier towards the top.
func (q *bulletQueue) raise(place int32) {
	for i := q.heap[place]; place > 0; {
		parent := (place - 1) / 2
		if !q.before(i, q.heap[parent]) {
			return
		}
		q.swap(place, parent)
		place = parent
	}
}

// lower moves an entry that became later away from the top.
func (q *bulletQueue) lower(place int32) {
	for {
		child := 2*place + 1
		if int(child) >= len(q.heap) {
			return
		}
		if int(child)+1 < len(q.heap) && q.before(q.heap[child+1], q.heap[child]) {
			child++
		}
		if !q.before(q.heap[child], q.heap[place]) {
			return
		}
		q.swap(place, child)
		place = child
	}
}

func (q *bulletQueue) before(i, j int32) bool {
	a, b := q.links[i].time, q.links[j].time
	return a < b || a == b && i < j
}

func (q *bulletQueue) swap(a, b int32) {
	q.heap[a], q.heap[b] = q.heap[b], q.heap[a]
	q.links[q.heap[a]].place, q.links[q.heap[b]].place = a, b
}
