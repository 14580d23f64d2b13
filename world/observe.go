package world

import "slices"

// Observer watches the steps of a world; an inspector is one. Its methods run on the goroutine that
// steps the world, between the ticks, when the world may be read and changed.
type Observer interface {
	// BeforeStep gets the time that Step or Tick is about to simulate and returns the time to
	// simulate instead: 0 holds the world still, and half the time is slow motion. A negative time
	// or NaN counts as 0.
	BeforeStep(w *World, dt float64) float64
	// AfterStep is called when Step or Tick has ended, even if no tick fitted into the time.
	AfterStep(w *World)
	// Closed is called by Close.
	Closed(w *World)
}

// Observe lets an observer watch every Step and Tick from the next one on, until StopObserving. The
// observer must be comparable, such as a pointer. Observe does nothing for nil. Several observers
// are called in the order in which they were added. A world without observers pays a branch per
// Step.
func (w *World) Observe(o Observer) {
	w.checkReadable()
	if o != nil {
		w.observers = append(slices.Clone(w.observers), o)
	}
}

// StopObserving removes an observer that Observe added. It does nothing for any other.
func (w *World) StopObserving(o Observer) {
	w.checkReadable()
	i := slices.Index(w.observers, o)
	if i < 0 {
		return
	}
	w.observers = slices.Delete(slices.Clone(w.observers), i, i+1)
	if len(w.observers) == 0 {
		w.observers, w.heldTime = nil, 0
	}
}
