package shape_test

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// Squircle is a custom shape: |x|^4 + |y|^4 <= 1. One method is enough.
type Squircle struct{}

// Support scales the gradient's cube roots back onto the border.
func (Squircle) Support(dir mgl64.Vec2) mgl64.Vec2 {
	x, y := math.Cbrt(dir[0]), math.Cbrt(dir[1])
	r := math.Sqrt(math.Sqrt(x*x*x*x + y*y*y*y))
	return mgl64.Vec2{x / r, y / r}
}

func ExampleSupport() {
	mass, err := shape.MassOf(Squircle{}, 1)
	fmt.Printf("area %.6f, error %v\n", mass.Mass, err)

	c, _ := shape.New(Squircle{})
	turned := geom.Transform{R: geom.RotFromAngle(math.Pi / 4)}
	fmt.Printf("width when turned %.6f\n", 2*shape.BoxOf(c, turned).Max.X)
	fmt.Println("round corner:", c.CoreFeature(geom.Vec2{X: 1, Y: 1}).Point)
	fmt.Println("contains (0.8, 0.8):", shape.Contains(c, geom.Vec2{X: 0.8, Y: 0.8}))
	// Output:
	// area 3.708149, error <nil>
	// width when turned 2.378414
	// round corner: true
	// contains (0.8, 0.8): true
}

// Lens is the intersection of two discs of radius R with their centres 2 D apart: a
// custom shape with every optional method.
type Lens struct{ R, D float64 }

// Support is on the arc of one disc, or on the tip between the two.
func (l Lens) Support(dir mgl64.Vec2) mgl64.Vec2 {
	tip := math.Sqrt(l.R*l.R - l.D*l.D)
	d := dir.Normalize()
	if math.Abs(d[0])*tip > l.D*math.Abs(d[1]) {
		return mgl64.Vec2{math.Copysign(l.R*math.Abs(d[0])-l.D, d[0]), l.R * d[1]}
	}
	return mgl64.Vec2{0, math.Copysign(tip, d[1])}
}

// Validate uses the checks of package geom.
func (l Lens) Validate() error {
	if err := geom.CheckSize("R", l.R); err != nil {
		return err
	}
	if l.D >= l.R {
		return geom.NewFieldError("D", l.D, geom.ErrOutOfRange)
	}
	return geom.CheckThickness("D", l.D)
}

// Mass is known in closed form: two circular segments.
func (l Lens) Mass(density float64) shape.Mass {
	half := math.Acos(l.D / l.R)
	area := l.R * l.R * (2*half - math.Sin(2*half))
	// The polar moment of one segment about the centre of its disc, shifted to the middle.
	s := math.Sin(half)
	polar := l.R * l.R * l.R * l.R / 2 * (half - math.Sin(2*half)/2*(1-2*s*s/3))
	first := 2 * l.R * l.R * l.R * s * s * s / 3
	return shape.Mass{Mass: area * density, Inertia: 2 * (polar - 2*l.D*first + l.D*l.D*area/2) * density}
}

func ExampleMasser() {
	lens := Lens{R: 2, D: 1}
	exact, _ := shape.MassOf(lens, 1)
	integrated, _ := shape.MassOf(supportOnly{lens}, 1)
	fmt.Printf("%.6f %.6f\n", exact.Mass, exact.Inertia)
	fmt.Printf("%.6f %.6f\n", integrated.Mass, integrated.Inertia)
	// Output:
	// 4.913479 4.348132
	// 4.913479 4.348132
}

func ExampleValidator() {
	_, err := shape.New(Lens{R: 1, D: 2})
	fmt.Println(err)
	// Output: D: 2 is out of range
}

// Pill is a custom capsule along the x axis: a segment of half length Half with a skin.
type Pill struct{ Half, Skin float64 }

// Support includes the skin.
func (p Pill) Support(dir mgl64.Vec2) mgl64.Vec2 {
	return mgl64.Vec2{math.Copysign(p.Half, dir[0]), 0}.Add(dir.Normalize().Mul(p.Skin))
}

// SkinRadius lets collisions use the segment and add the skin exactly.
func (p Pill) SkinRadius() float64 { return p.Skin }

func ExampleRounder() {
	c, err := shape.New(Pill{Half: 2, Skin: 0.5})
	fmt.Println(c.Radius, err)
	core, _ := c.CoreSupport(geom.Vec2{X: 1})
	fmt.Println(core, c.Support(geom.Vec2{X: 1}))
	// Output:
	// 0.5 <nil>
	// {2 0} {2.5 0}
}

// Wedge is a custom triangle that knows its sides.
type Wedge struct{ corners [3]mgl64.Vec2 } // counter-clockwise

// Support returns the farthest corner.
func (w Wedge) Support(dir mgl64.Vec2) mgl64.Vec2 {
	best := w.corners[0]
	for _, p := range w.corners[1:] {
		if p.Dot(dir) > best.Dot(dir) {
			best = p
		}
	}
	return best
}

// FarthestFeature returns the side at the farthest corner whose normal is nearest to dir.
func (w Wedge) FarthestFeature(dir mgl64.Vec2) (a, b mgl64.Vec2) {
	far, best := w.Support(dir), math.Inf(-1)
	for i, p := range w.corners {
		q := w.corners[(i+1)%3]
		side := q.Sub(p).Normalize()
		if cos := side[1]*dir[0] - side[0]*dir[1]; (p == far || q == far) && cos > best {
			best, a, b = cos, p, q
		}
	}
	return a, b
}

func ExampleFarthestFeature() {
	c, _ := shape.New(Wedge{[3]mgl64.Vec2{{0, 0}, {4, 0}, {0, 2}}})
	f := c.CoreFeature(geom.Vec2{X: 0.1, Y: -1})
	fmt.Println(f.A, f.B, f.Point)
	// Output: {0 0} {4 0} false
}

func ExampleTransformed() {
	// A capsule lying on its side, two metres up.
	fmt.Println(shape.Transformed(shape.Capsule{B: mgl64.Vec2{3, 0}, Radius: 1}, 0, mgl64.Vec2{0, 2}))
	// Output: {[0 2] [3 2] 1}
}

func ExamplePlacement() {
	s := shape.Transformed(Pill{Half: 2, Skin: 0.5}, 0.25, mgl64.Vec2{1, 3})
	inner, angle, offset := shape.Placement(s)
	fmt.Println(inner, angle, offset)
	// Output: {2 0.5} 0.25 [1 3]
}
