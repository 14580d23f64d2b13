package articulation

import (
	"math"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/solver/constraint"
)

// Muscles.
//
// A limit that bears the load of a tree cannot be left to a row beside it, nor can a motor
// or a spring: what holds only there gives way as every row would, and what answers a
// sub-step late drives the load. So each coordinate of a joint on which such things act is
// a further line of the joint, solved with the tree. Of motor and limits one at most
// decides how fast the coordinate changes:
//
//	held, the impulse of both        speed of the coordinate
//	more than the motor's most       what the lower limit asks for
//	within what the motor can        that of the motor
//	less than its least              what the upper limit asks for
//
// and between two of these, with the motor at its bound, the coordinate is free. The more
// there is held the slower it is, so there is one answer. Which rung of that ladder a
// muscle is on is found by trying: see tree_trial.go.
//
// A spring takes the line of a coordinate that is free, and gives way as its law says.
// Where a limit or the motor decides the speed, its impulse follows from that. Velocities
// alone do not change it: it is a force, and once per sub-step is what its equation asks
// for.
//
// A limit with room before it does not give way. What gives way does so for the impulses
// of all lines of its joint, and by what a couple on a light body does at a lever, a
// limit out of reach would stop what is on its way to it; the next pass sets that going
// again, and joint and limit hold each other up in mid-air. Nor does a motor give way.

// rung says what decides the speed of a coordinate. The limits have the sign of what they
// push with.
type activeBound int8

const (
	boundFree  activeBound = 0 // nothing: motor and limits hold as they do
	boundLower activeBound = 1
	boundUpper activeBound = -1
	boundMotor activeBound = 2
)

// muscle is what acts along one coordinate of a limb beside what is rigid. Lengths in m,
// angles in rad, impulses in N s or N m s.
type actuator struct {
	joint                  int32
	scalar                 int8 // of a bond
	line                   int8 // of the limb, in this trial
	active                 activeBound
	locked                 bool // there is nothing between the limits
	released               bool // a limit let go in this pass, and is not caught again in it
	hasSpring              bool
	jc, jp                 spatial2
	aboveLower, belowUpper float64 // room when the tick began, endless without limits
	maxLimitImpulse        float64 // the most impulse of a limit
	moved                  float64 // since the tick began
	motorSpeed, motorMax   float64 // of the motor, and its impulse
	impulse                float64 // impulse of motor and limits

	holdMin, holdMax float64 // between which that is while the motor decides, in this pass
	lowerOn, upperOn float64 // from which the lower limit bears, and up to which the upper one
	compliantShare   float64 // what a limit that gives way adds while the motor decides

	spring         artSoft
	springMobility float64 // mobility of what the spring's frequency is of
	offset         float64 // from the target when the tick began
	springImpulse  float64 // impulse of the spring
	springChange   float64 // of it, in this trial, on a rung
}

// Limits nearer to each other than this, m or rad, hold what is between them.
const lockedRange = 1e-6

// maxMotorSpeedChange bounds what a motor can do by what it would do to the speed of its bodies
// alone, m/s or rad/s. Beyond, its impulse could not be told from others in a float32.
const maxMotorSpeedChange = 1e8

// prepare readies a muscle as the tick begins.
func (x *actuator) prepare(child, parent *artBody) {
	x.locked = x.aboveLower+x.belowUpper < lockedRange
	if m := x.mobility(&child.invMass, &parent.invMass); m > 0 {
		x.motorMax = min(x.motorMax, maxMotorSpeedChange/m)
	} else {
		x.motorMax = 0
	}
	x.springMobility = x.mobility(&child.trueInvMass, &parent.trueInvMass)
	switch {
	case x.locked:
		x.active = boundLower
	case x.motorMax > 0: // ready says
	case x.impulse > 0:
		x.active = boundLower
	case x.impulse < 0:
		x.active = boundUpper
	}
}

// actuatorInput is what acts along a coordinate, as the tick begins, of a joint of any kind.
type actuatorInput struct {
	features                                state.JointFeatures
	aboveLower, belowUpper, maxLimitImpulse float64 // with limits
	motorSpeed, motorMax                    float64 // with a motor
	offset                                  float64 // from the target, with a spring
	spring                                  constraint.Soft

	motorImpulse, springImpulse, lowerImpulse, upperImpulse float32
}

// begin takes over what acts.
func (x *actuator) begin(in *actuatorInput) {
	*x = actuator{joint: x.joint, scalar: x.scalar, aboveLower: state.Unlimited, belowUpper: state.Unlimited}
	x.impulse = float64(in.motorImpulse) + float64(in.lowerImpulse) - float64(in.upperImpulse)
	x.springImpulse = float64(in.springImpulse)
	if in.features&state.FeatureMotor != 0 {
		x.motorSpeed, x.motorMax = in.motorSpeed, in.motorMax
	}
	if in.features&state.FeatureLimit != 0 {
		x.aboveLower, x.belowUpper, x.maxLimitImpulse = in.aboveLower, in.belowUpper, in.maxLimitImpulse
	}
	if in.features&state.FeatureSpring != 0 {
		x.offset = in.offset
		x.spring, x.hasSpring = articulationSpring(in.spring)
	}
}

// angleInput is the angle of a revolute joint.
func angleInput(rec *state.RevoluteAngle, angle float64, maxTorque, h float32) actuatorInput {
	in := actuatorInput{
		features:   state.FeatureMotor,
		aboveLower: angle - rec.Lower, belowUpper: rec.Upper - angle, maxLimitImpulse: float64(maxTorque * h),
		motorSpeed: float64(rec.Speed), motorMax: float64(rec.MaxMotorTorque * h),
		offset:       angle - rec.Target,
		motorImpulse: rec.MotorImpulse, springImpulse: rec.SpringImpulse, lowerImpulse: rec.LowerImpulse, upperImpulse: rec.UpperImpulse,
	}
	if rec.Parts&state.AngleLimits != 0 {
		in.features |= state.FeatureLimit
	}
	if rec.Parts&state.AngleSpring != 0 {
		in.features |= state.FeatureSpring
		in.spring = constraint.SoftOf(step.MakeSoft(rec.Hertz, rec.Damping, h))
	}
	return in
}

// scalarInput is a coordinate of a generic joint. Its numbers have been rounded to float32
// as those of a row; an angle of a revolute joint, which has no such row, is taken as it is.
func scalarInput(scalar *constraint.ScalarConstraint) actuatorInput {
	return actuatorInput{
		features:   scalar.Features,
		aboveLower: float64(scalar.AboveLower), belowUpper: float64(scalar.BelowUpper), maxLimitImpulse: float64(scalar.MaxImpulse),
		motorSpeed: float64(scalar.MotorSpeed), motorMax: float64(scalar.MotorMax),
		offset: float64(scalar.Offset), spring: scalar.Spring,
		motorImpulse: scalar.MotorImpulse, springImpulse: scalar.SpringImpulse, lowerImpulse: scalar.LowerImpulse, upperImpulse: scalar.UpperImpulse,
	}
}

// articulationSpring returns what the line of a spring asks for and how it gives way. What is too
// weak to be told from nothing is no spring.
func articulationSpring(c constraint.Soft) (s artSoft, ok bool) {
	if !(c.MassScale > 0) {
		return s, false
	}
	return artSoft{float64(c.Gain) / float64(c.MassScale), float64(c.ImpulseScale) / float64(c.MassScale)}, true
}

// useMeanMobility makes the stiffness of a spring along a translation what it is for the mean over
// all directions between anchors at the squared distances in2 and out2, as it is for
// springs in the plane: see block.loosen. What changes as the bodies turn has no potential,
// and solved exactly it drives them for ever.
func (x *actuator) useMeanMobility(child, parent *artBody, child2, parent2 float64) {
	a, b := child.trueInvMass, parent.trueInvMass
	a.w, b.w = 0, 0
	x.springMobility = x.mobility(&a, &b) + float64(0.5*(float64(child.trueInvMass.w*child2)+float64(parent.trueInvMass.w*parent2)))
}

// turned finds where an angle has come to.
func (x *actuator) measureAngle(l *artJoint, a, b *state.BodyState) {
	x.moved = float64(constraint.AngleChange(a, b))
	x.jc, x.jp = splitJacobian(&constraint.RelativeAngle, l.childIsA)
}

// measureScalar finds where the axis of a bond has come to.
func (x *actuator) measureScalar(l *artJoint, scalar *constraint.ScalarConstraint) {
	x.moved = float64(scalar.Moved())
	x.jc, x.jp = splitJacobian(&scalar.Jacobian, l.childIsA)
}

// limitSpeed returns the speed away from a limit that is asked for at least: less than
// nothing where there is room, and otherwise what brings it back with the given bias.
func (x *actuator) limitSpeed(side activeBound, bias, invH float64) float64 {
	if x.hasClearance(side) {
		return -float64(x.clearance(side) * invH)
	}
	return -float64(bias * x.clearance(side))
}

// clearance returns how far it is to a limit, m or rad.
func (x *actuator) clearance(side activeBound) float64 {
	if side == boundUpper {
		return x.belowUpper - x.moved
	}
	return x.aboveLower + x.moved
}

// apart reports whether there is room before a limit.
func (x *actuator) hasClearance(side activeBound) bool { return x.clearance(side) > 0 && !x.locked }

// rate returns what the line sees.
func (x *actuator) rate(child, parent *spatial2) float64 { return x.jc.dot(child) + x.jp.dot(parent) }

// mobility returns how fast the coordinate moves when a unit impulse acts on its bodies
// alone, whose inverse masses are given.
func (x *actuator) mobility(child, parent *spatial2) float64 {
	ji, jo := x.jc.scaled(child), x.jp.scaled(parent)
	return x.rate(&ji, &jo)
}

// push applies an impulse along the line.
func (x *actuator) applyImpulse(j float64, child, parent *artBody) {
	child.applyImpulse(j, &x.jc)
	parent.applyImpulse(j, &x.jp)
}

// whole returns the impulse of all that acts.
func (x *actuator) totalImpulse() float64 { return x.impulse + x.springImpulse }

// motor returns the part of what is held that is the motor's. Against a limit it pushes
// with all it has.
func (x *actuator) motorImpulse() float64 {
	return min(max(x.impulse, x.holdMin), x.holdMax) - x.compliantShare
}

// parts returns the impulses of motor and limits.
func (x *actuator) splitImpulse() (motor, lower, upper float32) {
	m := x.motorImpulse()
	return float32(m), float32(max(x.impulse-m, 0)), float32(max(m-x.impulse, 0))
}

// impulseRange returns between what impulses a muscle stays on its rung.
func (x *actuator) impulseRange() (lo, hi float64) {
	switch {
	case x.locked:
		return -state.Unlimited, state.Unlimited
	case x.active == boundMotor || x.active == boundFree:
		return x.holdMin, x.holdMax
	case x.active == boundLower && x.lowerOn < x.holdMin && x.impulse <= x.holdMin:
		return x.lowerOn, x.holdMin
	case x.active == boundUpper && x.upperOn > x.holdMax && x.impulse >= x.holdMax:
		return x.holdMax, x.upperOn
	case x.active == boundLower:
		return x.holdMax, x.holdMax - x.compliantShare + x.maxLimitImpulse
	default:
		return x.holdMin - x.compliantShare - x.maxLimitImpulse, x.holdMin
	}
}

// beginPass begins a pass: how fast the limits ask to be left says what the motor can do, and
// the impulse held says on which rung that is.
func (x *actuator) beginPass(g *Set, pass artPass, invH float64) {
	x.released = false
	if x.motorMax == 0 && x.maxLimitImpulse > math.MaxFloat64 && (x.active != boundFree || x.impulse == 0) {
		return // limits alone have no choice
	}
	l, bias := &g.joints[x.joint], 0.0
	if pass == artSolve {
		bias = l.bias
	}
	x.compliantShare = 0
	x.lowerOn, x.upperOn = x.motorMax, -x.motorMax
	x.holdMin, x.holdMax = -x.motorMax, x.motorMax
	if x.motorMax > 0 {
		low, high := x.limitSpeed(boundLower, bias, invH), -x.limitSpeed(boundUpper, bias, invH)
		switch {
		case x.motorSpeed < low:
			x.motorAtLimit(g, boundLower, pass, low-x.motorSpeed)
		case x.motorSpeed > high:
			x.motorAtLimit(g, boundUpper, pass, high-x.motorSpeed)
		}
	}
	lo, hi := x.holdMin-x.compliantShare-x.maxLimitImpulse, x.holdMax-x.compliantShare+x.maxLimitImpulse
	if clamped := min(max(x.impulse, lo), hi); clamped != x.impulse && !x.locked {
		x.applyImpulse(clamped-x.impulse, &g.bodies[l.child], &g.bodies[l.parent]) // the game weakened a motor or a joint
		x.impulse = clamped
	}
	lo, hi = x.impulseRange()
	switch {
	case x.locked:
		x.active = boundLower
	case x.holdMin < x.impulse && x.impulse < x.holdMax:
		x.active = boundMotor
	case x.impulse > x.lowerOn:
		x.active = boundLower
	case x.impulse < x.upperOn:
		x.active = boundUpper
	case !(lo <= x.impulse && x.impulse <= hi) || x.active == boundMotor && x.holdMin == x.holdMax:
		x.active = boundFree
	}
}

// motorAtLimit is for a motor that works against a limit. Against one that does not give way it has
// lost. One that gives way adds what it holds at the motor's speed, which it misses by a gap,
// and decides by itself how fast the coordinate is where the motor can not.
func (x *actuator) motorAtLimit(g *Set, side activeBound, pass artPass, gap float64) {
	full := float64(float64(side) * x.motorMax)
	if pass == artRelax || x.hasClearance(side) || x.locked {
		x.holdMin, x.holdMax = -full, -full
	} else {
		l := &g.joints[x.joint]
		x.compliantShare = gap / float64(l.compliance*x.mobility(&g.bodies[l.child].invMass, &g.bodies[l.parent].invMass))
		x.compliantShare = min(max(x.compliantShare, -x.maxLimitImpulse), x.maxLimitImpulse)
		x.holdMin += x.compliantShare
		x.holdMax += x.compliantShare
	}
	if side == boundLower {
		x.lowerOn = -full
	} else {
		x.upperOn = -full
	}
}

// hasLine reports whether a muscle has a line.
func (x *actuator) hasLine(pass artPass) bool {
	return x.active != boundFree || x.hasSpring && pass == artSolve
}

// passTerms are those of a pass and a limb.
type passTerms struct {
	pass                   artPass
	bias, compliance, invH float64
}

// addLine puts the line of a muscle behind the other lines of its limb.
func (e *artBlock) addLine(x *actuator, child, parent *artBody, terms *passTerms) {
	k := e.n
	e.n++
	x.line, x.springChange = int8(k), 0
	e.jc[k], e.jp[k], e.feedback[k] = x.jc, x.jp, 0
	switch x.active {
	case boundFree:
		e.y[k] = x.springSpeed() - float64(x.springCompliance()*x.springImpulse)
		e.ownCompliance[k], e.compliance[k] = true, relaxCompliance
		if mobility := x.mobility(&child.invMass, &parent.invMass); mobility > 0 {
			e.compliance[k] = x.springCompliance() / mobility
		}
		return
	case boundMotor:
		e.y[k] = x.motorSpeed
		e.ownCompliance[k], e.compliance[k] = true, relaxCompliance
	default:
		e.y[k] = float64(float64(x.active) * x.limitSpeed(x.active, terms.bias, terms.invH))
		limit := x.impulse - x.motorImpulse()
		switch {
		case x.hasClearance(x.active):
			e.ownCompliance[k], e.compliance[k] = true, 0
		case x.motorMax > 0: // only then one knows what it holds at the motor's speed
			e.ownCompliance[k], e.compliance[k] = true, terms.compliance
			if terms.pass == artSolve {
				e.y[k] -= float64(float64(terms.compliance*x.mobility(&child.invMass, &parent.invMass)) * limit)
			}
		default:
			e.feedback[k] = limit
		}
	}
	if x.hasSpring && terms.pass == artSolve {
		v := e.y[k]
		if !e.ownCompliance[k] {
			v -= float64(terms.compliance * (e.complianceFeedback(x, child, parent) + float64(e.feedback[k]*x.mobility(&child.invMass, &parent.invMass))))
		}
		if compliance := x.springCompliance(); compliance > 0 {
			x.springChange = (x.springSpeed()-v)/compliance - x.springImpulse
		}
	}
}

// pull returns the speed that a spring without load asks for, and give how much less it
// is for an impulse.
func (x *actuator) springSpeed() float64 { return -float64(x.spring.bias * (x.offset + x.moved)) }

func (x *actuator) springCompliance() float64 { return float64(x.spring.compliance * x.springMobility) }

// step returns how much the impulse of motor and limits would change in a trial.
func (x *actuator) impulseStep(e *artBlock) float64 { return e.y[x.line] - x.springChange }

// take adds a part of what a trial found.
func (x *actuator) applyFraction(e *artBlock, fraction float64) {
	if x.active == boundFree {
		x.springImpulse += float64(fraction * e.y[x.line])
		return
	}
	x.springImpulse += float64(fraction * x.springChange)
	x.impulse += float64(fraction * x.impulseStep(e))
}
