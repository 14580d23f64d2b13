package solver

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/step"
)

// Ballast.
//
// One sweep of sequential impulses changes the impulse of a contact by no more
// than its effective mass times the speed at which it closes. Warm started, that
// is a spring whose stiffness goes with the mass of the lighter body: four
// hundred kilograms on one kilogram rest on a spring made for one, sink deep and ring.
// More sweeps help no faster than their number.
//
// So a body that carries far more than its own weight is given more inertia for
// the tick, enough that its load is never more than a fixed multiple of it. The
// forces on it stay what they were, gravity is scaled down by as much, hence
// everything that rests, rests with the right forces; only its acceleration under a
// change of force is less than it should be. A loaded body moves with what it
// carries, which is the heavier by that multiple, so what both do together is
// off by less than a twelfth at the default parameters, and only for loads
// heavier than nine times the body. The load is smoothed over about half a second,
// because inertia that follows the load at once pumps the oscillation it should
// calm. Bodies that bounce do so without ballast: bounces come before.

// loadRate is how fast the smoothed load follows, 1/s.
const loadRate = 2

// bare is what a body weighs without ballast; a zero InvMass says it has none.
type bare struct{ invMass, invInertia, gravityScale float32 }

// mostLoaded returns the acceleration, load over mass, above which a body gets
// ballast, m/s^2. In equilibrium a contact of angular frequency w under a load that
// accelerates a unit of effective mass by a overlaps by a/w^2; the effective mass
// of two equal bodies is half of one. So this bounds what a load can press together to
// about one slop.
func mostLoaded(p *step.Params) float32 {
	w := float32(2 * math.Pi * min(p.ContactHertz, p.InvH/8))
	return float32(float32(0.5*p.LinearSlop) * float32(w*w))
}

// ballast takes the loads of the last tick into account and puts ballast on the
// bodies from row lo up to hi.
func (s *Solver) ballast(lo, hi int) {
	p := s.in.Params
	most := mostLoaded(p)
	rate := min(float32(loadRate*p.DT), 1)
	motions, drives := s.in.Bodies.Motion[lo:hi], s.in.Bodies.Drive[lo:hi]
	bares := s.bare[lo:hi]
	drives, bares = drives[:len(motions)], bares[:len(motions)]
	for i := range motions {
		m, d := &motions[i], &drives[i]
		m.Load += float32(rate * (float32(0.5*m.Borne) - m.Load))
		m.Borne = 0
		bares[i].invMass = 0
		if a := float32(float32(m.Load*d.InvMass) * p.InvH); a > most {
			bares[i] = bare{d.InvMass, d.InvInertia, d.GravityScale}
			f := most / a
			d.InvMass = float32(d.InvMass * f)
			d.InvInertia = float32(d.InvInertia * f)
			d.GravityScale = float32(d.GravityScale * f)
		}
	}
}

// relieve takes the ballast off again.
func (s *Solver) relieve(lo, hi int) {
	drives := s.in.Bodies.Drive[lo:hi]
	bares := s.bare[lo:hi][:len(drives)]
	for i := range drives {
		if b := &bares[i]; b.invMass > 0 {
			d := &drives[i]
			d.InvMass, d.InvInertia, d.GravityScale = b.invMass, b.invInertia, b.gravityScale
		}
	}
}

// bear adds the normal impulses of a lane to what its dynamic bodies bear. Bodies
// that are not dynamic are shared by the lanes of a colour and left alone.
func (s *Solver) bear(bodies *body.Store, h *head, points []point, l int) {
	var sum float32
	for k := range points {
		sum += points[k].impulse[l]
	}
	for _, row := range [2]int32{h.a[l], h.b[l]} {
		if bodies.State[row].Flags&body.FlagDynamic != 0 {
			bodies.Motion[row].Borne += sum
		}
	}
}
