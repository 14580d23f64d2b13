package grow

// Shrinker gives back what a list that every tick fills and empties no longer needs. The
// first tick of a world begins everything at once, and so may a blast later; the room
// for that would be kept for good. But who gives back what is soon needed again
// allocates in every tick, so after each time a Tide waits twice as long: a list that
// fills up now and then keeps its room in the end.
//
// A Tide counts calls and lengths only, so it does the same in every run.
type Shrinker struct {
	calls   int // since the last look
	peak    int // used in one of them
	shrinks int // how often room was given back
}

const (
	firstWindow   = 4   // calls until the first look at what was used
	maxSlackRatio = 4   // room may be so many times of what was used
	minSlack      = 256 // and so many elements more
	maxShrinks    = 30  // a billion calls are patience enough
)

// ShouldShrink notes that a call used so many elements of the room there is, and reports
// whether it is time to give room back: if for some time every call used but a small part.
func (t *Shrinker) ShouldShrink(used, room int) bool {
	_, shrinks := t.observe(used, room)
	return shrinks
}

func (t *Shrinker) observe(used, room int) (peak int, shrinks bool) {
	t.calls++
	t.peak = max(t.peak, used)
	if t.calls < firstWindow<<t.shrinks {
		return 0, false
	}
	peak = t.peak
	t.calls, t.peak = 0, 0
	if room <= maxSlackRatio*peak+minSlack {
		return 0, false
	}
	t.shrinks = min(t.shrinks+1, maxShrinks)
	return peak, true
}

// Empty returns s with length 0, in place or, when its Tide ebbs, with less room.
func Empty[T any](s []T, t *Shrinker) []T {
	if peak, shrinks := t.observe(len(s), cap(s)); shrinks {
		return make([]T, 0, 2*peak+minReserve)
	}
	return s[:0]
}
