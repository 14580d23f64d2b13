package joint

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
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
	var c checks
	c.base(&d.Base)
	c.point("LocalAnchorA", d.LocalAnchorA)
	c.point("LocalAnchorB", d.LocalAnchorB)
	c.angle("LocalAngleA", d.LocalAngleA)
	c.angle("LocalAngleB", d.LocalAngleB)
	c.limits(d.Lower, d.Upper, d.Limit)
	c.number("MotorSpeed", d.MotorSpeed)
	c.angle("TargetAngle", d.TargetAngle)
	c.notNegative("MaxMotorTorque", d.MaxMotorTorque)
	c.spring(d.SpringHertz, d.SpringDamping)
	return c.err
}

func (d *Revolute) kind() Kind                                  { return KindRevolute }
func (d *Revolute) clone() Definition                           { c := *d; return &c }
func (d *Revolute) compile(*genericJoint, *state.Bodies, *Link) {} // see compileRevolute

// compileRevolute derives what the definition and the bodies fix.
func (s *Store) compileRevolute(bodies *state.Bodies, l *Link) {
	a, b := state.BodySlot(l.BodyA), state.BodySlot(l.BodyB)
	d, r := s.revolutes.at(l.Data), &s.revolutePoints[l.Data]
	onA := geom.From(d.LocalAnchorA).Sub(bodies.Meta[a].LocalCenter)
	onB := geom.From(d.LocalAnchorB).Sub(bodies.Meta[b].LocalCenter)
	frame := geom.RotFromAngle(d.LocalAngleB).Mul(geom.RotFromAngle(d.LocalAngleA).Inverse())
	r.ax, r.ay, r.bx, r.by, r.c, r.s = onA.X, onA.Y, onB.X, onB.Y, frame.C, frame.S
	l.Flags &^= HasAngularPart
	if d.SpringHertz > 0 || d.MaxMotorTorque > 0 || d.Limit {
		l.Flags |= HasAngularPart
		s.revoluteAngles = grow.Resize(s.revoluteAngles, max(len(s.revoluteAngles), int(l.Data)+1))
	}
	if int(l.Data) < len(s.revoluteAngles) {
		s.revoluteAngles[l.Data].compile(d)
	}
}

// AddRevolute makes an awake revolute joint from a valid definition. The bodies
// exist and differ.
func (s *Store) AddRevolute(bodies *state.Bodies, a, b state.BodySlot, def *Revolute) Slot {
	i := s.revolutes.alloc()
	s.revolutePoints = grow.Resize(s.revolutePoints, len(s.revolutes.table))
	s.revolutePoints[i] = revolutePoint{}
	if int(i) < len(s.revoluteAngles) {
		s.revoluteAngles[i] = revoluteAngle{}
	}
	*s.revolutes.at(i) = *def
	slot := s.add(bodies, Link{BodyA: uint32(a), BodyB: uint32(b), Kind: KindRevolute, Data: i}, &def.Base)
	l := &s.Link[s.Rows[slot]]
	s.compileRevolute(bodies, l)
	r := &s.revolutePoints[i]
	r.angle = r.unwrappedAngle(bodies, l)
	return slot
}

// Revolute returns the definition of a revolute joint as it stands.
func (s *Store) Revolute(slot Slot) Revolute { return *s.revolutes.at(s.revolute(slot).Data) }

// EditRevolute replaces the definition of a living revolute joint with another
// valid one. The impulses stay, so that small changes do not disturb what rests.
func (s *Store) EditRevolute(bodies *state.Bodies, slot Slot, def *Revolute) {
	*s.revolutes.at(s.revolute(slot).Data) = *def
	s.compileBase(slot, &def.Base)
	s.recompile(bodies, slot)
}

// RevoluteAngle returns the angle of a revolute joint, with whole turns, rad.
func (s *Store) RevoluteAngle(bodies *state.Bodies, slot Slot) float64 {
	l := s.revolute(slot)
	return s.revolutePoints[l.Data].unwrappedAngle(bodies, l)
}

// RevoluteSpeed returns the angular velocity of B against A, rad/s.
func (s *Store) RevoluteSpeed(bodies *state.Bodies, slot Slot) float64 {
	l := s.revolute(slot)
	return float64(bodies.State[bodies.Rows[l.BodyB]].W) - float64(bodies.State[bodies.Rows[l.BodyA]].W)
}

// RevoluteMotorTorque returns the torque of the motor in the last sub-step, N m.
func (s *Store) RevoluteMotorTorque(slot Slot) float64 {
	if l := s.revolute(slot); l.Flags&HasAngularPart != 0 {
		return float64(s.revoluteAngles[l.Data].motorTorque)
	}
	return 0
}

// RevoluteSeparation returns how far apart the two pins are, B's from A's, m.
func (s *Store) RevoluteSeparation(bodies *state.Bodies, slot Slot) geom.Vec2 {
	l := s.revolute(slot)
	r := &s.revolutePoints[l.Data]
	a, b := bodies.Pose[bodies.Rows[l.BodyA]], bodies.Pose[bodies.Rows[l.BodyB]]
	onA, onB := r.anchors()
	return b.P.Sub(a.P).Add(b.R.Apply(onB).Sub(a.R.Apply(onA)))
}

// revolute returns the link of a joint, which must be of this kind.
func (s *Store) revolute(slot Slot) *Link {
	l := &s.Link[s.Rows[slot]]
	if l.Kind != KindRevolute {
		panic(wrongKind)
	}
	return l
}
