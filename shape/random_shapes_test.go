package shape_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// family makes random shapes of one kind.
type family struct {
	name string
	make func(r *rand.Rand) shape.Support
}

// randomBetween returns a random number in [lo, hi].
func randomBetween(r *rand.Rand, lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }

func randomPoint(r *rand.Rand) mgl64.Vec2 {
	return mgl64.Vec2{randomBetween(r, -3, 3), randomBetween(r, -3, 3)}
}

func randomAngle(r *rand.Rand) float64 { return randomBetween(r, -7, 7) }

// randomSize returns a length from 0.1 to 3, small ones as likely as large ones.
func randomSize(r *rand.Rand) float64 { return 0.1 * math.Exp(randomBetween(r, 0, math.Log(30))) }

func randomSkin(r *rand.Rand) float64 {
	if r.IntN(2) == 0 {
		return 0
	}
	return randomSize(r) / 4
}

// convexRing returns n points on an ellipse at random angles: always convex.
func convexRing(r *rand.Rand, n int) []mgl64.Vec2 {
	c, rx, ry := randomPoint(r), randomSize(r), randomSize(r)
	points := make([]mgl64.Vec2, n)
	phase := randomAngle(r)
	for i := range points {
		a := phase + (float64(i)+randomBetween(r, -0.4, 0.4))*2*math.Pi/float64(n)
		points[i] = c.Add(mgl64.Vec2{rx * math.Cos(a), ry * math.Sin(a)})
	}
	return points
}

func mustPolygon(points []mgl64.Vec2, radius float64) shape.Polygon {
	return must.Get(shape.NewPolygon(points, radius))
}

// families holds every kind of built-in shape with an inside or an outline.
var families = []family{
	{"circle", func(r *rand.Rand) shape.Support { return shape.Circle{Center: randomPoint(r), Radius: randomSize(r)} }},
	{"capsule", func(r *rand.Rand) shape.Support {
		return shape.Capsule{A: randomPoint(r), B: randomPoint(r), Radius: randomSize(r)}
	}},
	{"segment", func(r *rand.Rand) shape.Support {
		return shape.Segment{A: randomPoint(r), B: randomPoint(r), Radius: randomSkin(r)}
	}},
	{"box", func(r *rand.Rand) shape.Support {
		return shape.OffsetBox(randomSize(r), randomSize(r), randomPoint(r), randomAngle(r))
	}},
	{"rounded box", func(r *rand.Rand) shape.Support {
		return shape.Transformed(shape.RoundedBox(randomSize(r), randomSize(r), randomSize(r)), randomAngle(r), randomPoint(r))
	}},
	{"triangle", func(r *rand.Rand) shape.Support { return mustPolygon(convexRing(r, 3), randomSkin(r)) }},
	{"polygon", func(r *rand.Rand) shape.Support { return mustPolygon(convexRing(r, 3+r.IntN(12)), randomSkin(r)) }},
	{"ellipse", func(r *rand.Rand) shape.Support {
		return shape.Ellipse{Center: randomPoint(r), RX: randomSize(r), RY: randomSize(r), Angle: randomAngle(r), Skin: randomSkin(r)}
	}},
	{"half ellipse", func(r *rand.Rand) shape.Support {
		return shape.HalfEllipse{Center: randomPoint(r), RX: randomSize(r), RY: randomSize(r), Angle: randomAngle(r), Skin: randomSkin(r)}
	}},
	{"sector", func(r *rand.Rand) shape.Support {
		sweep := randomBetween(r, 0.05, math.Pi)
		if r.IntN(4) == 0 {
			sweep = math.Pi
		}
		return shape.Sector{Center: randomPoint(r), Radius: randomSize(r), Angle: randomAngle(r), Sweep: sweep, Skin: randomSkin(r)}
	}},
}

// custom hides everything about a shape but its support function.
type custom struct{ inner shape.Support }

func (c custom) Support(dir mgl64.Vec2) mgl64.Vec2 { return c.inner.Support(dir) }

// rounded is a custom shape with a skin.
type rounded struct{ custom }

func (c rounded) SkinRadius() float64 { return c.inner.(shape.Rounder).SkinRadius() }

// superellipse is |x/a|^n + |y/b|^n <= 1.
type superellipse struct{ a, b, n float64 }

func (s superellipse) Support(dir mgl64.Vec2) mgl64.Vec2 {
	// The gradient (|x|^(n-1)/a^n, ...) is along dir; the division by l puts the point on the
	// border.
	x := math.Pow(s.a*math.Abs(dir[0]), 1/(s.n-1))
	y := math.Pow(s.b*math.Abs(dir[1]), 1/(s.n-1))
	l := math.Pow(math.Pow(x, s.n)+math.Pow(y, s.n), 1/s.n)
	return mgl64.Vec2{math.Copysign(s.a*x/l, dir[0]), math.Copysign(s.b*y/l, dir[1])}
}

// eachSample calls f with fixed random shapes of every family.
func eachSample(seed uint64, n int, f func(name string, r *rand.Rand, s shape.Support)) {
	for k, family := range families {
		r := rand.New(rand.NewPCG(seed, uint64(k)))
		for i := range n {
			f(fmt.Sprintf("%s %d", family.name, i), r, family.make(r))
		}
	}
}

func mustNew(s shape.Support) shape.Convex { return must.Get(shape.New(s)) }

// direction returns a random direction of random length; one in four is horizontal or
// vertical.
func direction(r *rand.Rand) geom.Vec2 {
	l := math.Exp(randomBetween(r, -5, 5))
	a := randomAngle(r)
	if r.IntN(4) == 0 {
		a = float64(r.IntN(4)) * math.Pi / 2
	}
	return geom.RotFromAngle(a).X().Mul(l)
}

// model is the form of a shape for oracles: the corners of its core, with round
// sides replaced by many short ones from their parametric form, and its skin.
// Nothing of it comes from a support function. tolerance is the largest distance
// between the short sides and the round one.
type model struct {
	ring      []geom.Vec2 // counter-clockwise
	skin      float64
	tolerance float64
}

const modelSides = 1200

func modelOf(s shape.Support) model {
	switch s := s.(type) {
	case shape.Circle:
		return model{ring: []geom.Vec2{geom.From(s.Center)}, skin: s.Radius}
	case shape.Capsule:
		return model{ring: []geom.Vec2{geom.From(s.A), geom.From(s.B)}, skin: s.Radius}
	case shape.Segment:
		return model{ring: []geom.Vec2{geom.From(s.A), geom.From(s.B)}, skin: s.Radius}
	case shape.Polygon:
		m := model{skin: s.SkinRadius()}
		for _, p := range s.Points() {
			m.ring = append(m.ring, geom.From(p))
		}
		return m
	case shape.Ellipse:
		return arcModel(s.Center, s.Angle, s.RX, s.RY, 0, 2*math.Pi, false, s.Skin)
	case shape.HalfEllipse:
		return arcModel(s.Center, s.Angle, s.RX, s.RY, 0, math.Pi, false, s.Skin)
	case shape.Sector:
		return arcModel(s.Center, s.Angle, s.Radius, s.Radius, -s.Sweep/2, s.Sweep/2, true, s.Skin)
	}
	panic(fmt.Sprintf("no model of %T", s))
}

func arcModel(center mgl64.Vec2, angle, rx, ry, from, to float64, apex bool, skin float64) model {
	m := model{skin: skin}
	t := geom.Transform{P: geom.From(center), R: geom.RotFromAngle(angle)}
	sides := modelSides
	if to-from == 2*math.Pi {
		sides--
		to -= 2 * math.Pi / modelSides
	}
	for i := range sides + 1 {
		a := from + (to-from)*float64(i)/float64(sides)
		m.ring = append(m.ring, t.Apply(geom.Vec2{X: rx * math.Cos(a), Y: ry * math.Sin(a)}))
	}
	if apex {
		m.ring = append(m.ring, t.P)
	}
	step := 2 * math.Pi / modelSides
	m.tolerance = max(rx, ry) * step * step / 8
	return m
}

// height returns the largest projection of the model on a unit direction.
func (m model) height(d geom.Vec2) float64 {
	best := math.Inf(-1)
	for _, p := range m.ring {
		best = max(best, p.Dot(d))
	}
	return best + m.skin
}

// distance returns the signed distance from p to the core, negative inside, and
// the closest point of the core's border.
func (m model) distance(p geom.Vec2) (d float64, q geom.Vec2) {
	d = math.Inf(1)
	outside := len(m.ring) < 3
	for i, a := range m.ring {
		b := m.ring[(i+1)%len(m.ring)]
		ab := b.Sub(a)
		t := 0.0
		if l := ab.LengthSquared(); l > 0 {
			t = min(max(p.Sub(a).Dot(ab)/l, 0), 1)
		}
		if on := a.MulAdd(t, ab); on.Distance(p) < d {
			d, q = on.Distance(p), on
		}
		if ab.Cross(p.Sub(a)) < 0 {
			outside = true
		}
	}
	if !outside {
		d = -d
	}
	return d, q
}

// box returns the box around the moved model.
func (m model) box(t geom.Transform) geom.Box {
	b := geom.EmptyBox()
	for _, p := range m.ring {
		b = b.Include(t.Apply(p))
	}
	return b.Grow(m.skin)
}
