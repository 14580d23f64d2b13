package world_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Balls that bounce for ever in a box keep their energy, if slow impacts bounce too.
func TestLongElasticGasKeepsEnergy(t *testing.T) {
	w := newRecordedWorld(t, world.Config{Workers: 1, RestitutionThreshold: 0.01})
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

// The energy of a heap never grows beyond its start: contacts that push overlap out give
// back less than a hundredth of the energy of the fall, or little more where all bounce for ever.
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
			for range ticksIn(long.Pick(15.0, 60.0)) {
				w.Tick()
				now := totalEnergy(w)
				growth = max(growth, now-minEnergy)
				minEnergy = min(minEnergy, now)
			}
			t.Logf("grows at most by %.4f of the fall, %.4f left, %d awake", growth/(start-lowestEnergy), (minEnergy-lowestEnergy)/(start-lowestEnergy), w.Counters().Awake)
			bound := 0.01
			if e == 1 {
				bound = 0.015
			}
			require.Less(t, growth, bound*(start-lowestEnergy))
			if e <= 0.6 {
				require.Zero(t, w.Counters().Awake, "asleep")
			}
		})
	}
}

// Stacks that may not sleep stay where they are.
func TestLongRestingStacksDoNotDrift(t *testing.T) {
	restSeconds := long.Pick(30.0, 600.0)
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

// A stack rides on a platform that moves to and fro without slipping: the platform
// accelerates by at most 1.58 m/s^2, a quarter of the limit at friction 0.6.
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
