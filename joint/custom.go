package joint

import "github.com/carom2d/carom/geom"

// Constraint is the code of a custom joint, written by the game. The engine calls Measure for every
// sub-step: once when a tick begins and then each time the bodies have moved. Measure reads the
// state of the bodies and adds one row for each scalar constraint between them. The engine solves
// the rows with warm starting, softness and relaxing, as it does its own. In one tick the number of
// rows must not change. Up to three rigid rows between two bodies, without bounds, are solved at
// once with the rigid joints beside them.
//
// Measure runs on the goroutine that called Step, joint after joint in an order that depends on the
// history of the world alone. It must depend on the ConstraintContext and on the Constraint's own
// state only, or results cannot be repeated. It must not change the world.
type Constraint interface {
	Measure(m *ConstraintContext)
}

// Custom is a joint of the game's own, between two or more bodies. All of Base counts except Hertz
// and Damping, which each row sets itself. MaxForce bounds every row that sets no bounds, and
// MaxTorque every such row that measures only rotation. The force and torque of the joint are the
// force and torque on its second body, about the centre of mass.
type Custom struct {
	Base

	Constraint Constraint
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *Custom) Validate() error {
	var c checks
	c.base(&d.Base)
	if c.err == nil && d.Constraint == nil {
		c.err = geom.NewFieldError("Constraint", nil, geom.ErrDegenerate)
	}
	return c.err
}

// Picture returns LineNone.
func (*Custom) Picture() Picture { return Picture{Line: LineNone} }

// Kind returns KindCustom.
func (*Custom) Kind() Kind { return KindCustom }

// Clone returns a copy.
func (d *Custom) Clone() Definition { c := *d; return &c }
