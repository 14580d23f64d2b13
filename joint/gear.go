package joint

// Gear couples two joints, each revolute or prismatic. It holds the sum of the first joint's
// coordinate and Ratio times the second joint's coordinate. The sum keeps its value from when the
// gear was made or its ratio last changed. A coordinate is the angle of the joint's body B relative
// to body A, rad, or its translation, m. Two wheels of radii r and s that mesh have the ratio s/r;
// a pinion of radius r as the first and its rack as the second have 1/r or -1/r. A gear ends with
// either of its joints.
type Gear struct {
	Base

	Ratio float64 // zero means 1
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *Gear) Validate() error {
	var c checks
	c.base(&d.Base)
	c.number("Ratio", d.Ratio)
	return c.err
}

// Picture returns LineNone.
func (*Gear) Picture() Picture { return Picture{Line: LineNone} }

// Kind returns KindGear.
func (*Gear) Kind() Kind { return KindGear }

// Clone returns a copy.
func (d *Gear) Clone() Definition { c := *d; return &c }
