package tools

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// Center is the position of a body's centre of mass.
type Center struct {
	Position mgl64.Vec2 // m
	Cos, Sin float64    // of the body's orientation
	Slot     uint32     // the lower half of the body's ID
	Fast     bool       // it moved so far in the last tick that its path was swept
}

// AppendAwakeCenters appends the centres of mass of the bodies that are awake to dst, in the order
// of World.AppendAwakePoses. It reads less data than that call, for drawing.
func (t Tables) AppendAwakeCenters(dst []Center) []Center {
	return t.appendCenters(dst, 0, t.p.Bodies.Awake())
}

// AppendRestingCenters appends the centres of mass of all other bodies except the ground: bodies
// that are asleep, static or disabled.
func (t Tables) AppendRestingCenters(dst []Center) []Center {
	ground := int(t.p.Bodies.Row(state.Ground))
	dst = t.appendCenters(dst, t.p.Bodies.Awake(), ground)
	return t.appendCenters(dst, ground+1, t.p.Bodies.Len())
}

func (t Tables) appendCenters(dst []Center, from, to int) []Center {
	n := len(dst)
	dst = grow.Resize(dst, n+to-from)
	poses, motions, slots := t.p.Bodies.Pose[from:to], t.p.Bodies.Motion[from:to], t.p.Bodies.Slots[from:to]
	for i := range dst[n:] {
		c, p := &dst[n+i], &poses[i]
		c.Position[0], c.Position[1], c.Cos, c.Sin = p.P.X, p.P.Y, p.R.C, p.R.S
		c.Slot, c.Fast = uint32(slots[i]), motions[i].StepFlags&state.StepFlagFast != 0
	}
	if t.p.Bodies.Renamed() {
		for i := range dst[n:] {
			dst[n+i].Slot = t.p.Bodies.NameOf(slots[i])
		}
	}
	return dst
}

// Body holds the data that determine the look of a body.
type Body struct {
	_           [0]func() // not comparable, so no program has code for a comparison
	ID          state.BodyID
	Type        body.Type
	Awake       bool
	Disabled    bool
	Bullet      bool
	Fast        bool // it moved so far in the last tick that its path was swept
	NeverSleep  bool
	OwnGravity  bool
	LocalCenter mgl64.Vec2 // centre of mass, in the body's own frame, m
}

// AppendBodies appends a summary of each body but the ground to dst, in the order of Bodies.
func (t Tables) AppendBodies(dst []Body) []Body {
	n := len(dst)
	dst = grow.Resize(dst, n+t.p.Bodies.Len()-1)
	for slot := state.BodySlot(1); n < len(dst); slot++ {
		m := &t.p.Bodies.Meta[slot]
		if m.ID == 0 {
			continue
		}
		row := t.p.Bodies.Rows[slot]
		flags := t.p.Bodies.Motion[row].StepFlags
		dst[n] = Body{
			ID: m.ID, Type: m.Type, Awake: int(row) < t.p.Bodies.Awake(), Disabled: m.Disabled,
			Bullet: flags&state.StepFlagBullet != 0, Fast: flags&state.StepFlagFast != 0 && int(row) < t.p.Bodies.Awake(),
			NeverSleep: m.NeverSleep, OwnGravity: m.HasOwnGravity, LocalCenter: m.LocalCenter.Mgl(),
		}
		n++
	}
	return dst
}

// Collider holds the data that determine the look of a collider.
type Collider struct {
	_       [0]func() // not comparable, so no program has code for a comparison
	ID      state.ColliderID
	Body    state.BodyID
	Shape   shape.Support // in the body's own frame
	Sensor  bool
	Chained bool       // it is a segment of a chain,
	Chain   uint32     // of the one with this number
	OneWay  mgl64.Vec2 // as ColliderDef.OneWay
}

// AppendColliders appends a summary of each collider to dst, in ascending order of their slots.
func (t Tables) AppendColliders(dst []Collider) []Collider {
	n := len(dst)
	dst = grow.Resize(dst, n+t.p.Shapes.Len())
	for slot := state.ColliderSlot(0); n < len(dst); slot++ {
		m := &t.p.Shapes.Meta[slot]
		if m.ID == 0 {
			continue
		}
		link := &t.p.Shapes.Link[slot]
		c := &dst[n]
		*c = Collider{
			ID: m.ID, Body: t.p.Bodies.Meta[link.Owner].ID, Shape: m.Shape,
			Sensor: link.Flags&state.ColliderSensor != 0, OneWay: t.p.Shapes.OneWayOf(slot).Mgl(),
		}
		if m.Chain != state.None && link.Flags&state.ColliderPart == 0 {
			c.Chained, c.Chain = true, m.Chain
		}
		n++
	}
	return dst
}
