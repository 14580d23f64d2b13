package bodies

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// Create creates a body from a definition that was checked.
func (b *Builder) Create(def *body.Def) state.BodySlot {
	partition := state.Awake
	switch {
	case def.Type == body.Static || def.Disabled:
		partition = state.Inactive
	case def.Asleep && def.Type == body.Dynamic && !b.setting.NoSleep:
		partition = state.Asleep
	}
	pose := geom.Transform{P: geom.From(def.Position), R: geom.RotFromAngle(def.Angle)}
	slot := b.p.Bodies.Add(partition, pose)
	m := &b.p.Bodies.Meta[slot]
	m.Type, m.Disabled = def.Type, def.Disabled
	m.SleepSpeed, m.NeverSleep = def.SleepSpeed, def.NeverSleep
	m.SetGameData(state.GameData{Name: def.Name, UserData: def.UserData, Key: def.Key})
	b.p.Bodies.SetDominance(slot, def.Dominance)
	row := b.p.Bodies.Row(slot)
	dynamics := &b.p.Bodies.Dynamics[row]
	dynamics.LinearDamping, dynamics.AngularDamping = float32(def.LinearDamping), float32(def.AngularDamping)
	if def.GravityScale != 0 {
		dynamics.GravityScale = float32(def.GravityScale)
	}
	if def.Weightless {
		dynamics.GravityScale = 0
	}
	if def.ZeroGravity {
		b.SetOwnGravity(slot, geom.Vec2{}, true)
	} else if g := geom.From(def.Gravity); g != (geom.Vec2{}) {
		b.SetOwnGravity(slot, g, true)
	}
	b.p.Bodies.SetLocks(slot, def.LockX, def.LockY, def.LockRotation)
	b.p.Bodies.SetStepFlag(slot, state.StepFlagBullet, def.Bullet)
	b.p.Bodies.SetStepFlag(slot, state.StepFlagFastRotation, def.FastRotation)
	b.UpdateSleepSpeed(slot)
	if partition == state.Awake {
		b.p.Bodies.SetVelocity(slot, geom.From(def.LinearVelocity), def.AngularVelocity)
	}
	if partition == state.Asleep {
		b.links.MarkFresh(slot)
	}
	if def.Type == body.Dynamic && !def.Disabled {
		b.links.Islands.Add(slot)
	}
	b.UpdateMass(slot)
	return slot
}

// SetOwnGravity gives a body its own gravity (m/s^2), or none.
func (b *Builder) SetOwnGravity(slot state.BodySlot, g geom.Vec2, own bool) {
	m := &b.p.Bodies.Meta[slot]
	if m.HasOwnGravity {
		b.areas.OwnGravities--
	}
	if own {
		b.areas.OwnGravities++
	}
	m.OwnGravity, m.HasOwnGravity = g, own
	b.p.Bodies.ResetGravity(slot)
}

// UpdateSleepSpeed writes the speed below which a body's sleep timer runs.
func (b *Builder) UpdateSleepSpeed(slot state.BodySlot) {
	m := &b.p.Bodies.Meta[slot]
	speed := m.SleepSpeed
	if speed == 0 {
		speed = b.setting.SleepSpeed
	}
	if m.NeverSleep || b.setting.NoSleep {
		speed = -1
	}
	b.p.Bodies.Motion[b.p.Bodies.Row(slot)].SleepSpeed = float32(min(speed, math.MaxFloat32))
}

// Validate panics when the count of bodies with their own gravity is wrong, and between ticks when
// the gravity of an area is still set on a body.
func (b *Builder) Validate(inTick bool) {
	n := 0
	for slot := range b.p.Bodies.Meta {
		m := &b.p.Bodies.Meta[slot]
		if m.ID == 0 {
			continue
		}
		row := b.p.Bodies.Row(state.BodySlot(slot))
		if m.HasOwnGravity {
			n++
		}
		if m.HasOwnGravity != (b.p.Bodies.Motion[row].StepFlags&state.StepFlagOwnGravity != 0) && !inTick {
			panic("bodies: the gravity of an area outlived its tick")
		}
	}
	if n != b.areas.OwnGravities {
		panic("bodies: the count of bodies with their own gravity is wrong")
	}
}

// UpdateSleepSpeeds updates the sleep speeds of all bodies. If no body may sleep, it wakes all
// bodies in ascending order of slots.
func (b *Builder) UpdateSleepSpeeds() {
	for slot := state.BodySlot(1); int(slot) < b.p.Bodies.Cap(); slot++ {
		if b.p.Bodies.Meta[slot].ID == 0 || !b.p.Bodies.Alive(b.p.Bodies.Meta[slot].ID) {
			continue
		}
		b.UpdateSleepSpeed(slot)
		if b.setting.NoSleep {
			b.links.Wake(slot)
		}
	}
}
