package world

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// ApplySteadyForce adds a force (N) at a point of the world for the coming tick, as ApplyForce
// does, but neither wakes the body nor keeps it awake: a force that acts in every tick and changes
// little, such as the pull of a game's own planet. A body that sleeps does not feel it. Call Wake
// when the force has changed.
func (b Body) ApplySteadyForce(force, point mgl64.Vec2) error {
	if err := geom.CheckPoint("Point", geom.From(point)); err != nil {
		return err
	}
	arm := geom.From(point).Sub(b.w.bodies.Pose[b.row()].P)
	return b.applySteadily(callBodyApplySteadyForce, func(r callRecorder) { r.vec(force).vec(point) }, vectorAndNumber{"Force", geom.From(force), "Point", arm.Cross(geom.From(force))})
}

// ApplySteadyForceToCenter adds a force (N) at the centre of mass, as ApplySteadyForce does.
func (b Body) ApplySteadyForceToCenter(force mgl64.Vec2) error {
	return b.applySteadily(callBodyApplySteadyForceToCenter, func(r callRecorder) { r.vec(force) }, vectorAndNumber{"Force", geom.From(force), "", 0})
}

// ApplySteadyTorque adds a torque (N m), as ApplySteadyForce does a force.
func (b Body) ApplySteadyTorque(torque float64) error {
	return b.applySteadily(callBodyApplySteadyTorque, func(r callRecorder) { r.float(torque) }, vectorAndNumber{"", geom.Vec2{}, "Torque", torque})
}

// applySteadily adds a force and a torque to a dynamic body that is awake.
func (b Body) applySteadily(c callKind, arguments func(callRecorder), n vectorAndNumber) error {
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
