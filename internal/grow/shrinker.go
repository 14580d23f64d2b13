package grow

// Shrinker decides when to free the memory of a list that every tick fills and empties. The
// first tick of a world begins all contacts at once, and so may a blast later; the memory
// for that would be kept for good. But a list that is freed and soon needed again allocates
// in every tick, so after each time the Shrinker waits twice as long. A list that fills up
// now and then keeps its memory in the end.
//
// A Shrinker counts calls and lengths only, so it does the same in every run.
type Shrinker struct {
	calls   int // since the last check
	peak    int // used elements in one of them
	shrinks int // how often memory was freed
}

const (
	firstWindow   = 4   // calls until the first check
	slackQuarters = 12  // capacity may exceed the used elements by that many quarters
	fitQuarters   = 1   // the same for Fit
	minSlack      = 256 // and by that many elements more
	maxShrinks    = 30  // the wait grows no further: a billion calls
)

// ShouldShrink records the used elements of a capacity, and reports whether it is time to
// free memory: when for some time every call used only a small part.
func (s *Shrinker) ShouldShrink(used, capacity int) bool {
	_, shrinks := s.observe(used, capacity, slackQuarters)
	return shrinks
}

// Fit is ShouldShrink for memory that is large and used in every tick: it leaves less slack. It
// returns the capacity to shrink to.
func (s *Shrinker) Fit(used, capacity int) (room int, shrinks bool) {
	peak, shrinks := s.observe(used, capacity, fitQuarters)
	return peak + peak/16, shrinks
}

// observe is ShouldShrink with the most used elements of that time. It stands once in a program and
// not in every list's Empty: WebAssembly hosts compile a function when it is first called, and the
// first tick calls many of them.
//
//go:noinline
func (s *Shrinker) observe(used, capacity, quarters int) (peak int, shrinks bool) {
	s.calls++
	s.peak = max(s.peak, used)
	if s.calls < firstWindow<<s.shrinks {
		return 0, false
	}
	peak = s.peak
	s.calls, s.peak = 0, 0
	if capacity <= peak+peak*quarters/4+minSlack {
		return 0, false
	}
	s.shrinks = min(s.shrinks+1, maxShrinks)
	return peak, true
}

// NeverShrinks reports whether a capacity is so small that Empty always keeps it.
func NeverShrinks(capacity int) bool { return capacity <= minSlack }

// Empty returns s with length 0, in place or, when it is time to shrink, with less capacity.
func Empty[T any](s []T, shrinker *Shrinker) []T {
	if peak, shrinks := shrinker.observe(len(s), cap(s), slackQuarters); shrinks {
		return make([]T, 0, 2*peak+minReserve)
	}
	return s[:0]
}
