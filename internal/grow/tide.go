package grow

// Tide gives back what a list that every tick fills and empties no longer needs. The
// first tick of a world begins everything at once, and so may a blast later; the room
// for that would be kept for good. But who gives back what is soon needed again
// allocates in every tick, so after each time a Tide waits twice as long: a list that
// fills up now and then keeps its room in the end.
//
// A Tide counts calls and lengths only, so it does the same in every run.
type Tide struct {
	calls int // since the last look
	most  int // used in one of them
	ebbs  int // how often room was given back
}

const (
	patience = 4   // calls until the first look at what was used
	spare    = 4   // room may be so many times of what was used
	trifle   = 256 // and so many elements more
	lastEbb  = 30  // a billion calls are patience enough
)

// Ebbs notes that a call used so many elements of the room there is, and reports
// whether it is time to give room back: if for some time every call used but a small part.
func (t *Tide) Ebbs(used, room int) bool {
	_, ebbs := t.turn(used, room)
	return ebbs
}

func (t *Tide) turn(used, room int) (most int, ebbs bool) {
	t.calls++
	t.most = max(t.most, used)
	if t.calls < patience<<t.ebbs {
		return 0, false
	}
	most = t.most
	t.calls, t.most = 0, 0
	if room <= spare*most+trifle {
		return 0, false
	}
	t.ebbs = min(t.ebbs+1, lastEbb)
	return most, true
}

// Empty returns s with length 0, in place or, when its Tide ebbs, with less room.
func Empty[T any](s []T, t *Tide) []T {
	if most, ebbs := t.turn(len(s), cap(s)); ebbs {
		return make([]T, 0, 2*most+few)
	}
	return s[:0]
}
