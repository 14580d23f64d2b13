package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func addArea(t testing.TB, w *world.World, def world.AreaDef) world.Area {
	t.Helper()
	return world.Must(w.CreateArea(def))
}

// buildGravityContraptions fills a world with what reads gravity: stacks under heavy loads, chains
// of joints, bouncing balls, bodies fast enough for sweeps, and bullets.
func buildGravityContraptions(t testing.TB, w *world.World) {
	addFloor(t, w, world.ColliderDef{})
	for i := range 6 {
		density := 1.0
		if i == 5 {
			density = 60
		}
		addBody(t, w, body.Def{Position: mgl64.Vec2{-8, 0.5 + float64(i)}}, shape.Box(0.5, 0.5), world.ColliderDef{Density: density})
	}
	last := w.Ground()
	for i := range 6 {
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{2 + float64(i), 9}}, shape.Capsule{A: mgl64.Vec2{-0.4, 0}, B: mgl64.Vec2{0.4, 0}, Radius: 0.05}, world.ColliderDef{})
		world.Must(w.CreateRevolute(last, b, world.RevoluteAt(last, b, mgl64.Vec2{1.5 + float64(i), 9})))
		last = b
	}
	for i := range 9 {
		e := float64(i) / 8
		addBody(t, w, body.Def{Position: mgl64.Vec2{10 + float64(i), 3}, GravityScale: 1 + e}, shape.Circle{Radius: 0.3},
			world.ColliderDef{Material: &shape.Material{Restitution: e}})
		addBody(t, w, body.Def{Position: mgl64.Vec2{20 + float64(i), 9}, LinearVelocity: mgl64.Vec2{3, -90}, Bullet: i%2 == 0}, shape.Circle{Radius: 0.1},
			world.ColliderDef{Material: &shape.Material{Restitution: e}})
	}
}

// Gravity of an area over the whole world, of each body's own, and of the world are the same to the
// bit.
func TestGravityOfAnAreaIsThatOfTheWorld(t *testing.T) {
	gravity := mgl64.Vec2{0.25, -10}
	run := func(config mgl64.Vec2, prepare func(w *world.World)) (poses []float64) {
		w := newWorld(t, world.Config{Gravity: config, Workers: 1})
		buildGravityContraptions(t, w)
		prepare(w)
		for range 240 {
			w.Tick()
			for b := range w.Bodies() {
				p, v := b.Position(), b.LinearVelocity()
				poses = append(poses, p[0], p[1], b.Angle(), v[0], v[1])
			}
		}
		return poses
	}
	want := run(gravity, func(*world.World) {})
	whole := world.AreaDef{Effects: []area.Effect{area.Gravity{Acceleration: gravity, Replace: true}}}
	require.Equal(t, want, run(mgl64.Vec2{3, 5}, func(w *world.World) { addArea(t, w, whole) }), "area")
	require.Equal(t, want, run(mgl64.Vec2{}, func(w *world.World) {
		for b := range w.Bodies() {
			require.NoError(t, b.SetGravity(gravity))
		}
	}), "own")
	half := world.AreaDef{Effects: []area.Effect{area.Gravity{Acceleration: gravity.Mul(0.5)}, area.Gravity{Acceleration: gravity.Mul(0.5)}}}
	require.Equal(t, want, run(mgl64.Vec2{}, func(w *world.World) { addArea(t, w, half) }), "sum of two")
	require.NotEqual(t, want, run(mgl64.Vec2{}, func(*world.World) {}))
}

// A projectile flies by the gravity of the area in which its centre is, by the formula of the
// integrator for a constant acceleration.
func TestProjectileThroughAnArea(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
	addArea(t, w, world.AreaDef{
		Shape: shape.Box(10, 10), Position: mgl64.Vec2{20, 0}, Angle: math.Pi / 2,
		Effects: []area.Effect{area.Gravity{Acceleration: mgl64.Vec2{4, 0}, Replace: true}},
	})
	b := addBody(t, w, body.Def{LinearVelocity: mgl64.Vec2{31, 0}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	x, v := mgl64.Vec2{}, mgl64.Vec2{31, 0}
	inside := 0
	for range 90 {
		a := mgl64.Vec2{0, -10}
		if x[0] > 10 && x[0] < 30 {
			a = mgl64.Vec2{0, 4} // the area is turned
			inside++
		}
		w.Tick()
		x = x.Add(v.Mul(dt)).Add(a.Mul(dt * dt * 5 / 8))
		v = v.Add(a.Mul(dt))
		require.InDelta(t, 0, b.Position().Sub(x).Len(), 1e-4)
		require.InDelta(t, 0, b.LinearVelocity().Sub(v).Len(), 1e-4)
	}
	require.Equal(t, 39, inside)
}

// Under linear damping c bodies fall at g / c in the end, and spin decays as (1 + h c)^-n.
func TestTerminalSpeed(t *testing.T) {
	for _, c := range []struct {
		own, added float64
		replace    bool
		want       float64
	}{{0, 2, false, 5}, {0.5, 2, false, 4}, {0.5, 2, true, 5}} {
		w := newGravityWorld(t)
		addArea(t, w, world.AreaDef{Effects: []area.Effect{area.Damping{Linear: c.added, Angular: 3, Replace: c.replace}}})
		b := addBody(t, w, body.Def{LinearDamping: c.own, AngularVelocity: 5}, shape.Box(1, 1), world.ColliderDef{})
		runSeconds(w, 1)
		require.InEpsilon(t, 5*math.Pow(1+3*dt/4, -240), b.AngularVelocity(), 1e-4) // 240 roundings of the same factor
		runSeconds(w, 9)
		// Implicit damping in a sub-step of h: v = (v + h g) / (1 + h c) has the fixed point g / c.
		require.InEpsilon(t, c.want, -b.LinearVelocity()[1], 1e-4) // rounding: a sub-step changes the speed by 1e-7 of it in the end
		require.Equal(t, c.own, b.LinearDamping())
	}
}

// Of one kind of effect those add up that no area of higher priority replaces, in any order of
// creation.
func TestAreasCombineByPriority(t *testing.T) {
	type part struct {
		priority int
		g        float64
		replace  bool
	}
	for _, c := range []struct {
		parts []part
		want  float64
	}{
		{nil, -10},
		{[]part{{0, 1, false}}, -9},
		{[]part{{0, 1, true}}, 1},
		{[]part{{0, 1, true}, {0, 2, true}}, 3},
		{[]part{{0, 1, true}, {0, 2, false}}, 3},
		{[]part{{1, 1, true}, {0, 2, true}, {0, 4, false}}, 1},
		{[]part{{1, 1, false}, {0, 2, true}, {0, 4, false}, {-1, 8, false}}, 7},
		{[]part{{1, 0, true}, {2, 3, false}}, 3},
	} {
		for turn := range max(len(c.parts), 1) {
			w := newGravityWorld(t)
			for i := range c.parts {
				p := c.parts[(i+turn)%len(c.parts)]
				addArea(t, w, world.AreaDef{
					Shape: shape.Circle{Radius: 5}, Priority: p.priority,
					Effects: []area.Effect{area.Gravity{Acceleration: mgl64.Vec2{0, p.g}, Replace: p.replace}, area.Damping{}},
				})
			}
			b := addBody(t, w, body.Def{}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
			light := addBody(t, w, body.Def{Weightless: true, Position: mgl64.Vec2{2, 0}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
			w.Tick()
			require.InDelta(t, c.want*dt, b.LinearVelocity()[1], 1e-6, "%v", c.parts)
			require.Zero(t, light.LinearVelocity()[1])
		}
	}
}

// A body in inverse-square gravity keeps its energy and its period. The bounds are four times what
// this integrator does: a leapfrog shifted by an eighth of a tick.
func TestOrbit(t *testing.T) {
	orbitTurns := long.Pick(5, 20)
	const mu = 90.0 // m^3/s^2: a circle of radius 10 takes 20.9 s
	for _, c := range []struct{ eccentricity, energy, period float64 }{{0, 1e-4, 2e-4}, {0.3, 2e-3, 4e-4}, {0.6, 6e-3, 1e-3}} {
		w := newWorld(t, world.Config{Workers: 1, NoSleep: true})
		addArea(t, w, world.AreaDef{
			Shape: shape.Circle{Radius: 100}, Position: mgl64.Vec2{3, 4},
			Effects: []area.Effect{area.PointGravity{Strength: mu / 25, Distance: 5, InnerRadius: 0.5}},
		})
		// At the nearest point, a (1 - e): v v = mu (1 + e) / (a (1 - e)).
		const a = 10.0
		near := a * (1 - c.eccentricity)
		speed := math.Sqrt(mu * (1 + c.eccentricity) / near)
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{3 + near, 4}, LinearVelocity: mgl64.Vec2{0, speed}}, shape.Circle{Radius: 0.1}, world.ColliderDef{})
		energy := func() float64 {
			return b.LinearVelocity().LenSqr()/2 - mu/b.Position().Sub(mgl64.Vec2{3, 4}).Len()
		}
		want := -mu / (2 * a)
		period := 2 * math.Pi * math.Sqrt(a*a*a/mu)
		worst, turns, began, last := 0.0, 0, 0.0, b.Position()[1]-4
		for turns < orbitTurns {
			w.Tick()
			worst = max(worst, math.Abs(energy()/want-1))
			if y := b.Position()[1] - 4; last < 0 && y >= 0 {
				turns++
				began = w.Time() - dt*y/(y-last)
				last = y
			} else {
				last = y
			}
			require.Less(t, w.Time(), 25*period)
		}
		t.Logf("eccentricity %v: energy within %.2g, period within %.2g", c.eccentricity, worst, math.Abs(began/float64(orbitTurns)/period-1))
		require.Less(t, worst, c.energy)
		require.InEpsilon(t, period, began/float64(orbitTurns), c.period)
	}
}

// Two bodies that attract each other keep the momentum, the angular momentum and the energy.
func TestTwoBodiesAttract(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1, NoSleep: true})
	star := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{Density: 3})
	moon := addBody(t, w, body.Def{Position: mgl64.Vec2{8, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	const mu = 64.0
	// Only the star has an area, so the pull is mu/r^2 times the moon's mass on both.
	addArea(t, w, world.AreaDef{Body: star, Effects: []area.Effect{area.PointGravity{Strength: mu}}})
	reduced := star.Mass() * moon.Mass() / (star.Mass() + moon.Mass())
	k := mu * moon.Mass()
	v := math.Sqrt(k / (reduced * 8)) // of a circle
	require.NoError(t, moon.SetLinearVelocity(mgl64.Vec2{0, v * star.Mass() / (star.Mass() + moon.Mass())}))
	require.NoError(t, star.SetLinearVelocity(mgl64.Vec2{0, -v * moon.Mass() / (star.Mass() + moon.Mass())}))
	p0 := star.LinearVelocity().Mul(star.Mass()).Add(moon.LinearVelocity().Mul(moon.Mass()))
	spin := func() float64 {
		s, m := star.LinearVelocity().Mul(star.Mass()), moon.LinearVelocity().Mul(moon.Mass())
		ps, pm := star.Position(), moon.Position()
		return ps[0]*s[1] - ps[1]*s[0] + pm[0]*m[1] - pm[1]*m[0]
	}
	energy := func() float64 {
		return star.KineticEnergy() + moon.KineticEnergy() - k/star.Position().Sub(moon.Position()).Len()
	}
	l0, e0 := spin(), energy()
	for range 3600 {
		w.Tick()
		p := star.LinearVelocity().Mul(star.Mass()).Add(moon.LinearVelocity().Mul(moon.Mass()))
		require.InDelta(t, 0, p.Sub(p0).Len(), 1e-3)
		require.InEpsilon(t, l0, spin(), 2e-3)
		require.InEpsilon(t, e0, energy(), 2e-3)
		require.InEpsilon(t, 8, star.Position().Sub(moon.Position()).Len(), 2e-2)
	}
	require.InDelta(t, 0, star.AngularVelocity(), 1e-6)
}

// In each falloff, within the inner radius and without, the energy of a body that falls through the
// middle and swings back stays bounded: the pull has a potential.
func TestFalloffsKeepEnergy(t *testing.T) {
	for falloff := area.InverseSquare; falloff <= area.Linear; falloff++ {
		w := newWorld(t, world.Config{Workers: 1, NoSleep: true})
		g := area.PointGravity{Strength: 10, Distance: 2, InnerRadius: 1.5, Falloff: falloff}
		addArea(t, w, world.AreaDef{Effects: []area.Effect{g}})
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{4, 0}, LinearVelocity: mgl64.Vec2{0, 1}}, shape.Circle{Radius: 0.1}, world.ColliderDef{})
		early, late := 0.0, 0.0
		for i := range 12000 {
			w.Tick()
			r := b.Position().Len()
			if i < 3000 {
				early = max(early, r)
			} else if i >= 9000 {
				late = max(late, r)
			}
		}
		require.InEpsilon(t, 4, early, 0.03, "%v", falloff)
		require.InEpsilon(t, early, late, 0.005, "%v", falloff)
	}
}

// Bodies that rain upon a round planet come to rest and sleep, whatever makes the gravity.
func TestBodiesSleepOnAPlanet(t *testing.T) {
	const surface, g = 10.0, 10.0
	pull := func(at mgl64.Vec2) mgl64.Vec2 { return at.Mul(-g * surface * surface / math.Pow(at.Len(), 3)) }
	field := func(p world.FieldPoint) mgl64.Vec2 { return pull(p.Position) }
	within := func(e area.Effect) func(*world.World) {
		return func(w *world.World) {
			addArea(t, w, world.AreaDef{Shape: shape.Circle{Radius: 40}, Effects: []area.Effect{e}})
		}
	}
	for name, c := range map[string]struct {
		prepare func(*world.World)
		before  func(*world.World)
		awake   bool
	}{
		"area":             {prepare: within(area.PointGravity{Strength: g, Distance: surface})},
		"field":            {prepare: within(world.AreaField{Acceleration: field})},
		"force of a field": {prepare: within(world.AreaField{Force: func(p world.FieldPoint) mgl64.Vec2 { return field(p).Mul(p.Mass) }})},
		"steady force": {before: func(w *world.World) {
			for b := range w.Bodies() {
				if b.Type() != body.Dynamic {
					continue
				}
				world.Check(b.ApplySteadyForceToCenter(pull(b.WorldCenter()).Mul(b.Mass())))
			}
		}},
		"force": {awake: true, before: func(w *world.World) {
			for b := range w.Bodies() {
				if b.Type() == body.Dynamic {
					world.Check(b.ApplyForceToCenter(pull(b.WorldCenter()).Mul(b.Mass())))
				}
			}
		}},
	} {
		w := newWorld(t, world.Config{Workers: 1, BeforeTick: c.before})
		addBody(t, w, body.Def{Type: body.Static}, shape.Circle{Radius: surface}, world.ColliderDef{Material: &shape.Material{Friction: 0.6}})
		if c.prepare != nil {
			c.prepare(w)
		}
		for i := range 60 {
			angle := float64(i) * 0.7
			at := mgl64.Vec2{math.Cos(angle), math.Sin(angle)}.Mul(12 + 0.2*float64(i))
			var s shape.Support = shape.Box(0.4, 0.3)
			if i%3 == 0 {
				s = shape.RegularPolygon(5, 0.4)
			}
			addBody(t, w, body.Def{Position: at, Angle: angle}, s, world.ColliderDef{Material: &shape.Material{Friction: 0.6}})
		}
		asleep := 0.0
		for w.Time() < 30 && asleep == 0 {
			if w.Tick(); w.Counters().Awake == 0 {
				asleep = w.Time()
			}
		}
		if c.awake {
			require.Zero(t, asleep, name)
			continue
		}
		t.Logf("%s: all asleep after %.1f s", name, asleep)
		require.NotZero(t, asleep, name)
		for b := range w.Bodies() {
			require.Less(t, b.Position().Len(), 15.0, name)
		}
		runSeconds(w, 2)
		require.Zero(t, w.Counters().Awake, name)
	}
}

// A tower under a heavy load stands on its own gravity as on the world's, to the bit, whatever
// gravity others have far away.
func TestLoadsGoByTheGravityOfEachBody(t *testing.T) {
	run := func(config mgl64.Vec2, prepare func(w *world.World)) (poses []float64) {
		w := newWorld(t, world.Config{Gravity: config, Workers: 1, NoSleep: true})
		addFloor(t, w, world.ColliderDef{})
		var boxes []world.Body
		for i := range 8 {
			density := 1.0
			if i == 7 {
				density = 100
			}
			boxes = append(boxes, addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.25 + 0.5*float64(i)}}, shape.Box(0.25, 0.25), world.ColliderDef{Density: density}))
		}
		prepare(w)
		runTicks(w, 300)
		for _, b := range boxes {
			p := b.Position()
			poses = append(poses, p[0], p[1], b.Angle())
		}
		return poses
	}
	gravity := mgl64.Vec2{0, -10}
	want := run(gravity, func(*world.World) {})
	require.InDelta(t, 0.25+3.5, want[7*3+1], 0.02)
	require.Equal(t, want, run(mgl64.Vec2{0, 0}, func(w *world.World) {
		addArea(t, w, world.AreaDef{Shape: shape.Box(9, 9), Effects: []area.Effect{area.Gravity{Acceleration: gravity}}})
		addBody(t, w, body.Def{Position: mgl64.Vec2{90, 1}, Gravity: mgl64.Vec2{0, -5000}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	}))
}

// A planet that is a dynamic body comes to rest with what has landed on it, keeps the momentum of
// all, and sleeps. When it is pushed, what sleeps above it without touching it wakes.
func TestDynamicPlanetSleeps(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	planet := addBody(t, w, body.Def{}, shape.Circle{Radius: 6}, world.ColliderDef{Density: 4})
	addArea(t, w, world.AreaDef{Body: planet, Shape: shape.Circle{Radius: 20}, Effects: []area.Effect{
		area.PointGravity{Strength: 10, Distance: 6, InnerRadius: 6}}})
	for i := range 40 {
		at := mgl64.Rotate2D(float64(i) * 2.4).Mul2x1(mgl64.Vec2{7.5 + 0.1*float64(i), 0})
		addBody(t, w, body.Def{Position: at, Angle: float64(i)}, shape.Box(0.35, 0.35), world.ColliderDef{Material: &shape.Material{Friction: 0.6, RollingResistance: 0.05}})
	}
	shelf := addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, 14}}, shape.Box(1, 0.1), world.ColliderDef{})
	above := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 14.5}, Weightless: true, Gravity: mgl64.Vec2{0, -1}}, shape.Box(0.4, 0.4), world.ColliderDef{})
	require.True(t, shelf.Valid())
	for w.Time() < 60 && w.Counters().Awake > 0 {
		w.Tick()
		p, mass := mgl64.Vec2{}, 0.0
		for b := range w.Bodies() {
			if b.Type() == body.Dynamic && b != above {
				p, mass = p.Add(b.LinearVelocity().Mul(b.Mass())), mass+b.Mass()
			}
		}
		require.InDelta(t, 0, p.Len()/mass, 0.01) // the planet may sleep before the first have landed, and is not pulled then
	}
	t.Logf("all asleep after %.1f s", w.Time())
	require.Zero(t, w.Counters().Awake)
	require.NoError(t, planet.SetLinearVelocity(mgl64.Vec2{0.5, 0}))
	require.False(t, above.Awake())
	runSeconds(w, 0.2)
	require.True(t, above.Awake())
}
