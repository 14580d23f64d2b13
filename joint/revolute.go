package joint

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Revolute is a pin: a point of body A and a point of body B coincide, and the
// bodies turn about it. The zero Revolute pins the two origins together and turns
// freely. Its angle is that of B's frame against A's; it starts in (-pi, pi] and
// counts whole turns from there on. Metres, radians, seconds.
type Revolute struct {
	Base

	LocalAnchorA, LocalAnchorB mgl64.Vec2 // the pin, from each body's origin in its own axes
	LocalAngleA, LocalAngleB   float64    // the joint's frame in each body's

	Limit        bool // keep the angle between Lower and Upper
	Lower, Upper float64

	MotorSpeed     float64 // rad/s that the motor drives the angle at
	MaxMotorTorque float64 // N m; zero means no motor. Speed zero is dry friction

	SpringHertz   float64 // a spring pulls the angle to TargetAngle; zero means none
	SpringDamping float64 // damping ratio of the spring
	TargetAngle   float64
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
// Limits may lie more than a turn apart, in either direction; Lower above Upper is
// geom.ErrOutOfRange.
func (d *Revolute) Validate() error {
	if err := d.Base.validate(); err != nil {
		return err
	}
	if err := geom.CheckPoint("LocalAnchorA", geom.From(d.LocalAnchorA)); err != nil {
		return err
	}
	if err := geom.CheckPoint("LocalAnchorB", geom.From(d.LocalAnchorB)); err != nil {
		return err
	}
	for _, f := range [...]struct {
		name  string
		value float64
	}{
		{"LocalAngleA", d.LocalAngleA}, {"LocalAngleB", d.LocalAngleB},
		{"Lower", d.Lower}, {"Upper", d.Upper},
		{"MotorSpeed", d.MotorSpeed}, {"TargetAngle", d.TargetAngle},
	} {
		if err := geom.CheckFinite(f.name, f.value); err != nil {
			return err
		}
	}
	if d.Limit && d.Lower > d.Upper {
		return geom.Refuse("Lower", d.Lower, geom.ErrOutOfRange)
	}
	if err := geom.CheckNotNegative("MaxMotorTorque", d.MaxMotorTorque); err != nil {
		return err
	}
	if err := geom.CheckNotNegative("SpringHertz", d.SpringHertz); err != nil {
		return err
	}
	return geom.CheckNotNegative("SpringDamping", d.SpringDamping)
}

// revolute is the record of a living revolute joint.
type revolute struct {
	def              Revolute
	anchorA, anchorB geom.Vec2 // from the centres of mass, m
	frame            geom.Rot  // turn of B's joint frame in B less that of A's in A
	angle            float64   // when last looked at, with whole turns
	jx, jy           float32   // impulses per sub-step, N s and N m s
	spring, motor    float32
	lower, upper     float32
	motorTorque      float32 // N m, in the last sub-step
}

// compile derives what the definition and the bodies fix.
func (r *revolute) compile(bodies *body.Store, l *Link) {
	a, b := body.Slot(l.BodyA), body.Slot(l.BodyB)
	d := &r.def
	r.anchorA = geom.From(d.LocalAnchorA).Sub(bodies.Meta[a].LocalCentre)
	r.anchorB = geom.From(d.LocalAnchorB).Sub(bodies.Meta[b].LocalCentre)
	r.frame = geom.RotFromAngle(d.LocalAngleB).Mul(geom.RotFromAngle(d.LocalAngleA).Inverse())
	l.Flags &^= Turning
	if d.SpringHertz > 0 || d.MaxMotorTorque > 0 || d.Limit {
		l.Flags |= Turning
	}
	if d.SpringHertz == 0 {
		r.spring = 0
	}
	if d.MaxMotorTorque == 0 {
		r.motor = 0
	}
	if !d.Limit {
		r.lower, r.upper = 0, 0
	}
}

// turn returns the angle now, as the continuation of the one last looked at.
func (r *revolute) turn(bodies *body.Store, l *Link) float64 {
	qa := bodies.Pose[bodies.Rows[l.BodyA]].R
	qb := bodies.Pose[bodies.Rows[l.BodyB]].R
	return unwind(qa.Unmul(qb).Mul(r.frame).Angle(), r.angle)
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

// AddRevolute makes an awake revolute joint from a valid definition. The bodies
// exist and differ.
func (s *Store) AddRevolute(bodies *body.Store, a, b body.Slot, def *Revolute) Slot {
	i := s.revolutes.take()
	slot := s.add(bodies, Link{BodyA: uint32(a), BodyB: uint32(b), Kind: KindRevolute, Data: i}, &def.Base)
	l := &s.Link[s.Rows[slot]]
	r := s.revolutes.at(i)
	*r = revolute{def: *def}
	r.compile(bodies, l)
	r.angle = r.turn(bodies, l)
	return slot
}

// Revolute returns the definition of a revolute joint as it stands.
func (s *Store) Revolute(slot Slot) Revolute { return s.revolute(slot).def }

// EditRevolute replaces the definition of a living revolute joint with another
// valid one. The impulses stay, so that small changes do not disturb what rests.
func (s *Store) EditRevolute(bodies *body.Store, slot Slot, def *Revolute) {
	r := s.revolute(slot)
	r.def = *def
	s.setBase(slot, &def.Base)
	s.remake(bodies, slot)
}

// RevoluteAngle returns the angle of a revolute joint, with whole turns, rad.
func (s *Store) RevoluteAngle(bodies *body.Store, slot Slot) float64 {
	return s.revolute(slot).turn(bodies, &s.Link[s.Rows[slot]])
}

// RevoluteSpeed returns the angular velocity of B against A, rad/s.
func (s *Store) RevoluteSpeed(bodies *body.Store, slot Slot) float64 {
	l := &s.Link[s.Rows[slot]]
	return float64(bodies.State[bodies.Rows[l.BodyB]].W) - float64(bodies.State[bodies.Rows[l.BodyA]].W)
}

// RevoluteMotorTorque returns the torque of the motor in the last sub-step, N m.
func (s *Store) RevoluteMotorTorque(slot Slot) float64 {
	return float64(s.revolute(slot).motorTorque)
}

// RevoluteError returns how far apart the two pins are, B's from A's, m.
func (s *Store) RevoluteError(bodies *body.Store, slot Slot) geom.Vec2 {
	r, l := s.revolute(slot), &s.Link[s.Rows[slot]]
	a, b := bodies.Pose[bodies.Rows[l.BodyA]], bodies.Pose[bodies.Rows[l.BodyB]]
	return b.P.Sub(a.P).Add(b.R.Apply(r.anchorB).Sub(a.R.Apply(r.anchorA)))
}

// revolute returns the record of a joint, which must be of this kind.
func (s *Store) revolute(slot Slot) *revolute {
	l := &s.Link[s.Rows[slot]]
	if l.Kind != KindRevolute {
		panic("joint: not a revolute joint")
	}
	return s.revolutes.at(l.Data)
}
