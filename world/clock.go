package world

// Ticks returns how many ticks have run.
func (w *World) Ticks() uint64 {
	w.checkReadable()
	return w.ticks
}

// Time returns the simulated time in seconds.
func (w *World) Time() float64 { return w.timeAt(w.Ticks()) }

// Alpha returns where the picture lies between the last two ticks, from 0 to 1. If a game steps
// with the real time of each frame, Alpha is the time carried over in timesteps, below 1, and the
// picture is one timestep older than the clock. If a game calls Tick, or Step with whole timesteps
// and nothing carried over, Alpha is 1 and the picture shows the last tick.
func (w *World) Alpha() float64 {
	w.checkReadable()
	if w.wholeTicks {
		return 1
	}
	return min(w.accumulator/w.config.Timestep, 1-0x1p-53)
}

// timeAt returns the simulated time after a number of ticks, in seconds. Ticks before the last
// change of the configuration keep their own length.
func (w *World) timeAt(ticks uint64) float64 {
	return w.timeBefore + float64(float64(ticks-w.ticksBefore)*w.config.Timestep)
}
