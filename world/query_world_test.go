package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// randomWorld has bodies of every shape, custom ones too, in a square of 2 size on each
// side. They overlap. Some have two colliders, some are sensors, and each has one of three
// categories. The half-plane among the shapes lies far below.
func randomWorld(t testing.TB, r *rand.Rand, count int, size float64) *world.World {
	w := newRecordedWorld(t, world.Config{Workers: 1})
	shapes := allShapes()
	for range count {
		at := mgl64.Vec2{size * (2*r.Float64() - 1), size * (2*r.Float64() - 1)}
		def := body.Def{Type: body.Type(r.IntN(3)), Position: at, Angle: 7 * r.Float64()}
		s := shapes[r.IntN(len(shapes))]
		if _, ok := s.(shape.HalfPlane); ok {
			def.Angle = 0.1
		}
		b := addBody(t, w, def, s, world.ColliderDef{Massless: true, Sensor: r.IntN(9) == 0, Filter: shape.Filter{Category: 1 << r.IntN(3)}})
		if r.IntN(4) == 0 {
			world.Must(b.Attach(shape.Circle{Center: mgl64.Vec2{1, 1}, Radius: 0.3}, world.ColliderDef{Massless: true}))
		}
	}
	return w
}

// eachCollider returns all colliders that a filter finds, by its rules in words.
func collidersOf(w *world.World, f world.QueryFilter) (list []world.Collider) {
	for b := range w.Bodies() {
		for c := range b.Colliders() {
			mask := f.Mask == 0 || c.Filter().Category&f.Mask != 0
			if mask && (f.Sensors || !c.Sensor()) && f.Ignore != b && !(f.NoStatic && b.Type() == body.Static) {
				list = append(list, c)
			}
		}
	}
	return list
}

func placed(c world.Collider) world.PlacedShape {
	return world.ShapeAt(newConvex(c.Shape()), c.Body().Position(), c.Body().Angle())
}

// slowSeparation is the signed distance of two convex shapes from their support functions:
// the largest gap between their projections, over many directions and then closer and
// closer to each that is better than its neighbours.
func slowSeparation(a, b world.PlacedShape) float64 {
	gap := func(angle float64) float64 {
		n := geom.RotFromAngle(angle).X()
		support := func(s world.PlacedShape, n geom.Vec2) float64 {
			q := geom.RotFromAngle(s.Angle)
			return geom.From(s.Position).Add(q.Apply(s.Shape.Support(q.ApplyInverse(n)))).Dot(n)
		}
		return -support(b, n.Neg()) - support(a, n)
	}
	const steps = 720
	var gaps [steps]float64
	for i := range gaps {
		gaps[i] = gap(2 * math.Pi * float64(i) / steps)
	}
	best := math.Inf(-1)
	for i, g := range gaps {
		if g < gaps[(i+1)%steps] || g < gaps[(i+steps-1)%steps] {
			continue
		}
		at := 2 * math.Pi * float64(i) / steps
		for width := 2 * math.Pi / steps; width > 1e-12; width /= 2 {
			for _, angle := range []float64{at - width, at + width} {
				if h := gap(angle); h > g {
					g, at = h, angle
				}
			}
		}
		best = max(best, g)
	}
	return best
}
