//go:build !race

// The race detector makes pools drop objects at random.

package world_test

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// The calls that a game makes in every frame allocate nothing: ticks with every sort of
// event and callback, queries, forces and settings.
func TestFrameDoesNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	w := newWorld(t, world.Config{
		Gravity: mgl64.Vec2{0, -10}, Workers: 1,
		PreSolve:      func(*world.ContactEdit) bool { return true },
		ShouldCollide: func(a, b world.Collider) bool { return true },
	})
	addFloor(t, w, world.ColliderDef{HitEvents: true, PreSolve: true})
	gate := addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, 2}}, shape.Box(5, 2), world.ColliderDef{Sensor: true})
	bouncy := shape.Material{Restitution: 1}
	var balls []world.Body
	for i := range 40 {
		at := mgl64.Vec2{float64(i) - 20, 1 + float64(i%5)}
		balls = append(balls, addBody(t, w, body.Def{Position: at, NeverSleep: true}, shape.Circle{Radius: 0.4},
			world.ColliderDef{Material: &bouncy, HitEvents: true, CrushThreshold: 1e-9}))
	}
	piston := addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	box := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	runSeconds(w, 10)

	found := 0
	calls := map[string]func(){}
	for kind, s := range map[string]shape.Support{
		"circle": shape.Circle{Radius: 1}, "hexagon": shape.RegularPolygon(6, 1), "sector": shape.Sector{Radius: 1, Sweep: 1},
		"custom": superellipse{1, 0.5, 4},
	} {
		convex := newConvex(s)
		calls["overlap "+kind] = func() {
			for range w.OverlapShape(convex, mgl64.Vec2{0, 1}, 0.3, world.QueryFilter{}) {
				found++
			}
		}
		calls["cast "+kind] = func() { w.ShapeCast(convex, mgl64.Vec2{0, 9}, 0.3, mgl64.Vec2{0, -20}, world.QueryFilter{}) }
	}
	for name, call := range calls {
		call()
		require.Zero(t, testing.AllocsPerRun(20, call), name)
	}
	for name, call := range map[string]func(){
		"tick": w.Tick,
		"view": func() {
			v := w.View()
			v.RayCast(mgl64.Vec2{0, 9}, mgl64.Vec2{0, -20}, world.QueryFilter{})
			for range v.OverlapBox(mgl64.Vec2{-5, 0}, mgl64.Vec2{5, 5}, world.QueryFilter{}) {
				found++
			}
			v.Release()
		},
		"step": func() { w.Step(1.0 / 60) },
		"ray":  func() { w.RayCast(mgl64.Vec2{0, 9}, mgl64.Vec2{0, -20}, world.QueryFilter{}) },
		"rays": func() {
			for range w.RayCastAll(mgl64.Vec2{-30, 1}, mgl64.Vec2{60, 1}, world.QueryFilter{}) {
				found++
			}
		},
		"box": func() {
			for range w.OverlapBox(mgl64.Vec2{-5, -5}, mgl64.Vec2{5, 5}, world.QueryFilter{}) {
				found++
			}
		},
		"point": func() {
			for range w.OverlapPoint(mgl64.Vec2{0, -0.5}, world.QueryFilter{Sensors: true}) {
				found++
			}
		},
		"force":        func() { _ = box.ApplyForce(mgl64.Vec2{1, 0}, mgl64.Vec2{0, 1}) },
		"impulse":      func() { _ = box.ApplyImpulseToCenter(mgl64.Vec2{0, 1}) },
		"velocity":     func() { _ = piston.SetLinearVelocity(mgl64.Vec2{0.01, 0}) },
		"transform":    func() { _ = box.SetTransform(mgl64.Vec2{0, 1.5}, 0) },
		"damping":      func() { _ = box.SetLinearDamping(0.5) },
		"drop through": func() { _ = box.DropThrough(); box.Dropping() },
		"number": func() {
			for c := range box.Contacts() {
				c.SetUserNumber(c.UserNumber() + 1)
			}
		},
		"sleep, wake": func() { _ = box.Sleep(); _ = box.Wake() },
		"reading": func() {
			for b := range w.Bodies() {
				b.Position()
				b.RenderPose()
			}
			for c := range w.Contacts() {
				found += len(c.Points())
			}
			for range box.Contacts() {
				found++
			}
			for c := range gate.Colliders() {
				for range c.Overlaps() {
					found++
				}
			}
			for touch := range box.Touching() {
				found += len(touch.Points())
			}
			for range w.Moves() {
				found++
			}
			w.Counters()
			w.Hash()
		},
	} {
		call()
		w.Tick()
		require.Zero(t, testing.AllocsPerRun(20, call), name)
	}
	require.Positive(t, found)
	require.NotEmpty(t, balls)
}

// A warm tick allocates nothing, whatever it has to do.
func TestWarmTickDoesNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	gravity := mgl64.Vec2{0, -10}
	for _, c := range []struct {
		name    string
		config  world.Config
		seconds float64
		build   func(w *world.World)
		check   func(w *world.World)
	}{
		{"stressed joints of every kind", world.Config{Gravity: gravity}, 10, func(w *world.World) {
			for name := range jointFixtures {
				jointFixtures[name](t, w, addMass(t, w, 0, 0, 4, 2), joint.Base{BreakForce: 1, BreakTorque: 1, ReportOnly: true})
			}
		}, func(w *world.World) { require.NotEmpty(t, w.Events().JointStresses) }},
		{"random joints", world.Config{Gravity: gravity}, 4, func(w *world.World) { addRandomJoints(t, w, 3, 64) }, nil},
		{"an articulation that changed", world.Config{Gravity: gravity}, 0, func(w *world.World) {
			addRope(t, w, w.Ground(), mgl64.Vec2{}, mgl64.Vec2{1, 0}, 40)
			var last world.Joint
			for j := range w.Joints() {
				last = j
			}
			for i := range 20 {
				require.NoError(t, last.SetEnabled(i%2 == 1))
				w.Tick()
			}
		}, nil},
		{"one-way terrain", world.Config{Gravity: gravity}, 4, func(w *world.World) { addOneWayTraffic(t, w) }, func(w *world.World) {
			require.Positive(t, w.Counters().Touching)
		}},
		{"pre-solve edits", world.Config{Gravity: gravity, PreSolve: editContact}, 4, func(w *world.World) {
			addFloor(t, w, world.ColliderDef{PreSolve: true})
			addBoxes(t, w, 20)
		}, nil},
		{"hollows of curved ground", world.Config{Gravity: gravity}, 1, func(w *world.World) { addHollows(t, w) }, nil},
		{"sweeps", world.Config{}, 5, func(w *world.World) { addFastBodies(t, w, 150, 0) }, nil},
		{"sweeps of bullets", world.Config{}, 5, func(w *world.World) { addFastBodies(t, w, 150, 5) }, nil},
	} {
		for _, workers := range []int{1, 2} {
			c.config.Workers, c.config.NoSleep = workers, true
			w := newWorld(t, c.config)
			c.build(w)
			runSeconds(w, c.seconds)
			require.Zero(t, testing.AllocsPerRun(50, w.Tick), "%s, %d workers", c.name, workers)
			if c.check != nil {
				c.check(w)
			}
		}
	}
}

// addOneWayTraffic adds one-way hills, platforms above them, and bodies that fly through and
// roll over them, some of them fast.
func addOneWayTraffic(t *testing.T, w *world.World) {
	r := rng{rand.New(rand.NewPCG(1, 2))}
	addTerrain(t, w, terrain(r, 0.5), 0, up)
	ring := world.Must(w.CreateBody(body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, 10}, AngularVelocity: 1}))
	for i := range 8 {
		world.Must(ring.Attach(shape.OffsetBox(1, 0.1, mgl64.Rotate2D(0.785*float64(i)).Mul2x1(mgl64.Vec2{4, 0}), r.between(0, 3)), up))
	}
	for i := range 60 {
		bouncy := shape.Material{Restitution: float64(i % 2), Friction: 0.5}
		addBody(t, w, body.Def{Position: mgl64.Vec2{r.between(-20, 20), r.between(5, 15)}, LinearVelocity: r.point().Mul(40), Bullet: i%4 == 0},
			randomShape(r.Rand), world.ColliderDef{Material: &bouncy})
	}
}

// editContact changes all that PreSolve may change.
func editContact(c *world.ContactEdit) bool {
	c.Friction, c.Restitution, c.TangentSpeed, c.RollingResistance = 0.1, 0.2, 0.3, 0.4
	if len(c.Points()) == 2 && c.ID()%2 == 0 {
		c.DropPoint(int(c.ID()>>1) & 1)
	}
	c.SetUserNumber(c.UserNumber() + 1)
	return true
}

// The first tick of a pile begins all its contacts at once. Lists get their size in one step:
// growing one by one, they would be allocated many times over, and in a browser the collector would
// run, still uncompiled, within that tick.
func TestFirstTickAllocatesFewTimes(t *testing.T) {
	const base, step = 45, 1.1
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
	addFloor(t, w, world.ColliderDef{})
	contacts := base
	for row := range base {
		for column := range base - row {
			at := mgl64.Vec2{step * (float64(column) - 0.5*float64(base-row-1)), float64(row) + 0.5}
			addBody(t, w, body.Def{Position: at}, shape.Box(0.5, 0.5), world.ColliderDef{})
		}
		contacts += 2 * (base - 1 - row)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	w.Tick()
	runtime.ReadMemStats(&after)
	require.Equal(t, contacts, w.Counters().Touching)
	require.LessOrEqual(t, after.Mallocs-before.Mallocs, uint64(300), "allocations")
	require.LessOrEqual(t, after.TotalAlloc-before.TotalAlloc, uint64(contacts*1200), "bytes")
}

// addHollows drops boxes on ellipses side by side.
func addHollows(t *testing.T, w *world.World) {
	r := rand.New(rand.NewPCG(11, 1))
	for i := range 6 {
		addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0.9 * float64(i), 0}}, shape.Ellipse{RX: 1.2, RY: 0.8}, world.ColliderDef{})
	}
	for range 12 {
		s := shape.Box(0.1+0.5*r.Float64(), 0.1+0.5*r.Float64())
		addBody(t, w, body.Def{Position: mgl64.Vec2{4.5 * r.Float64(), 1 + 2*r.Float64()}}, s, world.ColliderDef{})
	}
}
