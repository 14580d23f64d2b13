package world_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// supportOnly hides everything about a shape but its support function.
type supportOnly struct{ inner shape.Support }

func (s supportOnly) Support(dir mgl64.Vec2) mgl64.Vec2 { return s.inner.Support(dir) }

// withSkin hides everything but the support function and the skin.
type withSkin struct{ supportOnly }

func (s withSkin) SkinRadius() float64 { return s.inner.(shape.Rounder).SkinRadius() }

// superellipse is |x/a|^n + |y/b|^n <= 1.
type superellipse struct{ a, b, n float64 }

func (s superellipse) Support(dir mgl64.Vec2) mgl64.Vec2 {
	x := math.Pow(s.a*math.Abs(dir[0]), 1/(s.n-1))
	y := math.Pow(s.b*math.Abs(dir[1]), 1/(s.n-1))
	l := math.Pow(math.Pow(x, s.n)+math.Pow(y, s.n), 1/s.n)
	return mgl64.Vec2{math.Copysign(s.a*x/l, dir[0]), math.Copysign(s.b*y/l, dir[1])}
}

// levelGrounds are level at height zero before they are turned.
var levelGrounds = []struct {
	name  string
	build func(b world.Body)
}{
	{"box", func(b world.Body) {
		world.Must(b.Attach(shape.OffsetBox(200, 1, mgl64.Vec2{0, -1}, 0), world.ColliderDef{}))
	}},
	{"segment", func(b world.Body) {
		world.Must(b.Attach(shape.Segment{A: mgl64.Vec2{-200, 0}, B: mgl64.Vec2{200, 0}}, world.ColliderDef{}))
	}},
	{"half-plane", func(b world.Body) {
		world.Must(b.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{}))
	}},
	{"chain", func(b world.Body) {
		world.Must(b.AttachChain(shape.Chain{Points: []mgl64.Vec2{{200, 0}, {0, 0}, {-200, 0}}}, world.ColliderDef{}))
	}},
}

// pileScene is a pile of one shape, dropped on a slope.
type pileScene struct {
	name   string
	shape  shape.Support
	height float64 // of the shape's middle where it lies
	slope  float64 // rad, downhill to the right
	count  int     // one on top of the other
	drop   float64 // m between one and the next; a body that is dropped is turned a little too
}

// simulate runs the scene for five seconds.
func (s *pileScene) simulate(t testing.TB, build func(world.Body), material *shape.Material, wrap func(shape.Support) shape.Support) []world.Body {
	w := newGravityWorld(t)
	build(world.Must(w.CreateBody(body.Def{Type: body.Static, Angle: -s.slope})))
	rot := mgl64.Rotate2D(-s.slope)
	bodies := make([]world.Body, s.count)
	for i := range bodies {
		def := body.Def{Position: rot.Mul2x1(mgl64.Vec2{0, s.height*float64(2*i+1) + s.drop*float64(i+1)}), Angle: -s.slope}
		if s.drop > 0 {
			def.Angle += 0.1
		}
		bodies[i] = addBody(t, w, def, wrap(s.shape), world.ColliderDef{Material: material})
	}
	runSeconds(w, 5)
	return bodies
}

// maxDistanceBetween returns the largest distance between twins.
func maxDistanceBetween(a, b []world.Body) (worst float64) {
	for i := range a {
		worst = max(worst, a[i].Position().Sub(b[i].Position()).Len())
	}
	return worst
}

func asIs(s shape.Support) shape.Support { return s }

func asSupportOnly(s shape.Support) shape.Support { return supportOnly{s} }

// polygonOnSide returns a regular polygon that stands on a side, and the height of
// its middle.
func polygonOnSide(n int) (shape.Support, float64) {
	half := math.Pi / float64(n)
	p := shape.RegularPolygon(n, 0.5)
	return shape.Transformed(p, -math.Pi/2-half, mgl64.Vec2{}), 0.5 * math.Cos(half)
}

// A polygon that is known by its support function alone stacks, rolls and rests like the
// built-in one. Heaps that collapse are not compared: there, a difference in the last bit
// grows a hundredfold with every tumble.
func TestCustomPolygonMatchesBuiltIn(t *testing.T) {
	trapezoid := world.Must(shape.NewPolygon([]mgl64.Vec2{{-0.6, -0.3}, {0.6, -0.3}, {0.5, 0.3}, {-0.4, 0.3}}, 0))
	hexagon, hexagonHeight := polygonOnSide(6)
	pentagon, pentagonHeight := polygonOnSide(5)
	octagon, octagonHeight := polygonOnSide(8)
	for _, scene := range []pileScene{
		{"box rests", shape.Box(0.5, 0.3), 0.3, 0, 1, 0.3},
		{"trapezoid rests", trapezoid, 0.3, 0, 1, 0.3},
		{"pentagon rests", pentagon, pentagonHeight, 0, 1, 0.3},
		{"boxes stack", shape.Box(0.5, 0.3), 0.3, 0, 6, 0},
		{"boxes fall on boxes", shape.Box(0.5, 0.3), 0.3, 0, 3, 0.1},
		{"trapezoids stack", trapezoid, 0.3, 0, 6, 0},
		{"hexagons stack", hexagon, hexagonHeight, 0, 6, 0},
		{"box clings to a slope", shape.Box(0.5, 0.3), 0.3, 0.3, 1, 0},
		{"box slides", shape.Box(0.5, 0.3), 0.3, 0.7, 1, 0},
		{"pentagon rolls", pentagon, pentagonHeight, 0.4, 1, 0.2},
		{"hexagon rolls", hexagon, hexagonHeight, 0.3, 1, 0.2},
		{"octagon rolls", octagon, octagonHeight, 0.2, 1, 0.2},
	} {
		for _, ground := range levelGrounds {
			t.Run(scene.name+" on "+ground.name, func(t *testing.T) {
				built := scene.simulate(t, ground.build, nil, asIs)
				custom := scene.simulate(t, ground.build, nil, asSupportOnly)
				distance := maxDistanceBetween(built, custom)
				t.Logf("%.6f m apart, at %.2f", distance, built[0].Position())
				require.Less(t, distance, 0.01)
				for i := range built {
					require.InDelta(t, built[i].Angle(), custom[i].Angle(), 0.01)
					require.Equal(t, built[i].Awake(), custom[i].Awake())
				}
			})
		}
	}
}

// A superellipse with exponent two is an ellipse, and rocks and rolls like one. It has no
// flat sides and no corners, so everything depends on the search for the normal.
func TestCustomEllipseMatchesBuiltIn(t *testing.T) {
	resisting := &shape.Material{Friction: 0.6, RollingResistance: 0.05}
	for _, scene := range []pileScene{
		{"rocks", shape.Ellipse{RX: 0.6, RY: 0.4}, 0.4, 0, 1, 0.2},
		{"rolls", shape.Ellipse{RX: 0.5, RY: 0.45}, 0.45, 0.2, 1, 0.2},
	} {
		for _, ground := range levelGrounds {
			t.Run(scene.name+" on "+ground.name, func(t *testing.T) {
				e := scene.shape.(shape.Ellipse)
				built := scene.simulate(t, ground.build, resisting, asIs)
				custom := scene.simulate(t, ground.build, resisting, func(shape.Support) shape.Support {
					return superellipse{e.RX, e.RY, 2}
				})
				distance := maxDistanceBetween(built, custom)
				t.Logf("%.6f m apart, at %.2f", distance, built[0].Position())
				require.Less(t, distance, 0.01)
				require.InDelta(t, built[0].Angle(), custom[0].Angle(), 0.02)
			})
		}
	}
}

// A custom box with round corners stacks like the built-in one, whether it tells
// its skin or not.
func TestCustomRoundedBoxMatchesBuiltIn(t *testing.T) {
	scene := pileScene{"", shape.RoundedBox(0.4, 0.2, 0.1), 0.3, 0, 5, 0}
	for _, ground := range levelGrounds {
		built := scene.simulate(t, ground.build, nil, asIs)
		for name, wrap := range map[string]func(shape.Support) shape.Support{
			"support alone": asSupportOnly,
			"with skin":     func(s shape.Support) shape.Support { return withSkin{supportOnly{s}} },
		} {
			t.Run(fmt.Sprintf("%s on %s", name, ground.name), func(t *testing.T) {
				custom := scene.simulate(t, ground.build, nil, wrap)
				distance := maxDistanceBetween(built, custom)
				t.Logf("%.6f m apart", distance)
				require.Less(t, distance, 0.01)
				require.False(t, custom[0].Awake(), "the stack sleeps")
			})
		}
	}
}

// Superellipses that are almost boxes stack, come to rest and fall asleep. Their
// tops are almost flat: nothing but the curvature near the middle holds them, and
// rolling resistance ends the rocking.
func TestSuperellipsesStackAndSleep(t *testing.T) {
	material := &shape.Material{Friction: 0.6, RollingResistance: 0.05}
	for _, n := range []float64{4, 8, 20} {
		for _, ground := range levelGrounds {
			t.Run(fmt.Sprintf("exponent %v on %s", n, ground.name), func(t *testing.T) {
				scene := pileScene{"", superellipse{0.5, 0.3, n}, 0.3, 0, 3, 0}
				pile := scene.simulate(t, ground.build, material, asIs)
				for i, b := range pile {
					require.InDelta(t, 0, b.Position()[0], 0.01)
					require.InDelta(t, 0.3*float64(2*i+1), b.Position()[1], 0.01)
					require.InDelta(t, 0, b.Angle(), 0.01)
					require.False(t, b.Awake())
				}
			})
		}
	}
}

// Capsules with equal ends fall, roll and pile up as circles do, bit for bit.
func TestCapsulesWithEqualEndsMoveAsCircles(t *testing.T) {
	run := func(ball func(center mgl64.Vec2, radius float64) shape.Support) uint64 {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
		ground := addBody(t, w, body.Def{Type: body.Static}, shape.Box(6, 0.5), world.ColliderDef{})
		world.Must(ground.Attach(shape.Segment{A: mgl64.Vec2{-6, 3}, B: mgl64.Vec2{-3, 1}}, world.ColliderDef{}))
		for i := range 30 {
			b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{float64(i%7) - 4, 3 + float64(i/7)}}))
			var s shape.Support = shape.Box(0.3, 0.2)
			if i%3 > 0 {
				s = ball(mgl64.Vec2{0.1, 0.2}, 0.2+0.01*float64(i))
			}
			world.Must(b.Attach(s, world.ColliderDef{Material: &shape.Material{Friction: 0.5, RollingResistance: 0.05}}))
		}
		runTicks(w, 180)
		return w.Hash()
	}
	circles := run(func(c mgl64.Vec2, r float64) shape.Support { return shape.Circle{Center: c, Radius: r} })
	capsules := run(func(c mgl64.Vec2, r float64) shape.Support { return shape.Capsule{A: c, B: c, Radius: r} })
	require.Equal(t, circles, capsules)
}
