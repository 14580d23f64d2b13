package joint

import (
	"math"
	"unsafe"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
)

// pin is what every tick asks of a revolute joint: a line of the cache.
type pin struct {
	ax, ay, bx, by float64 // anchors from the centres of mass in the bodies' axes, m
	c, s           float64 // turn of B's joint frame in B less that of A's in A
	angle          float64 // when last looked at, with whole turns
	jx, jy         float32 // impulse per sub-step, N s
}

// axle is what every tick asks besides of a joint that does not turn freely.
type axle struct {
	target, lower, upper float64
	speed, torque        float32 // of the motor
	hertz, damping       float32
	spring, motor        float32 // impulses per sub-step, N m s
	low, high            float32
	parts                uint32
	motorTorque          float32 // N m, in the last sub-step
}

// The parts of an axle. They are the highest bits, so that a shift makes masks of them.
const (
	axleSpring uint32 = 1 << 31
	axleLimits uint32 = 1 << 30
)

var (
	_ [64]byte = [unsafe.Sizeof(pin{})]byte{}
	_ [64]byte = [unsafe.Sizeof(axle{})]byte{}
)

// compile takes over a definition. Impulses of parts that there are no more are dropped.
func (x *axle) compile(d *Revolute) {
	x.target, x.lower, x.upper = d.TargetAngle, within(d.Lower), within(d.Upper)
	x.speed, x.torque = float32(d.MotorSpeed), float32(d.MaxMotorTorque)
	x.hertz, x.damping = float32(d.SpringHertz), float32(d.SpringDamping)
	x.parts = 0
	if d.SpringHertz > 0 {
		x.parts |= axleSpring
	} else {
		x.spring = 0
	}
	if d.MaxMotorTorque == 0 {
		x.motor = 0
	}
	if d.Limit {
		x.parts |= axleLimits
	} else {
		x.low, x.high = 0, 0
	}
}

// forget drops the impulses.
func (x *axle) forget() {
	x.spring, x.motor, x.low, x.high, x.motorTorque = 0, 0, 0, 0, 0
}

func (r *pin) anchors() (onA, onB geom.Vec2) {
	return geom.Vec2{X: r.ax, Y: r.ay}, geom.Vec2{X: r.bx, Y: r.by}
}

// bearing returns how the joint's frame in B lies against that in A, given how the
// bodies lie.
func (r *pin) bearing(a, b geom.Rot) geom.Rot { return a.Unmul(b).Mul(geom.Rot{C: r.c, S: r.s}) }

// turn returns the angle now, as the continuation of the one last looked at.
func (r *pin) turn(bodies *body.Store, l *Link) float64 {
	qa := bodies.Pose[bodies.Rows[l.BodyA]].R
	qb := bodies.Pose[bodies.Rows[l.BodyB]].R
	return unwind(r.bearing(qa, qb).Angle(), r.angle)
}

// unwind returns the angle that is x but for whole turns and nearest to last.
func unwind(x, last float64) float64 {
	const turn = 2 * math.Pi
	return x + float64(turn*math.Floor((last-x)/turn+0.5))
}

// roughly returns the multiple of a right angle nearest to a rotation: enough to
// count whole turns by, without an arc tangent for every joint in every tick.
func roughly(q geom.Rot) float64 {
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
