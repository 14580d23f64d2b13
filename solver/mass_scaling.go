package solver

import (
	"math"

	"github.com/carom2d/carom/internal/state"
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
	loadRiseRate = 20   // 1/s
	loadFallRate = 0.6  // 1/s
	maxLoadRatio = 1000 // times the body's own mass, where bodies hold up each other in a circle

	minTiltLoadRatio = 2    // times its own weight a body bears with the inertia it has
	tiltFrequency2   = 190  // 1/s^2: as much load as accelerates its farthest point at 2.2 Hz
	minInertiaShare  = 0.25 // of the inverse inertia is left at least
)

// savedMass is what a body weighs without ballast; a zero InvMass says it has none.
type savedMass struct{ invMass, invInertia, gravityScale float32 }

// burden is what a tick finds out about the load of a body.
type loadRecord struct {
	weight         float32 // kg, as far as gravity acts on it
	supportImpulse float32 // N s of this tick, to become Motion.Support
	handedLoad     float32 // kg that the bodies above hand down
	pressImpulse   float32 // N s with which they press down
}

// maxLoadAcceleration returns the acceleration, load over mass, above which a body gets
// ballast, m/s^2. In equilibrium a contact of angular frequency w under a load that
// accelerates a unit of effective mass by a overlaps by a/w^2; the effective mass
// of two equal bodies is half of one. So this bounds what a load can press together to
// about one slop.
func maxLoadAcceleration(p *step.Params) float32 {
	w := float32(2 * math.Pi * min(p.ContactHertz, p.InvH/8))
	return float32(float32(0.5*p.LinearSlop) * float32(w*w))
}

// scaleMass puts ballast on the bodies from row lo up to hi.
func (s *Solver) scaleMass(lo, hi int) {
	maxAcceleration, minTiltAcceleration := maxLoadAcceleration(s.in.Params), float32(minTiltLoadRatio*s.gravity)
	motions, drives := s.in.Bodies.Motion[lo:hi], s.in.Bodies.Dynamics[lo:hi]
	saved, loads := s.savedMass[lo:hi], s.loads[lo:hi]
	drives, saved, loads = drives[:len(motions)], saved[:len(motions)], loads[:len(motions)]
	for i := range motions {
		m, d := &motions[i], &drives[i]
		saved[i].invMass = 0
		loads[i] = loadRecord{}
		if d.InvMass == 0 {
			continue
		}
		loads[i].weight = greater(d.GravityScale/d.InvMass, 0)
		a := float32(float32(m.CarriedMass*d.InvMass) * s.gravity)
		tiltAcceleration := greater(float32(tiltFrequency2*m.MaxExtent), minTiltAcceleration)
		if !(a > maxAcceleration) && !(a > tiltAcceleration) {
			continue
		}
		saved[i] = savedMass{d.InvMass, d.InvInertia, d.GravityScale}
		if a > maxAcceleration {
			f := maxAcceleration / a
			d.InvMass = float32(d.InvMass * f)
			d.InvInertia = float32(d.InvInertia * f)
			d.GravityScale = float32(d.GravityScale * f)
		}
		if a > tiltAcceleration {
			d.InvInertia = float32(d.InvInertia * greater(tiltAcceleration/a, minInertiaShare))
		}
	}
}

// restoreMass takes the ballast off again and notes the loads for the next tick.
func (s *Solver) restoreMass(lo, hi int) {
	motions, drives := s.in.Bodies.Motion[lo:hi], s.in.Bodies.Dynamics[lo:hi]
	saved, loads := s.savedMass[lo:hi], s.loads[lo:hi]
	drives, saved, loads = drives[:len(motions)], saved[:len(motions)], loads[:len(motions)]
	for i := range motions {
		m, d, b := &motions[i], &drives[i], &saved[i]
		if b.invMass > 0 {
			d.InvMass, d.InvInertia, d.GravityScale = b.invMass, b.invInertia, b.gravityScale
		}
		if d.InvMass > 0 {
			handedLoad := lesser(loads[i].handedLoad, maxLoadRatio/d.InvMass)
			m.CarriedMass = smoothLoad(m.CarriedMass, handedLoad, s.in.Params.DT)
			m.CarriedMass = lesser(m.CarriedMass, float32(loads[i].pressImpulse*s.maxCarriedPerImpulse))
			m.SupportImpulse = loads[i].supportImpulse
		}
	}
}

// smoothLoad returns a load that was `load` and should be `borne` after a tick.
func smoothLoad(carried, handedLoad, dt float32) float32 {
	rate := float32(loadFallRate)
	if handedLoad > carried {
		rate = loadRiseRate
	}
	return carried + float32(lesser(float32(rate*dt), 1)*(handedLoad-carried))
}

// supportImpulse returns with what impulse each lane holds up its body b, or, when it is
// less than nothing, its body a.
func (s *Solver) supportImpulse(h *header, points []point) (impulses column) {
	for k := range points {
		p := &points[k].impulse
		for l := range impulses {
			impulses[l] += p[l]
		}
	}
	x, y := s.upX, s.upY
	for l := range impulses {
		impulses[l] = float32(impulses[l] * (float32(h.nx[l]*x) + float32(h.ny[l]*y)))
	}
	return impulses
}

// propagateLoad hands the loads of the upper bodies of a chunk down to the lower ones,
// in the share that each contact had in holding its upper body up. The shares are
// those of the last tick, whose sums are known. Only dynamic bodies are written;
// others are shared by the lanes of a colour.
func (s *Solver) propagateLoad(r *bundles, c batchRange) {
	motions, loads := s.in.Bodies.Motion, s.loads
	for i := int(c.lo); i < int(c.hi); i++ {
		h, points, _ := r.at(c.class, i)
		impulses := s.supportImpulse(h, points)
		for l, impulse := range impulses {
			if h.ma[l] == 0 || h.mb[l] == 0 { // of padding too
				continue
			}
			upper, lower := h.b[l], h.a[l]
			if impulse < 0 {
				impulse, upper, lower = -impulse, lower, upper
			}
			if m := &motions[upper]; m.SupportImpulse > 0 {
				share := lesser(impulse/m.SupportImpulse, 1)
				record := &loads[lower]
				record.handedLoad += float32((m.CarriedMass + loads[upper].weight) * share)
				record.pressImpulse += impulse
			}
		}
	}
}

// recordSupport notes how much the contacts of a row hold their upper bodies up. Lanes of
// padding have none that is dynamic.
func (s *Solver) recordSupport(h *header, points []point) {
	states := s.in.Bodies.State
	impulses := s.supportImpulse(h, points)
	for l, impulse := range impulses {
		upper := h.b[l]
		if impulse < 0 {
			impulse, upper = -impulse, h.a[l]
		}
		if states[upper].Flags&state.FlagDynamic != 0 {
			s.loads[upper].supportImpulse += impulse
		}
	}
}

// findGravityAxis notes where up is and how strong gravity pulls.
func (s *Solver) findGravityAxis() {
	p := s.in.Params
	g := float32(math.Sqrt(float64(float32(p.GravityX*p.GravityX) + float32(p.GravityY*p.GravityY))))
	s.gravity, s.upX, s.upY = g, 0, 0
	s.maxCarriedPerImpulse = 0
	if g > 0 {
		s.upX, s.upY = -p.GravityX/g, -p.GravityY/g
		s.maxCarriedPerImpulse = float32(2*p.InvH) / g
	}
}
