package joint

import "github.com/go-gl/mathgl/mgl64"

// Pulley hangs two bodies on the ends of a rope that runs over two wheels. The length on A's side
// plus Ratio times the length on B's side is at most Length, so Ratio is the ratio of a block and
// tackle. An end that is drawn into its wheel stays there. The zero Pulley has both wheels at the
// world's origin. Metres.
type Pulley struct {
	Base

	WheelA, WheelB             mgl64.Vec2 // where the rope leaves each wheel, in the world
	LocalAnchorA, LocalAnchorB mgl64.Vec2 // its ends, from each body's origin in its own axes

	Ratio  float64 // zero means 1
	Length float64 // zero means the length when the joint is made, plus Slack
	Slack  float64 // extra rope, which hangs loose at first
	Rigid  bool    // the sum is also held from below, as by two rods and a lever
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *Pulley) Validate() error {
	var c checks
	c.base(&d.Base)
	c.point("WheelA", d.WheelA)
	c.point("WheelB", d.WheelB)
	c.point("LocalAnchorA", d.LocalAnchorA)
	c.point("LocalAnchorB", d.LocalAnchorB)
	c.size("Ratio", d.Ratio)
	c.size("Length", d.Length)
	c.size("Slack", d.Slack)
	return c.err
}

// Picture returns the rope.
func (d *Pulley) Picture() Picture {
	return Picture{Line: LineWheels, Points: [2]mgl64.Vec2{d.WheelA, d.WheelB}}
}

// Kind returns KindPulley.
func (*Pulley) Kind() Kind { return KindPulley }

// Clone returns a copy.
func (d *Pulley) Clone() Definition { c := *d; return &c }
