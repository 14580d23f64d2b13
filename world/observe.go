package world

import "slices"

// Observer watches the steps of a world, such as an inspector does. Its methods run on the
// goroutine that steps the world, between the ticks, when the world may be read and changed.
type Observer interface {
	// BeforeStep is told how much time Step is about to let pass, or Tick, and returns how much
	// shall: 0 holds the world still, half of it is slow motion. Less than 0, or NaN,
	// counts as 0.
	BeforeStep(w *World, dt float64) float64
	// AfterStep is called when Step or Tick has ended, also when no tick fitted into the time.
	AfterStep(w *World)
	// Closed is called by Close.
	Closed(w *World)
}

// Observe lets an observer, which must be comparable such as a pointer is, watch every Step and
// Tick from the next one on, until StopObserving. It does nothing for nil. Several observers are
// called in the order in which they came. A world without one pays a branch per Step.
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
