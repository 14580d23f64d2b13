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

// Seams of the ground do not push, but its walls still do: a shape that slides over tiles
// into a wall of tiles stops at it, at its old height.
func TestTileWallStopsSlidingShape(t *testing.T) {
	for _, s := range slidingShapes() {
		for _, speed := range []float64{0.5, 4, 20} {
			w := newGravityWorld(t)
			for x := range 12 {
				addTile(t, w, float64(x), -1, frictionless())
			}
			for y := range 4 {
				addTile(t, w, 10, float64(y), frictionless())
			}
			b := addBody(t, w, body.Def{Position: mgl64.Vec2{8.5, s.height}, LinearVelocity: mgl64.Vec2{speed, 0}}, s.shape, frictionless())
			runSeconds(w, 3)
			frontX := 0.0
			for c := range b.Colliders() {
				_, high := c.Bounds()
				frontX = high[0]
			}
			require.Less(t, frontX, 10.02, "%s at %v m/s", s.name, speed)
			require.Greater(t, frontX, 9.5, "%s at %v m/s", s.name, speed)
			require.InDelta(t, s.height, b.Position()[1], 0.15, "%s at %v m/s", s.name, speed)
		}
	}
}

// A ramp that grows out of the floor is a hollow corner, where both push: a box
// slides up as high as its speed takes it.
func TestRampAtFloorIsClimbed(t *testing.T) {
	for _, angle := range []float64{2, 10, 30} {
		w := newGravityWorld(t)
		for x := range 20 {
			addTile(t, w, float64(x)-20, -1, frictionless())
		}
		sin, cos := math.Sincos(degToRad(angle))
		// The upper left corner of the ramp's box lies 1 m before and below the origin.
		halfLength := 30.0
		center := mgl64.Vec2{-cos, -sin}.Add(mgl64.Vec2{cos*halfLength + sin*0.5, sin*halfLength - cos*0.5})
		addBody(t, w, body.Def{Type: body.Static, Position: center, Angle: degToRad(angle)}, shape.Box(halfLength, 0.5), frictionless())
		// A ball loses the part of its speed that leads into the ramp, and rises with the
		// rest.
		const r, speed = 0.3, 4.0
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{-4, r}, LinearVelocity: mgl64.Vec2{speed, 0}}, shape.Circle{Radius: r}, frictionless())
		lowest, highest := r, 0.0
		for b.Position()[0] > -5 && w.Time() < 12 {
			w.Tick()
			lowest, highest = min(lowest, b.Position()[1]), max(highest, b.Position()[1])
		}
		want := r + speed*speed*cos*cos/20
		t.Logf("%v degrees: rises to %.3f m of %.3f m, sinks to %.4f m", angle, highest, want, lowest)
		require.InDelta(t, want, highest, 0.03*want)
		require.Greater(t, lowest, r-0.01)
	}
}

// A pit of tiles holds a heap as well as a pit of four walls does: no body sinks into a
// seam or gets through one.
func TestTilePitHoldsHeap(t *testing.T) {
	w := newRecordedWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
	rough := world.ColliderDef{Material: &shape.Material{Friction: 0.5, RollingResistance: 0.05}}
	for x := range 10 {
		addTile(t, w, float64(x)-5, -1, rough)
	}
	for y := range 8 {
		addTile(t, w, -6, float64(y)-1, rough)
		addTile(t, w, 5, float64(y)-1, rough)
	}
	r := rand.New(rand.NewPCG(11, 12))
	var bodies []world.Body
	for i := range 60 {
		at := mgl64.Vec2{1.2*float64(i%8) - 4.2, 0.7 + 1.1*float64(i/8)}
		bodies = append(bodies, addBody(t, w, body.Def{Position: at, Angle: 6 * r.Float64(), LinearVelocity: mgl64.Vec2{2 * r.NormFloat64(), -3}}, randomShape(r), rough))
	}
	maxDepth := 0.0
	for tick := range ticksIn(15) {
		w.Tick()
		if tick > 300 {
			maxDepth = max(maxDepth, maxPenetration(w))
		}
	}
	for _, b := range bodies {
		p := b.Position()
		require.Greater(t, p[1], 0.05)
		require.Less(t, math.Abs(p[0]), 5.005)
	}
	t.Logf("deepest contact %.2f mm, %d awake", 1000*maxDepth, w.Counters().Awake)
	require.Less(t, maxDepth, 0.02)
	require.Zero(t, w.Counters().Awake)
}

type slidingShape struct {
	name   string
	shape  shape.Support
	height float64
}

func slidingShapes() []slidingShape {
	return []slidingShape{
		{"box", shape.Box(0.5, 0.5), 0.5},
		{"rounded", shape.RoundedBox(0.4, 0.4, 0.1), 0.5},
		{"capsule", shape.Capsule{A: mgl64.Vec2{-0.5, 0}, B: mgl64.Vec2{0.5, 0}, Radius: 0.25}, 0.25},
		{"circle", shape.Circle{Radius: 0.5}, 0.5},
		{"hexagon", shape.RegularPolygon(6, 0.5), 0.5 * math.Cos(math.Pi/6)},
		{"ellipse", shape.Ellipse{RX: 0.6, RY: 0.4}, 0.4},
	}
}

// A shape whose middle is in a bar of tiles sticks out on both sides of the bar. At a seam each
// tile covers the side of the next, and all faces have the middle of the shape behind them. The bar
// pushes the shape all the same.
func TestBuriedShapesArePushedOutOfTiles(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 1))
	for trial := range 100 {
		w := newWorld(t, world.Config{})
		const halfWidth, halfHeight = 0.3, 0.1
		bar := addBody(t, w, body.Def{Type: body.Static}, shape.Box(halfWidth, halfHeight), world.ColliderDef{})
		for i := 1; i < 6; i++ {
			tile := shape.OffsetBox(halfWidth, halfHeight, mgl64.Vec2{2 * halfWidth * float64(i), 0}, 0)
			if trial%2 == 0 {
				world.Must(bar.Attach(tile, world.ColliderDef{}))
			} else {
				addBody(t, w, body.Def{Type: body.Static}, tile, world.ColliderDef{})
			}
		}
		at := mgl64.Vec2{1 + r.Float64(), 0.18*r.Float64() - 0.09}
		size := 0.15 + 0.15*r.Float64()
		s := []shape.Support{shape.Circle{Radius: size}, shape.Box(size, size), shape.RegularPolygon(6, 1.2*size)}[r.IntN(3)]
		b := addBody(t, w, body.Def{Position: at, Angle: 2 * math.Pi * r.Float64()}, s, world.ColliderDef{})
		runTicks(w, 30)
		require.Greater(t, math.Abs(b.Position()[1]-at[1]), 0.02, "trial %d: %T of %.3f at %.3f", trial, s, size, at)
		require.Less(t, b.LinearVelocity().Len(), 4.0)
	}
}
