package solver

import (
	"math"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// Mass scaling.
//
// One sweep of sequential impulses changes the impulse of a contact by no more
// than its effective mass times the speed at which it closes. With warm starting, the contact
// acts like a spring whose stiffness is proportional to the mass of the lighter body. Four
// hundred kilograms on one kilogram then rest on a spring made for one kilogram: they sink in
// and oscillate. More sweeps help only in proportion to their number.
//
// So a body that carries far more than its own weight gets a larger mass and inertia for
// the tick, such that its load is at most a fixed multiple of its mass. The
// forces on it stay the same and gravity is scaled down by the same factor, hence
// a body at rest stays at rest under the right forces. Only its acceleration under a
// change of force is too small. A loaded body moves together with its load, which is heavier
// by that multiple, so the error of their common acceleration is
// less than a twelfth at the default parameters, and only for loads
// heavier than nine times the body. Restitution uses the true masses,
// because it comes before.
//
// A stack stands as long as its contacts resist tilting. The torque with which they resist in
// a sub-step is proportional to the inertia of the boxes. A column with too many such joints buckles
// under its own weight: forty boxes of 1 m fell within half a minute and twenty
// of 0.2 m within five seconds. So a loaded body gets more rotational inertia than mass, from
// smaller loads on the smaller it is. With it fifty boxes stand, and the small ones lean by a
// millimetre. More than four times the inertia adds little to the stiffness, and bodies
// settle more slowly. The load, which turns with the body, has many times its inertia.
//
// The load is a mass handed down from body to body: each gives its own mass and
// its load to the bodies below, in the proportion in which they hold it up. It is
// not taken from the impulses themselves, because bodies are also pressed together by other
// forces than weight. A joint that pulls two bodies into each other presses them the
// harder, the heavier they are made. The load is at most twice the mass that the impulses
// can carry, so bodies that fall together do not load each other. It travels by
// one body per tick, rises in a few ticks and falls slowly: inertia that follows
// every oscillation of the shares feeds the oscillation. The bound by the
// impulses holds at once.
const (
	loadRiseRate = 20   // 1/s
	loadFallRate = 0.6  // 1/s
	maxLoadRatio = 1000 // times the body's own mass: a bound where bodies hold up each other in a circle

	minTiltLoadRatio = 2    // loads below so many times the body's own mass do not scale its inertia
	tiltFrequency2   = 190  // 1/s^2, (2 pi 2.2 Hz)^2: times MaxExtent, the load acceleration from which the inertia is scaled
	minInertiaShare  = 0.25 // the least factor of the inverse inertia
)

// savedMass holds the true mass of a body whose mass is scaled. A zero invMass says that it is not.
type savedMass struct{ invMass, invInertia, gravityScale float32 }

// loadRecord sums up the load of a body during a tick.
type loadRecord struct {
	weight         float32 // kg, as far as gravity acts on it
	supportImpulse float32 // N s of this tick, later Motion.SupportImpulse
	handedLoad     float32 // kg that the bodies above hand down
	pressImpulse   float32 // N s with which they press down
}

// maxLoadAcceleration returns the acceleration, weight of the load over mass, above which a mass
// is scaled, m/s^2. In equilibrium a contact of angular frequency w under a load that
// accelerates a unit of effective mass by a overlaps by a/w^2. The effective mass
// of two equal bodies is half the mass of one. So the overlap under a load stays at
// about one slop.
func maxLoadAcceleration(p *step.Params) float32 {
	w := float32(2 * math.Pi * min(p.ContactHertz, p.InvH/8))
	return float32(float32(0.5*p.LinearSlop) * float32(w*w))
}

// scaleMass scales the masses of loaded bodies from row lo up to hi.
func (s *Solver) scaleMass(lo, hi int) {
	maxAcceleration, minTiltAcceleration := maxLoadAcceleration(s.in.Params), float32(minTiltLoadRatio*s.gravity)
	motions, dynamics := s.in.Bodies.Motion[lo:hi], s.in.Bodies.Dynamics[lo:hi]
	saved, loads := s.savedMass[lo:hi], s.loads[lo:hi]
	dynamics, saved, loads = dynamics[:len(motions)], saved[:len(motions)], loads[:len(motions)]
	for i := range motions {
		m, d := &motions[i], &dynamics[i]
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

// restoreMass restores the true masses and sets the loads for the next tick.
func (s *Solver) restoreMass(lo, hi int) {
	motions, dynamics := s.in.Bodies.Motion[lo:hi], s.in.Bodies.Dynamics[lo:hi]
	saved, loads := s.savedMass[lo:hi], s.loads[lo:hi]
	dynamics, saved, loads = dynamics[:len(motions)], saved[:len(motions)], loads[:len(motions)]
	for i := range motions {
		m, d, b := &motions[i], &dynamics[i], &saved[i]
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

// smoothLoad returns a carried load one tick nearer to the load handed down.
func smoothLoad(carried, handedLoad, dt float32) float32 {
	rate := float32(loadFallRate)
	if handedLoad > carried {
		rate = loadRiseRate
	}
	return carried + float32(lesser(float32(rate*dt), 1)*(handedLoad-carried))
}

// supportImpulse returns the impulse with which each lane holds up its body b, N s. A negative
// impulse holds up body a.
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

// propagateLoad hands the loads of the upper bodies of a range down to the lower bodies,
// in the share that each contact had in holding its upper body up. The shares are
// those of the last tick, whose sums are known. Only dynamic bodies are written:
// the lanes of a colour may share others.
func (s *Solver) propagateLoad(r *bundles, c batchRange) {
	motions, loads := s.in.Bodies.Motion, s.loads
	for i := int(c.lo); i < int(c.hi); i++ {
		h, points, _ := r.at(c.class, i)
		impulses := s.supportImpulse(h, points)
		for l, impulse := range impulses {
			if h.ma[l] == 0 || h.mb[l] == 0 { // padding has zero masses too
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

// recordSupport adds the support impulses of a bundle to their upper bodies. The bodies of padding
// lanes are not dynamic.
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

// findGravityAxis sets the strength of gravity and the direction against it.
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
