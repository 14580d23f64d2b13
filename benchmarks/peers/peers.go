// Package peers builds the benchmark scenes in several engines. A scene is a list of bodies
// with convex shapes, so that each engine gets the same work.
package peers

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
