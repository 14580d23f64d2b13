package worlds

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/carom2d/carom/world"
)

// Errors that name no field.
var (
	// ErrNoWorld is wrapped when a definition has no world.
	ErrNoWorld = errors.New("is missing")
	// ErrTwice is wrapped when a definition has the world of another member of the pool.
	ErrTwice = errors.New("is the world of another member")
	// ErrClosed is returned by calls that would change a closed pool.
	ErrClosed = errors.New("worlds: the pool is closed")
	// ErrRunning is returned by calls that need a world on which a worker is still busy, or which
	// waits for a worker in the Step under way.
	ErrRunning = errors.New("worlds: the world is still running")
	// ErrFull is returned by Add to a pool of sixteen million members.
	ErrFull = errors.New("worlds: the pool is full")
	// ErrRemoved is returned by calls on a member that was removed from its pool.
	ErrRemoved = errors.New("worlds: the world has left the pool")
)

// Member is a world in a pool. Its methods belong to the goroutine that calls Step, between Steps.
type Member struct {
	pool  *Pool
	def   Def
	place int // in pool.members; -1 once it was removed

	state   atomic.Int32
	phase   int    // of the rate: ticks owed are gained when it reaches Rate.Steps
	owed    int    // ticks that are due; only the worker uses it while it runs
	gained  int    // ticks that came due while it ran
	lost    uint64 // ticks beyond MaxBehind
	starved int    // Steps that have ended, since the last tick, before any worker came to it
	cost    time.Duration
	failure *PanicError
}

// The states of a member. The caller makes idle members queued. A worker makes those that it takes
// running, and in the end idle or failed.
const (
	idle int32 = iota
	queued
	running
	failed
)

// PanicError is the error of a member whose tick or game code panicked.
type PanicError struct {
	Name  string // of the member
	Tick  uint64 // how many ticks the world had run
	Value any    // of the panic; nil if the game's code ended the goroutine
	Stack string // of the worker, at the panic
}

// Error returns the value and the stack.
func (e *PanicError) Error() string {
	return fmt.Sprintf("worlds: world %q panicked after tick %d: %v\n\n%s", e.Name, e.Tick, e.Value, e.Stack)
}

// Unwrap returns the value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// World returns the world. After a Reset that followed a panic it may be another one.
func (m *Member) World() *world.World { return m.def.World }

// Place returns the index of the member in Pool.Members, or -1 once it was removed.
func (m *Member) Place() int { return m.place }

// Name returns the name in the definition.
func (m *Member) Name() string { return m.def.Name }

// Rate returns the rate of its ticks.
func (m *Member) Rate() Rate { return m.def.Rate }

// Running reports whether a worker is still busy with a member for which a Step did not wait. Then
// nothing else may use its world.
func (m *Member) Running() bool { return m.state.Load() == running }

// busy reports whether a worker has the member or is going to take it in the Step under way.
func (m *Member) busy() bool {
	s := m.state.Load()
	return s == running || s == queued
}

// Behind returns how many ticks are due and have not run. It is zero while the member runs.
func (m *Member) Behind() int {
	if m.Running() {
		return 0
	}
	return m.owed
}

// Lost returns how many due ticks will never run, because they were more than Config.MaxBehind.
func (m *Member) Lost() uint64 { return m.lost }

// Cost returns the approximate time of its ticks in one Step: a mean over some Steps.
func (m *Member) Cost() time.Duration {
	if m.Running() {
		return 0
	}
	return m.cost
}

// Err returns the *PanicError of a member that has failed and has not been reset since, or nil.
func (m *Member) Err() error {
	if m.state.Load() != failed {
		return nil
	}
	return m.failure
}

// SetRate changes the rate of the world's ticks, from the next Step on.
func (m *Member) SetRate(r Rate) error {
	if m.place < 0 {
		return ErrRemoved
	}
	d := Def{World: m.def.World, Rate: r}
	if err := d.validate(); err != nil {
		return err
	}
	if m.busy() {
		return ErrRunning
	}
	m.pool.requireIdle()
	m.def.Rate = d.Rate
	m.phase = d.Rate.Steps - 1
	return nil
}

// Reset restores the world from a snapshot and puts the member back into the pool, without due
// ticks. It calls world.World.Restore, and has its cost and its errors.
//
// A panic within a tick leaves a world that cannot be restored (world.ErrBroken). Then Reset makes
// another world with the same Config, restores the snapshot into it and closes the old world. The
// handles of the new world are found by their identities, as in world.World.BodyByID, and it has no
// subscriptions.
func (m *Member) Reset(s *world.Snapshot) error {
	switch {
	case m.place < 0:
		return ErrRemoved
	case m.busy():
		return ErrRunning
	}
	m.pool.requireIdle()
	broken, err := restore(m.def.World, s)
	if broken {
		err = m.replace(s)
	}
	if err != nil {
		return err
	}
	m.pool.counts.resets++
	m.owed, m.phase, m.starved, m.failure = 0, m.def.Rate.Steps-1, 0, nil
	m.state.Store(idle)
	return nil
}

// restore is World.Restore, and reports a broken world instead of panicking.
func restore(w *world.World, s *world.Snapshot) (broken bool, err error) {
	defer func() {
		switch v := recover(); v {
		case nil:
		case world.ErrBroken:
			broken = true
		default:
			panic(v)
		}
	}()
	return false, w.Restore(s)
}

// replace puts a new world in the place of a broken one.
func (m *Member) replace(s *world.Snapshot) error {
	fresh, err := world.New(m.def.World.Config())
	if err != nil {
		return err
	}
	if err := fresh.Restore(s); err != nil {
		return err
	}
	m.def.World.Close()
	delete(m.pool.worlds, m.def.World)
	m.pool.worlds[fresh] = true
	m.def.World = fresh
	return nil
}
