// Package peers builds the benchmark scenes in several engines. A scene is a list of bodies
// with convex shapes, so that each engine gets the same work.
package peers

import "math"

// Body is one body of a scene: its place, its kind and its material.
type Body struct {
	X, Y, VX, VY float64
	Angle        float64
	Omega        float64
	Kind         Kind
	Density      float64
	Radius       float64 // m: the body is a circle, when not zero
	Shapes       []Shape
	Motor        float64 // rad/s: hinged to the ground at its place and turned
	Asleep       bool
}

// Kind is the way in which a body moves.
type Kind int

// The kinds.
const (
	Dynamic Kind = iota
	Static
	Kinematic
)

// Shape is a convex polygon, or a segment when it has two points.
type Shape [][2]float64

// Scene is a list of bodies under gravity.
type Scene struct {
	Name    string
	Gravity float64
	Sleep   bool
	Ticks   int
	Bodies  []Body
}

// Engine runs a scene tick by tick.
type Engine interface {
	Tick()
	// Height returns the mean height of the dynamic bodies: a sign that the
	// engine did the work.
	Height() float64
	// Bodies returns how many bodies move, and how many pairs of shapes touch.
	Bodies() int
	Contacts() int
}

func box(hx, hy, x, y float64) Shape {
	return Shape{{x - hx, y - hy}, {x + hx, y - hy}, {x + hx, y + hy}, {x - hx, y + hy}}
}

// Scenes returns the scenes that consist of boxes and at most one motor.
func Scenes() []Scene {
	return []Scene{LargePyramid(20), LargePyramid(100), manyPyramids(), smash(), tumbler(), washer()}
}

// LargePyramid stacks boxes of one metre on a base of the given number.
func LargePyramid(base int) Scene {
	s := Scene{Name: "large_pyramid", Gravity: -10, Ticks: 120}
	if base != 100 {
		s.Name = "small_pyramid"
	}
	s.Bodies = append(s.Bodies, Body{Y: -1, Kind: Static, Shapes: []Shape{box(float64(base), 1, 0, 0)}})
	for i := range base {
		for j := i; j < base; j++ {
			x := 0.5*float64(i+1) + float64(j-i) - 0.5*float64(base)
			s.Bodies = append(s.Bodies, Body{X: x, Y: float64(i) + 0.5, Density: 1, Shapes: []Shape{box(0.5, 0.5, 0, 0)}})
		}
	}
	return s
}

func manyPyramids() Scene {
	s := Scene{Name: "many_pyramids", Gravity: -10, Ticks: 40}
	ground := Body{Kind: Static}
	for r := range 20 {
		ground.Shapes = append(ground.Shapes, Shape{{-110, 11 * float64(r)}, {110, 11 * float64(r)}})
	}
	s.Bodies = append(s.Bodies, ground)
	for r := range 20 {
		for c := range 20 {
			cx := -110 + 11*float64(c) + 1
			for i := range 10 {
				for j := i; j < 10; j++ {
					x := 0.5*float64(i+1) + float64(j-i) + cx - 0.5
					s.Bodies = append(s.Bodies, Body{X: x, Y: 11*float64(r) + float64(i) + 0.5, Density: 1, Shapes: []Shape{box(0.5, 0.5, 0, 0)}})
				}
			}
		}
	}
	return s
}

func smash() Scene {
	s := Scene{Name: "smash", Sleep: true, Ticks: 150}
	s.Bodies = append(s.Bodies, Body{X: -20, VX: 40, Density: 8, Shapes: []Shape{box(4, 4, 0, 0)}})
	for i := range 120 {
		for j := range 80 {
			s.Bodies = append(s.Bodies, Body{X: 0.4*float64(i) + 30, Y: 0.4 * float64(j-40), Density: 1, Asleep: true, Shapes: []Shape{box(0.2, 0.2, 0, 0)}})
		}
	}
	return s
}

func tumbler() Scene {
	s := Scene{Name: "tumbler", Gravity: -10, Sleep: true, Ticks: 250}
	s.Bodies = append(s.Bodies, Body{Y: 10, Density: 50, Motor: 25 * math.Pi / 180, Shapes: []Shape{
		box(0.5, 10, 10, 0), box(0.5, 10, -10, 0), box(10, 0.5, 0, 10), box(10, 0.5, 0, -10),
	}})
	for i := range 45 {
		for j := range 45 {
			s.Bodies = append(s.Bodies, Body{X: -9 + 0.4*float64(j), Y: 1 + 0.4*float64(i), Density: 1, Shapes: []Shape{box(0.125, 0.125, 0, 0)}})
		}
	}
	return s
}

func washer() Scene {
	const degree = math.Pi / 180
	s := Scene{Name: "washer", Gravity: -10, Sleep: true, Ticks: 60}
	drum := Body{Y: 10, Kind: Kinematic, Omega: 25 * degree, VX: 0.001, VY: -0.002}
	quad := func(from, to, inner, outer float64) {
		s1, c1 := math.Sincos(from)
		s2, c2 := math.Sincos(to)
		drum.Shapes = append(drum.Shapes, Shape{{inner * c1, inner * s1}, {outer * c1, outer * s1}, {outer * c2, outer * s2}, {inner * c2, inner * s2}})
	}
	for i := range 36 {
		from, to := float64(10*i)*degree-degree, float64(10*i+10)*degree+degree
		quad(from, to, 16, 18)
		if i%9 == 0 {
			quad(from, to, 14, 16)
		}
	}
	s.Bodies = append(s.Bodies, drum)
	for i := range 90 {
		for j := range 90 {
			s.Bodies = append(s.Bodies, Body{X: -9.9 + 0.21*float64(j), Y: 0.1 + 0.21*float64(i), Density: 1, Shapes: []Shape{box(0.1, 0.1, 0, 0)}})
		}
	}
	return s
}
