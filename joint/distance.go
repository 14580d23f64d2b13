package joint

import (
	"math"

	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// Distance keeps a point of body A and a point of body B at a distance: rigidly,
// or with a spring, or, when Loose, only between two limits, as a rope or a slide
// does. The zero Distance is a rod as long as the points are apart when it is
// made. Metres, newtons, seconds.
type Distance struct {
	Base

	LocalAnchorA, LocalAnchorB mgl64.Vec2 // the points, from each body's origin in its own axes

	Length float64 // of the rod, or the spring at rest; zero means as they are apart when the joint is made
	Loose  bool    // neither rod nor spring: only limits and motor act

	MinLength float64 // they come no nearer; zero means no limit
	MaxLength float64 // they get no farther; zero means no limit

	SpringHertz    float64  // a spring instead of the rod; zero means none
	SpringDamping  float64  // damping ratio of the spring
	Law            ForceLaw // a spring with a law of the game's own, of length and its rate; nil means none
	MinSpringForce float64  // N, the least that the spring pushes apart; it pulls when negative
	MaxSpringForce float64  // N, the most that it pushes apart; both zero mean no bounds

	MotorSpeed    float64 // m/s that the motor drives the length at; a rod is stronger
	MaxMotorForce float64 // N; zero means no motor
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
// MinLength above MaxLength is geom.ErrOutOfRange.
func (d *Distance) Validate() error {
	var c checks
	c.base(&d.Base)
	c.point("LocalAnchorA", d.LocalAnchorA)
	c.point("LocalAnchorB", d.LocalAnchorB)
	c.size("Length", d.Length)
	c.size("MinLength", d.MinLength)
	c.notNegative("MaxLength", d.MaxLength)
	if d.MaxLength > 0 {
		c.ordered("MinLength", d.MinLength, d.MaxLength)
	}
	c.spring(d.SpringHertz, d.SpringDamping)
	c.finite("MinSpringForce", d.MinSpringForce)
	c.finite("MaxSpringForce", d.MaxSpringForce)
	c.ordered("MinSpringForce", d.MinSpringForce, d.MaxSpringForce)
	c.number("MotorSpeed", d.MotorSpeed)
	c.notNegative("MaxMotorForce", d.MaxMotorForce)
	return c.err
}

func (d *Distance) kind() Kind        { return KindDistance }
func (d *Distance) clone() Definition { c := *d; return &c }

func (d *Distance) compile(b *genericJoint, bodies *state.Bodies, l *Link) {
	b.setAnchors(bodies, l, d.LocalAnchorA, d.LocalAnchorB)
	b.axis.X, b.axis.Y = 1, 0
	if d.Length == 0 {
		d.Length = b.gap(bodies, l).Length()
	}
	b.reference = d.Length
	x := &b.scalars[0]
	x.target, x.springMin, x.springMax = d.Length, d.MinSpringForce, d.MaxSpringForce
	x.hertz, x.damping = d.SpringHertz, d.SpringDamping
	switch {
	case d.Loose:
	case d.Law != nil:
		x.features, x.forceLaw = featureForceLaw, d.Law
	case d.SpringHertz > 0:
		x.features = featureSpring
	default:
		b.block = blockPlan{n: 1, linear: 1, on: true}
	}
	if d.MinLength > 0 || d.MaxLength > 0 {
		x.features |= featureLimit
		x.lower, x.upper = d.MinLength, clampLimit(d.MaxLength)
		if d.MinLength == 0 {
			x.lower = -unlimited
		}
		if d.MaxLength == 0 {
			x.upper = unlimited
		}
	}
	x.addMotor(d.MotorSpeed, d.MaxMotorForce)
}

// motor adds a motor, if it has any strength.
func (x *scalarPlan) addMotor(speed, maxForce float64) {
	if maxForce > 0 {
		x.features |= featureMotor
		x.motorSpeed, x.motorMax = speed, maxForce
	}
}

// spring adds a spring, if it has any strength.
func (x *scalarPlan) addSpring(hertz, damping, target float64) {
	if hertz > 0 {
		x.features |= featureSpring
		x.hertz, x.damping, x.target = hertz, damping, target
	}
}

// limit adds limits.
func (x *scalarPlan) addLimit(on bool, lower, upper float64) {
	if on {
		x.features |= featureLimit
		x.lower, x.upper = clampLimit(lower), clampLimit(upper)
	}
}

// measureDistance: the coordinate is the length, its line lies along the gap.
// Points that coincide have no direction; they keep the last one.
func (w *genericConstraint) measureDistance() {
	length := float32(math.Sqrt(float64(float64(w.gx)*float64(w.gx)) + float64(float64(w.gy)*float64(w.gy))))
	if length > 1e-9 {
		w.dx, w.dy = w.gx/length, w.gy/length
	}
	x := &w.scalars[0]
	x.jacobian, x.now = w.anchorJacobian(w.dx, w.dy), length
	w.block.jacobians[0], w.block.err[0] = x.jacobian, w.startError+x.moved()
}
