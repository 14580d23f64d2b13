package joint

// Ratchet lets body B turn against body A one way: the angle of B less the angle of A grows freely
// and does not fall below the last tooth that it passed. The zero Ratchet has no teeth and turns
// one way only. Radians.
type Ratchet struct {
	Base

	Step    float64 // between teeth; zero means that it holds at any angle
	Phase   float64 // angle of one of the teeth, in both directions
	Reverse bool    // the angle falls freely and does not grow
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *Ratchet) Validate() error {
	var c checks
	c.base(&d.Base)
	c.size("Step", d.Step)
	c.angle("Phase", d.Phase)
	return c.err
}

// Picture returns LineNone.
func (*Ratchet) Picture() Picture { return Picture{Line: LineNone} }

// Kind returns KindRatchet.
func (*Ratchet) Kind() Kind { return KindRatchet }

// Clone returns a copy.
func (d *Ratchet) Clone() Definition { c := *d; return &c }
