package world_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// scaler is an observer that slows the time.
type scaler struct {
	scale float64
	log   []string
}

func (s *scaler) BeforeStep(w *world.World, dt float64) float64 {
	s.log = append(s.log, fmt.Sprint("before ", w.Ticks()))
	return dt * s.scale
}

func (s *scaler) AfterStep(w *world.World) { s.log = append(s.log, fmt.Sprint("after ", w.Ticks())) }

func (s *scaler) Closed(*world.World) { s.log = append(s.log, "closed") }

// Observers stand around every step, and slow the time of games that call Step and of games that
// call Tick.
func TestObservers(t *testing.T) {
	w := newWorld(t, world.Config{})
	s := &scaler{scale: 1}
	w.Observe(s)
	w.Observe(nil)
	w.Step(2.0 / 60)
	w.Tick()
	require.Equal(t, []string{"before 0", "after 2", "before 2", "after 3"}, s.log)
	for scale, want := range map[float64]uint64{0: 0, 0.25: 30, 0.5: 60, 1: 120, 2: 240, -1: 0} {
		for name, step := range map[string]func(){"Step": func() { w.Step(1.0 / 60) }, "Tick": w.Tick} {
			s.scale = scale
			before := w.Ticks()
			for range 120 {
				step()
			}
			require.InDelta(t, want, w.Ticks()-before, 1, "%s %v", name, scale)
		}
	}
	w.StopObserving(s)
	w.StopObserving(s)
	s.log = nil
	w.Tick()
	require.Empty(t, s.log)
	w.Observe(s)
	w.Close()
	w.Close()
	require.Equal(t, []string{"closed"}, s.log)
}

// An observer that makes the time faster than Config.MaxTicks leaves no time for later. A world
// that is closed in the first of several ticks runs no more.
func TestObserversOfFastTime(t *testing.T) {
	for name, step := range map[string]func(*world.World){"Step": func(w *world.World) { w.Step(1.0 / 60) }, "Tick": (*world.World).Tick} {
		closes := false
		w := newWorld(t, world.Config{MaxTicks: 2, BeforeTick: func(w *world.World) {
			if closes {
				w.Close()
			}
		}})
		s := &scaler{}
		w.Observe(s)
		for _, x := range []struct {
			scale float64
			want  uint64
		}{{4, 120}, {0, 0}, {math.Inf(1), 120}, {0, 0}, {1, 60}} {
			s.scale = x.scale
			before := w.Ticks()
			for range 60 {
				step(w)
			}
			require.Equal(t, x.want, w.Ticks()-before, "%s %v", name, x.scale)
		}
		closes, s.scale = true, 2
		before := w.Ticks()
		step(w)
		require.Equal(t, before, w.Ticks(), name)
	}
}

// An observed world goes the same way as another.
func TestObservedWorldsAreTheSame(t *testing.T) {
	var hashes []uint64
	for _, observed := range []bool{false, true} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}})
		addFloor(t, w, world.ColliderDef{})
		for i := range 20 {
			addBody(t, w, body.Def{Position: mgl64.Vec2{0.1 * float64(i), float64(i)}}, shape.Box(0.5, 0.5), world.ColliderDef{})
		}
		if observed {
			w.Observe(&scaler{scale: 1})
		}
		for i := range 100 {
			w.Step(0.01 * float64(i%3))
			w.Tick()
		}
		hashes = append(hashes, w.StateHash())
	}
	require.Equal(t, hashes[0], hashes[1])
}

// The energy of a world is the sum of the energies of its bodies.
func TestEnergyIsTheSumOverBodies(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{1, -10}})
	addFloor(t, w, world.ColliderDef{})
	for i := range 20 {
		addBody(t, w, body.Def{Position: mgl64.Vec2{2 * float64(i), 1 + float64(i)}, LinearVelocity: mgl64.Vec2{float64(i), 2}, AngularVelocity: float64(i - 7), GravityScale: 2},
			shape.Box(0.5, 0.3), world.ColliderDef{})
	}
	runSeconds(w, 0.3)
	var want world.Energy
	for b := range w.Bodies() {
		if b.Type() != body.Dynamic || !b.Awake() {
			continue
		}
		m, v, p := b.Mass(), b.LinearVelocity(), b.WorldCenter()
		want.Kinetic += b.KineticEnergy()
		want.Potential -= m * b.GravityScale() * p.Dot(mgl64.Vec2{1, -10})
		want.Momentum = want.Momentum.Add(v.Mul(m))
		want.Angular += m*(p[0]*v[1]-p[1]*v[0]) + b.Inertia()*b.AngularVelocity()
		want.Mass += m
	}
	got := w.Energy()
	require.InEpsilon(t, want.Kinetic, got.Kinetic, 1e-6)
	require.InEpsilon(t, want.Potential, got.Potential, 1e-6)
	require.InEpsilon(t, want.Momentum[0], got.Momentum[0], 1e-6)
	require.InEpsilon(t, want.Angular, got.Angular, 1e-6)
	require.InEpsilon(t, want.Mass, got.Mass, 1e-12)
}

// Every number of Counters, with all of them different.
func TestCountersOfEverything(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	require.Zero(t, w.Counters(), "the ground is not counted")
	box := shape.Box(0.5, 0.5)
	for i := range 7 {
		addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{float64(10 * i), -50}}, box, world.ColliderDef{})
	}
	for i := range 4 {
		addBody(t, w, body.Def{Position: mgl64.Vec2{float64(10 * i), 50}, Asleep: true}, box, world.ColliderDef{})
	}
	var row []world.Body // each overlaps the next
	for i := range 3 {
		row = append(row, addBody(t, w, body.Def{Position: mgl64.Vec2{0.99 * float64(i), 0}}, box, world.ColliderDef{}))
	}
	attachShape(t, row[0], shape.Circle{Center: mgl64.Vec2{0, 0.2}, Radius: 0.1})
	addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{3.001, 0}}, box, world.ColliderDef{})
	apart := addBody(t, w, body.Def{Position: mgl64.Vec2{-20, 0}}, box, world.ColliderDef{})
	world.Must(w.CreateJoint(w.Ground(), apart, &joint.Weld{LocalAnchorA: mgl64.Vec2{-20, 0}}))
	w.Tick()
	c := w.Counters()
	require.Equal(t, world.Counters{
		Bodies: 16, Awake: 5, Asleep: 4, Static: 7, Colliders: 17,
		Contacts: c.Contacts, Touching: 2, Joints: 1, Islands: c.Islands, Colors: c.Colors,
	}, c)
	require.Greater(t, c.Contacts, c.Touching)
}

// The pairs of a body are searched again when a joint of it ends. Those that have a contact already
// get no second one.
func TestEndOfJointMakesNoSecondContact(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	var heap []world.Body
	for i := range 6 {
		at := mgl64.Vec2{0.4 * float64(i%3), 0.4 * float64(i/3)}
		heap = append(heap, addBody(t, w, body.Def{Type: []body.Type{body.Dynamic, body.Kinematic}[i%2], Position: at}, shape.Box(9, 9), world.ColliderDef{}))
	}
	w.Tick()
	want := w.Counters().Contacts
	require.Greater(t, want, 6)
	for _, a := range heap {
		for _, b := range heap {
			if a == b || a.Type() == body.Kinematic && b.Type() == body.Kinematic {
				continue
			}
			j := world.Must(w.CreateNoCollision(a, b, joint.NoCollision{}))
			require.Less(t, w.Counters().Contacts, want)
			require.NoError(t, j.Destroy())
			w.Tick()
			require.Equal(t, want, w.Counters().Contacts)
			w.Validate()
		}
	}
}
