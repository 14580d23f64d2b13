package joint

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// Angle ties the angles of two bodies together wherever they are: what it holds is
// the angle of B less Ratio times that of A. Angles start in (-pi, pi] when the
// joint is made and count whole turns from there on. The zero Angle keeps both at
// equal angles. Radians, seconds.
type Angle struct {
	Base

	Ratio float64 // zero means 1; negative turns them against each other
	Angle float64 // that is held, or that the spring pulls to
	Loose bool    // not held: only spring, limits and motor act

	Limit        bool // keep it between Lower and Upper
	Lower, Upper float64

	SpringHertz   float64 // a spring instead; zero means none
	SpringDamping float64 // damping ratio of the spring

	MotorSpeed     float64 // rad/s
	MaxMotorTorque float64 // N m on B; zero means no motor
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *Angle) Validate() error {
	var c checks
	c.base(&d.Base)
	c.number("Ratio", d.Ratio)
	c.angle("Angle", d.Angle)
	c.limits(d.Lower, d.Upper, d.Limit)
	c.spring(d.SpringHertz, d.SpringDamping)
	c.number("MotorSpeed", d.MotorSpeed)
	c.notNegative("MaxMotorTorque", d.MaxMotorTorque)
	return c.err
}

func (d *Angle) kind() Kind        { return KindAngle }
func (d *Angle) clone() Definition { c := *d; return &c }

func (d *Angle) compile(b *genericJoint, _ *state.Bodies, _ *Link) {
	b.ratio = d.Ratio
	if d.Ratio == 0 {
		b.ratio = 1
	}
	x := &b.scalars[0]
	x.angular, x.target = true, d.Angle
	x.addSpring(d.SpringHertz, d.SpringDamping, d.Angle)
	if !d.Loose && d.SpringHertz == 0 {
		x.features |= featureHold
	}
	x.addLimit(d.Limit, d.Lower, d.Upper)
	x.addMotor(d.MotorSpeed, d.MaxMotorTorque)
}

// measureAngles: each body's own turning counts.
func (w *genericConstraint) measureAngles(a, b *state.BodyState) {
	w.angleChangeA, w.angleChangeB = unwrapNear(bodyAngleChange(a), w.angleChangeA), unwrapNear(bodyAngleChange(b), w.angleChangeB)
	w.scalars[0].jacobian = jacobian{aw: -w.ratio, bw: 1}
	w.scalars[0].now = w.angleChangeB - float32(w.ratio*w.angleChangeA)
}

// RotarySpring turns body B against body A towards an angle, by a spring and
// damper given in newton metres, or by a law of the game's own. It does not hold
// the bodies together. Radians, newton metres, seconds.
type RotarySpring struct {
	Base

	Angle     float64  // of B less that of A at rest, counted from (-pi, pi] when the joint is made
	Stiffness float64  // N m/rad
	Damping   float64  // N m s/rad; Base.Damping is that of rigid parts, of which there are none
	Law       ForceLaw // instead of Stiffness and Damping, of the angle of B less that of A; nil means none
	MaxSpring float64  // N m, the most that it turns with; zero means no bound
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *RotarySpring) Validate() error {
	var c checks
	c.base(&d.Base)
	c.angle("Angle", d.Angle)
	c.size("Stiffness", d.Stiffness)
	c.size("Damping", d.Damping)
	c.notNegative("MaxSpring", d.MaxSpring)
	return c.err
}

func (d *RotarySpring) kind() Kind        { return KindRotarySpring }
func (d *RotarySpring) clone() Definition { c := *d; return &c }

func (d *RotarySpring) compile(b *genericJoint, _ *state.Bodies, _ *Link) {
	x := &b.scalars[0]
	x.angular, x.target = true, d.Angle
	x.springMin, x.springMax = -d.MaxSpring, d.MaxSpring
	if d.Law != nil {
		x.features, x.forceLaw = featureForceLaw, d.Law
		return
	}
	x.features = featureSpring
	x.stiffness, x.viscosity = d.Stiffness, d.Damping
}

// Ratchet lets body B turn against body A one way: the angle of B less that of A
// grows freely and does not fall below the last tooth that it passed. The zero
// Ratchet has no teeth and turns one way only. Radians.
type Ratchet struct {
	Base

	Step    float64 // between teeth; zero means that it holds at any angle
	Phase   float64 // angle of one of the teeth
	Reverse bool    // the angle falls freely and does not grow
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *Ratchet) Validate() error {
	var c checks
	c.base(&d.Base)
	c.size("Step", d.Step)
	c.angle("Phase", d.Phase)
	return c.err
}

func (d *Ratchet) kind() Kind        { return KindRatchet }
func (d *Ratchet) clone() Definition { c := *d; return &c }

// compile forgets the teeth passed: an edited ratchet starts from where it is.
func (d *Ratchet) compile(b *genericJoint, _ *state.Bodies, _ *Link) {
	b.hasTooth = false
	b.scalars[0].angular = true
	b.scalars[0].addLimit(true, -unlimited, unlimited)
}

// Groove keeps a point of body B on a segment of body A, which it slides along
// freely and does not leave at the ends. Metres.
type Groove struct {
	Base

	LocalGrooveA1, LocalGrooveA2 mgl64.Vec2 // ends of the groove, from A's origin in its axes; not the same
	LocalAnchorB                 mgl64.Vec2 // the point, from B's origin in its axes
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
// Ends that coincide are geom.ErrDegenerate.
func (d *Groove) Validate() error {
	var c checks
	c.base(&d.Base)
	c.point("LocalGrooveA1", d.LocalGrooveA1)
	c.point("LocalGrooveA2", d.LocalGrooveA2)
	if c.err == nil && geom.From(d.LocalGrooveA1).Distance(geom.From(d.LocalGrooveA2)) < 1e-9 {
		c.err = geom.NewFieldError("LocalGrooveA2", d.LocalGrooveA2, geom.ErrDegenerate)
	}
	c.point("LocalAnchorB", d.LocalAnchorB)
	return c.err
}

func (d *Groove) kind() Kind        { return KindGroove }
func (d *Groove) clone() Definition { c := *d; return &c }

func (d *Groove) compile(b *genericJoint, bodies *state.Bodies, l *Link) {
	b.setAnchors(bodies, l, d.LocalGrooveA1, d.LocalAnchorB)
	axis, length := geom.From(d.LocalGrooveA2).Sub(geom.From(d.LocalGrooveA1)).Unit()
	b.axis = axis
	b.block = blockPlan{n: 1, linear: 1, on: true}
	b.scalars[0].addLimit(true, 0, length)
}
