package joint

import (
	"math"
	"unsafe"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// pin is what every tick asks of a revolute joint: a line of the cache.
type revolutePoint struct {
	ax, ay, bx, by float64 // anchors from the centres of mass in the bodies' axes, m
	c, s           float64 // turn of B's joint frame in B less that of A's in A
	angle          float64 // when last looked at, with whole turns
	jx, jy         float32 // impulse per sub-step, N s
}

// revoluteAngle is what every tick asks besides of a joint that does not turn freely.
type revoluteAngle struct {
	target, lower, upper        float64
	speed, maxMotorTorque       float32 // of the motor
	hertz, damping              float32
	springImpulse, motorImpulse float32 // impulses per sub-step, N m s
	lowerImpulse, upperImpulse  float32
	parts                       uint32
	motorTorque                 float32 // N m, in the last sub-step
}

// The parts of an axle. They are the highest bits, so that a shift makes masks of them.
const (
	angleSpring uint32 = 1 << 31
	angleLimits uint32 = 1 << 30
)

var (
	_ [64]byte = [unsafe.Sizeof(revolutePoint{})]byte{}
	_ [64]byte = [unsafe.Sizeof(revoluteAngle{})]byte{}
)

// compile takes over a definition. Impulses of parts that there are no more are dropped.
func (x *revoluteAngle) compile(d *Revolute) {
	x.target, x.lower, x.upper = d.TargetAngle, clampLimit(d.Lower), clampLimit(d.Upper)
	x.speed, x.maxMotorTorque = float32(d.MotorSpeed), float32(d.MaxMotorTorque)
	x.hertz, x.damping = float32(d.SpringHertz), float32(d.SpringDamping)
	x.parts = 0
	if d.SpringHertz > 0 {
		x.parts |= angleSpring
	} else {
		x.springImpulse = 0
	}
	if d.MaxMotorTorque == 0 {
		x.motorImpulse = 0
	}
	if d.Limit {
		x.parts |= angleLimits
	} else {
		x.lowerImpulse, x.upperImpulse = 0, 0
	}
}

// clearImpulses drops the impulses.
func (x *revoluteAngle) clearImpulses() {
	x.springImpulse, x.motorImpulse, x.lowerImpulse, x.upperImpulse, x.motorTorque = 0, 0, 0, 0, 0
}

func (r *revolutePoint) anchors() (onA, onB geom.Vec2) {
	return geom.Vec2{X: r.ax, Y: r.ay}, geom.Vec2{X: r.bx, Y: r.by}
}

// bearing returns how the joint's frame in B lies against that in A, given how the
// bodies lie.
func (r *revolutePoint) relativeRotation(a, b geom.Rot) geom.Rot {
	return a.InverseMul(b).Mul(geom.Rot{C: r.c, S: r.s})
}

// turn returns the angle now, as the continuation of the one last looked at.
func (r *revolutePoint) unwrappedAngle(bodies *state.Bodies, l *Link) float64 {
	qa := bodies.Pose[bodies.Rows[l.BodyA]].R
	qb := bodies.Pose[bodies.Rows[l.BodyB]].R
	return unwrap(r.relativeRotation(qa, qb).Angle(), r.angle)
}

// unwrap returns the angle that is x but for whole turns and nearest to last.
func unwrap(x, last float64) float64 {
	const fullTurn = 2 * math.Pi
	return x + float64(fullTurn*math.Floor((last-x)/fullTurn+0.5))
}

// nearestQuarterTurn returns the multiple of a right angle nearest to a rotation: enough to
// count whole turns by, without an arc tangent for every joint in every tick.
func nearestQuarterTurn(q geom.Rot) float64 {
	switch {
	case q.C >= math.Abs(q.S):
		return 0
	case -q.C >= math.Abs(q.S):
		return math.Pi
	case q.S > 0:
		return math.Pi / 2
	default:
		return -math.Pi / 2
	}
}
