package joint

// RotarySpring turns body B against body A towards an angle, by a spring and
// damper given in newton metres, or by a law of the game's own. It does not hold
// the bodies together. Radians, newton metres, seconds.
type RotarySpring struct {
	Base

	Angle     float64  // of B less the angle of A at rest, counted from (-pi, pi] when the joint is made
	Stiffness float64  // N m/rad
	Damping   float64  // N m s/rad; Base.Damping has no effect, as no part is rigid
	Law       ForceLaw // instead of Stiffness and Damping, for the angle of B less the angle of A; nil means none
	MaxSpring float64  // N m, the most that it turns with; zero means no bound
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *RotarySpring) Validate() error {
	var c checks
	c.base(&d.Base)
	c.angle("Angle", d.Angle)
	c.size("Stiffness", d.Stiffness)
	c.size("Damping", d.Damping)
	c.notNegative("MaxSpring", d.MaxSpring)
	return c.err
}

// Picture returns LineNone.
func (*RotarySpring) Picture() Picture { return Picture{Line: LineNone} }

// Kind returns KindRotarySpring.
func (*RotarySpring) Kind() Kind { return KindRotarySpring }

// Clone returns a copy.
func (d *RotarySpring) Clone() Definition { c := *d; return &c }
