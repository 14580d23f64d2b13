package world

import (
	"time"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/fphash"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/world/internal/tools"
	"github.com/go-gl/mathgl/mgl64"
)

// Counters holds the numbers of bodies, contacts, joints and islands of a world.
type Counters struct {
	Bodies, Awake, Asleep, Static int // the ground not counted
	Colliders                     int
	Contacts, Touching            int // pairs whose boxes overlap; of these, touching
	Joints, Islands, Colors       int
}

// Counters returns the numbers of the world's objects.
func (w *World) Counters() Counters {
	w.checkReadable()
	c := Counters{
		Bodies: w.bodies.Len() - 1,
		Awake:  w.bodies.Awake(), Asleep: w.bodies.AsleepEnd() - w.bodies.Awake(),
		Colliders: w.shapes.Len(), Contacts: w.contacts.Len(),
		Joints: w.joints.Len(), Islands: w.islands.Len(), Colors: w.solver.Colors(),
	}
	c.Static = c.Bodies - c.Awake - c.Asleep
	for i := range w.contacts.Pair {
		if w.contacts.Pair[i].Flags&state.ContactTouching != 0 {
			c.Touching++
		}
	}
	return c
}

// Hash returns a hash of the bits of every pose and velocity, in ascending order of body slots. It
// is equal on every platform and for every number of workers.
func (w *World) Hash() uint64 {
	w.checkReadable()
	h := fphash.New()
	for slot := 1; slot < w.bodies.Cap(); slot++ {
		id := w.bodies.Meta[slot].ID
		if id == 0 {
			continue
		}
		row := w.bodies.Rows[slot]
		pose, st := &w.bodies.Pose[row], &w.bodies.State[row]
		h.Uint64(uint64(id))
		for _, x := range [...]float64{pose.P.X, pose.P.Y, pose.R.C, pose.R.S} {
			h.Float64(x)
		}
		for _, x := range [...]float32{st.VX, st.VY, st.W} {
			h.Float32(x)
		}
	}
	return h.Sum()
}

// Validate panics with a sentence when an internal invariant is broken. It is
// slow; programs built with the tag "invariants" run it after every tick.
func (w *World) Validate() {
	w.beginQuerying()
	w.validate()
}

func (w *World) validate() {
	w.bodies.Validate()
	w.contacts.Validate()
	w.pipeline.Validate()
	w.pipeline.Broadphase.Validate()
	w.islands.Validate()
	w.joints.Validate(w.bodies)
	w.solver.Validate(w.contacts, w.joints, w.bodies)
	w.linking.Validate()
	w.areas.Validate(w.bodies)
	w.builder.Validate(w.door.has(doorTicking))
}

// Energy is the motion of all dynamic bodies that are awake, added up.
type Energy struct {
	Kinetic   float64    // J
	Potential float64    // J, in the gravity of the world, zero at the origin
	Momentum  mgl64.Vec2 // N s
	Angular   float64    // angular momentum about the origin, N m s
	Mass      float64    // kg
}

// Energy adds up the motion of all dynamic bodies that are awake.
func (w *World) Energy() Energy {
	w.checkReadable()
	var e Energy
	g := geom.From(w.config.Gravity)
	for r := range w.bodies.Awake() {
		d := &w.bodies.Dynamics[r]
		st := &w.bodies.State[r]
		if st.Flags&state.FlagDynamic == 0 {
			continue
		}
		m := &w.bodies.Meta[w.bodies.Slots[r]]
		v := geom.Vec2{X: float64(st.VX), Y: float64(st.VY)}
		p, spin := w.bodies.Pose[r].P, float64(st.W)
		e.Kinetic += float64(0.5*float64(m.Mass*v.LengthSquared())) + float64(0.5*float64(m.Inertia*float64(spin*spin)))
		e.Potential -= float64(float64(m.Mass*float64(d.GravityScale)) * p.Dot(g))
		e.Momentum[0] += float64(m.Mass * v.X)
		e.Momentum[1] += float64(m.Mass * v.Y)
		e.Angular += float64(m.Mass*p.Cross(v)) + float64(m.Inertia*spin)
		e.Mass += m.Mass
	}
	return Energy{state.Finite(e.Kinetic), state.Finite(e.Potential), mgl64.Vec2{state.Finite(e.Momentum[0]), state.Finite(e.Momentum[1])}, state.Finite(e.Angular), state.Finite(e.Mass)}
}

// Tables returns methods that read many parts of the world at once. It serves the packages view and
// inspect, which keep a picture of the world, and the command's model of more workers. Games do not
// call it.
func (w *World) Tables() tools.Tables {
	w.checkReadable()
	return tools.Read(tools.Parts{
		Bodies: w.bodies, Shapes: w.shapes, Contacts: w.contacts, Islands: &w.islands, Areas: &w.areas, Broadphase: w.pipeline.Broadphase, Pool: w.pool,
		Calls: w.calls, Restores: w.restores, ShapeChanges: w.shapeChanges,
	})
}

// Profile holds the duration of each stage of the last tick, and of the whole tick. A stage without
// work has no duration of its own.
type Profile struct {
	Pairs, Evaluate, Transition time.Duration
	Areas, Solve, Finalize      time.Duration
	Continuous, Refit, Bullets  time.Duration
	Sensors, Sleep, Publish     time.Duration
	Total                       time.Duration

	began, lapped time.Duration // since processStart
	idle          int           // not zero: the stage that runs has no work, so the clock is not read after it
}

// processStart is the time from which profiles count. A time.Time in a World would make
// every program that prints a value link the formatting of dates.
var processStart = time.Now()

func (p *Profile) start() {
	now := time.Since(processStart)
	*p = Profile{began: now, lapped: now}
}

// lap stores the time since the last lap. Reading the clock takes a thirtieth of a microsecond, and
// the tick of a small world a few microseconds.
func (p *Profile) lap(duration *time.Duration) {
	if p.idle != 0 {
		p.idle = 0
		return
	}
	now := time.Since(processStart)
	*duration = now - p.lapped
	p.lapped = now
}

// setIdle tells whether the stage that runs has work.
func (p *Profile) setIdle(idle bool) {
	if idle {
		p.idle = 1
	}
}

// stop ends the profile with the last lap.
func (p *Profile) stop() { p.Total = p.lapped - p.began }

// Profile returns the timings of the last tick.
func (w *World) Profile() Profile {
	w.checkReadable()
	return w.profile
}
