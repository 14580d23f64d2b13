package constraint

import (
	"math"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
)

// Impacts holds the joints that transmit the impulses of the bounces of a tick. A bounce takes no
// time, so springs, motors and friction have no share in it. The rigid parts of joints let nothing
// move along their lines, and limits stop their coordinates. The zero Impacts is ready.
type Impacts struct {
	places []int32 // by body slot: one more than the index in bodies, or zero
	bodies []state.BodySlot
	joints []Generic // total: the impulse of the tick without the impulses of the joint
	begun  int       // joints that have been in a round
}

const (
	maxImpactJoints = 512     // that take part in the bounces of a tick
	firstSweeps     = 1 << 12 // over joints before their first round, divided by their number
	mostFirstSweeps = 128
)

// Reset drops all joints.
func (t *Impacts) Reset() {
	for _, b := range t.bodies {
		t.places[b] = 0
	}
	t.bodies, t.joints, t.begun = t.bodies[:0], t.joints[:0], 0
}

// Add adds a body with joints and all bodies that rigid parts of joints connect with it.
func (t *Impacts) Add(s *state.Joints, bodies *state.Bodies, from state.BodySlot, p *step.Params) {
	t.places = grow.Resize(t.places, len(bodies.Rows))
	i := len(t.bodies)
	if bodies.Meta[from].FirstJoint == state.None || t.addBody(bodies, from) >= 0 {
		return
	}
	for ; i < len(t.bodies); i++ {
		for key := bodies.Meta[t.bodies[i]].FirstJoint; key != state.None; key = s.Next(key) {
			slot := state.JointSlot(key >> 1)
			if len(t.joints) >= maxImpactJoints || !CanProject(s, bodies, slot) {
				continue
			}
			if place := t.addBody(bodies, s.Other(key)); place < 0 || place > i { // else it is listed
				t.joints = append(t.joints, Generic{})
				t.joints[len(t.joints)-1].beginImpacts(s, bodies, slot, p)
			}
		}
	}
}

// addBody adds a dynamic body, unless it has been added before. It returns the place that the body
// had, or a negative number.
//
//go:noinline
func (t *Impacts) addBody(bodies *state.Bodies, b state.BodySlot) (place int) {
	place = int(t.places[b]) - 1
	if place < 0 && bodies.IsDynamic(b) {
		t.bodies = append(t.bodies, b)
		t.places[b] = int32(len(t.bodies))
	}
	return place
}

// beginImpacts prepares the rigid part and the limits of a joint.
func (w *Generic) beginImpacts(s *state.Joints, bodies *state.Bodies, slot state.JointSlot, p *step.Params) {
	row := s.Rows[slot]
	w.Joint = row
	if link := &s.Link[row]; link.Kind != joint.KindRevolute {
		PrepareGeneric(w, s, bodies, p)
		w.PlanarMotor.on, w.SingleLine = false, singleNone
	} else {
		unbounded := float32(math.Inf(1))
		*w = rigidPartNow(s, bodies, slot)
		w.Joint, w.Block.On, w.Block.linear, w.Block.maxForce = row, true, 2, unbounded
		if x := &w.Scalars[0]; link.Flags&state.JointHasAngularPart != 0 && s.RevoluteAngles[link.Data].Parts&state.AngleLimits != 0 {
			angle, value := &s.RevoluteAngles[link.Data], s.RevolutePoints[link.Data].UnwrappedAngle(bodies, link)
			x.AboveLower, x.BelowUpper = float32(value-angle.Lower), float32(angle.Upper-value)
			x.Features, x.invH, x.MaxImpulse, w.ScalarCount = state.FeatureLimit, p.InvH, unbounded, 1
		}
		w.setMasses()
	}
	w.dropImpulses()
}

// dropImpulses drops the impulses of a joint in impacts.
func (w *Generic) dropImpulses() {
	w.Block.Impulses = [3]float32{}
	for i := range w.Scalars {
		w.Scalars[i].Features &= state.FeatureLimit
		w.Scalars[i].ScalarImpulses = state.ScalarImpulses{}
	}
}

// addImpulses adds the impulses of the joints to their totals.
func (t *Impacts) addImpulses() {
	for i := range t.joints {
		w := &t.joints[i]
		sum := w.Wrench()
		w.total.add(w.onB(&sum))
		w.dropImpulses()
	}
}

// BeginRound begins a round of bounces, and returns the number of joints. New joints first let the
// bodies move as they allow: joints that forbid the velocities before a bounce would add energy to
// it. So would a limit whose coordinate leaves it before the bounce, faster than the tolerance, and
// would come back because of the bounce. Such a limit takes no part in the tick any more.
func (t *Impacts) BeginRound(states []state.BodyState, tolerance float32) int {
	t.addImpulses()
	if n := len(t.joints); n > t.begun {
		t.begun = n
		for range min(firstSweeps/n, mostFirstSweeps) {
			t.Solve(states)
		}
		t.addImpulses()
	}
	for i := range t.joints {
		w := &t.joints[i]
		v := pairVelocityOf(&states[w.A], &states[w.B])
		for k := range w.ScalarCount {
			x := &w.Scalars[k]
			if rate := x.Jacobian.speed(&v); rate > tolerance {
				x.AboveLower = float32(math.Inf(1))
			} else if rate < -tolerance {
				x.BelowUpper = float32(math.Inf(1))
			}
		}
	}
	return len(t.joints)
}

// Solve solves the joints in turn.
func (t *Impacts) Solve(states []state.BodyState) {
	for i := range t.joints {
		w := &t.joints[i]
		total := w.total
		w.relax(states)
		w.total = total
	}
}

// Store adds the impulses to the loads of the joints, which have been stored.
func (t *Impacts) Store(s *state.Joints, p *step.Params) {
	t.addImpulses()
	for i := range t.joints {
		w := &t.joints[i]
		load := s.Load[w.Joint]
		w.total.add(Impulse{float32(load.ForceX * p.DT), float32(load.ForceY * p.DT), float32(load.Torque * p.DT)})
		StoreLoad(s, w.Joint, Impulse{}, w.total, p)
	}
}
