package main

import (
	"math"
	"math/rand/v2"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// notchWalls are the wall shapes, two of which cross and form a notch. A wall is 4 m long along X
// and half as thick as given, with the side of the notch up.
var notchWalls = []struct {
	name  string
	build func(thick float64) shape.Support
}{
	{"ellipses", func(thick float64) shape.Support { return shape.Ellipse{RX: 2, RY: thick} }},
	{"half ellipses", func(thick float64) shape.Support { return shape.HalfEllipse{RX: 2, RY: thick} }},
	{"flat sides of half ellipses", func(thick float64) shape.Support {
		return shape.HalfEllipse{RX: 2, RY: thick, Angle: math.Pi, Center: mgl64.Vec2{0, thick / 2}}
	}},
	{"sectors", func(thick float64) shape.Support {
		half := 0.4 + 2*thick
		radius := 2 / math.Sin(half)
		return shape.Sector{Radius: radius, Sweep: 2 * half, Angle: math.Pi / 2, Center: mgl64.Vec2{0, -radius * math.Cos(half)}}
	}},
	{"superellipses", func(thick float64) shape.Support { return superellipse{2, thick} }},
	{"custom curves", func(thick float64) shape.Support { return supportOnly{shape.Ellipse{RX: 2, RY: thick}} }},
	{"24-gons", func(thick float64) shape.Support {
		var points []mgl64.Vec2
		for i := range 24 {
			p := polar(1, 2*math.Pi*float64(i)/24)
			points = append(points, mgl64.Vec2{2 * p[0], thick * p[1]})
		}
		return world.Must(shape.NewPolygon(points, 0))
	}},
	{"boxes", func(thick float64) shape.Support { return shape.Box(2, thick) }},
}

// superellipse is a custom shape: |x/a|^4 + |y/b|^4 <= 1.
type superellipse struct{ a, b float64 }

func (s superellipse) Support(dir mgl64.Vec2) mgl64.Vec2 {
	x, y := math.Cbrt(s.a*math.Abs(dir[0])), math.Cbrt(s.b*math.Abs(dir[1]))
	length := math.Pow(math.Pow(x, 4)+math.Pow(y, 4), 0.25)
	return mgl64.Vec2{math.Copysign(s.a*x/length, dir[0]), math.Copysign(s.b*y/length, dir[1])}
}

func notches(s size) []scene {
	var scenes []scene
	for k := range notchWalls {
		throws := (s.throws + len(notchWalls) - 1) / len(notchWalls)
		scenes = append(scenes, chunks(notchWalls[k].name, throws, func(seed uint64, n int, r *record) {
			r.throws(n, func(i int) bool {
				return throwIntoNotch(rand.New(rand.NewPCG(seed+uint64(i), uint64(141+k))), notchWalls[k].build)
			})
		})...)
	}
	return scenes
}

// throwIntoNotch throws a body of any shape into the notch of two walls that cross near the origin,
// and reports whether its centre gets to the other side of one of them.
func throwIntoNotch(rnd *rand.Rand, build func(thick float64) shape.Support) (through bool) {
	w := newWorld(gravity)
	middle := math.Pi/2 + 1.2*(rnd.Float64()-0.5)
	half := 0.15 + 1.3*rnd.Float64()
	var walls [2]world.Body
	for i, angle := range []float64{middle - half, middle + half - math.Pi} { // their left sides are in the notch
		at := polar(1.6*(rnd.Float64()-0.5), angle)
		walls[i] = addStatic(w, at, angle, build(0.05+0.35*rnd.Float64()), world.ColliderDef{})
	}
	r := 0.1 + 0.4*rnd.Float64()
	b := add(w, body.Def{
		Position: mgl64.Vec2{0, 100}, Angle: 2 * math.Pi * rnd.Float64(), AngularVelocity: 5 * rnd.NormFloat64(),
		LinearVelocity: polar(-math.Pow(20, rnd.Float64()), middle+0.4*(rnd.Float64()-0.5)),
	}, thrownShape(rnd, r), surface(0.8*rnd.Float64(), 0))
	height := 0.1
	for !isClearOf(walls[:], polar(height, middle), r+0.01) {
		height += 0.02
	}
	world.Check(b.SetTransform(polar(height+0.3*rnd.Float64(), middle), b.Angle()))
	var last [2]mgl64.Vec2
	for tick := range 90 {
		w.Tick()
		for i, wall := range walls {
			at := wall.LocalPoint(b.WorldCenter())
			crossed := tick > 0 && last[i][1] >= -slop && at[1] < -slop
			if crossed && math.Abs(at[0]) < 1.7 && math.Abs(last[i][0]) < 1.7 {
				return true
			}
			last[i] = at
		}
	}
	return false
}

// isClearOf reports whether a point is farther than a distance from all colliders of some bodies.
func isClearOf(bodies []world.Body, p mgl64.Vec2, distance float64) bool {
	for _, b := range bodies {
		for c := range b.Colliders() {
			if s, ok := c.Distance(world.PointAt(p)); ok && s.Distance <= distance {
				return false
			}
		}
	}
	return true
}
