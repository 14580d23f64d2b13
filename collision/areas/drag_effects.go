package areas

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/outline"
)

// DragEffects accumulates the effects of fluids and winds on the bodies of a tick. One equation per
// body gives the forces after all areas have been visited: see Solve.
type DragEffects struct {
	sums       []DragSum
	waterlines []waterline // in the order of areas

	// Of the present area, in its frame.
	sides  []outline.Side
	chords []outline.Facet

	pieces, spare []outline.Piece
	below         []outline.Piece
	facets        []outline.Facet
	scratch       outline.Scratch

	// Of the present compound.
	covers     []cover
	coverSides []outline.Side
	stack      []outline.Piece
}

// waterline is a line along which a surface cuts a body, relative to the body's centre of mass,
// with the fluid on its right.
type waterline struct {
	_       [0]func() // not comparable, so no program has code for a comparison
	density float64
	a, b    geom.Vec2
	next    int32 // of the body, plus one; zero ends the list
}

// DragSum is the sum of the effects of fluids and winds on a body. Vectors are in the axes of the
// world, relative to the body's centre of mass. Motions are (x, y, turn).
type DragSum struct {
	_         [0]func()     // not comparable, so no program has code for a comparison
	displaced float64       // mass of the fluid displaced, kg
	first     geom.Vec2     // its first moment, kg m
	drag      geom.Vec2     // drag and lift at the velocity at the beginning of the tick, N
	torque    float64       // N m
	resists   [3][3]float64 // change of the force per change of velocity, opposing it
	lifts     bool          // a wind has lift
	lines     int32         // the last waterline plus one, or zero
	followed  bool          // along the motion under the forces themselves: see follow

	// Of the present area.
	center   geom.Vec2 // the body's centre of mass in the area's frame
	rotation geom.Rot  // of the area's frame
	pose     geom.Transform
	velocity geom.Vec2 // of the body relative to the fluid or wind, m/s
	spin     float64   // rad/s
}

// Begin begins a tick.
func (m *DragEffects) Begin() { m.sums, m.waterlines = m.sums[:0], m.waterlines[:0] }

// Sum returns the sum with a number (a body's index plus one). If the number is zero, Sum appends a
// sum and writes its number. The sum is valid until the next call.
func (m *DragEffects) Sum(number *int32) *DragSum {
	if *number == 0 {
		m.sums = append(m.sums, DragSum{})
		*number = int32(len(m.sums))
	}
	return &m.sums[*number-1]
}

// mark is a state of the sum of a body.
type mark struct {
	sum   DragSum
	lines int
}

func (m *DragEffects) mark(number int32) mark { return mark{m.sums[number-1], len(m.waterlines)} }

// reset brings the sum of a body back to a mark, if no sum has grown since but this one.
func (m *DragEffects) reset(number int32, to *mark) {
	m.sums[number-1], m.waterlines = to.sum, m.waterlines[:to.lines]
}

// The smallest and largest number of chords that approximate a round border of an area.
const (
	minAreaChords = 32
	maxAreaChords = 1024
)

// BeginArea makes an area with a border the present one; nil means the whole world. Chords
// approximate a round border to within a tolerance (m).
func (m *DragEffects) BeginArea(border *shape.Convex, tolerance float64) {
	m.sides = m.sides[:0]
	if border == nil {
		return
	}
	if border.Kind == shape.KindHalfPlane {
		m.sides = append(m.sides, outline.Side{Point: border.A, Normal: border.B})
		return
	}
	m.pieces = outline.Append(m.pieces[:0], *border, geom.IdentityTransform)
	m.chords = outline.AppendChords(m.chords[:0], m.pieces, tolerance, minAreaChords, maxAreaChords)
	for _, c := range m.chords {
		if n, length := c.Normal(); length > 0 {
			m.sides = append(m.sides, outline.Side{Point: c.A, Normal: n})
		}
	}
}

// Place prepares a sum for the present area. It takes the area's frame and the pose of the body in
// the world, and the velocity (m/s) and spin (rad/s) of the body relative to the fluid or wind.
func (s *DragSum) Place(frame, body geom.Transform, velocity geom.Vec2, spin float64) {
	s.pose = frame.InverseMul(body)
	s.center, s.rotation = s.pose.P, frame.R
	s.velocity, s.spin = velocity, spin
}

// cut clips the present pieces, which are the outline of a collider, to the border of the present
// area. The result is in the area's frame.
func (m *DragEffects) cut(c shape.Convex, pose geom.Transform) []outline.Piece {
	center := pose.Apply(c.Center)
	for i := range m.sides {
		side := &m.sides[i]
		distance := center.Sub(side.Point).Dot(side.Normal)
		if distance <= -c.BoundingRadius {
			continue
		}
		m.spare = outline.Clip(m.spare[:0], m.pieces, *side)
		m.pieces, m.spare = m.spare, m.pieces
	}
	return m.pieces
}

// addResistance adds a uniform drag rate (kg/(m^2 s)) over a region with the given moments about
// the centre of mass.
func (s *DragSum) addResistance(rate, area float64, first geom.Vec2, second float64) {
	s.resist(float64(rate*area), float64(rate*first.X), float64(rate*first.Y), float64(rate*second))
}

// resist adds the drag of points, given the sums of their rates, of rate times place, and of rate
// times squared distance. The velocity of a point r is v + w (-r.Y, r.X).
func (s *DragSum) resist(sum, x, y, squares float64) {
	r := &s.resists
	r[0][0] += sum
	r[1][1] += sum
	r[0][2] -= y
	r[2][0] -= y
	r[1][2] += x
	r[2][1] += x
	r[2][2] += squares
	v, w := s.velocity, s.spin
	s.drag.X -= float64(sum*v.X) - float64(y*w)
	s.drag.Y -= float64(sum*v.Y) + float64(x*w)
	s.torque -= float64(x*v.Y) - float64(y*v.X) + float64(squares*w)
}

// addFacet adds the drag and lift on a facet. The coefficients include half the density. The speed
// along the normal is linear along the facet; the facet meets the medium where it is positive.
func (s *DragSum) addFacet(f outline.Facet, drag, lift float64) {
	a, b := s.rotation.Apply(f.A.Sub(s.center)), s.rotation.Apply(f.B.Sub(s.center))
	n, length := b.Sub(a).RightPerp().Unit()
	atA, atB := s.velocityAt(a).Dot(n), s.velocityAt(b).Dot(n)
	from, to := 0.0, 1.0
	switch {
	case !(atA > 0 || atB > 0):
		return
	case atA < 0:
		from = atA / (atA - atB)
	case atB < 0:
		to = atA / (atA - atB)
	}
	for _, node := range outline.GaussNodes {
		t := from + float64((to-from)*node)
		r := a.Lerp(b, t)
		v := s.velocityAt(r)
		facing := max(v.Dot(n), 0)
		across := float64(0.5*(to-from)*length) * facing // with the speed, the flow past this part
		s.resist(float64(drag*across), float64(drag*across*r.X), float64(drag*across*r.Y), float64(drag*across*r.LengthSquared()))
		if lift > 0 {
			if u, speed := v.LeftPerp().Unit(); speed > 0 {
				s.deflect(float64(lift*across*u.Dot(n)), r)
			}
		}
	}
}

func (s *DragSum) velocityAt(r geom.Vec2) geom.Vec2 {
	return s.velocity.MulAdd(s.spin, r.LeftPerp())
}

// deflect adds a force at r: c times the velocity at r, turned a quarter clockwise. The force does
// no work.
func (s *DragSum) deflect(c float64, r geom.Vec2) {
	// With J = (1 0 -r.Y; 0 1 r.X) the force is -c J' P J u, with P the quarter turn to the left.
	// Its torque comes from P J u = (-u.Y - w r.X, u.X - w r.Y).
	m := &s.resists
	m[0][1] -= c
	m[1][0] += c
	m[0][2] -= float64(c * r.X)
	m[2][0] += float64(c * r.X)
	m[1][2] -= float64(c * r.Y)
	m[2][1] += float64(c * r.Y)
	f := s.velocityAt(r).LeftPerp().Mul(-c)
	s.drag = s.drag.Add(f)
	s.torque += r.Cross(f)
}
