package column

// Clock records writes to elements of columns. Now returns a time, and Unchanged reports whether
// the elements from lo up to hi have not been written since such a time. A clock lies in a root of
// its world, like the columns.
type Clock interface {
	Now() uint64
	Unchanged(lo, hi int, since uint64) bool
	// Times returns the marks by which the clock tells time. The clock of calls has no marks.
	Times() *Marks
}

var _ Clock = (*Marks)(nil)

// callClock is the clock of columns that only calls of the game change.
type callClock func() uint64

func (c callClock) Now() uint64 { return c() }

func (c callClock) Times() *Marks { return nil }

func (c callClock) Unchanged(_, _ int, since uint64) bool { return c() == since }

// heldClock is a clock of a store.
type heldClock struct {
	_ [0]func() // not comparable, so no program has code for a comparison
	Clock
	times *Marks // of the clock; nil for the clock of calls
	since uint64 // Now at the last Save or Restore
}
