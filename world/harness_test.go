package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// The harness of this package: worlds, bodies and structures that several tests build.

const dt = 1.0 / 60

// sampleStep is the step through the cases of tests that would try every value in every place,
// wideStep the step for tables with five columns or more. No row or column of such a table has so
// few cases that none is left.
var sampleStep, wideStep = long.Pick(3, 1), long.Pick(5, 1)

var broadphases = []world.BroadphaseKind{world.BroadphaseTree, world.BroadphaseSweep, world.BroadphaseBrute}

// newGravityWorld returns a world with gravity (0, -10).
func newGravityWorld(t testing.TB) *world.World {
	return newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
}

// newFloorWorld returns a world with gravity (0, -10) and a floor.
func newFloorWorld(t testing.TB) *world.World {
	w := newGravityWorld(t)
	addFloor(t, w, world.ColliderDef{})
	return w
}

func newWorld(t testing.TB, c world.Config) *world.World {
	w := world.Must(world.New(c))
	t.Cleanup(w.Close)
	return w
}

func addBody(t testing.TB, w *world.World, def body.Def, s shape.Support, c world.ColliderDef) world.Body {
	b := world.Must(w.CreateBody(def))
	world.Must(b.Attach(s, c))
	return b
}

func addFloor(t testing.TB, w *world.World, c world.ColliderDef) world.Body {
	return addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -1}}, shape.Box(100, 1), c)
}

// newConvex makes the shape of a query.
func newConvex(s shape.Support) shape.Convex { return world.Must(shape.New(s)) }

// addMass makes a body of the given mass and inertia, without colliders.
func addMass(t testing.TB, w *world.World, x, y, mass, inertia float64) world.Body {
	b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{x, y}, NeverSleep: true}))
	require.NoError(t, b.SetMassData(world.MassData{Mass: mass, Inertia: inertia}))
	return b
}

func attachShape(t testing.TB, b world.Body, s shape.Support) {
	t.Helper()
	world.Must(b.Attach(s, world.ColliderDef{}))
}

func firstCollider(b world.Body) world.Collider {
	for c := range b.Colliders() {
		return c
	}
	panic("no collider")
}

// addTile puts a static box of side 1 with its lower left corner at (x, y).
func addTile(t testing.TB, w *world.World, x, y float64, c world.ColliderDef) {
	addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{x + 0.5, y + 0.5}}, shape.Box(0.5, 0.5), c)
}

// addWalls puts four walls around a square of the given half size.
func addWalls(t testing.TB, w *world.World, half float64, c world.ColliderDef) {
	frame := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	for _, at := range []mgl64.Vec2{{half + 1, 0}, {-half - 1, 0}, {0, half + 1}, {0, -half - 1}} {
		hx, hy := half+2, 1.0
		if at[0] != 0 {
			hx, hy = hy, hx
		}
		world.Must(frame.Attach(shape.OffsetBox(hx, hy, at, 0), c))
	}
}

// addBoxes fills a world with boxes that fall on the floor.
func addBoxes(t testing.TB, w *world.World, n int) []world.Body {
	addFloor(t, w, world.ColliderDef{})
	var list []world.Body
	for i := range n {
		at := mgl64.Vec2{float64(i%20)*1.2 - 12, 1 + float64(i/20)*1.2}
		list = append(list, addBody(t, w, body.Def{Position: at, Angle: 0.1 * float64(i%7)}, shape.Box(0.5, 0.5), world.ColliderDef{}))
	}
	return list
}

// randomShape returns one of seven shapes of about half a metre.
func randomShape(r *rand.Rand) shape.Support {
	size := 0.2 + float64(0.3*r.Float64())
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

// addHeap drops mixed shapes into a room.
func addHeap(t testing.TB, w *world.World, count int, restitution float64, seed uint64) {
	c := world.ColliderDef{Material: &shape.Material{Friction: 0.5, Restitution: restitution, RollingResistance: 0.05}}
	addWalls(t, w, 5, c)
	r := rand.New(rand.NewPCG(seed, 7))
	for i := range count {
		at := mgl64.Vec2{1.2*float64(i%8) - 4.2 + 0.1*r.Float64(), 1.2*float64(i/8) - 4}
		addBody(t, w, body.Def{Position: at, Angle: 6 * r.Float64(), AngularVelocity: r.NormFloat64()}, randomShape(r), c)
	}
}

// boxStack is a pile of boxes with the places where they were put.
type boxStack struct {
	boxes []world.Body
	start []mgl64.Vec2
}

func (s *boxStack) add(t testing.TB, w *world.World, at mgl64.Vec2, x shape.Support, c world.ColliderDef) {
	s.boxes = append(s.boxes, addBody(t, w, body.Def{Position: at}, x, c))
	s.start = append(s.start, at)
}

// moved returns the largest distance of a box from its first place.
func (s *boxStack) moved() float64 {
	worst := 0.0
	for i, b := range s.boxes {
		worst = max(worst, b.Position().Sub(s.start[i]).Len())
	}
	return worst
}

func addPyramid(t testing.TB, w *world.World, base int) *boxStack {
	addFloor(t, w, world.ColliderDef{})
	s := &boxStack{}
	for i := range base {
		for j := i; j < base; j++ {
			at := mgl64.Vec2{0.5*float64(i+1) + float64(j-i) - 0.5*float64(base), float64(i) + 0.5}
			s.add(t, w, at, shape.Box(0.5, 0.5), world.ColliderDef{})
		}
	}
	return s
}

// addOnSlope puts a shape on a slope that falls to the right. Height is from the slope to
// the middle of the shape.
func addOnSlope(t *testing.T, w *world.World, angle, height float64, s shape.Support, friction float64, v float64) world.Body {
	rough := world.ColliderDef{Material: &shape.Material{Friction: friction}}
	addBody(t, w, body.Def{Type: body.Static, Angle: -angle}, shape.Box(200, 1), rough)
	rot := mgl64.Rotate2D(-angle)
	return addBody(t, w, body.Def{
		Position: rot.Mul2x1(mgl64.Vec2{0, 1 + height}), Angle: -angle, LinearVelocity: rot.Mul2x1(mgl64.Vec2{v, 0}),
	}, s, rough)
}

func addRevolute(t testing.TB, w *world.World, a, b world.Body) world.Revolute {
	return world.Must(w.CreateRevolute(a, b, world.RevoluteAt(a, b, b.Position())))
}

// addPendulum hangs a ball on a rod, turned away from straight down.
func addPendulum(t *testing.T, w *world.World, length, angle float64) world.Body {
	at := mgl64.Rotate2D(angle).Mul2x1(mgl64.Vec2{0, -length})
	b := addBody(t, w, body.Def{Position: at}, shape.Circle{Radius: 0.1}, world.ColliderDef{})
	world.Must(w.CreateRevolute(w.Ground(), b, joint.Revolute{LocalAnchorB: at.Mul(-1)}))
	return b
}

// addRope lays n links of a metre each from a point towards a direction. It hinges each to
// the one before it, and the first to `from` if that is a body.
func addRope(t testing.TB, w *world.World, from world.Body, at, along mgl64.Vec2, n int) []world.Body {
	var links []world.Body
	for i := range n {
		b := addBody(t, w, body.Def{
			Position: at.Add(along.Mul(float64(i) + 0.5)), Angle: math.Atan2(along[1], along[0]), NeverSleep: true,
		}, shape.Capsule{A: mgl64.Vec2{-0.5, 0}, B: mgl64.Vec2{0.5, 0}, Radius: 0.125}, world.ColliderDef{})
		if from != (world.Body{}) {
			world.Must(w.CreateRevolute(from, b, world.RevoluteAt(from, b, at.Add(along.Mul(float64(i))))))
		}
		links, from = append(links, b), b
	}
	return links
}

// hangLoad hinges a box of the given mass to the outer end of a link.
func hangLoad(t testing.TB, w *world.World, link world.Body, mass float64) world.Body {
	at := link.WorldPoint(mgl64.Vec2{0.5, 0})
	b := addBody(t, w, body.Def{Position: at, NeverSleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{Density: mass})
	world.Must(w.CreateRevolute(link, b, world.RevoluteAt(link, b, at)))
	return b
}

// overload gives a body so many forces, each of which is allowed, that their sum leaves float32.
func overload(t testing.TB, b world.Body) {
	require.NoError(t, b.SetMassData(world.MassData{Mass: 1e-18, Inertia: 1e-18}))
	for range 1000 {
		require.NoError(t, b.ApplyForceToCenter(mgl64.Vec2{1e18, 1e18}))
		require.NoError(t, b.ApplyTorque(1e18))
	}
}
