package main

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world/scene"
	"github.com/go-gl/mathgl/mgl64"
)

// superellipse is |x/a|^4 + |y/b|^4 <= 1.
type superellipse struct{ a, b float64 }

// Support returns the point whose outward normal is dir.
func (s superellipse) Support(dir mgl64.Vec2) mgl64.Vec2 {
	u, v := math.Cbrt(s.a*dir[0]), math.Cbrt(s.b*dir[1])
	scale := math.Sqrt(math.Sqrt(u*u*u*u + v*v*v*v))
	return mgl64.Vec2{s.a * u / scale, s.b * v / scale}
}

// kite is a polygon that only its support function defines: half a square below, and half
// as high again above.
type kite struct{ size float64 }

// Support returns the farthest of the corners.
func (k kite) Support(dir mgl64.Vec2) mgl64.Vec2 {
	best := mgl64.Vec2{0, -k.size}
	for _, p := range []mgl64.Vec2{{k.size, 0}, {0, 1.5 * k.size}, {-k.size, 0}} {
		if p.Dot(dir) > best.Dot(dir) {
			best = p
		}
	}
	return best
}

// shapes are the custom shapes that the document may name.
var shapes = scene.NewShapes(
	scene.CustomShape{
		Name: "superellipse", Parameters: []string{"a", "b"},
		New: func(p []float64) (shape.Support, error) {
			if err := geom.CheckPositive("a", p[0]); err != nil {
				return nil, err
			}
			return superellipse{p[0], p[1]}, geom.CheckPositive("b", p[1])
		},
		Describe: func(s shape.Support) ([]float64, bool) {
			e, ok := s.(superellipse)
			return []float64{e.a, e.b}, ok
		},
	},
	scene.CustomShape{
		Name: "kite", Parameters: []string{"size"},
		New: func(p []float64) (shape.Support, error) {
			return kite{p[0]}, geom.CheckPositive("size", p[0])
		},
		Describe: func(s shape.Support) ([]float64, bool) {
			k, ok := s.(kite)
			return []float64{k.size}, ok
		},
	},
)
