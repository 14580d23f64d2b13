package world

import (
	"errors"
	"runtime"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/recording"
)

// ErrFixed is wrapped when a call would change what is fixed once a world exists.
var ErrFixed = errors.New("cannot change once the world exists")

// SetConfig gives the world another configuration, from the next tick on. It is checked as New
// checks it, and a zero means the default as there. So begin with the present one:
//
//	c := w.Config()
//	c.SubSteps, c.NoSleep = 8, true
//	err := w.SetConfig(c)
//
// It returns a *geom.FieldError for a field that cannot be used, and then the world is unchanged.
// LengthUnit, Broadphase and Stable are fixed: to change them is ErrFixed. A world whose
// configuration is changed before its first tick goes on like one that was made with it, bit for
// bit.
//
//   - Workers change nothing in the result.
//   - The time that Step has carried over stays, in seconds. What contacts and joints keep from
//     tick to tick is scaled to the new sub-step, so bodies at rest stay at rest.
//   - NoSleep wakes all bodies. Another gravity wakes those that have a weight. All else lets
//     bodies sleep on.
//   - ShouldCollide, MixFriction and MixRestitution act on new contacts; those that exist keep what
//     they were given.
//
// SetConfig may be called in BeforeTick and AfterStep, but not in the other callbacks.
func (w *World) SetConfig(c Config) error {
	if err := w.beginChange(recording.SetConfig, 0, func(r callRecorder) { r.value(c) }); err != nil {
		return err
	}
	defer w.endChange()
	if err := c.validate(); err != nil {
		return err
	}
	old := w.config
	if c.LengthUnit != old.LengthUnit {
		return geom.NewFieldError("LengthUnit", c.LengthUnit, ErrFixed)
	}
	if c.Broadphase != old.Broadphase {
		return geom.NewFieldError("Broadphase", c.Broadphase, ErrFixed)
	}
	if c.Stable != old.Stable {
		return geom.NewFieldError("Stable", c.Stable, ErrFixed)
	}
	w.timeBefore, w.ticksBefore = w.timeAt(w.ticks), w.ticks
	w.config = c
	w.setWorkers(old.Workers)
	w.pipeline.Rules = w.makeRules()
	w.pipeline.Timestep = c.Timestep
	oldH := w.params.H
	w.updateStepParams()
	if factor := w.params.H / oldH; factor != 1 {
		w.contacts.ScaleImpulses(factor)
		w.joints.ScaleImpulses(factor)
	}
	if c.SleepSpeed != old.SleepSpeed || c.NoSleep != old.NoSleep {
		w.builder.UpdateSleepSpeeds()
	}
	if c.Gravity != old.Gravity {
		w.linking.WakeWeights()
	}
	return nil
}

// workerCount returns the number of goroutines that share a tick.
func (c *Config) workerCount() int {
	if c.Workers != 0 {
		return c.Workers
	}
	return min(runtime.GOMAXPROCS(0), 8)
}

// setWorkers gives the world as many workers as its configuration says, if it said otherwise
// before.
func (w *World) setWorkers(old int) {
	if w.config.Workers == old {
		return
	}
	w.pipeline.Broadphase.SetPool(nil)
	w.pool.Close()
	w.pool = par.New(w.config.workerCount())
}

// timeAt returns the simulated time after so many ticks, in seconds: ticks before the last change
// of the configuration had the length that they had.
func (w *World) timeAt(ticks uint64) float64 {
	return w.timeBefore + float64(float64(ticks-w.ticksBefore)*w.config.Timestep)
}
