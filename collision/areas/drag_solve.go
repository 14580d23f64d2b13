package areas

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape/outline"
)

// Load is a body with the other forces that act on it in the tick.
type Load struct {
	Timestep      float64    // s
	Mass          float64    // kg
	InvMass       [3]float64 // of motions along x and y, 1/kg, and of the rotation; zero if locked
	Gravity       geom.Vec2  // m/s^2
	Force         geom.Vec2  // of areas, N
	Torque        float64    // N m
	Applied       geom.Vec2  // of the game, N
	AppliedTorque float64    // N m
	Joined        bool       // it has a joint, whose force is not known yet
	Touches       bool       // it has no joint but a contact, which may end in the tick
}

// DragResult is the effect of fluids and winds on a body in a tick.
type DragResult struct {
	Force   geom.Vec2 // N
	Torque  float64   // N m
	Mass    float64   // kg, added to the mass of the body in this tick
	Inertia float64   // kg m^2, added to the inertia
}

// Solve returns the effect of fluids and winds on a body under other forces.
//
// The velocity changes by dt a in the tick, and the equation is
//
//	(M + p dt D + q dt^2 K) a = F + B - D u
//
// with the masses M, the other forces F, the buoyancy B, the drag D u of the velocity u past the
// fluid when the tick begins, and the stiffness K of the surface. D is symmetric except for the
// lift, which is skew. Neither D nor K has a negative eigenvalue.
//
// Let r be the largest eigenvalue of dt D/M, at most its trace. With p = 0 a motion keeps the share
// 1 - r. From r = 1/2 on it must keep more: with p = 1 - 1/(2r) it keeps 1 - r/(1 + p r) = 1/(2r +
// 1), which is never negative. Below r = 1/2, p is 0: a body at rest on the ground feels no drag of
// a fall that the ground prevents. With p = 1/2 a skew D rotates u and keeps its length.
//
// Let z be the largest eigenvalue of dt^2 K/M: the square of the frequency times the timestep. The
// tick is stable up to z = 4. From z = 1 on, q = 1 - 1/z limits the frequency to 1 per tick.
//
// The forces of joints and contacts belong to F but are not known yet. Without them a light pontoon
// would resist a rise that its raft prevents, and the raft would sink. So for a joined body the
// solver of constraints solves the equation: p and q add to the mass of the body, and the forces
// stay whole. It does so for a body that touches others, and for a body with lift, if r or z is
// above 1: otherwise the body resists little. A resistance too large for float32 needs the whole
// matrix. So does a body with much lift and little drag: the added mass lets joints make some
// energy, which only drag takes away.
func (m *DragEffects) Solve(number int32, b *Load) (x DragResult) {
	s, gravity, inv, dt := &m.sums[number-1], b.Gravity, b.InvMass, b.Timestep
	buoyancy := gravity.Mul(-s.displaced)
	own := [3]float64{
		s.drag.X + buoyancy.X, s.drag.Y + buoyancy.Y,
		s.torque - s.first.Cross(gravity),
	}
	weight := gravity.Mul(b.Mass)
	total := [3]float64{
		own[0] + weight.X + b.Force.X + b.Applied.X,
		own[1] + weight.Y + b.Force.Y + b.Applied.Y,
		own[2] + b.Torque + b.AppliedTorque,
	}
	k := m.stiffness(s, gravity)
	if s.followed {
		k = [3][3]float64{2: {2: k[2][2]}}
	}
	r, z := 0.0, 0.0
	for i := range 3 {
		r += float64(inv[i] * dt * s.resists[i][i])
		z += float64(inv[i] * dt * dt * k[i][i])
	}
	p, q := 0.0, 0.0
	if r > 0.5 {
		p = 1 - 0.5/r
	}
	if s.lifts {
		p = max(p, 0.5)
	}
	if z > 1 {
		q = 1 - 1/z
	}
	if p > 0 || q > 0 {
		var e [3][3]float64
		for i := range 3 {
			for j := range 3 {
				e[i][j] = float64(p*dt*s.resists[i][j]) + float64(q*dt*dt*k[i][j])
			}
		}
		if s.addsMass(b, max(r, z)) {
			x.Mass, x.Inertia = addedMasses(&e)
			if s.lifts {
				own = s.turn(&x, b, own)
			}
			own[0] -= float64(x.Mass * gravity.X) // the integrator multiplies gravity by all the mass
			own[1] -= float64(x.Mass * gravity.Y)
		} else {
			own = limitedForces(own, total, inv, &e)
		}
	}
	for i := range own { // the integrator multiplies them in float32
		own[i] = max(-maxForce, min(maxForce, own[i]))
	}
	x.Force, x.Torque = geom.Vec2{X: own[0], Y: own[1]}, own[2]
	return x
}

// addsMass reports whether the terms p and q add to the mass of a body with a largest of r and z.
func (s *DragSum) addsMass(b *Load, most float64) bool {
	switch {
	case most >= maxAdded:
		return false
	case s.lifts:
		glides := math.Abs(s.resists[0][1]-s.resists[1][0]) >= maxGlide*(s.resists[0][0]+s.resists[1][1])
		return most > 1 && (b.Joined || b.Touches) && !glides
	}
	return b.Joined || b.Touches && most > 1
}

// maxAdded bounds r and z of a body whose mass grows.
const maxAdded = 1e6

// maxGlide bounds the lift over the drag of a body whose mass grows.
const maxGlide = 4

// addedMasses returns a mass and an inertia that resist every acceleration at least as much as e
// does: twice the largest eigenvalue of its linear part, and twice its angular part.
func addedMasses(e *[3][3]float64) (mass, inertia float64) {
	mean, half := float64(0.5*(e[0][0]+e[1][1])), float64(0.5*(e[0][0]-e[1][1]))
	across := 0.5 * (e[0][1] + e[1][0])
	return 2 * (mean + math.Sqrt(float64(half*half)+float64(across*across))), 2 * e[2][2]
}

// turn returns the forces own of a body with added masses after the lift has turned its velocity by
// half of the angle of the tick. It adds so much mass that the angle is at most liftTurn.
func (s *DragSum) turn(x *DragResult, b *Load, own [3]float64) [3]float64 {
	var skew [3][3]float64
	for i := range 3 {
		for j := range 3 {
			skew[i][j] = 0.25 * b.Timestep * (s.resists[i][j] - s.resists[j][i])
		}
	}
	arm, inv := geom.Vec2{X: skew[0][2], Y: skew[1][2]}.Length(), b.InvMass
	x.Mass += float64(math.Abs(skew[0][1]) / liftTurn)
	if linear := max(inv[0], inv[1]); linear > 0 && inv[2] > 0 {
		radius := math.Sqrt(linear / inv[2])
		x.Mass += arm / (liftTurn * radius)
		x.Inertia += float64(arm * radius / liftTurn)
	}
	for i, added := range [3]float64{x.Mass, x.Mass, x.Inertia} {
		inv[i] /= 1 + float64(added*inv[i])
	}
	drag := [3]float64{s.drag.X, s.drag.Y, s.torque}
	turned := limitedForces(drag, drag, inv, &skew)
	for i := range own {
		own[i] += turned[i] - drag[i]
	}
	return own
}

// liftTurn is the largest angle by which lift turns the velocity of a joined body in half a tick,
// rad. A smaller angle needs more mass.
const liftTurn = 0.125

// maxForce is the largest force (N) and torque (N m) of fluids and winds on a body.
const maxForce = 1e30

// stiffness returns the growth of the buoyancy per motion: a waterline of length l at r that sinks
// displaces l more fluid per metre.
func (m *DragEffects) stiffness(s *DragSum, gravity geom.Vec2) (k [3][3]float64) {
	up, g := gravity.Neg().Unit()
	if g == 0 {
		return k
	}
	for i := s.lines; i > 0; i = m.waterlines[i-1].next {
		line := &m.waterlines[i-1]
		along := line.b.Sub(line.a)
		width := along.RightPerp().Dot(up)
		c := float64(line.density * g * math.Abs(width))
		for _, node := range outline.GaussNodes {
			r := line.a.Lerp(line.b, node)
			addDyad(&k, float64(0.5*c), [3]float64{up.X, up.Y, r.Cross(up)})
		}
	}
	return k
}

// addDyad adds f times the product of j with itself.
func addDyad(k *[3][3]float64, f float64, j [3]float64) {
	for row := range 3 {
		for col := range 3 {
			k[row][col] += float64(f * j[row] * j[col])
		}
	}
}

// limitedForces returns the forces own, a part of the forces total, after the resistance e has
// acted against the accelerations. The solution a of (M + e) a = total gives own - e a.
func limitedForces(own, total, inv [3]float64, e *[3][3]float64) [3]float64 {
	var m [3][4]float64
	for i := range 3 {
		for j := range 3 {
			m[i][j] = float64(inv[i] * e[i][j])
		}
		m[i][i]++
		m[i][3] = float64(inv[i] * total[i])
	}
	// Each row is divided by the mass, so that a locked motion, of infinite mass, has no
	// acceleration. The matrix is the identity plus a matrix without negative eigenvalues. Its
	// elimination needs no pivoting.
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
