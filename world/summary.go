package world

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// Versions are numbers that rise when something of a world changes, for programs that keep a picture of it. What a
// number is about is as it was while the number is. Ticks move the bodies that are awake, and that alone is in no number.
type Versions struct {
	Calls     uint64 // calls of the game that may have changed something
	Rows      uint64 // bodies that came, went, fell asleep, woke or were restored
	Colliders uint64 // colliders that came or went, their shapes and filters
	Shapes    uint64 // shapes and one-way directions of colliders that exist: Collider.SetShape, SetOneWay, Restore
	Islands   uint64 // islands and the bodies in them
}

// Versions returns the versions of what the world holds.
func (w *World) Versions() Versions {
	w.checkReadable()
	return Versions{
		Calls: w.calls + w.restores, Rows: w.bodies.Version(), Colliders: w.shapes.Version(),
		Shapes: w.shapeChanges + w.restores, Islands: w.islands.Version(),
	}
}

// BodyCenter is where the centre of mass of a body is.
type BodyCenter struct {
	Position mgl64.Vec2 // m
	Cos, Sin float64    // of the body's orientation
	Slot     uint32     // the lower half of the body's ID
	Fast     bool       // it moved so far in the last tick that its path was swept
}

// AppendAwakeCenters appends the centres of mass of the bodies that are awake to dst, in the order of
// AppendAwakePoses. It reads less than that, for drawing.
func (w *World) AppendAwakeCenters(dst []BodyCenter) []BodyCenter {
	w.checkReadable()
	return w.appendCenters(dst, 0, w.bodies.Awake())
}

// AppendRestingCenters appends the centres of mass of all other bodies, but of the ground: those that
// are asleep, static or disabled.
func (w *World) AppendRestingCenters(dst []BodyCenter) []BodyCenter {
	w.checkReadable()
	ground := int(w.bodies.Row(state.Ground))
	dst = w.appendCenters(dst, w.bodies.Awake(), ground)
	return w.appendCenters(dst, ground+1, w.bodies.Len())
}

func (w *World) appendCenters(dst []BodyCenter, from, to int) []BodyCenter {
	n := len(dst)
	dst = grow.Resize(dst, n+to-from)
	poses, motions, slots := w.bodies.Pose[from:to], w.bodies.Motion[from:to], w.bodies.Slots[from:to]
	for i := range dst[n:] {
		c, p := &dst[n+i], &poses[i]
		c.Position[0], c.Position[1], c.Cos, c.Sin = p.P.X, p.P.Y, p.R.C, p.R.S
		c.Slot, c.Fast = uint32(slots[i]), motions[i].StepFlags&state.StepFlagFast != 0
	}
	if w.bodies.Renamed() {
		for i := range dst[n:] {
			dst[n+i].Slot = w.bodies.NameOf(slots[i])
		}
	}
	return dst
}

// BodySummary is what decides how a body looks.
type BodySummary struct {
	Body        BodyID
	Type        body.Type
	Awake       bool
	Disabled    bool
	Bullet      bool
	Fast        bool // it moved so far in the last tick that its path was swept
	NeverSleep  bool
	OwnGravity  bool
	LocalCenter mgl64.Vec2 // centre of mass, in the body's own frame, m
}

// AppendBodySummaries appends a summary of each body but the ground to dst, in the order of Bodies.
func (w *World) AppendBodySummaries(dst []BodySummary) []BodySummary {
	w.checkReadable()
	n := len(dst)
	dst = grow.Resize(dst, n+w.BodyCount())
	for slot := state.BodySlot(1); n < len(dst); slot++ {
		m := &w.bodies.Meta[slot]
		if m.ID == 0 {
			continue
		}
		row := w.bodies.Rows[slot]
		flags := w.bodies.Motion[row].StepFlags
		dst[n] = BodySummary{
			Body: m.ID, Type: m.Type, Awake: int(row) < w.bodies.Awake(), Disabled: m.Disabled,
			Bullet: flags&state.StepFlagBullet != 0, Fast: flags&state.StepFlagFast != 0 && int(row) < w.bodies.Awake(),
			NeverSleep: m.NeverSleep, OwnGravity: m.HasOwnGravity, LocalCenter: m.LocalCenter.Mgl(),
		}
		n++
	}
	return dst
}

// ColliderSummary is what decides how a collider looks.
type ColliderSummary struct {
	Collider ColliderID
	Body     BodyID
	Shape    shape.Support // in the body's own frame
	Sensor   bool
	Chained  bool       // it is a segment of a chain,
	Chain    uint32     // of the one with this number
	OneWay   mgl64.Vec2 // as ColliderDef.OneWay
}

// AppendColliderSummaries appends a summary of each collider to dst, in ascending order of their slots.
func (w *World) AppendColliderSummaries(dst []ColliderSummary) []ColliderSummary {
	w.checkReadable()
	n := len(dst)
	dst = grow.Resize(dst, n+w.shapes.Len())
	for slot := state.ColliderSlot(0); n < len(dst); slot++ {
		m := &w.shapes.Meta[slot]
		if m.ID == 0 {
			continue
		}
		link := &w.shapes.Link[slot]
		c := &dst[n]
		*c = ColliderSummary{
			Collider: m.ID, Body: w.bodies.Meta[link.Owner].ID, Shape: m.Shape,
			Sensor: link.Flags&state.ColliderSensor != 0, OneWay: w.shapes.OneWayOf(slot).Mgl(),
		}
		if m.Chain != state.None {
			c.Chained, c.Chain = true, m.Chain
		}
		n++
	}
	return dst
}
