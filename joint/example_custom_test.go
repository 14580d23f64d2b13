package joint_test

import (
	"fmt"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// level keeps a point of body 1 at the height of a point of body 0.
type level struct{ onA, onB mgl64.Vec2 }

func (l level) Measure(m *joint.ConstraintContext) {
	a, b := m.Point(0, l.onA), m.Point(1, l.onB)
	up := mgl64.Vec2{0, 1}
	m.Row(joint.SoftRow{Error: b[1] - a[1]}).Linear(1, b, up).Linear(0, a, up.Mul(-1))
}

// levelContext is two bodies, of which the second is a quarter of a metre too high.
func levelContext() *joint.ConstraintContext {
	m := new(joint.ConstraintContext)
	m.Begin(1.0/240, true, []joint.ConstraintBody{
		{Pose: geom.IdentityTransform},
		{Pose: geom.Transform{P: geom.Vec2{X: 3, Y: 0.25}, R: geom.IdentityTransform.R}},
	}, nil)
	return m
}

// World.CreateCustom of package world makes a joint of this definition.
func ExampleCustom() {
	fmt.Println((&joint.Custom{Constraint: level{}}).Validate())
	fmt.Println((&joint.Custom{}).Validate() != nil)
	// Output:
	// <nil>
	// true
}

// A Constraint is tested without a world.
func ExampleConstraint() {
	var c joint.Constraint = level{onB: mgl64.Vec2{1, 0}}
	m := levelContext()
	c.Measure(m)
	fmt.Println(len(m.Rows()), m.Rows()[0].Error)
	// Output: 1 0.25
}

func ExampleConstraintContext() {
	m := levelContext()
	fmt.Println(m.Bodies(), m.Center(1), m.Point(1, mgl64.Vec2{1, 0}), m.Force(0))
	// Output: 2 [3 0.25] [4 0.25] 0
}

// A body is given to a ConstraintContext with its velocity.
func ExampleConstraintBody() {
	var m joint.ConstraintContext
	m.Begin(1.0/240, false, []joint.ConstraintBody{{
		Pose: geom.IdentityTransform, Velocity: geom.Vec2{X: 2}, AngularVelocity: 3,
	}}, nil)
	fmt.Println(m.Velocity(0, mgl64.Vec2{0, 1}), m.AngularVelocity(0))
	// Output: [-1 0] 3
}

// A row may be a spring with bounds: this one holds at most ten newtons.
func ExampleSoftRow() {
	m := levelContext()
	m.Row(joint.SoftRow{Error: 0.25, Hertz: 3, Damping: 0.5, Spring: true, Lower: -10, Upper: 10}).
		Linear(1, m.Center(1), mgl64.Vec2{0, 1})
	fmt.Println(m.Rows()[0].Spring)
	// Output: true
}

// A rack and a pinion: the row sees the translation of one body and the turning of the other.
func ExampleRowBuilder() {
	m := levelContext()
	m.Row(joint.SoftRow{}).Linear(0, m.Center(0), mgl64.Vec2{1, 0}).Angular(1, -0.5)
	fmt.Println(m.Jacobians(0))
	// Output: [{1 0 0} {0 0 -0.5}]
}

// A point beside the centre of mass is a lever.
func ExampleRowJacobian() {
	m := levelContext()
	level{onB: mgl64.Vec2{2, 0}}.Measure(m)
	var j joint.RowJacobian = m.Jacobians(0)[1]
	fmt.Println(j.X, j.Y, j.W)
	// Output: 0 1 2
}
