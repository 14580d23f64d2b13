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

// StopObserving ends what Observe began. It does nothing for an observer that does not watch.
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

// observed runs Step or Tick between the calls of the observers. It returns the number of ticks.
func (w *World) observed(dt float64, isTick bool) (n int) {
	list := w.observers
	scaled := dt
	for _, o := range list {
		if scaled = o.BeforeStep(w, scaled); !(scaled >= 0) {
			scaled = 0
		}
	}
	switch {
	case !isTick:
		n = w.step(min(scaled, 1e9))
	case scaled == dt:
		w.runTick()
		n = 1
	default: // one call in two runs a tick at half the speed
		const almostOne = 1 - 1e-9
		w.heldTime += scaled
		for ; w.heldTime >= dt*almostOne && n < w.config.MaxTicks; n++ {
			w.heldTime = max(0, w.heldTime-dt)
			w.runTick()
		}
		if n == 0 {
			w.startEvents()
		}
	}
	for _, o := range list {
		o.AfterStep(w)
	}
	return n
}
