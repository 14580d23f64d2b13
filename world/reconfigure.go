package world

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"

	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/collision/bodies"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// ErrFixed is wrapped when a call would change a setting that is fixed once a world exists.
var ErrFixed = errors.New("cannot change once the world exists")

// SetConfig gives the world another configuration, from the next tick on. The same checks and
// defaults apply as in New, so begin with the present configuration:
//
//	c := w.Config()
//	c.SubSteps, c.NoSleep = 8, true
//	err := w.SetConfig(c)
//
// It returns a *geom.FieldError for a field that cannot be used, and then the world is unchanged.
// LengthUnit, Broadphase and Stable are fixed: changing them returns ErrFixed. A world whose
// configuration is changed before its first tick behaves, bit for bit, like a world made with that
// configuration.
//
//   - The number of workers does not change the result.
//   - The time that Step has carried over stays, in seconds. Impulses that contacts and joints keep
//     from tick to tick are scaled to the new sub-step, so bodies at rest stay at rest. Longer
//     sub-steps scale only the contacts of bodies slower than SleepSpeed, and the joints of bodies
//     that are linked to no faster one.
//   - NoSleep wakes all bodies. Another gravity wakes the bodies that have a weight. Other changes
//     let bodies sleep on.
//   - ShouldCollide, MixFriction and MixRestitution act on new contacts; existing contacts keep the
//     values that they were given.
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
		speed := float32(math.MaxFloat32) // smaller impulses throw no body
		if factor > 1 {
			speed = float32(c.SleepSpeed)
		}
		w.contacts.ScaleImpulses(w.bodies, factor, speed)
		w.joints.ScaleImpulses(w.bodies, &w.islands, factor, speed)
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
	return cmp.Or(c.Workers, min(runtime.GOMAXPROCS(0), 8))
}

// setWorkers gives the world the number of workers in its configuration, if that number has
// changed.
func (w *World) setWorkers(old int) {
	if w.config.Workers == old {
		return
	}
	w.pipeline.Broadphase.SetPool(nil)
	w.pool.Close()
	w.pool = par.New(w.config.workerCount())
}

// updateStages gives the stages the parts of the configuration that they keep.
func (w *World) updateStages() {
	c := &w.config
	w.ccd.GravityPerTick, w.ccd.MaxSpeed = geom.From(c.Gravity).Mul(c.Timestep), float32(c.MaxSpeed)
	w.builder.Configure(bodies.Setting{SleepSpeed: c.SleepSpeed, NoSleep: c.NoSleep})
	if w.areaStage != nil {
		w.configureAreas()
	}
}

// updateStepParams derives the parameters of a tick from the configuration.
func (w *World) updateStepParams() {
	c := &w.config
	h := c.Timestep / float64(c.SubSteps)
	w.updateStages()
	w.params = step.Params{
		DT: float32(c.Timestep), H: float32(h), InvH: float32(1 / h), SubSteps: c.SubSteps,
		GravityX: float32(c.Gravity[0]), GravityY: float32(c.Gravity[1]),
		ContactHertz: float32(c.ContactHertz), ContactDamping: float32(c.ContactDamping),
		ContactPushSpeed: float32(c.ContactPushSpeed),
		JointHertz:       float32(c.JointHertz), JointDamping: float32(c.JointDamping),
		RestitutionThreshold: float32(c.RestitutionThreshold),
		MaxSpeed:             float32(c.MaxSpeed), MaxRotation: maxRotation,
		LinearSlop: float32(linearSlop * c.LengthUnit),
		SleepTime:  float32(c.SleepTime),
	}
}

// makeRules gives the game's callbacks to the pipeline, as functions of slots.
func (w *World) makeRules() collision.Rules {
	r := collision.Rules{JointForbids: w.linking.Connected, PreSolve: w.config.PreSolve != nil, PreSolveSweep: w.preSolveSweep}
	if f := w.config.ShouldCollide; f != nil {
		r.ShouldCollide = func(a, b state.ColliderSlot) bool {
			w.beginCallback()
			accepted := f(w.colliderAt(a), w.colliderAt(b))
			w.endCallback()
			if r := w.answerRecorder(); r != nil {
				r.call(recording.FilterAnswer).uint(uint64(w.colliderAt(a).id)).uint(uint64(w.colliderAt(b).id)).bool(accepted)
			}
			return accepted
		}
	}
	if f := w.config.MixFriction; f != nil {
		r.MixFriction = func(a, b *shape.Material) float64 { return w.mix("MixFriction", f, a, b, maxMixedFriction) }
	}
	if f := w.config.MixRestitution; f != nil {
		r.MixRestitution = func(a, b *shape.Material) float64 {
			return w.mix("MixRestitution", f, a, b, shape.MaxRestitution)
		}
	}
	return r
}

// mix calls a mixer of the game and checks its result.
func (w *World) mix(name string, f func(a, b shape.Material) float64, a, b *shape.Material, most float64) float64 {
	w.beginCallback()
	x := f(*a, *b)
	w.endCallback()
	if r := w.answerRecorder(); r != nil {
		r.call(recording.Answer).float(x)
	}
	if !(x >= 0 && x <= most) {
		panic(fmt.Sprintf("world: %s returned %v", name, x))
	}
	return x
}

// Config returns the configuration with its defaults filled in. SetConfig changes it.
func (w *World) Config() Config {
	w.checkReadable()
	return w.config
}

// Gravity returns the acceleration of gravity, m/s^2.
func (w *World) Gravity() mgl64.Vec2 {
	w.checkReadable()
	return w.config.Gravity
}

// SetGravity changes gravity, m/s^2, and wakes all bodies that have a weight.
func (w *World) SetGravity(g mgl64.Vec2) error {
	if err := w.beginChange(recording.SetGravity, 0, func(r callRecorder) { r.vec(g) }); err != nil {
		return err
	}
	defer w.endChange()
	if err := checkGravity(g); err != nil {
		return err
	}
	if g == w.config.Gravity {
		return nil
	}
	w.config.Gravity = g
	w.updateStepParams()
	w.linking.WakeWeights()
	return nil
}
