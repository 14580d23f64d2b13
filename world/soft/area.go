package soft

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
)

// Area is the constraint that keeps the area of a polygon. Its corners are the centres of the
// joint's bodies, in order, counter-clockwise. It is one row: the derivative of the area
//
//	A = 1/2 sum p[i] x p[i+1]
//
// by corner p[i] is (p[i+1] - p[i-1]) / 2, turned right by a quarter of a turn. It is perpendicular
// to the line between the neighbours, and its length is the length of outline that belongs to the
// corner. So the force of the row is a pressure: N/m, the same on all of the outline. The
// derivatives add up to zero, and so do their moments: the row changes neither momentum nor angular
// momentum.
type Area struct {
	Target  float64 // m^2
	Hertz   float64 // stiffness; zero means rigid
	Damping float64 // damping ratio that goes with Hertz
}

// Measure adds the row.
func (a Area) Measure(m *joint.ConstraintContext) {
	n := m.Bodies()
	origin := geom.From(m.Center(0)) // near the corners, so that nothing is lost far from the origin of the world
	corner := func(i int) geom.Vec2 { return geom.From(m.Center(i)).Sub(origin) }
	area := 0.0
	for i, last := 0, corner(n-1); i < n; i++ {
		p := corner(i)
		area += float64(last.Cross(p) / 2)
		last = p
	}
	row := m.Row(joint.SoftRow{Error: area - a.Target, Hertz: a.Hertz, Damping: a.Damping})
	before, at := corner(n-1), corner(0)
	for i := range n {
		after := corner((i + 1) % n)
		row.Linear(i, m.Center(i), after.Sub(before).RightPerp().Mul(0.5).Mgl())
		before, at = at, after
	}
}

// Register gives the constraint of blobs a name, so that worlds with blobs can be written to files
// and read again.
func Register(names *world.Names) { world.NameType[Area](names, "soft.Area") }
