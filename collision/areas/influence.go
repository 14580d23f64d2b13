package areas

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// effectKind is a kind of effects: effects of one kind add up or replace each other.
type effectKind uint8

const (
	gravityEffect effectKind = iota
	dampingEffect
	conveyorEffect
	forceEffect
	fluidEffect
	windEffect
	effectKinds
)

// influence is the sum of the effects of areas on a body in a tick. The areas act in their order,
// and each body has its own sums, so the result does not depend on the order of bodies.
type influence struct {
	_        [0]func() // not comparable, so no program has code for a comparison
	body     state.BodySlot
	mass     float64   // kg
	scale    float64   // of gravity
	position geom.Vec2 // of the centre of mass at the sample time of the forces: see sampleTime
	center   geom.Vec2 // of mass, when the tick begins
	velocity geom.Vec2 // when the tick begins, m/s
	spin     float64   // rad/s

	gravity        geom.Vec2 // of areas alone, m/s^2, before the factor of the body
	linearDamping  float64   // of areas alone, 1/s
	angularDamping float64
	conveyed       geom.Vec2 // change of velocity by conveyors, m/s
	force          geom.Vec2 // N
	torque         float64   // N m, about the centre of mass

	drag       int32 // the number of the body's sum in Stage.drag, or zero
	immersions int32 // the last of Stage.immersions plus one, or zero

	acted    [effectKinds]bool
	floor    [effectKinds]int32 // the priority below which effects are silent
	replaced [effectKinds]bool  // so is the effect that the body has without areas

	ownLinearDamping, ownAngularDamping float32 // of the body, to restore
	ownInvMass, ownInvInertia           float32 // if drag is not zero
}

// poseAfter returns the pose of a body some time after the beginning of the tick if nothing acts on
// it.
func (s *Stage) poseAfter(e *influence, after float64) geom.Transform {
	r := s.p.Bodies.Pose[s.p.Bodies.Row(e.body)].R
	if e.spin != 0 {
		r = geom.RotFromAngle(float64(after * e.spin)).Mul(r)
	}
	return geom.Transform{P: e.center.MulAdd(after, e.velocity), R: r}
}

// acts reports whether an effect of the present area acts on a body, and records that it does.
func (s *Stage) acts(e *influence, kind effectKind, replace bool) bool {
	if e.replaced[kind] && s.present.priority < e.floor[kind] {
		return false
	}
	if replace {
		e.replaced[kind], e.floor[kind] = true, s.present.priority
	}
	e.acted[kind] = true
	return true
}

// addForce adds a force (N) at a point of the world (m) at the sample time.
func (e *influence) addForce(force, point geom.Vec2) {
	e.force = e.force.Add(force)
	e.torque += point.Sub(e.position).Cross(force)
}

// velocityAt returns the velocity of the present area's frame at a point, m/s.
func (p *present) velocityAt(point geom.Vec2) geom.Vec2 {
	return p.velocity.MulAdd(p.spin, point.Sub(p.pivot).LeftPerp())
}

// influenceOf returns the influence on a dynamic body that is awake. The pointer is valid until the
// next call, which may move all influences.
func (s *Stage) influenceOf(b state.BodySlot) *influence {
	if i := s.placeOf[b]; i > 0 {
		return &s.influences[i-1]
	}
	bodies := s.p.Bodies
	row, m := bodies.Row(b), &bodies.Meta[b]
	st, d := &bodies.State[row], &bodies.Dynamics[row]
	v := geom.Vec2{X: float64(st.VX), Y: float64(st.VY)}
	center := bodies.Pose[row].P
	s.influences = append(s.influences, influence{
		body: b, mass: m.Mass, scale: float64(d.GravityScale),
		position: center.MulAdd(s.sampleTime(), v), center: center, velocity: v, spin: float64(st.W),
		ownLinearDamping: d.LinearDamping, ownAngularDamping: d.AngularDamping,
	})
	s.placeOf[b] = int32(len(s.influences))
	return &s.influences[len(s.influences)-1]
}

// sampleTime is the time after the beginning of a tick at which the forces of areas are sampled, s.
// They are sampled where a body is at that time if nothing else acts on it.
//
// With a constant acceleration a over n sub-steps of h the integrator moves a body by
//
//	v' = v + n h a,   x' = x + n h v + h h a n (n + 1) / 2
//
// With dt = n h and b = (n + 1) / (2 n) that is x' = x + dt v + b dt dt a, which is the same as a
// drift for (1 - b) dt, a kick at the place reached, and a drift for b dt:
//
//	y = x + (1 - b) dt v,   v' = v + dt a(y),   x' = y + b dt v'
//
// With the field taken at y each of the three is a shear, and the tick is symplectic: the energy in
// a field at rest oscillates and does not drift. With the field taken at x the energy would drift
// by 3/8 (w dt)^2 in a tick.
func (s *Stage) sampleTime() float64 {
	n := float64(s.setting.SubSteps)
	return s.p.Timestep * ((n - 1) / (2 * n))
}

// applyInfluence writes the effects of areas to a body for this tick. End restores damping and
// gravity.
func (s *Stage) applyInfluence(e *influence) {
	bodies := s.p.Bodies
	row := bodies.Row(e.body)
	d := &bodies.Dynamics[row]
	if e.acted[gravityEffect] {
		g := s.totalGravity(e)
		bodies.SetOwnGravityAt(row, state.BodyGravity{X: float32(g.X), Y: float32(g.Y)})
		bodies.Motion[row].StepFlags |= state.StepFlagOwnGravity
	}
	if e.acted[dampingEffect] {
		if !e.replaced[dampingEffect] {
			e.linearDamping += float64(e.ownLinearDamping)
			e.angularDamping += float64(e.ownAngularDamping)
		}
		d.LinearDamping, d.AngularDamping = float32(e.linearDamping), float32(e.angularDamping)
	}
	f := e.force
	if e.acted[conveyorEffect] {
		f = f.MulAdd(e.mass/s.p.Timestep, e.conveyed)
	}
	torque := e.torque
	if e.drag > 0 {
		load := s.loadOf(e, d)
		load.Force, load.Torque = f, torque
		if e.immersions > 0 {
			s.follow(e, &load)
		}
		x := s.drag.Solve(e.drag, &load)
		f, torque = f.Add(x.Force), torque+x.Torque
		e.addMass(d, x.Mass, x.Inertia)
	}
	d.AddForce(f, torque)
}

// loadOf returns a body under all but the effects of areas.
func (s *Stage) loadOf(e *influence, d *state.BodyDynamics) Load {
	joined := s.p.Bodies.Meta[e.body].FirstJoint != state.None
	return Load{
		Timestep: s.p.Timestep, Mass: e.mass, InvMass: s.inverseMasses(e, d), Gravity: s.totalGravity(e).Mul(e.scale),
		Applied: geom.Vec2{X: float64(d.ForceX), Y: float64(d.ForceY)}, AppliedTorque: float64(d.Torque),
		Joined: joined, Touches: !joined && s.touches(e.body),
	}
}

// touches reports whether a body has a contact with points.
func (s *Stage) touches(b state.BodySlot) bool {
	for c := range s.p.EachContact(b) {
		if s.p.Contacts.Solver[s.p.Contacts.Row(c)].Count > 0 {
			return true
		}
	}
	return false
}

// addMass adds a mass (kg) and an inertia (kg m^2) to a body for this tick. End takes them off.
func (e *influence) addMass(d *state.BodyDynamics, mass, inertia float64) {
	e.ownInvMass, e.ownInvInertia = d.InvMass, d.InvInertia
	d.InvMass = float32(float64(d.InvMass) / (1 + float64(mass*float64(d.InvMass))))
	d.InvInertia = float32(float64(d.InvInertia) / (1 + float64(inertia*float64(d.InvInertia))))
}

// inverseMasses returns the inverse masses of the three motions, zero for locked ones.
func (s *Stage) inverseMasses(e *influence, d *state.BodyDynamics) [3]float64 {
	inv := [3]float64{float64(d.InvMass), float64(d.InvMass), float64(d.InvInertia)}
	for i, lock := range [3]state.BodyFlags{state.FlagLockX, state.FlagLockY, state.FlagLockRotation} {
		if s.p.Bodies.State[s.p.Bodies.Row(e.body)].Flags&lock != 0 {
			inv[i] = 0
		}
	}
	return inv
}

// totalGravity returns the gravity of a body in this tick, m/s^2, before the factor of the body.
func (s *Stage) totalGravity(e *influence) geom.Vec2 {
	if e.replaced[gravityEffect] {
		return e.gravity
	}
	return s.p.Bodies.GravityWithoutAreas(e.body, s.setting.Gravity).Add(e.gravity)
}
