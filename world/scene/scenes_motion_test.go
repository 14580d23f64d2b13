package scene

import (
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

func slope() *Scene {
	const angle = 25 * degree // tan 25 = 0.466
	s := newTestScene("Five slopes of 25 degrees with boxes of friction 0, 0.2, 0.4, 0.5 and 0.7. A box slides when its "+
		"friction is below tan 25 = 0.466: the upper three do, the lower two stay.", 8, viewOf(-6, -1, 12, 15))
	s.addFloor(20, "")
	for i, friction := range []float64{0.7, 0.5, 0.4, 0.2, 0} {
		name := "friction " + strconv.FormatFloat(friction, 'g', -1, 64)
		s.Materials = append(s.Materials, Material{name, shape.Material{Friction: friction}})
		middle := mgl64.Vec2{0, 2 + 2.6*float64(i)}
		s.addStatic(middle, round(-angle), Collider{Shape: shape.Box(4, 0.1), Material: name})
		// Three metres up the slope, resting on it.
		at := geom.From(middle).Add(geom.RotFromAngle(-angle).Apply(geom.Vec2{X: -3, Y: 0.4}))
		s.addDynamic(mgl64.Vec2{round(at.X), round(at.Y)}, round(-angle), Collider{Shape: shape.Box(0.3, 0.3), Material: name})
	}
	return s
}

func rollingAndSliding() *Scene {
	const angle = 15 * degree
	s := newTestScene("Down the same slope of 15 degrees: a ball that rolls, a ball without friction that only slides, a "+
		"box without friction, a ball with rolling resistance and a hexagon. Textbook accelerations are g sin a for "+
		"what slides and two thirds of it for what rolls.", 6, viewOf(-8, -1, 14, 17))
	s.Materials = []Material{
		{"track", shape.Material{Friction: 0.6}},
		{"slick", shape.Material{Friction: 0}},
		{"tar", shape.Material{Friction: 0.6, RollingResistance: 0.2}},
	}
	s.addFloor(25, "track")
	for i, c := range []Collider{
		{Shape: shape.RegularPolygon(6, 0.4), Material: "track"},
		{Shape: shape.Circle{Radius: 0.4}, Material: "tar"},
		{Shape: shape.Box(0.4, 0.4), Material: "slick"},
		{Shape: shape.Circle{Radius: 0.4}, Material: "slick"},
		{Shape: shape.Circle{Radius: 0.4}, Material: "track"},
	} {
		middle := mgl64.Vec2{0, 2.5 + 2.8*float64(i)}
		s.addStatic(middle, round(-angle), Collider{Shape: shape.Box(6, 0.1), Material: "track"})
		at := geom.From(middle).Add(geom.RotFromAngle(-angle).Apply(geom.Vec2{X: -5, Y: 0.5}))
		s.addDynamic(mgl64.Vec2{round(at.X), round(at.Y)}, round(-angle), c)
	}
	return s
}

func bouncingBalls() *Scene {
	s := newTestScene("Balls of restitution 0, 0.25, 0.5, 0.75 and 1 fall four metres; each bounces to e squared of "+
		"where it fell from.", 8, viewOf(-6, -1, 6, 5.5))
	s.addFloor(10, "")
	for i, restitution := range []float64{0, 0.25, 0.5, 0.75, 1} {
		name := "restitution " + strconv.FormatFloat(restitution, 'g', -1, 64)
		s.Materials = append(s.Materials, Material{name, shape.Material{Friction: 0.6, Restitution: restitution}})
		s.addDynamic(mgl64.Vec2{2 * float64(i-2), 4.25}, 0, Collider{Shape: shape.Circle{Radius: 0.25}, Material: name})
	}
	return s
}

func conveyor() *Scene {
	s := newTestScene("Parcels ride three conveyor belts, down from one to the next, into a bin.", 20, viewOf(-11, -1, 11, 12))
	// The surface speed is positive to the left of the outward normal: on top of
	// a belt, towards -x.
	s.Materials = []Material{
		{"belt to the right", shape.Material{Friction: 0.8, TangentSpeed: -2}},
		{"belt to the left", shape.Material{Friction: 0.8, TangentSpeed: 2}},
	}
	s.addFloor(15, "")
	belt := func(x, y float64, material string) {
		s.addStatic(mgl64.Vec2{x, y}, 0, Collider{Shape: shape.RoundedBox(6, 0.05, 0.2), Material: material})
	}
	belt(-2, 7, "belt to the right")
	belt(2, 4.5, "belt to the left")
	belt(-2, 2, "belt to the right")
	s.addStatic(mgl64.Vec2{9.8, 5}, 0, plainCollider(shape.Box(0.15, 3)))
	s.addStatic(mgl64.Vec2{-9.8, 3}, 0, plainCollider(shape.Box(0.15, 3)))
	s.addStatic(mgl64.Vec2{9.8, 0.75}, 0, plainCollider(shape.Box(0.15, 0.75)))
	s.addStatic(mgl64.Vec2{5, 0.5}, 0, plainCollider(shape.Box(0.15, 0.5)))
	r := rand.New(rand.NewPCG(11, 4))
	for i := range 14 {
		half := mgl64.Vec2{round(0.25 + 0.25*r.Float64()), round(0.25 + 0.2*r.Float64())}
		at := mgl64.Vec2{round(-7 + 0.9*float64(i%7)), 8 + 1.5*float64(i/7)}
		s.addDynamic(at, 0, Collider{Shape: shape.Box(half[0], half[1]), Def: world.ColliderDef{Density: 0.5}})
	}
	return s
}

// mixedShapes returns the i-th of a row of shapes of about the given radius.
func mixedShapes(i int, radius float64) []Collider {
	r := round(radius)
	switch i % 12 {
	case 0:
		return []Collider{plainCollider(shape.Circle{Radius: r})}
	case 1:
		return []Collider{plainCollider(shape.Box(r, round(0.7*radius)))}
	case 2:
		return []Collider{plainCollider(shape.Capsule{A: mgl64.Vec2{-r, 0}, B: mgl64.Vec2{r, 0}, Radius: round(0.5 * radius)})}
	case 3:
		return []Collider{plainCollider(regular(3, 1.2*radius))}
	case 4:
		return []Collider{plainCollider(shape.Ellipse{RX: round(1.3 * radius), RY: round(0.7 * radius)})}
	case 5:
		return []Collider{plainCollider(regular(5, 1.1*radius))}
	case 6:
		return []Collider{plainCollider(shape.HalfEllipse{RX: round(1.1 * radius), RY: r})}
	case 7:
		return []Collider{plainCollider(shape.RoundedBox(round(0.6*radius), round(0.6*radius), round(0.3*radius)))}
	case 8:
		return []Collider{plainCollider(shape.Sector{Radius: round(1.5 * radius), Angle: round(math.Pi / 2), Sweep: round(100 * degree)})}
	case 9:
		return []Collider{plainCollider(shape.Segment{A: mgl64.Vec2{-r, 0}, B: mgl64.Vec2{r, 0}, Radius: 0.06})}
	case 10: // a dumb-bell
		return []Collider{
			plainCollider(shape.Circle{Center: mgl64.Vec2{-r, 0}, Radius: round(0.5 * radius)}),
			plainCollider(shape.Circle{Center: mgl64.Vec2{r, 0}, Radius: round(0.5 * radius)}),
			plainCollider(shape.Box(r, round(0.15*radius))),
		}
	default: // a cross
		return []Collider{
			plainCollider(shape.Box(r, round(0.3*radius))),
			plainCollider(shape.Box(round(0.3*radius), r)),
		}
	}
}

// regular returns a regular polygon with corners of few digits.
func regular(n int, radius float64) shape.Polygon {
	points := make([]mgl64.Vec2, n)
	for i := range points {
		points[i] = polar(radius, 2*math.Pi*float64(i)/float64(n))
	}
	return world.Must(shape.NewPolygon(points, 0))
}

func mixedRain() *Scene {
	s := newTestScene("Every shape that there is, and two bodies of several, fall into a trough.", 12, viewOf(-9, -1.5, 9, 15))
	s.addStatic(mgl64.Vec2{}, 0, plainCollider(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}))
	s.Bodies = append(s.Bodies, Body{
		Def: body.Def{Type: body.Static},
		Chains: []Chain{{Points: []mgl64.Vec2{
			{8.5, 16}, {8.5, 4}, {6, 1}, {4, 0.4}, {-4, 0.4}, {-6, 1}, {-8.5, 4}, {-8.5, 16}}}},
	})
	r := rand.New(rand.NewPCG(7, 2026))
	for i := range 168 {
		row, column := i/14, i%14
		at := mgl64.Vec2{
			round(float64(column)*1.05 - 6.8 + 0.3*(r.Float64()-0.5)),
			round(5 + 1.3*float64(row) + 0.3*(r.Float64()-0.5)),
		}
		s.addDynamic(at, round(2*math.Pi*r.Float64()), mixedShapes(i+row, 0.3+0.12*r.Float64())...)
	}
	return s
}

func mixer() *Scene {
	const sides, inner, outer = 24, 6.0, 6.5
	s := newTestScene("A kinematic drum with four paddles turns and mixes 160 bodies.", 15, viewOf(-8, -8, 8, 8))
	drum := Body{Def: body.Def{Name: "drum", Type: body.Kinematic, AngularVelocity: 0.6}}
	for i := range sides {
		// Each wall overlaps its neighbours by a degree, so that nothing slips out.
		from, to := 2*math.Pi*(float64(i)-0.5)/sides-degree, 2*math.Pi*(float64(i)+0.5)/sides+degree
		drum.Colliders = append(drum.Colliders, plainCollider(world.Must(shape.NewPolygon([]mgl64.Vec2{
			polar(inner, from), polar(outer, from), polar(outer, to), polar(inner, to)}, 0))))
	}
	for i := range 4 {
		angle := math.Pi / 2 * float64(i)
		middle := polar(inner-0.9, angle)
		drum.Colliders = append(drum.Colliders, plainCollider(shape.OffsetBox(1, 0.12, middle, angle)))
	}
	s.Bodies = append(s.Bodies, drum)
	r := rand.New(rand.NewPCG(3, 14))
	for i := range 160 {
		row, column := i/10, i%10
		at := mgl64.Vec2{
			round(0.62*(float64(column)-4.5) + 0.1*r.Float64()),
			round(0.5*(float64(row)-7.5) + 0.1*r.Float64()),
		}
		s.addDynamic(at, round(2*math.Pi*r.Float64()), mixedShapes(i, 0.16+0.06*r.Float64())...)
	}
	return s
}
