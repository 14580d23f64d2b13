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

var rockable = world.ColliderDef{Material: &shape.Material{Friction: 1}}

// rockers are bodies that rock about the angle zero, and the height of their origin at an angle.
var rockers = []struct {
	name   string
	build  func(b world.Body)
	height func(angle float64) float64
	angles []float64
	least  float64 // share of the energy after a minute
}{
	{"roly-poly", func(b world.Body) {
		heavy := rockable
		heavy.Density = 50
		world.Must(b.Attach(shape.Circle{Radius: 0.5}, rockable))
		world.Must(b.Attach(shape.Circle{Center: mgl64.Vec2{0, -0.3}, Radius: 0.1}, heavy))
	}, func(float64) float64 { return 0.5 }, []float64{0.2, 0.6, 1.2}, 0.9},
	{"ellipse", func(b world.Body) {
		world.Must(b.Attach(shape.Ellipse{RX: 0.3, RY: 0.15}, rockable))
	}, func(x float64) float64 { return math.Hypot(0.3*math.Sin(x), 0.15*math.Cos(x)) }, []float64{0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.2}, 0.1},
	{"ellipse by its support", func(b world.Body) {
		world.Must(b.Attach(asSupportOnly(shape.Ellipse{RX: 0.3, RY: 0.15}), rockable))
	}, func(x float64) float64 { return math.Hypot(0.3*math.Sin(x), 0.15*math.Cos(x)) }, []float64{0.1, 0.6, 1.2}, 0.1},
	{"half disc", func(b world.Body) {
		world.Must(b.Attach(shape.HalfEllipse{RX: 0.5, RY: 0.5, Angle: math.Pi}, rockable))
	}, func(float64) float64 { return 0.5 }, []float64{0.1, 0.5, 1}, 0.5},
}

// rockingGrounds are level at height zero, or nearly so.
var rockingGrounds = []struct {
	name  string
	build func(t *testing.T, w *world.World)
	least float64 // share of a rocker's least energy
}{
	{"floor", func(t *testing.T, w *world.World) { addFloor(t, w, rockable) }, 1},
	{"loose plank", func(t *testing.T, w *world.World) {
		addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -2}}, shape.Box(100, 1), rockable)
		addBody(t, w, body.Def{Position: mgl64.Vec2{0, -0.5}}, shape.Box(4, 0.5), rockable)
	}, 0},
	{"wide round", func(t *testing.T, w *world.World) {
		addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -30}}, shape.Circle{Radius: 30}, rockable)
	}, 0},
}

// A body that rocks on an arc never gains energy: the torque of the contact is not late. One that
// rolls without loss keeps its energy.
func TestRockersGainNoEnergy(t *testing.T) {
	for _, c := range rockers {
		for i, angle := range c.angles {
			for k, ground := range rockingGrounds {
				if (i+k)%sampleStep != 0 {
					continue
				}
				w := newGravityWorld(t)
				ground.build(t, w)
				b := world.Must(w.CreateBody(body.Def{Angle: angle, Position: mgl64.Vec2{0, c.height(angle)}, NeverSleep: true}))
				c.build(b)
				mass := b.Mass()
				rest := mass * 10 * (c.height(0) + b.LocalCenter()[1])
				energy := func() float64 { return kineticEnergy(b) + mass*10*b.WorldCenter()[1] - rest }
				first, least, most := energy(), 1.0, 1.0
				for range 60 * 60 {
					w.Tick()
					e := energy() / first
					least, most = min(least, e), max(most, e)
				}
				name := fmt.Sprintf("%s from %v rad on a %s", c.name, angle, ground.name)
				t.Logf("%s: energy %.3f to %.3f", name, least, most)
				require.Less(t, most, 1.01, name)
				require.Greater(t, least, c.least*ground.least, name)
			}
		}
	}
}

// A body that rocks on a round support never gains energy, whichever of the two has the flat side,
// nor does one that rocks beside a far heavier body, near which it comes in every swing.
func TestRockersOnRoundSupportsGainNoEnergy(t *testing.T) {
	const r = 0.3
	rocking := []struct {
		name  string
		shape shape.Support
		angle float64 // at rest
	}{
		{"box", shape.Box(r, 0.4*r), 0},
		{"rounded box", shape.RoundedBox(0.7*r, 0.3*r, 0.1*r), 0},
		{"capsule", shape.Capsule{A: mgl64.Vec2{-0.6 * r, 0}, B: mgl64.Vec2{0.6 * r, 0}, Radius: 0.3 * r}, 0},
		{"ellipse", shape.Ellipse{RX: r, RY: 0.6 * r}, 0},
		{"half ellipse", shape.HalfEllipse{RX: r, RY: 0.7 * r}, math.Pi},
		{"sector", shape.Sector{Radius: r, Sweep: 1.7}, -math.Pi / 2},
	}
	supports := []struct {
		name  string
		build func(w *world.World)
	}{
		{"wide disc", func(w *world.World) {
			addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -3}}, shape.Circle{Radius: 3}, rockable)
		}},
		{"floor beside a heavy disc", func(w *world.World) {
			addFloor(t, w, rockable)
			heavy := rockable
			heavy.Density = 20
			addBody(t, w, body.Def{Position: mgl64.Vec2{r + 0.27, 0.25}}, shape.Circle{Radius: 0.25}, heavy)
		}},
	}
	for _, c := range rocking {
		for _, s := range supports {
			w := newGravityWorld(t)
			s.build(w)
			angle := c.angle + 0.03
			from := mgl64.Vec2{0, 2}
			hit, ok := w.ShapeCast(world.Must(shape.New(c.shape)), from, angle, mgl64.Vec2{0, -2}, world.QueryFilter{})
			require.True(t, ok)
			b := addBody(t, w, body.Def{Angle: angle, Position: from.Add(mgl64.Vec2{0, -2 * hit.Fraction}), NeverSleep: true}, c.shape, rockable)
			most := func(seconds float64) float64 {
				k := 0.0
				for range int(60 * seconds) {
					w.Tick()
					k = max(k, kineticEnergy(b))
				}
				return k
			}
			first, all := most(3), 0.0
			for range 19 {
				all = max(all, most(3))
			}
			t.Logf("%s on a %s: %.3f", c.name, s.name, all/first)
			require.Less(t, all, 1.02*first, "%s on a %s", c.name, s.name)
		}
	}
}

// A body that slides or rolls to and fro in a bowl of flat sides gains no energy. The contact with
// the next side began only after the body was in it. Each side lifted the body out, and a marble
// that began at half a radian had 1.2 times its energy after six seconds. Ellipses in fine chains,
// and all bodies in fine segments and polygons, stood almost still: friction acted at the ends of
// the sides.
func TestBodiesInABowlGainNoEnergy(t *testing.T) {
	const radius, size, from, g = 1.0, 0.06, 0.5, 10.0
	for _, c := range []struct {
		name           string
		shape          shape.Support
		friction, kept float64 // kept is the least energy after six seconds
	}{
		{"smooth disc", shape.Circle{Radius: size}, 0, 0.4},
		{"disc", shape.Circle{Radius: size}, 2, 0.55},
		{"smooth ellipse", shape.Ellipse{RX: size, RY: 0.999 * size}, 0, 0.4},
		{"ellipse", shape.Ellipse{RX: size, RY: 0.999 * size}, 2, 0.55},
		{"capsule", shape.Capsule{A: mgl64.Vec2{-size, 0}, B: mgl64.Vec2{size, 0}, Radius: size}, 0, 0.4},
		{"box", shape.Box(size, size), 0, 0.4},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, sides := range []int{48, 96, 192, 384, 768} {
				m := &shape.Material{Friction: c.friction}
				loopOfSides{radius: radius, sides: sides}.eachLoop(t, g, m, func(t *testing.T, w *world.World) {
					sin, cos := math.Sincos(from)
					def := body.Def{Position: mgl64.Vec2{sin, -cos}.Mul(0.993 * (radius - size)), Angle: from, NeverSleep: true}
					b := addBody(t, w, def, c.shape, world.ColliderDef{Material: m})
					energy := func() float64 { return b.KineticEnergy() + b.Mass()*g*(b.Position()[1]+radius-size) }
					first := energy()
					for range 360 {
						w.Tick()
						require.LessOrEqual(t, energy(), first, "%d sides", sides)
					}
					if sides > 48 {
						require.Greater(t, energy(), c.kept*first, "%d sides", sides)
					}
				})
			}
		})
	}
}
