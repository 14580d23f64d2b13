package world

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// Def returns a definition that makes a body like this one as it is now. Damping and gravity scale
// are stored as float32, so the definition has them rounded.
func (b Body) Def() body.Def {
	m := &b.w.bodies.Meta[b.slot()]
	d := body.Def{
		Type: m.Type, Position: b.Position(), Angle: b.Angle(),
		LinearVelocity: b.LinearVelocity(), AngularVelocity: b.AngularVelocity(),
		LinearDamping: b.LinearDamping(), AngularDamping: b.AngularDamping(),
		GravityScale: b.GravityScale(), SleepSpeed: m.SleepSpeed,
		NeverSleep: m.NeverSleep, Asleep: b.w.bodies.PartitionOf(b.slot()) == state.Asleep,
		Bullet: b.Bullet(), FastRotation: b.stepFlag(state.StepFlagFastRotation), Disabled: m.Disabled,
		Dominance: m.Dominance, Key: m.Key(), Name: b.Name(), UserData: b.UserData(),
	}
	flags := b.w.bodies.State[b.row()].Flags
	d.LockX, d.LockY, d.LockRotation = flags&state.FlagLockX != 0, flags&state.FlagLockY != 0, flags&state.FlagLockRotation != 0
	d.Weightless = d.GravityScale == 0
	d.Gravity = m.OwnGravity.Mgl()
	d.ZeroGravity = m.HasOwnGravity && m.OwnGravity == geom.Vec2{}
	return d
}

// MassOverride returns the mass that SetMassData was given last, or the zero MassData when
// the body has the mass of its colliders.
func (b Body) MassOverride() MassData {
	if !b.w.bodies.Meta[b.slot()].MassOverride {
		return MassData{}
	}
	return b.MassData()
}
