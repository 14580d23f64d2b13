package joint

// Base is the part that the definitions of all kinds share. Its zero value is an
// enabled joint that never breaks, as strong and as stiff as the world allows,
// between bodies that do not collide with each other.
type Base struct {
	CollideConnected bool // the two bodies may collide with each other
	Disabled         bool // the joint does nothing until enabled

	Hertz   float64 // stiffness of the rigid part, 1/s; zero means the world's
	Damping float64 // damping ratio of the rigid part; zero means the world's

	MaxForce  float64 // N with which the rigid part holds; zero means no bound
	MaxTorque float64 // N m with which rigid angles and limits hold; zero means no bound

	BreakForce  float64 // mean force of a tick, N, at which the joint is stressed; zero means never
	BreakTorque float64 // mean torque of a tick, N m, at which the joint is stressed; zero means never
	ReportOnly  bool    // a stressed joint is reported and does not break

	UserData any
}

// validate returns a *geom.FieldError for the first field that cannot be used.
func (b *Base) validate() error {
	var c checks
	c.size("Hertz", b.Hertz)
	c.size("Damping", b.Damping)
	c.notNegative("MaxForce", b.MaxForce)
	c.notNegative("MaxTorque", b.MaxTorque)
	c.notNegative("BreakForce", b.BreakForce)
	c.notNegative("BreakTorque", b.BreakTorque)
	return c.err
}
