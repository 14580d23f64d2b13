//go:build !race

// The race detector makes pools drop objects at random.

package world_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// requireNoAllocation calls a frame until it is warm, and requires that further calls allocate
// nothing.
func requireNoAllocation(t *testing.T, warm, runs int, frame func(), args ...any) {
	t.Helper()
	resume := invariant.Suspend()
	defer resume()
	for range warm {
		frame()
	}
	require.Zero(t, testing.AllocsPerRun(runs, frame), args...)
}

// The calls that a game makes in every frame allocate nothing: ticks with every sort of
// event and callback, queries, forces and settings.
func TestFrameDoesNotAllocate(t *testing.T) {
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
		requireNoAllocation(t, 1, 20, call, name)
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
		requireNoAllocation(t, 0, 20, call, name)
	}
	require.Positive(t, found)
	require.NotEmpty(t, balls)
}

// A warm tick allocates nothing, whatever it has to do.
func TestWarmTickDoesNotAllocate(t *testing.T) {
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
			requireNoAllocation(t, 0, 50, w.Tick, "%s, %d workers", c.name, workers)
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
	var before, after runtime.MemStats
	contacts, count, bytes := 0, uint64(math.MaxUint64), uint64(math.MaxUint64)
	for range 4 { // the first pile fills the memory that worlds share, and the runtime may allocate beside one
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
		addFloor(t, w, world.ColliderDef{})
		contacts = base
		for row := range base {
			for column := range base - row {
				at := mgl64.Vec2{step * (float64(column) - 0.5*float64(base-row-1)), float64(row) + 0.5}
				addBody(t, w, body.Def{Position: at}, shape.Box(0.5, 0.5), world.ColliderDef{})
			}
			contacts += 2 * (base - 1 - row)
		}
		runtime.ReadMemStats(&before)
		w.Tick()
		runtime.ReadMemStats(&after)
		require.Equal(t, contacts, w.Counters().Touching)
		count, bytes = min(count, after.Mallocs-before.Mallocs), min(bytes, after.TotalAlloc-before.TotalAlloc)
	}
	require.LessOrEqual(t, count, uint64(300), "allocations")
	require.LessOrEqual(t, bytes, uint64(contacts*1200), "bytes")
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

// Warm ticks with every effect, bodies that come and go, moving areas and fields allocate nothing,
// nor do the calls that a game makes in every frame.
func TestAreasDoNotAllocate(t *testing.T) {
	w := newGravityWorld(t)
	buildAreas(t, w)
	found := 0
	box := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 9}, NeverSleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{})
	area := addArea(t, w, world.AreaDef{Shape: shape.Box(2, 2)})
	runSeconds(w, 20)
	for name, call := range map[string]func(){
		"tick":         w.Tick,
		"steady force": func() { _ = box.ApplySteadyForce(mgl64.Vec2{1, 0}, mgl64.Vec2{}) },
		"gravity":      func() { _ = box.SetGravity(mgl64.Vec2{0, float64(found)}); _ = box.ClearGravity() },
		"at":           func() { found += int(w.GravityAt(mgl64.Vec2{0, 1})[1]) },
		"move":         func() { _ = area.SetTransform(mgl64.Vec2{float64(found % 7), 1}, 0) },
		"switch":       func() { _ = area.SetEnabled(!area.Enabled()) },
		"bodies": func() {
			for a := range w.Areas() {
				for range a.Bodies() {
					found++
				}
			}
			for range w.AreasAt(mgl64.Vec2{0, 1}) {
				found++
			}
		},
	} {
		call()
		w.Tick()
		requireNoAllocation(t, 0, 20, call, name)
	}
	require.NotZero(t, found)
	var measured time.Duration
	for tick := 0; measured == 0 && tick < 100_000; tick++ { // the clock of Windows may stand for milliseconds
		w.Tick()
		measured += w.Profile().Areas
	}
	require.Positive(t, measured)
}

// Ticks in water with waves and in a wind allocate nothing.
func TestMediaDoNotAllocate(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
	sea := addSea(t, w, area.Fluid{LinearDrag: 0.1, QuadraticDrag: 1})
	world.Must(w.CreateArea(world.AreaDef{Shape: shape.Circle{Radius: 20}, Effects: []area.Effect{
		area.Wind{Velocity: mgl64.Vec2{2, 0}, Density: 0.01, Lift: 1},
	}}))
	for i, s := range allShapes()[:13] {
		addBody(t, w, body.Def{Position: mgl64.Vec2{float64(i)*3 - 18, 0}}, s, world.ColliderDef{Density: 0.5})
	}
	overlapping := shape.Compound{Parts: []shape.Support{shape.Box(0.5, 0.2), shape.Box(0.2, 0.5), shape.Circle{Radius: 0.4}}}
	addBody(t, w, body.Def{Position: mgl64.Vec2{0, 4}}, overlapping, world.ColliderDef{Density: 0.5})
	points := make([]mgl64.Vec2, 30)
	tick := func() {
		for k := range points {
			x := float64(2*k) - 30
			points[k] = mgl64.Vec2{x, math.Sin(x + w.Time())}
		}
		_ = sea.SetSurface(points)
		w.Tick()
	}
	requireNoAllocation(t, 200, 50, tick)
}

// TestCompoundsDoNotAllocate: a warm tick with compounds, with contacts and visits that begin and
// end, makes no garbage, nor do queries that find them.
func TestCompoundsDoNotAllocate(t *testing.T) {
	w := compoundScene(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true, Workers: 1})
	var bodies []world.Body
	for b := range w.Bodies() {
		bodies = append(bodies, b)
	}
	small := newConvex(bowl().Parts[0])
	tick := func() {
		if w.Ticks()%20 == 0 {
			for _, b := range bodies {
				require.NoError(t, b.ApplyImpulse(mgl64.Vec2{0, 3 * b.Mass()}, b.WorldCenter()))
			}
		}
		w.Tick()
		for _, rule := range []world.InsideRule{world.InsideHits, world.InsidePasses} {
			w.RayCast(mgl64.Vec2{-9, 1}, mgl64.Vec2{20, 0}, world.QueryFilter{Inside: rule})
			for range w.ShapeCastAll(world.ShapeAt(small, mgl64.Vec2{-9, 1}, 0), mgl64.Vec2{20, 0}, world.QueryFilter{Inside: rule}) {
			}
		}
		for range w.NearestColliders(world.PointAt(mgl64.Vec2{0, 3}), 5, 9, world.QueryFilter{}) {
		}
	}
	requireNoAllocation(t, 600, 100, tick)
}

// Warm ticks with subscriptions, fast bodies in moving sensors, sums of impulses and the events of
// bodies allocate nothing.
func TestEventsDoNotAllocate(t *testing.T) {
	w := newBusyWorld(t, 1)
	addFastBodies(t, w, 40, 3)
	heard := 0
	for b := range w.Bodies() {
		world.Must(b.OnContactBegin(func(world.ContactBegin) { heard++ }))
		world.Must(b.OnContactEnd(func(world.ContactEnd) { heard++ }))
		world.Must(b.OnHit(func(world.Hit) { heard++ }))
		world.Must(b.OnSensorBegin(func(world.SensorEvent) { heard++ }))
		world.Must(b.OnSensorEnd(func(world.SensorEvent) { heard++ }))
		require.NoError(t, b.SetNeverSleep(true))
	}
	spinner := addBody(t, w, body.Def{Type: body.Kinematic, AngularVelocity: 300}, shape.Box(3, 0.05), world.ColliderDef{Sensor: true, SeesSensors: true})
	frame := func() {
		w.Step(2 * dt)
		for b := range w.Bodies() {
			for range b.ContactBegins() {
				heard++
			}
			for range b.ContactEnds() {
				heard++
			}
			for range b.Hits() {
				heard++
			}
			for range b.SensorBegins() {
				heard++
			}
			for range b.SensorEnds() {
				heard++
			}
			for c := range b.Contacts() {
				heard += len(c.Points()) + int(0*c.Impulse[0])
			}
		}
	}
	for range 300 {
		frame()
	}
	heard = 0
	requireNoAllocation(t, 0, 100, frame)
	require.Positive(t, heard)
	require.True(t, spinner.Valid())
}

func TestExplosionDoesNotAllocate(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	for i := range 20 {
		at := mgl64.Vec2{float64(i%5)*2 - 4, float64(i/5)*2 + 1}
		addBody(t, w, body.Def{Position: at}, shape.RoundedBox(0.4, 0.3, 0.1), world.ColliderDef{})
	}
	n := 0
	call := func() {
		_ = w.Explode(world.Explosion{Radius: 9, ImpulsePerLength: 1e-6})
		for range w.ExplosionHits() {
			n++
		}
	}
	requireNoAllocation(t, 1, 20, call)
	require.Positive(t, n)
}

// Ticks with materials whose friction depends on the direction and on whether they slide allocate
// nothing once warm, new contacts included.
func TestConesDoNotAllocate(t *testing.T) {
	w, _ := newSlope(t, 0.4, gripping())
	m := shape.Material{Friction: 0.2, StaticFriction: 0.5, SlipLeft: 0.5, FrictionCombine: shape.CombineAverage}
	for i := range 30 {
		addBody(t, w, body.Def{Position: mgl64.Vec2{-40 + 1.01*float64(i), 0.5}, NeverSleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{Material: &m})
	}
	requireNoAllocation(t, 300, 100, func() { w.Step(dt) })
}

// Ticks with bodies above others in dominance allocate nothing, on any number of workers.
func TestDominanceDoesNotAllocate(t *testing.T) {
	for _, workers := range []int{1, 2, 3} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers})
		for i, b := range addBoxes(t, w, 120) {
			require.NoError(t, b.SetDominance(int8(i%3)))
		}
		requireNoAllocation(t, 120, 20, func() { w.Step(dt) }, "%d workers", workers)
	}
}

// Queries about what is near and seen allocate nothing once warm, among shapes of every
// kind.
func TestNearQueriesDoNotAllocate(t *testing.T) {
	w := randomWorld(t, rand.New(rand.NewPCG(61, 1)), 60, 6)
	require.NoError(t, w.StopRecording()) // the goroutine that writes it allocates
	colliders := collidersOf(w, world.QueryFilter{})
	for i, c := range colliders {
		for name, query := range nearQueries(w, c, colliders[(i+7)%len(colliders)]) {
			p := mgl64.Vec2{float64(i%5) - 2, 1.5}
			requireNoAllocation(t, 1, 20, func() { query(p) }, "%s, %T", name, c.Shape())
		}
	}
}

func TestWarmSnapshotsDoNotAllocate(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
	addHeap(t, w, 80, 0.2, 1)
	ring := make([]world.Snapshot, 4)
	i := 0
	cycle := func() {
		for range 8 {
			w.Tick()
			require.NoError(t, w.Save(&ring[i%4]))
			i++
		}
		require.NoError(t, w.Restore(&ring[(i+1)%4]))
		w.StateHash()
	}
	// The heap falls asleep in cycle 31, when lists of sleeping bodies grow.
	requireNoAllocation(t, 40, 5, cycle)
}
