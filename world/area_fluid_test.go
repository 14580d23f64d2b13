package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/outline"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// addSea makes the world below y = 0 a fluid.
func addSea(t testing.TB, w *world.World, f area.Fluid) world.Area {
	if f.Surface == nil {
		f.Surface = []mgl64.Vec2{{0, 0}}
	}
	return world.Must(w.CreateArea(world.AreaDef{Effects: []area.Effect{f}}))
}

// A body that floats with a waterline of width b heaves with w^2 = density g b / mass, and keeps
// its energy.
func TestHeavePeriodAndEnergy(t *testing.T) {
	for name, c := range map[string]struct {
		shape         shape.Support
		density       float64
		rest          float64 // height of the centre
		width, period float64 // the deviation of the period that is allowed
	}{
		"box":        {shape.Box(0.5, 0.5), 0.5, 0, 1, 1e-3},
		"light box":  {shape.Box(0.5, 0.5), 0.1, 0.4, 1, 2e-3},
		"heavy box":  {shape.Box(1, 0.5), 0.9, -0.4, 2, 1e-3},
		"disc":       {shape.Circle{Radius: 0.5}, 0.5, 0, 1, 2e-3},
		"custom box": {customBox{0.5, 0.5}, 0.5, 0, 1, 1e-3},
		"overlaps":   {shape.Compound{Parts: []shape.Support{shape.OffsetBox(0.3, 0.5, mgl64.Vec2{-0.2, 0}, 0), shape.OffsetBox(0.35, 0.5, mgl64.Vec2{0.15, 0}, 0), shape.Circle{Radius: 0.5}}}, 0.5, 0, 1, 1e-3},
	} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true})
		addSea(t, w, area.Fluid{})
		const amplitude = 0.04
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, c.rest + amplitude}, LockRotation: true}, c.shape, world.ColliderDef{Density: c.density})
		stiffness := 10 * c.width
		energy := func() float64 {
			x := b.Position()[1] - c.rest
			return b.KineticEnergy() + stiffness*x*x/2
		}
		first, most, crossings := energy(), 0.0, 0
		last, at := amplitude, 0.0
		for i := range ticksIn(fluidSeconds) {
			w.Tick()
			x := b.Position()[1] - c.rest
			if last > 0 && x <= 0 {
				crossings++
				at = (float64(i) + last/(last-x)) * dt
			}
			last, most = x, max(most, energy()/first)
		}
		period := at / (float64(crossings) - 0.75)
		require.InEpsilon(t, 2*math.Pi/math.Sqrt(stiffness/b.MassData().Mass), period, c.period, name)
		// The energy swings with half the angle per tick, at most 0.17 here, and nothing adds up.
		require.Less(t, most, 1.03, name)
		peak := 0.0
		for range ticksIn(2) {
			w.Tick()
			peak = max(peak, math.Abs(b.Position()[1]-c.rest))
		}
		require.InDelta(t, amplitude, peak, 0.02*amplitude, name)
	}
}

// floatingHeight returns the height of the centre of mass at which a shape in an orientation
// displaces a fraction of its area.
func floatingHeight(s shape.Support, angle, fraction float64) float64 {
	mass := world.Must(shape.MassOf(s, 1))
	rot := geom.RotFromAngle(angle)
	pieces := outline.Append(nil, newConvex(s), geom.Transform{P: rot.Apply(mass.Center).Neg(), R: rot})
	lo, hi := -100.0, 100.0 // of the level relative to the centre
	for range 100 {
		level := (lo + hi) / 2
		wet := outline.Clip(nil, pieces, outline.Side{Point: geom.Vec2{Y: level}, Normal: geom.Vec2{Y: 1}})
		if outline.MomentsOf(wet, geom.Vec2{}).Area < fraction*mass.Mass {
			lo = level
		} else {
			hi = level
		}
	}
	return -lo
}

// Every shape comes to rest at the depth of Archimedes, and sleeps there.
func TestShapesFloatAtTheDepthOfArchimedes(t *testing.T) {
	for _, s := range allShapes() {
		c := newConvex(s)
		if area, _ := shape.AreaOf(s); area == 0 {
			continue
		}
		for _, density := range []float64{0.05, 0.3, 0.7, 0.95} {
			w := newGravityWorld(t)
			addSea(t, w, area.Fluid{LinearDrag: 3, QuadraticDrag: 1})
			b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.3}, Angle: 0.4, LockRotation: true, SleepSpeed: 1e-3}, s, world.ColliderDef{Density: density})
			runSeconds(w, 20)
			require.False(t, b.Awake(), "%#v", s)
			require.InDelta(t, floatingHeight(s, 0.4, density), b.WorldCenter()[1], 3e-3*c.BoundingRadius, "%#v %v", s, density)
		}
	}
	// Closed forms: a box by its height, a wedge of height 1 with its tip down by the root.
	require.InDelta(t, 0.5-0.3, floatingHeight(shape.Box(2, 0.5), 0, 0.3), 1e-9)
	wedge := shape.Triangle(mgl64.Vec2{0, 0}, mgl64.Vec2{1, 1}, mgl64.Vec2{-1, 1})
	require.InDelta(t, 2.0/3-math.Sqrt(0.3), floatingHeight(wedge, 0, 0.3), 1e-9)
}

// A compound under water that is as dense as the water stays where it is, in any pose, however its
// parts overlap. Round borders count as polygons, in the mass as in the lift.
func TestOverlapsOfACompoundDisplaceOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 4))
	place := func() mgl64.Vec2 { return mgl64.Vec2{r.Float64() - 0.5, r.Float64() - 0.5} }
	size := func() float64 { return 0.1 + 0.6*r.Float64() }
	overlapping := 0
	for i := range 200 {
		var c shape.Compound
		for range 2 + r.IntN(4) {
			c.Parts = append(c.Parts, shape.OffsetBox(size(), size(), place(), 6*r.Float64()))
		}
		accuracy := 1e-5
		if i%2 == 1 {
			accuracy = 3e-3
			c.Parts = append(c.Parts, shape.Circle{Center: place(), Radius: size()}, shape.Capsule{A: place(), B: place(), Radius: size()})
		}
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true})
		addSea(t, w, area.Fluid{})
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, -9}, Angle: 6 * r.Float64()}, c, world.ColliderDef{})
		alone := 0.0
		for _, part := range c.Parts {
			alone += world.Must(shape.MassOf(part, 1)).Mass
		}
		if alone > 1.1*b.MassData().Mass {
			overlapping++
		}
		w.Tick()
		require.InDelta(t, 0, b.LinearVelocity().Len(), accuracy*10*dt, "compound %d: %#v", i, c)
		require.InDelta(t, 0, b.AngularVelocity(), 10*accuracy*10*dt, "compound %d: %#v", i, c)
	}
	require.Greater(t, overlapping, 100)
}

// A log that falls in askew comes to float level, and sleeps. What changes the water wakes it.
func TestLogFloatsLevelAndSleeps(t *testing.T) {
	w := newGravityWorld(t)
	sea := addSea(t, w, area.Fluid{LinearDrag: 1, QuadraticDrag: 1})
	log := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 2}, Angle: 0.9, SleepSpeed: 1e-3}, shape.RoundedBox(1.3, 0.05, 0.2), world.ColliderDef{Density: 0.6})
	runSeconds(w, 60)
	require.False(t, log.Awake())
	require.InDelta(t, 0, log.Angle(), 2e-3)
	require.InDelta(t, floatingHeight(shape.RoundedBox(1.3, 0.05, 0.2), 0, 0.6), log.Position()[1], 1e-3)

	for name, change := range map[string]func() error{
		"surface": func() error { return sea.SetSurface([]mgl64.Vec2{{0, 0.1}}) },
		"effects": func() error {
			return sea.SetEffects(area.Fluid{Density: 0.9, LinearDrag: 1, QuadraticDrag: 1, Surface: sea.Surface()})
		},
		"gravity": func() error { return w.SetGravity(mgl64.Vec2{0, -9 - w.Time()/100}) },
	} {
		runSeconds(w, 30)
		require.False(t, log.Awake(), name)
		require.NoError(t, change())
		require.True(t, log.Awake(), name)
	}
	runSeconds(w, 30)
	require.False(t, log.Awake())
	require.NoError(t, sea.SetSurface([]mgl64.Vec2{{0, 0.1}}), "as it is")
	require.False(t, log.Awake())
	require.NoError(t, sea.Destroy())
	require.True(t, log.Awake())
	runSeconds(w, 3)
	require.Less(t, log.Position()[1], -20.0)
}

// A hull with ballast rights itself from 80 degrees, and one with its weight on top turns over.
func TestBoatRightsItself(t *testing.T) {
	sail := func(ballast float64) float64 {
		w := newGravityWorld(t)
		addSea(t, w, area.Fluid{LinearDrag: 0.5, QuadraticDrag: 1})
		hull := shape.HalfEllipse{RX: 1.5, RY: 0.7, Angle: math.Pi}
		boat := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}, Angle: 80 * math.Pi / 180}, hull, world.ColliderDef{Density: 0.2})
		world.Must(boat.Attach(shape.OffsetBox(0.4, 0.05, mgl64.Vec2{0, ballast}, 0), world.ColliderDef{Density: 6}))
		runSeconds(w, 40)
		return math.Abs(boat.Angle())
	}
	require.Less(t, sail(-0.6), 0.01)
	require.Greater(t, sail(1.6), 1.5)
}

// Moving water carries a log along, and it turns with water on a turning body.
func TestFlowCarries(t *testing.T) {
	w := newGravityWorld(t)
	addSea(t, w, area.Fluid{Flow: mgl64.Vec2{2, 0}, LinearDrag: 1})
	log := addBody(t, w, body.Def{}, shape.Box(1, 0.2), world.ColliderDef{Density: 0.5})
	runSeconds(w, 20)
	require.InDelta(t, 2, log.LinearVelocity()[0], 1e-3)
	require.True(t, log.Awake())

	w = newWorld(t, world.Config{})
	drum := addBody(t, w, body.Def{Type: body.Kinematic, AngularVelocity: 1}, shape.Circle{Radius: 0.1}, world.ColliderDef{Sensor: true})
	world.Must(w.CreateArea(world.AreaDef{Shape: shape.Circle{Radius: 5}, Body: drum, Effects: []area.Effect{area.Fluid{LinearDrag: 50}}}))
	chip := addBody(t, w, body.Def{Position: mgl64.Vec2{1, 0}, LinearVelocity: mgl64.Vec2{0, 1}}, shape.Circle{Radius: 0.1}, world.ColliderDef{})
	runSeconds(w, 1)
	require.InDelta(t, 1, chip.LinearVelocity().Len(), 0.1)
	require.InDelta(t, 1, chip.AngularVelocity(), 0.01)
}

// A disc of the fluid's density, wholly in it, loses speed and spin at the rate of the linear drag.
// A drag that is far too strong for the timestep stops it and never turns it round.
func TestLinearDragIsARate(t *testing.T) {
	for _, rate := range []float64{0.1, 1, 10, 29, 31, 100, 1e4, 1e9} {
		w := newWorld(t, world.Config{NoSleep: true})
		addSea(t, w, area.Fluid{LinearDrag: rate})
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, -50}, LinearVelocity: mgl64.Vec2{3, -2}, AngularVelocity: 4}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
		speed := 3.0
		for i := range 60 {
			w.Tick()
			v := b.LinearVelocity()[0]
			require.Greater(t, v, -1e-6, "rate %v: float32", rate)
			require.Less(t, v, speed+1e-6, "rate %v", rate)
			speed = v
			if i == 59 && rate <= 1 {
				require.InEpsilon(t, 3*math.Exp(-rate), v, 0.01*rate)
				require.InEpsilon(t, 4*math.Exp(-rate), b.AngularVelocity(), 0.01*rate)
			}
		}
	}
}

// Buoyancy less weight balances the quadratic drag at sqrt(2 (density of the fluid - own) area g /
// (density of the fluid times coefficient times width)).
func TestTerminalSpeedInAFluid(t *testing.T) {
	for name, c := range map[string]struct {
		shape       shape.Support
		width, area float64
	}{
		"disc":  {shape.Circle{Radius: 0.5}, 1, math.Pi / 4},
		"box":   {shape.Box(1, 0.25), 2, 1},
		"plate": {shape.Box(0.1, 1), 0.2, 0.4},
	} {
		for _, density := range []float64{0.01, 0.5, 4} {
			w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true})
			addSea(t, w, area.Fluid{QuadraticDrag: 1.5, Surface: []mgl64.Vec2{{0, 1e4}}})
			b := addBody(t, w, body.Def{LockRotation: true}, c.shape, world.ColliderDef{Density: density})
			runSeconds(w, 20)
			want := math.Sqrt(2 * math.Abs(1-density) * c.area * 10 / (1.5 * c.width))
			require.InEpsilon(t, want, b.LinearVelocity().Len(), 1e-3, "%s %v", name, density)
			require.Equal(t, density < 1, b.LinearVelocity()[1] > 0)
		}
	}
}

// A body that the fluid throws out without drag never has more energy than at the start, also when
// it is a thousand times lighter. With drag it comes to rest, at any drag and any timestep.
func TestLightBodiesDoNotGainEnergy(t *testing.T) {
	for _, ratio := range []float64{2, 10, 100, 1000} {
		for _, drag := range []float64{0, 0.1, 10, 1000} {
			w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true})
			addSea(t, w, area.Fluid{Density: 0.01 * ratio, LinearDrag: drag, QuadraticDrag: drag})
			b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, -3}, Angle: 0.3}, shape.Box(0.5, 0.25), world.ColliderDef{Density: 0.01})
			const weight = 0.5 * 0.01 * 10
			first := weight * (3*ratio - 3)
			for range ticksIn(40) {
				w.Tick()
				y := b.Position()[1]
				if math.Abs(y) < 0.6 {
					continue // cut by the surface
				}
				energy := b.KineticEnergy() + weight*(y+ratio*max(-y, 0))
				require.Less(t, energy, 1.01*first, "ratio %v drag %v", ratio, drag)
			}
			if drag > 1 {
				require.InDelta(t, 0, b.LinearVelocity().Len(), 0.05, "ratio %v drag %v", ratio, drag)
			}
		}
	}
}

// Light pontoons bear a deck at the depth of Archimedes, whether they are welded to the deck or the
// deck lies on them: drag and stiffness do not resist a rise that the deck prevents.
func TestLightPontoonsBearTheirDeck(t *testing.T) {
	const water, depth = 1000.0, 0.6
	for _, rate := range []float64{30, 60, 120} {
		for _, density := range []float64{1, 10, 30} {
			for _, welded := range []bool{true, false} {
				w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Timestep: 1 / rate, NoSleep: true})
				addSea(t, w, area.Fluid{Density: water, LinearDrag: 5})
				deck := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.1}}, shape.Box(2, 0.1), world.ColliderDef{Mass: 2 * (water*depth - density)})
				var pontoon world.Body
				if welded {
					for _, x := range []float64{-1.5, 1.5} {
						pontoon = addBody(t, w, body.Def{Position: mgl64.Vec2{x, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{Density: density})
						world.Must(w.CreateWeld(deck, pontoon, joint.Weld{LocalAnchorA: mgl64.Vec2{x, -0.1}, LocalAnchorB: mgl64.Vec2{0, 0.5}}))
					}
				} else {
					pontoon = addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}, LockRotation: true}, shape.Box(1, 0.5), world.ColliderDef{Density: density})
				}
				runTicks(w, int(10*rate))
				require.InDelta(t, 0.5-depth, pontoon.Position()[1], 0.005, "%v Hz, %v kg/m^2, welded %v", rate, density, welded)
			}
		}
	}
}

// A rope that holds a ball under water bears its whole buoyancy, however light the ball is.
func TestRopeBearsTheBuoyancyOfABall(t *testing.T) {
	for _, rate := range []float64{30, 60, 120} {
		for _, drag := range []float64{0, 1, 5} {
			for _, density := range []float64{0.5, 0.1, 0.01, 0.001} {
				w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Timestep: 1 / rate, NoSleep: true})
				addSea(t, w, area.Fluid{LinearDrag: drag, Surface: []mgl64.Vec2{{0, 50}}})
				ball := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 5}}, shape.Circle{Radius: 0.5}, world.ColliderDef{Density: density})
				rope := world.Must(w.CreateDistance(w.Ground(), ball, joint.Distance{Length: 5}))
				mean := 0.0
				for i := range int(4 * rate) {
					w.Tick()
					if float64(i) >= 3*rate {
						mean += rope.Force().Len() / rate
					}
				}
				require.InEpsilon(t, math.Pi/4*(1-density)*10, mean, 1e-3, "%v Hz, drag %v, density %v", rate, drag, density)
			}
		}
	}
}

// On a slope of the surface the depth is that at the place, and a wave lifts what floats.
func TestHeightLine(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true})
	sea := addSea(t, w, area.Fluid{LinearDrag: 5, Surface: []mgl64.Vec2{{-10, 0}, {10, 5}}})
	left := addBody(t, w, body.Def{Position: mgl64.Vec2{-20, 0}}, shape.Box(0.5, 0.2), world.ColliderDef{Density: 0.5})
	middle := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 2}, LockRotation: true}, shape.Box(0.5, 0.2), world.ColliderDef{Density: 0.5})
	right := addBody(t, w, body.Def{Position: mgl64.Vec2{20, 5}}, shape.Box(0.5, 0.2), world.ColliderDef{Density: 0.5})
	runSeconds(w, 20)
	require.InDelta(t, 0, left.Position()[1], 1e-3)
	require.InDelta(t, 2.5, middle.Position()[1], 1e-3)
	require.InDelta(t, 5, right.Position()[1], 1e-3)

	points := make([]mgl64.Vec2, 41)
	low, high := 1.0, -1.0
	for i := range ticksIn(20) {
		for k := range points {
			x := float64(k) - 20
			points[k] = mgl64.Vec2{x, 0.5 * math.Sin(0.3*x-float64(i)*dt)}
		}
		require.NoError(t, sea.SetSurface(points))
		w.Tick()
		if i > ticksIn(10) {
			low, high = min(low, middle.Position()[1]), max(high, middle.Position()[1])
		}
	}
	require.Equal(t, points, sea.Surface())
	require.InDelta(t, 1, high-low, 0.15, "slow waves lift by their height")
}

// The border of an area bounds its fluid: a pool on a slope of the world, and the sea of a round
// planet, on which a box floats level anywhere.
func TestBorderIsTheSurface(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}})
	world.Must(w.CreateArea(world.AreaDef{
		Shape: shape.Box(3, 1), Position: mgl64.Vec2{5, 4}, Effects: []area.Effect{area.Fluid{LinearDrag: 3}},
	}))
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{5, 5}}, shape.Box(0.5, 0.2), world.ColliderDef{Density: 0.25})
	runSeconds(w, 20)
	require.InDelta(t, 5+0.2-0.1, b.Position()[1], 2e-3)

	w = newWorld(t, world.Config{})
	world.Must(w.CreateArea(world.AreaDef{Shape: shape.Circle{Radius: 40}, Effects: []area.Effect{
		area.Fluid{LinearDrag: 3, QuadraticDrag: 1},
	}}))
	world.Must(w.CreateArea(world.AreaDef{Shape: shape.Circle{Radius: 80}, Effects: []area.Effect{
		area.PointGravity{Strength: 10, Distance: 40},
	}}))
	for _, angle := range []float64{0, 1, 2.5, 4} {
		out := geom.RotFromAngle(angle)
		b := addBody(t, w, body.Def{Position: out.X().Mul(41).Mgl(), Angle: angle + 0.3}, shape.Box(0.2, 0.6), world.ColliderDef{Density: 0.5})
		runSeconds(w, 30)
		require.False(t, b.Awake())
		require.InDelta(t, 40, geom.From(b.Position()).Length(), 0.01)
		require.InDelta(t, 0, out.X().Sub(geom.From(b.Position()).Mul(1.0/40)).Length(), 0.02)
		require.InDelta(t, 0, math.Sin(b.Angle()-angle), 0.01)
	}
}

func TestFluidsAddUpAndReplace(t *testing.T) {
	at := func(replace bool) float64 {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}})
		addSea(t, w, area.Fluid{Density: 0.3, LinearDrag: 3})
		_, err := w.CreateArea(world.AreaDef{Priority: 1, Effects: []area.Effect{
			area.Fluid{Density: 0.5, LinearDrag: 3, Surface: []mgl64.Vec2{{}}, Replace: replace},
		}})
		require.NoError(t, err)
		b := addBody(t, w, body.Def{SleepSpeed: 1e-3}, shape.Box(1, 0.5), world.ColliderDef{Density: 0.4})
		runSeconds(w, 20)
		return 0.5 - b.Position()[1]
	}
	require.InDelta(t, 0.4/0.8, at(false), 2e-3)
	require.InDelta(t, 0.4/0.5, at(true), 2e-3)
}

func TestFluidIsReadBackAndChecked(t *testing.T) {
	w := newWorld(t, world.Config{})
	f := area.Fluid{Density: 2, Flow: mgl64.Vec2{1, 2}, LinearDrag: 3, QuadraticDrag: 4, Surface: []mgl64.Vec2{{0, 1}, {2, 3}}, Replace: true}
	a := world.Must(w.CreateArea(world.AreaDef{Effects: []area.Effect{area.Wind{}, f}}))
	require.Equal(t, []area.Effect{area.Wind{Density: 1, Drag: 1}, f}, a.Def().Effects)
	f.Surface[0][1] = 9
	require.Equal(t, []mgl64.Vec2{{0, 1}, {2, 3}}, a.Surface(), "the area's own")
	a.Surface()[0][1] = 9
	a.Def().Effects[1].(area.Fluid).Surface[0][1] = 9
	require.NoError(t, a.SetSurface(a.Surface()))
	require.Equal(t, []mgl64.Vec2{{0, 1}, {2, 3}}, a.Surface())
	require.NoError(t, a.SetSurface(nil))
	require.Empty(t, a.Surface())

	for want, effects := range map[string][]area.Effect{
		"Effects[0].Density: -1 must not be negative":                                {area.Fluid{Density: -1}},
		"Effects[0].LinearDrag: NaN must be finite":                                  {area.Fluid{LinearDrag: nan}},
		"Effects[0].QuadraticDrag: 1e+10 is out of range":                            {area.Fluid{QuadraticDrag: 1e10}},
		"Effects[0].Flow: {NaN 0} must be finite":                                    {area.Fluid{Flow: mgl64.Vec2{nan}}},
		"Effects[0].Flow: {1e+10 0} is out of range":                                 {area.Fluid{Flow: mgl64.Vec2{1e10}}},
		"Effects[0].Surface[1]: {0 2} does not lie to the right of the point before": {area.Fluid{Surface: []mgl64.Vec2{{0, 1}, {0, 2}}}},
		"Effects[0].Surface[0]: {0 +Inf} must be finite":                             {area.Fluid{Surface: []mgl64.Vec2{{0, math.Inf(1)}}}},
		"Effects[1]: area.Fluid is a second fluid":                                   {area.Fluid{}, area.Fluid{}},
		"Effects[0].Velocity: {0 NaN} must be finite":                                {area.Wind{Velocity: mgl64.Vec2{0, nan}}},
		"Effects[0].Lift: -1 must not be negative":                                   {area.Wind{Lift: -1}},
		"Effects[0].Drag: +Inf must be finite":                                       {area.Wind{Drag: math.Inf(1)}},
	} {
		_, err := w.CreateArea(world.AreaDef{Effects: effects})
		require.EqualError(t, err, want)
		require.EqualError(t, a.SetEffects(effects...), want)
	}
	require.EqualError(t, a.SetSurface([]mgl64.Vec2{{1, 0}, {0, 0}}), "Surface[1]: {0 0} does not lie to the right of the point before")
	dry := world.Must(w.CreateArea(world.AreaDef{}))
	require.ErrorIs(t, dry.SetSurface(nil), world.ErrNoFluid)
}
