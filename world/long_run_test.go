package world_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// totalEnergy returns kinetic and potential energy of all dynamic bodies, J.
func totalEnergy(w *world.World) float64 {
	e := 0.0
	g := w.Gravity()
	for b := range w.Bodies() {
		if b.Type() == body.Dynamic {
			e += b.KineticEnergy() - b.Mass()*b.WorldCenter().Dot(g)
		}
	}
	return e
}

// addWalls puts four walls around a square of the given half size.
func addWalls(t testing.TB, w *world.World, half float64, c world.ColliderDef) {
	frame, err := w.CreateBody(body.Def{Type: body.Static})
	require.NoError(t, err)
	for _, at := range []mgl64.Vec2{{half + 1, 0}, {-half - 1, 0}, {0, half + 1}, {0, -half - 1}} {
		hx, hy := half+2, 1.0
		if at[0] != 0 {
			hx, hy = hy, hx
		}
		_, err := frame.Attach(shape.OffsetBox(hx, hy, at, 0), c)
		require.NoError(t, err)
	}
}

// Balls that bounce for ever in a box keep their energy, if slow impacts bounce too.
func TestLongElasticGasKeepsEnergy(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1, RestitutionThreshold: 0.01})
	elastic := world.ColliderDef{Material: &shape.Material{Restitution: 1}}
	addWalls(t, w, 5, elastic)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 36 {
		at := mgl64.Vec2{1.6*float64(i%6) - 4, 1.6*float64(i/6) - 4}
		v := mgl64.Vec2{6 * r.NormFloat64(), 6 * r.NormFloat64()}
		addBody(t, w, body.Def{Position: at, LinearVelocity: v}, shape.Circle{Radius: 0.2 + 0.2*r.Float64()}, elastic)
	}
	start := totalEnergy(w)
	minRatio, maxRatio := 1.0, 1.0
	for range ticksIn(60) {
		w.Tick()
		now := totalEnergy(w) / start
		minRatio, maxRatio = min(minRatio, now), max(maxRatio, now)
	}
	t.Logf("energy between %.4f and %.4f of the start", minRatio, maxRatio)
	require.Greater(t, minRatio, 0.98)
	require.Less(t, maxRatio, 1.02)
}

func ticksIn(x float64) int { return int(math.Round(x / dt)) }

// mixedStacks returns one of seven shapes of about half a metre.
func randomShape(r *rand.Rand) shape.Support {
	size := 0.2 + 0.3*r.Float64()
	switch r.IntN(7) {
	case 0:
		return shape.Circle{Radius: size}
	case 1:
		return shape.Box(size, 0.5*size)
	case 2:
		return shape.Capsule{A: mgl64.Vec2{-size, 0}, B: mgl64.Vec2{size, 0}, Radius: 0.5 * size}
	case 3:
		return shape.RegularPolygon(3+r.IntN(5), size)
	case 4:
		return shape.Ellipse{RX: size, RY: 0.6 * size}
	case 5:
		return shape.RoundedBox(0.7*size, 0.4*size, 0.2*size)
	default:
		return shape.HalfEllipse{RX: size, RY: size}
	}
}

// heap drops mixed shapes into a room.
func addHeap(t testing.TB, w *world.World, count int, restitution float64, seed uint64) {
	c := world.ColliderDef{Material: &shape.Material{Friction: 0.5, Restitution: restitution, RollingResistance: 0.05}}
	addWalls(t, w, 5, c)
	r := rand.New(rand.NewPCG(seed, 7))
	for i := range count {
		at := mgl64.Vec2{1.2*float64(i%8) - 4.2 + 0.1*r.Float64(), 1.2*float64(i/8) - 4}
		addBody(t, w, body.Def{Position: at, Angle: 6 * r.Float64(), AngularVelocity: r.NormFloat64()}, randomShape(r), c)
	}
}

// The energy of a heap never grows above what it was: what contacts give back
// when they push overlap out stays below a hundredth of what the fall brought.
func TestLongHeapsNeverGainEnergy(t *testing.T) {
	for _, e := range []float64{0, 0.3, 0.6, 0.9, 1} {
		t.Run(fmt.Sprint(e), func(t *testing.T) {
			w := newGravityWorld(t)
			addHeap(t, w, 40, e, 3)
			start := totalEnergy(w)
			lowestEnergy := 0.0
			for b := range w.Bodies() {
				lowestEnergy -= 50 * b.Mass() // as if all lay on the floor
			}
			minEnergy, growth := start, 0.0
			for range ticksIn(heapSeconds) {
				w.Tick()
				now := totalEnergy(w)
				growth = max(growth, now-minEnergy)
				minEnergy = min(minEnergy, now)
			}
			t.Logf("grows at most by %.4f of the fall, %.4f left, %d awake", growth/(start-lowestEnergy), (minEnergy-lowestEnergy)/(start-lowestEnergy), w.Counters().Awake)
			require.Less(t, growth, 0.01*(start-lowestEnergy))
			if e <= 0.6 {
				require.Zero(t, w.Counters().Awake, "asleep")
			}
		})
	}
}

// Stacks that may not sleep stay where they are.
func TestLongRestingStacksDoNotDrift(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true})
	s := addPyramid(t, w, 5)
	for i := range 8 {
		s.add(t, w, mgl64.Vec2{10, float64(i) + 0.5}, shape.Box(0.5, 0.5), world.ColliderDef{})
	}
	s.add(t, w, mgl64.Vec2{15, 0.5}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	s.add(t, w, mgl64.Vec2{17, 0.25}, shape.Capsule{A: mgl64.Vec2{-0.5, 0}, B: mgl64.Vec2{0.5, 0}, Radius: 0.25}, world.ColliderDef{})
	s.add(t, w, mgl64.Vec2{20, 0.4}, shape.Ellipse{RX: 0.6, RY: 0.4}, world.ColliderDef{})
	slope := addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{-20, 0}, Angle: 0.3}, shape.Box(5, 0.5), world.ColliderDef{})
	s.add(t, w, slope.WorldPoint(mgl64.Vec2{0, 0.8}), shape.OffsetBox(0.3, 0.3, mgl64.Vec2{}, 0.3), world.ColliderDef{})
	s.add(t, w, slope.WorldPoint(mgl64.Vec2{0, 1.4}), shape.OffsetBox(0.3, 0.3, mgl64.Vec2{}, 0.3), world.ColliderDef{})
	runSeconds(w, 30)
	for i, b := range s.boxes {
		s.start[i] = b.Position()
	}
	runSeconds(w, restSeconds)
	worst, worstIndex := 0.0, 0
	for i, b := range s.boxes {
		if d := b.Position().Sub(s.start[i]).Len(); d > worst {
			worst, worstIndex = d, i
		}
	}
	t.Logf("after %v s the worst body, %d of %d, has drifted %.4f mm", restSeconds, worstIndex, len(s.boxes), 1000*worst)
	require.Less(t, worst, 1e-4)
}

// A stack rides on a platform that moves to and fro without slipping: it speeds
// up by at most 1.58 m/s^2, a quarter of what friction 0.6 bears.
func TestLongRideOnAPlatform(t *testing.T) {
	w := newGravityWorld(t)
	platform := addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, -0.5}}, shape.Box(3, 0.5), world.ColliderDef{})
	s := &boxStack{}
	for i := range 4 {
		s.add(t, w, mgl64.Vec2{0, float64(i) + 0.5}, shape.Box(0.5, 0.5), world.ColliderDef{})
	}
	s.add(t, w, mgl64.Vec2{-2, 0.5}, shape.Box(0.5, 0.5), world.ColliderDef{Density: 20})
	maxSlip, speed := 0.0, 0.0
	for tick := range ticksIn(40) {
		x := float64(tick) * dt
		require.NoError(t, platform.SetLinearVelocity(mgl64.Vec2{2 * math.Sin(math.Pi/4*x), 0.5 * math.Sin(x)}))
		w.Tick()
		speed = max(speed, s.boxes[3].LinearVelocity().Len())
		for i, b := range s.boxes {
			maxSlip = max(maxSlip, math.Abs(b.Position()[0]-platform.Position()[0]-s.start[i][0]))
		}
	}
	t.Logf("slips %.2f mm at a speed of up to %.2f m/s", 1000*maxSlip, speed)
	require.Greater(t, speed, 1.9)
	require.Less(t, maxSlip, 0.02)
}
