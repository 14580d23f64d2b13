package world

import (
	"cmp"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// Config describes a world. The zero Config works: no gravity, sixty ticks a second, four
// sub-steps, one worker per processor up to eight. Lengths in metres, times in seconds. The zero of
// a number means its default. Defaults that hold a length are multiplied by LengthUnit; numbers
// that the game gives are not.
type Config struct {
	Gravity  mgl64.Vec2 // m/s^2; zero means none, as in a world seen from above
	Timestep float64    // length of one tick, 1e-6 s to 1000 s; zero means 1/60 s
	MaxTicks int        // most ticks that one Step runs; zero means 8
	SubSteps int        // solver sub-steps in a tick, at most 64; zero means 4

	// Workers is the largest number of goroutines that share a tick, the caller's
	// included, at most 64: zero chooses by the number of processors, one never
	// leaves the caller's goroutine. The result is the same for every number. A
	// tick has fewer where they are faster.
	Workers int

	// LengthUnit is the size of a typical small body, in the game's unit: 1 for metres, perhaps 50
	// for pixels, 1e-6 to 1e6. Every tolerance is multiplied by it. Gravity is in the game's unit
	// already and is not multiplied, and neither is mass: the default density is 1 kg per square
	// unit. Stacks of bodies of a fiftieth of it fall over, and bodies fifty times as large get no
	// faster than eight times their size in a second, because of MaxSpeed.
	LengthUnit float64

	NoSleep      bool // bodies never sleep, and Body.Sleep does nothing
	NoContinuous bool // fast bodies may pass through thin ones

	Broadphase BroadphaseKind

	// Stable makes the result independent of the order in which a level was built: at the first
	// tick the world sorts everything by the keys of the bodies, body.Def.Key. See "Stable worlds"
	// in the documentation of the package.
	Stable bool

	ContactHertz     float64 // stiffness of contacts; zero means 30
	ContactDamping   float64 // damping ratio of contacts; zero means 10
	ContactPushSpeed float64 // largest speed at which overlap is pushed out, m/s; zero means 3
	JointHertz       float64 // stiffness of the rigid part of joints; zero means 60
	JointDamping     float64 // its damping ratio; zero means 2
	HitThreshold     float64 // slower impacts are not reported as hits, m/s; zero means 1
	MaxSpeed         float64 // upper limit of a body's speed, m/s; zero means 400
	SleepSpeed       float64 // slower bodies may fall asleep, m/s; zero means 0.05
	SleepTime        float64 // time at rest before bodies fall asleep, s; zero means 0.5

	// RestitutionThreshold is the speed below which impacts do not bounce, m/s; zero means 1. From
	// a restitution e of 0.5 on it is multiplied by 2 - 2 e, but is not below the speed that
	// gravity gives in two ticks. The speed of an impact is the speed when its tick begins: a body
	// that falls gains up to a tick of gravity after that.
	RestitutionThreshold float64

	// BeforeTick runs before every tick: several times in a Step of several ticks, and not at all
	// in a Step without a tick. It is the place for the work of every tick: forces, which last one
	// tick, controllers, Body.MoveTo. It may change the world but not step it, and a panic in it
	// leaves the world whole.
	BeforeTick func(*World)

	// The callbacks below run on the goroutine that called Step and may read the
	// world. A panic in one, or in the code of a shape, passes through Step and leaves the
	// world broken: its handles, lists, counters and events can be read and it can be
	// closed, but all calls that step, change or query it panic with ErrBroken.

	// ShouldCollide decides whether two colliders whose filters accept each other may
	// touch. It is called when their boxes first meet, and when one of them is fast, so
	// it must give the same answer while both exist. Collider.SetFilter causes a new
	// call. With ShouldCollide the sweeps of fast bodies stay on one goroutine.
	ShouldCollide func(a, b Collider) bool
	// MixFriction and MixRestitution replace the rules of the materials, shape.Combine. They are
	// called when a contact is made and by Collider.SetMaterial. If one of the materials has static
	// friction or slip, MixFriction is called for each of the four coefficients, with materials
	// that have it as their Friction and neither static friction nor slip. A friction outside 0 to
	// 1e18, or a restitution outside 0 to shape.MaxRestitution, panics.
	MixFriction, MixRestitution func(a, b shape.Material) float64
	// PreSolve is called in every tick for every contact with points of a collider whose definition
	// has PreSolve, in a fixed order. If it returns false, the tick ignores the contact. It may
	// change the contact for this tick: see ContactEdit. The sweep of a fast body calls it too, and
	// stops at a contact that it accepts: see ContactEdit.Swept. The sweeps of such colliders stay
	// on one goroutine. Platforms that are open from below need no PreSolve: see
	// ColliderDef.OneWay.
	PreSolve func(*ContactEdit) bool
}

// Constants of the design, in metres, seconds and radians at LengthUnit 1.
const (
	linearSlop          = 0.005
	speculativeDistance = 4 * linearSlop
	boxMargin           = 0.05
	maxRotation         = 0.999 * math.Pi // per tick: a sweep rotates by less than half a turn
	maxPosition         = 1e9             // farther out, float64 no longer resolves a slop
)

// checkGravity rejects accelerations whose speeds float32 does not hold.
func checkGravity(g mgl64.Vec2) error {
	v := geom.From(g)
	if err := geom.CheckPoint("Gravity", v); err != nil {
		return err
	}
	if a := v.Abs(); max(a.X, a.Y) > 1e15 {
		return geom.NewFieldError("Gravity", v, geom.ErrOutOfRange)
	}
	return nil
}

// Validate returns the *geom.FieldError that New would return. Zero fields are valid.
func (c Config) Validate() error { return c.validate() }

// validate rejects numbers that cannot be used and fills in the defaults.
func (c *Config) validate() error {
	if err := checkGravity(c.Gravity); err != nil {
		return err
	}
	if c.MaxTicks < 0 {
		return geom.NewFieldError("MaxTicks", c.MaxTicks, geom.ErrNegative)
	}
	if c.SubSteps < 0 || c.SubSteps > 64 {
		return geom.NewFieldError("SubSteps", c.SubSteps, geom.ErrOutOfRange)
	}
	if c.Workers < 0 || c.Workers > 64 {
		return geom.NewFieldError("Workers", c.Workers, geom.ErrOutOfRange)
	}
	c.MaxTicks = cmp.Or(c.MaxTicks, 8)
	c.SubSteps = cmp.Or(c.SubSteps, 4)
	if err := geom.CheckNotNegative("LengthUnit", c.LengthUnit); err != nil {
		return err
	}
	c.LengthUnit = cmp.Or(c.LengthUnit, 1)
	if c.LengthUnit < 1e-6 || c.LengthUnit > 1e6 {
		return geom.NewFieldError("LengthUnit", c.LengthUnit, geom.ErrOutOfRange)
	}
	unit := c.LengthUnit
	for _, f := range []struct {
		name         string
		value        *float64
		defaultValue float64
		low          float64
		high         float64
	}{
		{"Timestep", &c.Timestep, 1.0 / 60, 1e-6, 1e3},
		{"ContactHertz", &c.ContactHertz, 30, 1e-6, 1e6},
		{"ContactDamping", &c.ContactDamping, 10, 1e-6, 1e6},
		{"ContactPushSpeed", &c.ContactPushSpeed, 3 * unit, 1e-12, 1e12},
		{"JointHertz", &c.JointHertz, 60, 1e-6, 1e6},
		{"JointDamping", &c.JointDamping, 2, 1e-6, 1e6},
		{"RestitutionThreshold", &c.RestitutionThreshold, 1 * unit, 0, 1e18},
		{"HitThreshold", &c.HitThreshold, 1 * unit, 0, 1e18},
		{"MaxSpeed", &c.MaxSpeed, 400 * unit, 1e-12, 1e12},
		{"SleepSpeed", &c.SleepSpeed, 0.05 * unit, 0, 1e18},
		{"SleepTime", &c.SleepTime, 0.5, 0, 1e18},
	} {
		if err := geom.CheckNotNegative(f.name, *f.value); err != nil {
			return err
		}
		if *f.value == 0 {
			*f.value = f.defaultValue
		}
		// The squares of larger numbers overflow float32.
		if *f.value < f.low || *f.value > f.high {
			return geom.NewFieldError(f.name, *f.value, geom.ErrOutOfRange)
		}
	}
	return nil
}
