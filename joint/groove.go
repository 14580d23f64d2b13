package joint

import (
	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Groove keeps a point of body B on a segment of body A. The point slides freely along the segment
// and stops at its ends. Metres.
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

// Picture returns the slot.
func (d *Groove) Picture() Picture {
	return Picture{Line: LineSlot, Points: [2]mgl64.Vec2{d.LocalGrooveA1, d.LocalGrooveA2}}
}

// Kind returns KindGroove.
func (*Groove) Kind() Kind { return KindGroove }

// Clone returns a copy.
func (d *Groove) Clone() Definition { c := *d; return &c }
