package world_test

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// ElasticRod is a rod of steel as a game may write it: it gives like a spring and,
// when it is loaded beyond its yield force, stays longer or shorter for good.
type ElasticRod struct {
	Length       float64 // at rest, m
	Hertz        float64
	Yield        float64 // N
	PlasticSpeed float64 // m/s by which it gives while it yields
}

// Measure is called for every sub-step. Only the first call of a tick lets the
// rod yield, by the force of its one row in the sub-step before.
func (r *ElasticRod) Measure(m *joint.ConstraintContext) {
	if force := m.Force(0); m.FirstOfTick() && math.Abs(force) > r.Yield {
		r.Length -= math.Copysign(r.PlasticSpeed*4*m.SubStep(), force)
	}
	a, b := m.Point(0, mgl64.Vec2{}), m.Point(1, mgl64.Vec2{})
	span := b.Sub(a)
	length := span.Len()
	along := span.Mul(1 / length)
	m.Row(joint.SoftRow{Error: length - r.Length, Hertz: r.Hertz, Damping: 1, Spring: true}).
		Linear(0, a, along.Mul(-1)).Linear(1, b, along)
}

func ExampleWorld_CreateCustom() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	load := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, -2}, NeverSleep: true}))
	world.Check(load.SetMassData(world.MassData{Mass: 5, Inertia: 1}))
	rod := &ElasticRod{Length: 2, Hertz: 3, Yield: 80, PlasticSpeed: 0.2}
	hold := world.Must(w.CreateCustom([]world.Body{w.Ground(), load}, joint.Custom{Constraint: rod}))

	seconds := func(ticks int, pull float64) {
		for range ticks {
			world.Check(load.ApplyForceToCenter(mgl64.Vec2{0, -pull}))
			w.Tick()
		}
		fmt.Printf("%.0f N: holds %.0f N, %.2f m at rest\n", 50+pull, hold.Force()[1], rod.Length)
	}
	seconds(180, 0)
	seconds(60, 45)
	seconds(180, 0)
	// Output:
	// 50 N: holds 50 N, 2.00 m at rest
	// 95 N: holds 95 N, 2.19 m at rest
	// 50 N: holds 50 N, 2.20 m at rest
}
