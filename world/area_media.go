package world

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/outline"
)

// media is what fluids and winds do to the bodies of a tick. Their forces come from one
// equation per body, after all areas have been seen: see solve.
type media struct {
	sums       []mediumSum
	waterlines []waterline // in the order of areas

	// Of the area that the pass is at, in its frame.
	areaOf areaSlot // plus one
	sides  []outline.Side
	chords []outline.Facet

	pieces, spare []outline.Piece
	below         []outline.Piece
	facets        []outline.Facet
	scratch       outline.Scratch
}

// waterline is a line along which a surface cuts a body, relative to the body's centre of mass, with the
// fluid on its right.
type waterline struct {
	density float64
	a, b    geom.Vec2
	next    int32 // of the body, plus one; zero ends the list
}

// mediumSum is what the fluids and winds do to a body. Vectors are in the axes of the world, relative to the
// body's centre of mass. Motions are (x, y, turn).
type mediumSum struct {
	displaced float64       // mass of the fluid displaced, kg
	first     geom.Vec2     // its first moment, kg m
	drag      geom.Vec2     // the force of drag and lift with the velocity when the tick begins, N
	torque    float64       // N m
	resists   [3][3]float64 // how the force opposes a change of velocity
	lifts     bool
	lines     int32 // the last waterline plus one, or zero

	// Of the area that the pass is at.
	center   geom.Vec2 // the body's centre of mass in the area's frame
	rotation geom.Rot  // of the area's frame
	pose     geom.Transform
	velocity geom.Vec2 // of the body relative to the medium, m/s
	spin     float64   // rad/s
}

func (m *media) begin() {
	m.sums, m.waterlines, m.areaOf = m.sums[:0], m.waterlines[:0], 0
}

// of returns the sum for a body.
func (m *media) of(e *influence) *mediumSum {
	if e.medium == 0 {
		m.sums = append(m.sums, mediumSum{})
		e.medium = int32(len(m.sums))
	}
	return &m.sums[e.medium-1]
}

// The number of chords that stand for a round border of an area.
const (
	minAreaChords = 32
	maxAreaChords = 1024
)

// beginArea finds the border of the area that the pass is at.
func (m *media) beginArea(p *areaPass) {
	if m.areaOf == p.slot+1 {
		return
	}
	m.areaOf, m.sides = p.slot+1, m.sides[:0]
	if p.whole {
		return
	}
	if p.convex.Kind == shape.KindHalfPlane {
		m.sides = append(m.sides, outline.Side{Point: p.convex.A, Normal: p.convex.B})
		return
	}
	m.pieces = outline.Append(m.pieces[:0], p.convex, geom.IdentityTransform)
	tolerance := float64(1e-3 * p.w.config.LengthUnit)
	m.chords = outline.AppendChords(m.chords[:0], m.pieces, tolerance, minAreaChords, maxAreaChords)
	for _, c := range m.chords {
		if n, length := c.Normal(); length > 0 {
			m.sides = append(m.sides, outline.Side{Point: c.A, Normal: n})
		}
	}
}

// see prepares a sum for the area that the pass is at, whose medium moves with a velocity besides that of the area.
// The body is where it is some time after the tick began if nothing else acts on it.
func (s *mediumSum) see(p *areaPass, e *influence, flow geom.Vec2, after float64) {
	body := p.poseAfter(e, after)
	s.pose = p.transform.InverseMul(body)
	s.center, s.rotation = s.pose.P, p.transform.R
	s.velocity = e.velocity.Sub(flow).Sub(p.velocityAt(body.P))
	s.spin = e.spin - p.spin
}

// accepted returns the first collider of a list, from c on, that the present area accepts, or state.None.
func (p *areaPass) accepted(c uint32) uint32 {
	shapes := p.w.shapes
	for c != state.None {
		link := &shapes.Link[c]
		if link.Flags&state.ColliderSensor == 0 && p.w.areas.Place[p.slot].Filter.Accepts(shapes.Filter(state.ColliderSlot(c))) {
			return c
		}
		c = link.Next
	}
	return c
}

// cut returns the outline of the part of a collider in the present area, in the area's frame.
func (m *media) cut(c shape.Convex, pose geom.Transform) []outline.Piece {
	center := pose.Apply(c.Center)
	m.pieces = outline.Append(m.pieces[:0], c, pose)
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

// addResistance adds the drag of a rate (kg/(m^2 s)) all over an area with moments about the centre of
// mass.
func (s *mediumSum) addResistance(rate, area float64, first geom.Vec2, second float64) {
	s.resist(float64(rate*area), float64(rate*first.X), float64(rate*first.Y), float64(rate*second))
}

// resist adds the drag of points with a sum of rates, rates times place, and rates times distance
// squared: the velocity of a point r is v + w (-r.Y, r.X).
func (s *mediumSum) resist(sum, x, y, squares float64) {
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

// addFacet adds the drag and lift on a facet, with coefficients that hold half the density. The speed
// along the normal is linear along the facet. Where it is positive the facet meets the medium.
func (s *mediumSum) addFacet(f outline.Facet, drag, lift float64) {
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
	for _, node := range gauss2 {
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

func (s *mediumSum) velocityAt(r geom.Vec2) geom.Vec2 {
	return s.velocity.MulAdd(s.spin, r.LeftPerp())
}

// deflect adds a force at r of c times the velocity there, turned a quarter clockwise. It does no work.
func (s *mediumSum) deflect(c float64, r geom.Vec2) {
	// With J = (1 0 -r.Y; 0 1 r.X) the force is -c J' P J u, with P the quarter turn to the left. Its torque
	// comes from P J u = (-u.Y - w r.X, u.X - w r.Y).
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

// solve returns the force and torque of the media on a body on which other forces act.
//
// The velocity changes by dt a in the tick, and the equation is
//
//	(M + p dt D + q dt^2 K) a = F + B - D u
//
// with the masses M, the other forces F, the buoyancy B, the drag D u of the velocity u past the medium when
// the tick begins, and the stiffness K of the surface. D is symmetric but for the lift, which is skew; neither
// it nor K have a negative eigenvalue.
//
// Let x be the largest eigenvalue of dt D/M, at most its trace. With p = 0 a motion keeps 1 - x of itself.
// From x = 1/2 on it must keep more than that: with p = 1 - 1/(2x) it keeps 1 - x/(1 + p x) = 1/(2x + 1), never
// less than nothing. As p = 0 below, a body at rest on the ground feels no drag of a fall that the ground
// prevents. With p = 1/2 a skew D turns u, and keeps its length.
//
// Let z be that of dt^2 K/M: the square of the frequency by the timestep. The tick is stable up to 4. With q = 1 -
// 1/z, from z = 1 on, the frequency is 1 per tick at most.
func (m *media) solve(w *World, e *influence, force geom.Vec2, torque float64) (geom.Vec2, float64) {
	s, d := &m.sums[e.medium-1], &w.bodies.Dynamics[w.bodies.Row(e.body)]
	gravity := e.totalGravity(w).Mul(e.scale)
	inv := w.inverseMasses(e, d)
	dt := w.config.Timestep
	buoyancy := gravity.Mul(-s.displaced)
	own := [3]float64{
		s.drag.X + buoyancy.X, s.drag.Y + buoyancy.Y,
		s.torque - s.first.Cross(gravity),
	}
	weight := gravity.Mul(e.mass)
	total := [3]float64{
		own[0] + weight.X + force.X + float64(d.ForceX),
		own[1] + weight.Y + force.Y + float64(d.ForceY),
		own[2] + torque + float64(d.Torque),
	}
	k := m.stiffness(s, gravity)
	x, z := 0.0, 0.0
	for i := range 3 {
		x += float64(inv[i] * dt * s.resists[i][i])
		z += float64(inv[i] * dt * dt * k[i][i])
	}
	p, q := 0.0, 0.0
	if x > 0.5 {
		p = 1 - 0.5/x
	}
	if s.lifts {
		p = max(p, 0.5)
	}
	if z > 1 {
		q = 1 - 1/z
	}
	if p > 0 || q > 0 {
		own = heldBack(own, total, inv, &s.resists, &k, p*dt, q*dt*dt)
	}
	for i := range own { // float32 holds the products of the integrator
		own[i] = max(-maxMediumForce, min(maxMediumForce, own[i]))
	}
	return geom.Vec2{X: own[0], Y: own[1]}, own[2]
}

// maxMediumForce is the largest force, N, and torque, N m, of fluids and winds on a body.
const maxMediumForce = 1e30

// inverseMasses returns the inverse masses of the three motions, zero for locked ones.
func (w *World) inverseMasses(e *influence, d *state.BodyDynamics) [3]float64 {
	inv := [3]float64{float64(d.InvMass), float64(d.InvMass), float64(d.InvInertia)}
	for i, lock := range [3]state.BodyFlags{state.FlagLockX, state.FlagLockY, state.FlagLockRotation} {
		if w.bodies.State[w.bodies.Row(e.body)].Flags&lock != 0 {
			inv[i] = 0
		}
	}
	return inv
}

// stiffness returns how the buoyancy grows with a motion: a waterline of length l at r that sinks
// displaces l more fluid per metre.
func (m *media) stiffness(s *mediumSum, gravity geom.Vec2) (k [3][3]float64) {
	up, g := gravity.Neg().Unit()
	if g == 0 {
		return k
	}
	for i := s.lines; i > 0; i = m.waterlines[i-1].next {
		line := &m.waterlines[i-1]
		along := line.b.Sub(line.a)
		width := along.RightPerp().Dot(up)
		c := float64(line.density * g * math.Abs(width))
		for _, node := range gauss2 {
			r := line.a.Lerp(line.b, node)
			j := [3]float64{up.X, up.Y, r.Cross(up)}
			for row := range 3 {
				for col := range 3 {
					k[row][col] += float64(0.5 * c * j[row] * j[col])
				}
			}
		}
	}
	return k
}

// heldBack returns the forces own, of all forces total, after the resistance r and the stiffness k have acted against the
// accelerations: the solution a of (M + p r + q k) a = total gives own - (p r + q k) a.
func heldBack(own, total, inv [3]float64, r, k *[3][3]float64, p, q float64) [3]float64 {
	var e, m [3][4]float64
	for i := range 3 {
		for j := range 3 {
			e[i][j] = float64(p*r[i][j]) + float64(q*k[i][j])
			m[i][j] = float64(inv[i] * e[i][j])
		}
		m[i][i]++
		m[i][3] = float64(inv[i] * total[i])
	}
	// Each row is divided by the mass, so that a locked motion, of infinite mass, has no acceleration. The matrix
	// is the identity plus one without negative eigenvalues; elimination needs no pivots in that.
	for i := range 3 {
		for j := i + 1; j < 3; j++ {
			f := m[j][i] / m[i][i]
			for c := i; c < 4; c++ {
				m[j][c] -= float64(f * m[i][c])
			}
		}
	}
	var a [3]float64
	for i := 2; i >= 0; i-- {
		sum := m[i][3]
		for j := i + 1; j < 3; j++ {
			sum -= float64(m[i][j] * a[j])
		}
		a[i] = sum / m[i][i]
	}
	for i := range 3 {
		for j := range 3 {
			own[i] -= float64(e[i][j] * a[j])
		}
	}
	return own
}
