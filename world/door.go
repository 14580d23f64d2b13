package world

import (
	"errors"
	"slices"
	"sync/atomic"

	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/shape"
)

// Errors that name no field.
var (
	// ErrStepping is returned by calls that would change the world while it steps.
	ErrStepping = errors.New("world: the world is stepping")
	// ErrClosed is returned by calls that would change a closed world.
	ErrClosed = errors.New("world: the world is closed")
	// ErrBroken is the panic value of all calls that step, change or query a world in which a panic
	// has interrupted a tick.
	ErrBroken = errors.New("world: a panic has left a tick half done, the world can only be read and closed")
	// ErrForeign is wrapped when a definition names a body of another world, or none where it must.
	ErrForeign = errors.New("belongs to another world")
	// ErrDestroyed is wrapped when a definition names something destroyed.
	ErrDestroyed = errors.New("is destroyed")
	// ErrSameBody is wrapped when a joint names one body twice.
	ErrSameBody = errors.New("is the same body twice")
	// ErrImmovable is wrapped when a joint names two bodies that are not dynamic.
	ErrImmovable = errors.New("is not dynamic and neither is the other")
	// ErrGround is returned by calls that would change the ground.
	ErrGround = errors.New("world: the ground cannot be changed: shapes of the level belong to a static body")
	// ErrChained is returned when a segment of a chain is changed alone.
	ErrChained = errors.New("world: the collider is part of a chain")
)

// door is the state of a world that all goroutines see: one word, so that finding a misuse from two
// goroutines costs a few nanoseconds. Methods that read the world load the word. Methods that
// change the world, and Step, lock it by a compare-and-swap. The upper bits count the ticks and the
// changes, so a query sees at its end whether one of them happened meanwhile. The word has no count
// of queries: its cache line would move between the processors that query.
//
// The door finds most misuse, but not all. A call of another goroutine during a callback of a tick
// counts as a call of the callback.
type door struct{ word atomic.Uint64 }

const (
	doorChanging uint64 = 1 << iota // a call changes the world
	doorTicking                     // the stages of a tick run
	doorCallback                    // the game's code runs in a tick or a change, and may read
	doorInStep                      // Step, Tick or the deferred functions are under way
	doorClosed
	doorBroken             // a tick was left by a panic
	doorUnit   = 1 << iota // one tick or change

	doorShut = doorChanging | doorTicking | doorCallback | doorClosed | doorBroken              // no change may begin
	doorBusy = doorChanging | doorTicking | doorCallback | doorInStep | doorClosed | doorBroken // no step may begin
)

// The sentences of misuse.
const (
	usedDuringTick   = "world: use of the world during a tick, by another goroutine or by the code of a shape"
	usedDuringChange = "world: use of the world during a change, by another goroutine or by the code of a shape"
	changedInQuery   = "world: the world changed during a query, by another goroutine"
)

func (d *door) has(bits uint64) bool { return d.word.Load()&bits != 0 }

// changes returns how many ticks and changes have ended.
func (d *door) changes() uint64 { return d.word.Load() / doorUnit }

// checkReadable panics when the caller may not read the world now.
func (w *World) checkReadable() {
	if s := w.door.word.Load(); s&(doorTicking|doorChanging) != 0 {
		refuseReading(s)
	}
}

// refuseReading panics unless the game's own code is reading.
func refuseReading(s uint64) {
	switch {
	case s&doorCallback != 0:
	case s&doorTicking != 0:
		panic(usedDuringTick)
	default:
		panic(usedDuringChange)
	}
}

// beginQuerying is checkReadable for the queries that walk through the trees, which a broken
// tick may have left half done. Its result is for endQuerying.
func (d *door) beginQuerying() uint64 {
	s := d.word.Load()
	if s&(doorTicking|doorChanging) != 0 {
		refuseReading(s)
	}
	if s&doorBroken != 0 {
		panic(ErrBroken)
	}
	return s
}

// endQuerying panics when the world has changed since beginQuerying.
func (d *door) endQuerying(began uint64) {
	if d.word.Load() != began {
		panic(changedInQuery)
	}
}

// beginChange begins a change of the world: it lets the caller change the world until endChange, or
// returns why it may not. A recording notes the call, with the identity of the changed object, zero
// if that is the world, and with its arguments.
func (w *World) beginChange(c recording.Call, id uint64, arguments func(callRecorder)) error {
	if w.recording != nil && !w.door.has(doorShut) {
		r := w.recording.call(c)
		if id != 0 {
			r.uint(id)
		}
		if arguments != nil {
			arguments(r)
		}
	}
	return w.enterChange()
}

// enterChange is beginChange for calls that no recording notes.
func (w *World) enterChange() error {
	if s := w.door.word.Load(); s&doorShut != 0 || !w.door.word.CompareAndSwap(s, s|doorChanging) {
		return refuseChange(w.door.word.Load())
	}
	w.calls++
	w.changedSinceTick = true
	return nil
}

func refuseChange(s uint64) error {
	switch {
	case s&doorCallback != 0:
		return ErrStepping
	case s&doorTicking != 0:
		panic(usedDuringTick)
	case s&doorClosed != 0:
		return ErrClosed
	case s&doorBroken != 0:
		panic(ErrBroken)
	}
	panic(usedDuringChange)
}

// endChange ends a change, even after a panic of the game's code.
func (w *World) endChange() {
	w.door.word.Store((w.door.word.Load() + doorUnit) &^ (doorChanging | doorCallback))
}

// changeData runs a change of data that belong to the game alone, such as names. It is allowed in
// callbacks and in worlds that are closed or broken.
func (w *World) changeData(change func()) {
	s := w.door.word.Load()
	w.calls++
	if s&doorCallback != 0 {
		change()
		return
	}
	if s&(doorTicking|doorChanging) != 0 || !w.door.word.CompareAndSwap(s, s|doorChanging) {
		refuseReading(w.door.word.Load())
		panic(usedDuringChange)
	}
	defer w.endChange()
	change()
}

// beginCallback lets the game's code read the world in the middle of a tick or a change until
// endCallback. A panic in that code ends both.
func (w *World) beginCallback() { w.door.word.Add(doorCallback) }

func (w *World) endCallback() { w.door.word.Add(^(doorCallback - 1)) }

// enterStep takes the world for a Step.
func (w *World) enterStep() {
	s := w.door.word.Load()
	switch {
	case s&(doorInStep|doorTicking|doorCallback) != 0:
		panic("world: Step during a step")
	case s&doorChanging != 0:
		panic("world: Step during a change by another goroutine")
	case s&doorClosed != 0:
		panic("world: Step of a closed world")
	case s&doorBroken != 0:
		panic(ErrBroken)
	case !w.door.word.CompareAndSwap(s, s|doorInStep):
		panic("world: Step during a change by another goroutine")
	}
}

//go:noinline
func (w *World) leaveStep() { w.door.word.And(^doorInStep) }

// enterTick closes the world for the stages of a tick.
func (w *World) enterTick() {
	s := w.door.word.Load()
	if s&doorChanging != 0 || !w.door.word.CompareAndSwap(s, s|doorTicking) {
		panic("world: Step during a change by another goroutine")
	}
}

func (w *World) leaveTick() { w.door.word.Add(doorUnit - doorTicking) }

// breakTick marks a world whose tick was left by a panic.
func (w *World) breakTick() {
	if w.door.has(doorTicking) {
		w.door.word.Or(doorBroken)
		w.door.word.And(^(doorTicking | doorCallback))
	}
}

// callRecorder is the interface by which calls are recorded. Only Record converts a recorder to it.
// The linker leaves out the methods of a type that is never converted to an interface, so a program
// that never records links none of them.
type callRecorder interface {
	// call begins the record of a call; the others append its arguments.
	call(c recording.Call) callRecorder
	uint(n uint64) callRecorder
	int(n int64) callRecorder
	float(x float64) callRecorder
	vec(v [2]float64) callRecorder
	bool(on bool) callRecorder
	text(s string) callRecorder
	bytes(b []byte) callRecorder
	value(v any) callRecorder
	handle(w *World, id uint64) callRecorder
	body(b Body) callRecorder

	beginTick()
	endTick()
	endStep()
	restored()
	tablesTaken()
	wrap(s shape.Support) shape.Support // see recording.Shapes
	stop() error
	failed() error
}

// dataRecorder returns the recording for a call that changes data of the game alone: it may
// come from a callback.
func (w *World) dataRecorder() callRecorder {
	if w == nil || w.recording == nil || w.door.has(doorChanging|doorTicking) && !w.door.has(doorCallback) {
		return nil
	}
	return w.recording
}

// beginSaving keeps changes and ticks out until endSaving. It does not count as a change for
// queries and areas.
func (w *World) beginSaving() error {
	const refused = doorChanging | doorTicking | doorCallback | doorBroken
	if s := w.door.word.Load(); s&refused != 0 || !w.door.word.CompareAndSwap(s, s|doorChanging) {
		return refuseChange(w.door.word.Load() &^ doorClosed)
	}
	return nil
}

func (w *World) endSaving() { w.door.word.And(^doorChanging) }

// runDeferred calls the functions that callbacks gave to AfterStep.
func (w *World) runDeferred() {
	if len(w.deferredCalls) == 0 {
		return
	}
	n := 0
	alone := !w.door.has(doorInStep) // called by SetMaterial
	w.door.word.Or(doorInStep)
	w.runningDeferred = true
	defer func() { // also when one of them panics
		w.deferredCalls = slices.Delete(w.deferredCalls, 0, n)
		w.runningDeferred = false
		if alone {
			w.leaveStep()
		}
	}()
	for n < len(w.deferredCalls) {
		n++
		w.deferredCalls[n-1]()
	}
}
