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
// heavier than nine times the body. Bodies that bounce do so without ballast,
// because bounces come before.
//
// A stack stands as long as its contacts resist tilting, and what they can resist with in
// a sub-step goes with the inertia of its boxes. A column of such joints buckles under its
// own weight when it has too many: forty boxes of 1 m fell within half a minute and twenty
// of 0.2 m within five seconds. So a loaded body gets rotational inertia beyond that, from
// smaller loads on the smaller it is. Now fifty stand, and the small ones a millimetre
// from upright. More than four times the inertia adds little to the stiffness, and bodies
// settle more slowly. The load, which turns with the body, has many times its inertia.
//
// The load is a weight handed down from body to body, each giving its own and
// what it carries to those below in the proportion in which they hold it up. It is
// not taken from the impulses themselves, because what presses bodies together
// need not be a weight: a joint that pulls two of them into each other presses the
// harder the heavier they are made. Nor is it more than twice what the impulses
// carry, so that bodies that fall together do not load each other. It travels by
// one body per tick, rises in a few ticks and falls slowly: inertia that follows
// every swing of the shares pumps the swing. The bound by the
// impulses holds at once.
const (
	loadRise = 20   // 1/s
	loadFall = 0.6  // 1/s
	loadCap  = 1000 // times the body's own mass, where bodies hold up each other in a circle

	tiltLeast = 2    // times its own weight a body bears with the inertia it has
	tiltRate2 = 190  // 1/s^2: as much load as accelerates its farthest point at 2.2 Hz
	tiltMost  = 0.25 // of the inverse inertia is left at least
)

// bare is what a body weighs without ballast; a zero InvMass says it has none.
type bare struct{ invMass, invInertia, gravityScale float32 }

// burden is what a tick finds out about the load of a body.
type burden struct {
	weight  float32 // kg, as far as gravity acts on it
	support float32 // N s of this tick, to become Motion.Support
	borne   float32 // kg that the bodies above hand down
	pressed float32 // N s with which they press down
}

// mostLoaded returns the acceleration, load over mass, above which a body gets
// ballast, m/s^2. In equilibrium a contact of angular frequency w under a load that
// accelerates a unit of effective mass by a overlaps by a/w^2; the effective mass
// of two equal bodies is half of one. So this bounds what a load can press together to
// about one slop.
func mostLoaded(p *step.Params) float32 {
	w := float32(2 * math.Pi * min(p.ContactHertz, p.InvH/8))
	return float32(float32(0.5*p.LinearSlop) * float32(w*w))
}

// ballast puts ballast on the bodies from row lo up to hi.
func (s *Solver) ballast(lo, hi int) {
	most, tilting := mostLoaded(s.in.Params), float32(tiltLeast*s.pullOfGravity)
	motions, drives := s.in.Bodies.Motion[lo:hi], s.in.Bodies.Drive[lo:hi]
	bares, burdens := s.bare[lo:hi], s.burden[lo:hi]
	drives, bares, burdens = drives[:len(motions)], bares[:len(motions)], burdens[:len(motions)]
	for i := range motions {
		m, d := &motions[i], &drives[i]
		bares[i].invMass = 0
		burdens[i] = burden{}
		if d.InvMass == 0 {
			continue
		}
		burdens[i].weight = greater(d.GravityScale/d.InvMass, 0)
		a := float32(float32(m.Load*d.InvMass) * s.pullOfGravity)
		tilt := greater(float32(tiltRate2*m.MaxExtent), tilting)
		if !(a > most) && !(a > tilt) {
			continue
		}
		bares[i] = bare{d.InvMass, d.InvInertia, d.GravityScale}
		if a > most {
			f := most / a
			d.InvMass = float32(d.InvMass * f)
			d.InvInertia = float32(d.InvInertia * f)
			d.GravityScale = float32(d.GravityScale * f)
		}
		if a > tilt {
			d.InvInertia = float32(d.InvInertia * greater(tilt/a, tiltMost))
		}
	}
}

// relieve takes the ballast off again and notes the loads for the next tick.
func (s *Solver) relieve(lo, hi int) {
	motions, drives := s.in.Bodies.Motion[lo:hi], s.in.Bodies.Drive[lo:hi]
	bares, burdens := s.bare[lo:hi], s.burden[lo:hi]
	drives, bares, burdens = drives[:len(motions)], bares[:len(motions)], burdens[:len(motions)]
	for i := range motions {
		m, d, b := &motions[i], &drives[i], &bares[i]
		if b.invMass > 0 {
			d.InvMass, d.InvInertia, d.GravityScale = b.invMass, b.invInertia, b.gravityScale
		}
		if d.InvMass > 0 {
			borne := lesser(burdens[i].borne, loadCap/d.InvMass)
			m.Load = follow(m.Load, borne, s.in.Params.DT)
			m.Load = lesser(m.Load, float32(burdens[i].pressed*s.mostWeight))
			m.Support = burdens[i].support
		}
	}
}

// follow returns a load that was `load` and should be `borne` after a tick.
func follow(load, borne, dt float32) float32 {
	rate := float32(loadFall)
	if borne > load {
		rate = loadRise
	}
	return load + float32(lesser(float32(rate*dt), 1)*(borne-load))
}

// upward returns with what impulse each lane holds up its body b, or, when it is
// less than nothing, its body a.
func (s *Solver) upward(h *head, points []point) (up column) {
	for k := range points {
		p := &points[k].impulse
		for l := range up {
			up[l] += p[l]
		}
	}
	x, y := s.upX, s.upY
	for l := range up {
		up[l] = float32(up[l] * (float32(h.nx[l]*x) + float32(h.ny[l]*y)))
	}
	return up
}

// handDown hands the loads of the upper bodies of a chunk down to the lower ones,
// in the share that each contact had in holding its upper body up. The shares are
// those of the last tick, whose sums are known. Only dynamic bodies are written;
// others are shared by the lanes of a colour.
func (s *Solver) handDown(r *rows, c chunk) {
	motions, burdens := s.in.Bodies.Motion, s.burden
	for i := int(c.lo); i < int(c.hi); i++ {
		h, points, _ := r.at(c.contacts, i)
		ups := s.upward(h, points)
		for l, up := range ups {
			if h.ma[l] == 0 || h.mb[l] == 0 { // of padding too
				continue
			}
			upper, lower := h.b[l], h.a[l]
			if up < 0 {
				up, upper, lower = -up, lower, upper
			}
			if m := &motions[upper]; m.Support > 0 {
				share := lesser(up/m.Support, 1)
				to := &burdens[lower]
				to.borne += float32((m.Load + burdens[upper].weight) * share)
				to.pressed += up
			}
		}
	}
}

// holdUp notes how much the contacts of a row hold their upper bodies up. Lanes of
// padding have none that is dynamic.
func (s *Solver) holdUp(h *head, points []point) {
	states := s.in.Bodies.State
	ups := s.upward(h, points)
	for l, up := range ups {
		upper := h.b[l]
		if up < 0 {
			up, upper = -up, h.a[l]
		}
		if states[upper].Flags&body.FlagDynamic != 0 {
			s.burden[upper].support += up
		}
	}
}

// findUp notes where up is and how strong gravity pulls.
func (s *Solver) findUp() {
	p := s.in.Params
	g := float32(math.Sqrt(float64(float32(p.GravityX*p.GravityX) + float32(p.GravityY*p.GravityY))))
	s.pullOfGravity, s.upX, s.upY = g, 0, 0
	s.mostWeight = 0
	if g > 0 {
		s.upX, s.upY = -p.GravityX/g, -p.GravityY/g
		s.mostWeight = float32(2*p.InvH) / g
	}
}
