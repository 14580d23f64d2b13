package world

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// ApplyForce adds a force (N) at a point of the world for the coming tick, and wakes the body. A
// body with a force in every tick never sleeps. ApplySteadyForce, SetGravity and areas let it
// sleep. Forces and impulses act on dynamic bodies only.
func (b Body) ApplyForce(force, point mgl64.Vec2) error {
	if err := geom.CheckPoint("Point", geom.From(point)); err != nil {
		return err
	}
	arm := geom.From(point).Sub(b.w.bodies.Pose[b.row()].P)
	return b.applyForceOrImpulse(recording.BodyApplyForce, func(r callRecorder) { r.vec(force).vec(point) }, vectorAndNumber{"Force", geom.From(force), "Point", arm.Cross(geom.From(force))}, false)
}

// ApplyForceToCenter adds a force (N) at the centre of mass for the coming tick.
func (b Body) ApplyForceToCenter(force mgl64.Vec2) error {
	return b.applyForceOrImpulse(recording.BodyApplyForceToCenter, func(r callRecorder) { r.vec(force) }, vectorAndNumber{"Force", geom.From(force), "", 0}, false)
}

// ApplyTorque adds a torque (N m) for the coming tick.
func (b Body) ApplyTorque(torque float64) error {
	return b.applyForceOrImpulse(recording.BodyApplyTorque, func(r callRecorder) { r.float(torque) }, vectorAndNumber{"", geom.Vec2{}, "Torque", torque}, false)
}

// ApplyImpulse adds an impulse (N s) at a point of the world at once.
func (b Body) ApplyImpulse(impulse, point mgl64.Vec2) error {
	if err := geom.CheckPoint("Point", geom.From(point)); err != nil {
		return err
	}
	arm := geom.From(point).Sub(b.w.bodies.Pose[b.row()].P)
	return b.applyForceOrImpulse(recording.BodyApplyImpulse, func(r callRecorder) { r.vec(impulse).vec(point) }, vectorAndNumber{"Impulse", geom.From(impulse), "Point", arm.Cross(geom.From(impulse))}, true)
}

// ApplyImpulseToCenter adds an impulse (N s) at the centre of mass at once.
func (b Body) ApplyImpulseToCenter(impulse mgl64.Vec2) error {
	return b.applyForceOrImpulse(recording.BodyApplyImpulseToCenter, func(r callRecorder) { r.vec(impulse) }, vectorAndNumber{"Impulse", geom.From(impulse), "", 0}, true)
}

// ApplyAngularImpulse adds an angular impulse (N m s) at once.
func (b Body) ApplyAngularImpulse(impulse float64) error {
	return b.applyForceOrImpulse(recording.BodyApplyAngularImpulse, func(r callRecorder) { r.float(impulse) }, vectorAndNumber{"", geom.Vec2{}, "AngularImpulse", impulse}, true)
}

// applyForceOrImpulse adds a force and torque for the coming tick, or both as impulses now.
func (b Body) applyForceOrImpulse(c recording.Call, arguments func(callRecorder), n vectorAndNumber, asImpulse bool) error {
	return b.changeState(c, arguments, n, func(st *state.BodyState, d *state.BodyDynamics) {
		if !asImpulse {
			d.AddForce(n.v, n.x)
			return
		}
		m, i := float64(d.InvMass), float64(d.InvInertia)
		st.SetVelocity(st.VX+float32(m*n.v.X), st.VY+float32(m*n.v.Y), st.W+float32(i*n.x))
	})
}

// ApplySteadyForce adds a force (N) at a point of the world for the coming tick, as ApplyForce
// does, but neither wakes the body nor keeps it awake. It is for forces that act in every tick and
// change little, such as the pull of a game's own planet. A sleeping body does not feel the force.
// Call Wake when the force has changed.
func (b Body) ApplySteadyForce(force, point mgl64.Vec2) error {
	if err := geom.CheckPoint("Point", geom.From(point)); err != nil {
		return err
	}
	arm := geom.From(point).Sub(b.w.bodies.Pose[b.row()].P)
	return b.applySteadily(recording.BodyApplySteadyForce, func(r callRecorder) { r.vec(force).vec(point) }, vectorAndNumber{"Force", geom.From(force), "Point", arm.Cross(geom.From(force))})
}

// ApplySteadyForceToCenter adds a force (N) at the centre of mass, as ApplySteadyForce does.
func (b Body) ApplySteadyForceToCenter(force mgl64.Vec2) error {
	return b.applySteadily(recording.BodyApplySteadyForceToCenter, func(r callRecorder) { r.vec(force) }, vectorAndNumber{"Force", geom.From(force), "", 0})
}

// ApplySteadyTorque adds a torque (N m), as ApplySteadyForce does a force.
func (b Body) ApplySteadyTorque(torque float64) error {
	return b.applySteadily(recording.BodyApplySteadyTorque, func(r callRecorder) { r.float(torque) }, vectorAndNumber{"", geom.Vec2{}, "Torque", torque})
}

// applySteadily adds a force and a torque to a dynamic body that is awake.
func (b Body) applySteadily(c recording.Call, arguments func(callRecorder), n vectorAndNumber) error {
	slot, err := b.beginChange(c, arguments)
	if err != nil {
		return err
	}
	defer b.w.endChange()
	if err := n.check(); err != nil {
		return err
	}
	if b.w.bodies.Meta[slot].Type != body.Dynamic || !b.w.bodies.IsAwake(slot) {
		return nil
	}
	row := b.w.bodies.Row(slot)
	b.w.bodies.Dynamics[row].AddForce(n.v, n.x)
	b.w.calledForRow(row)
	return nil
}
