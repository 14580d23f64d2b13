package column

// Clock tells whether elements of columns were written. Now returns a time, and Unchanged reports
// whether nothing has written the elements from lo up to hi since such a time. A clock lies in a
// root of its world, like the columns.
type Clock interface {
	Now() uint64
	Unchanged(lo, hi int, since uint64) bool
}

var _ Clock = (*Marks)(nil)

// callClock is the clock of what only calls of the game change.
type callClock func() uint64

func (c callClock) Now() uint64 { return c() }

func (c callClock) Unchanged(_, _ int, since uint64) bool { return c() == since }

// heldClock is a clock of a store.
type heldClock struct {
	Clock
	since uint64 // Now at the last Save or Restore
}
