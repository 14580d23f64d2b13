package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Bodies of a metre that slide or roll at 2 to 9 m/s into a wall, and discs that fly at up to 20
// m/s onto a floor, are too slow to pass through anything. But their boxes may not have met the
// wall when the tick began: one slide of seventeen ended 1 to 11 cm deep in it. A disc that spun
// ended up to 16 cm deep in the floor.
func TestSlowBodiesDoNotEnterWhatTheyHadNotMet(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	for i := range 600 {
		size := 0.2 + 0.8*random.Float64()
		forms := []shape.Support{
			shape.Box(size, size), shape.Circle{Radius: size}, shape.RegularPolygon(3, size), shape.RegularPolygon(5, size), shape.RegularPolygon(6, size),
			shape.Capsule{A: mgl64.Vec2{-size, 0}, B: mgl64.Vec2{size, 0}, Radius: size / 3}, shape.Ellipse{RX: size, RY: size / 2},
		}
		w := newWorld(t, world.Config{Workers: 1})
		addBody(t, w, body.Def{Type: body.Static}, shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{})
		def, form, wall := body.Def{Position: mgl64.Vec2{0, 1.05 * size}}, forms[i%len(forms)], math.Inf(1)
		if i < 400 {
			def.LinearVelocity = mgl64.Vec2{2 + 7*random.Float64(), 0}
			wall = 1.5*size + 2*random.Float64()
			addBody(t, w, body.Def{Type: body.Static}, shape.OffsetBox(1, 10, mgl64.Vec2{wall + 1, 0}, 0), world.ColliderDef{})
		} else {
			form = shape.Circle{Radius: size}
			def.Position[1] += 3 * random.Float64()
			def.LinearVelocity = mgl64.Vec2{6 * random.NormFloat64(), -15 * random.Float64()}
			def.AngularVelocity = 15 * random.NormFloat64()
		}
		b, deepest := addBody(t, w, def, form, world.ColliderDef{}), 0.0
		outline := shape.Outline(form, 0)
		for range 60 {
			w.Tick()
			for _, p := range outline {
				p = b.WorldPoint(p)
				deepest = max(deepest, -p[1], p[0]-wall)
			}
		}
		require.Less(t, deepest, 0.01, "case %d: %T of %v m", i, form, size)
		w.Close()
	}
}

// Polygons that roll over the edge from one corner to the next. The next corner may be farther from
// the floor than contacts reach when the tick begins and deep in it at its end. One of nine ended 2
// to 15 cm deep.
func TestRollingPolygonsDoNotEnterTheFloor(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 2))
	for i := range 400 {
		size, n := 0.3+0.7*random.Float64(), 3+i%4
		form := shape.RegularPolygon(n, size)
		w := newWorld(t, world.Config{Workers: 1})
		addBody(t, w, body.Def{Type: body.Static}, shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{})
		spin := -(4 + 8*random.Float64())
		def := body.Def{Angle: 0.02 + 0.2*random.Float64(), AngularVelocity: spin}
		outline := shape.Outline(form, 0)
		lowest := mgl64.Vec2{0, math.Inf(1)}
		for _, p := range outline {
			if p = mgl64.Rotate2D(def.Angle).Mul2x1(p); p[1] < lowest[1] {
				lowest = p
			}
		}
		def.Position = mgl64.Vec2{0, 0.002*random.Float64() - lowest[1]}
		def.LinearVelocity = mgl64.Vec2{spin * lowest[1], -spin * lowest[0]} // the corner is at rest
		b, deepest := addBody(t, w, def, form, world.ColliderDef{}), 0.0
		for range 20 {
			w.Tick()
			for _, p := range outline {
				deepest = max(deepest, -b.WorldPoint(p)[1])
			}
		}
		require.Less(t, deepest, 0.02, "case %d: %d corners, %v m", i, n, size)
		w.Close()
	}
}
