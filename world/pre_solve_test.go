package world_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// newSlider is a box that slides over a floor at 10 m/s, of which one wants to be asked.
func newSlider(t *testing.T, preSolve func(*world.ContactEdit) bool) (*world.World, world.Body) {
	w := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -10}, PreSolve: preSolve})
	addFloor(t, w, world.ColliderDef{PreSolve: true, Material: &shape.Material{Friction: 0.5}})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.25}, LinearVelocity: mgl64.Vec2{10, 0}, LockRotation: true},
		shape.Box(0.5, 0.25), world.ColliderDef{Material: &shape.Material{Friction: 0.5}})
	return w, b
}

// What PreSolve changes of a contact is what the solver uses in that tick, and lasts no longer.
func TestPreSolveChangesFrictionForOneTick(t *testing.T) {
	ice := true
	w, b := newSlider(t, func(c *world.ContactEdit) bool {
		require.Equal(t, 0.5, c.Friction, "the materials' again in every tick")
		if ice {
			c.Friction = 0
		}
		return true
	})
	for range 30 {
		w.Tick()
		for c := range w.Contacts() {
			require.Equal(t, 0.5, c.Friction)
		}
	}
	require.InDelta(t, 10, b.LinearVelocity()[0], 1e-4, "on ice")
	ice = false
	runTicks(w, 30)
	require.InDelta(t, 10-0.5*10*0.5, b.LinearVelocity()[0], 0.02, "half a second of friction")
}

// A tangent speed carries a body along like the tangent speed of a material, a restitution bounces
// it, and a rolling resistance stops a wheel.
func TestPreSolveChangesSurface(t *testing.T) {
	w, b := newSlider(t, func(c *world.ContactEdit) bool { c.TangentSpeed = 3; return true })
	runSeconds(w, 5)
	direct := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -10}})
	addFloor(t, direct, world.ColliderDef{Material: &shape.Material{Friction: 0.5, TangentSpeed: 3}})
	d := addBody(t, direct, body.Def{Position: mgl64.Vec2{0, 0.25}, LinearVelocity: mgl64.Vec2{10, 0}, LockRotation: true},
		shape.Box(0.5, 0.25), world.ColliderDef{Material: &shape.Material{Friction: 0.5}})
	runSeconds(direct, 5)
	require.InDelta(t, 3, math.Abs(b.LinearVelocity()[0]), 1e-3)
	require.Equal(t, d.Position(), b.Position(), "like a conveyor")

	w, b = newSlider(t, func(c *world.ContactEdit) bool { c.Restitution = 1; return true })
	require.NoError(t, b.SetTransform(mgl64.Vec2{0, 5.25}, 0))
	top, speed := 0.0, 0.0
	for range 130 {
		w.Tick()
		if v := b.LinearVelocity()[1]; v > 0 && speed <= 0 {
			top = 0
		}
		top, speed = max(top, b.Position()[1]), b.LinearVelocity()[1]
	}
	require.Greater(t, top, 5.0, "it bounces back")

	w = newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -10}, PreSolve: func(c *world.ContactEdit) bool {
		c.RollingResistance = 0.05
		return true
	}})
	addFloor(t, w, world.ColliderDef{})
	wheel := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}, LinearVelocity: mgl64.Vec2{3, 0}, AngularVelocity: -6}, shape.Circle{Radius: 0.5}, world.ColliderDef{PreSolve: true})
	runSeconds(w, 8)
	require.InDelta(t, 0, wheel.AngularVelocity(), 1e-3)
}

// A box of whose two points one is dropped tips over the other.
func TestPreSolveDropsPoints(t *testing.T) {
	for drop := range 3 { // none, the left one, both
		w := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -10}, PreSolve: func(c *world.ContactEdit) bool {
			for i, p := range c.Points() {
				if drop == 2 || drop == 1 && p.Position[0] < 0 {
					c.DropPoint(i)
				}
			}
			return true
		}})
		addFloor(t, w, world.ColliderDef{})
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{PreSolve: true})
		runSeconds(w, 0.2)
		points := 0
		for c := range b.Contacts() {
			points += len(c.Points())
		}
		require.Equal(t, 2-drop, points)
		switch drop {
		case 0:
			require.InDelta(t, 0, b.Angle(), 1e-6)
		case 1:
			require.Greater(t, b.Angle(), 0.05, "the left side sinks")
		default:
			require.InDelta(t, 0.5-0.5*10*0.2*0.2, b.Position()[1], 0.04, "it falls")
		}
	}
}

// A fast body is stopped by what PreSolve accepts, and only by that.
func TestSweepsAskPreSolve(t *testing.T) {
	for _, bullet := range []bool{false, true} {
		for _, accept := range []bool{false, true} {
			swept := 0
			w := newWorld(t, world.Config{Workers: 2, PreSolve: func(c *world.ContactEdit) bool {
				if c.Swept {
					swept++
					wall, normal := c.ColliderB, c.Normal
					if c.ColliderA.Body().Type() == body.Static {
						wall, normal = c.ColliderA, normal.Mul(-1)
					}
					require.InDelta(t, 1, normal[0], 1e-9, "from the ball to the wall")
					require.Len(t, c.Points(), 1)
					p := c.Points()[0]
					require.InDelta(t, 4.99, p.Position[0], 0.01)
					require.InDelta(t, -300, p.NormalVelocity, 1e-3)
					require.InDelta(t, 0.005, p.Separation, 0.002)
					// 4.99 - 0.1 - slop away, of which ball covers 5 m a tick.
					require.InDelta(t, 4.89/5, c.Fraction, 0.01)
					require.Equal(t, body.Static, wall.Body().Type())
					require.Zero(t, c.ID(), "the ball comes from afar")
					require.PanicsWithValue(t, "world: SetUserNumber of a contact that is not made yet", func() { c.SetUserNumber(1) })
				}
				return accept
			}})
			w.ParallelizeAlways()
			addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{5, 0}}, shape.Box(0.01, 3), world.ColliderDef{PreSolve: true})
			b := addBody(t, w, body.Def{LinearVelocity: mgl64.Vec2{300, 0}, Bullet: bullet}, shape.Circle{Radius: 0.1}, world.ColliderDef{})
			w.Tick()
			w.Tick()
			w.Tick()
			require.Equal(t, !accept, b.Position()[0] > 5, "bullet %v, accepted %v", bullet, accept)
			require.Positive(t, swept)
		}
	}
}

// Whether a body is stopped in a sweep that PreSolve accepts is the same with any number of
// workers, and so is the order in which it is asked.
func TestSweepsAskPreSolveInOrder(t *testing.T) {
	run := func(workers int) string {
		log := ""
		w := newWorld(t, world.Config{Workers: workers, PreSolve: func(c *world.ContactEdit) bool {
			log += fmt.Sprint(c.ColliderA.ID(), c.ColliderB.ID(), c.Swept, c.Fraction, " ")
			return (c.ColliderA.ID()^c.ColliderB.ID())%2 == 0
		}})
		w.ParallelizeAlways()
		for i := range 40 {
			y := float64(i)
			addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{5 + 0.01*y, y}}, shape.Box(0.01, 0.4), world.ColliderDef{PreSolve: i%3 > 0})
			addBody(t, w, body.Def{Position: mgl64.Vec2{0, y}, LinearVelocity: mgl64.Vec2{400 - 9*y, 0}, Bullet: i%5 == 0}, shape.Circle{Radius: 0.1}, world.ColliderDef{})
		}
		runTicks(w, 5)
		return log + fmt.Sprint(w.Hash())
	}
	want := run(1)
	require.Contains(t, want, "true")
	for _, workers := range []int{2, 4} {
		require.Equal(t, want, run(workers))
	}
}

// Numbers that a material could not have are misuse.
func TestPreSolveRefusesBadNumbers(t *testing.T) {
	for _, c := range []struct {
		change func(*world.ContactEdit)
		want   string
	}{
		{func(c *world.ContactEdit) { c.Friction = -1 }, "world: PreSolve left Friction at -1"},
		{func(c *world.ContactEdit) { c.Restitution = 9 }, "world: PreSolve left Restitution at 9"},
		{func(c *world.ContactEdit) { c.RollingResistance = math.Inf(1) }, "world: PreSolve left RollingResistance at +Inf"},
		{func(c *world.ContactEdit) { c.TangentSpeed = math.NaN() }, "world: PreSolve left TangentSpeed at NaN"},
		{func(c *world.ContactEdit) { c.DropPoint(2) }, "world: DropPoint of point 2 of 2"},
		{func(c *world.ContactEdit) { c.DropPoint(-1) }, "world: DropPoint of point -1 of 2"},
	} {
		w, _ := newSlider(t, func(e *world.ContactEdit) bool { c.change(e); return true })
		require.PanicsWithValue(t, c.want, w.Tick)
	}
}

// A number of the game's own stays with a contact, in its handles and in its events, and goes
// with it.
func TestUserNumberOfContact(t *testing.T) {
	next := uint64(100)
	w := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -10}, PreSolve: func(c *world.ContactEdit) bool {
		if c.UserNumber() == 0 {
			next++
			c.SetUserNumber(next)
			require.Equal(t, next, c.UserNumber())
		}
		return true
	}})
	addFloor(t, w, world.ColliderDef{PreSolve: true, HitEvents: true})
	a := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 2}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{3, 2}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	begun, hits := map[world.Body]uint64{}, map[world.Body]uint64{}
	for range 120 {
		w.Tick()
		for _, e := range w.Events().ContactBegins {
			begun[e.ColliderB.Body()], begun[e.ColliderA.Body()] = e.UserNumber, e.UserNumber
		}
		for _, e := range w.Events().Hits {
			hits[e.ColliderB.Body()], hits[e.ColliderA.Body()] = e.UserNumber, e.UserNumber
		}
	}
	require.ElementsMatch(t, []uint64{101, 102}, []uint64{begun[a], begun[b]})
	require.Equal(t, begun[a], hits[a])
	var contact world.Contact
	for c := range a.Contacts() {
		contact = c
		require.Equal(t, begun[a], c.UserNumber())
		c.SetUserNumber(7)
		require.Equal(t, uint64(7), c.UserNumber())
	}
	for c := range b.Contacts() {
		require.Equal(t, begun[b], c.UserNumber(), "that of the other is its own")
	}
	found, ok := w.ContactByID(contact.ID())
	require.True(t, ok)
	require.Equal(t, uint64(7), found.UserNumber())
	require.NoError(t, a.Destroy())
	w.Tick()
	require.Len(t, w.Events().ContactEnds, 1)
	require.Equal(t, uint64(7), w.Events().ContactEnds[0].UserNumber)
	require.PanicsWithValue(t, "world: use of a contact that is gone", func() { contact.SetUserNumber(1) })

	// Its place is given to a new contact, whose number is its own.
	addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	w.Tick()
	require.Len(t, w.Events().ContactBegins, 1)
	require.Equal(t, uint64(103), w.Events().ContactBegins[0].UserNumber)
}

// Both bodies of a contact see the same contact, with normals that lead to themselves.
func TestTouchingSeenFromBothBodies(t *testing.T) {
	w := newGravityWorld(t)
	floor := addFloor(t, w, world.ColliderDef{})
	below := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	above := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.5}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	runSeconds(w, 0.5)
	others := func(b world.Body) map[world.Body]mgl64.Vec2 {
		m := map[world.Body]mgl64.Vec2{}
		for touch := range b.Touching() {
			require.Equal(t, b, touch.Self.Body())
			require.NotEqual(t, b, touch.Other.Body())
			require.NotEmpty(t, touch.Points())
			m[touch.Other.Body()] = touch.Normal
			contact := touch.Contact()
			require.Equal(t, contact.Points(), touch.Points())
		}
		return m
	}
	require.InDelta(t, 1, others(below)[floor][1], 1e-6)
	require.InDelta(t, -1, others(below)[above][1], 1e-6)
	require.InDelta(t, 1, others(above)[below][1], 1e-6)
	require.InDelta(t, -1, others(floor)[below][1], 1e-6)
	require.Len(t, others(below), 2)
	for range below.Touching() {
		break
	}
}

// Friction that PreSolve changes holds in place of static friction too, for one tick.
func TestPreSolveChangesStaticFriction(t *testing.T) {
	ice := false
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, PreSolve: func(c *world.ContactEdit) bool {
		require.Equal(t, 0.75, c.StaticFriction, "the materials' again in every tick")
		if ice {
			c.Friction = 0
		}
		return true
	}})
	surface := world.ColliderDef{PreSolve: true, Material: &shape.Material{Friction: 0.25, StaticFriction: 0.75}}
	addFloor(t, w, surface)
	box := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.25}, NeverSleep: true}, shape.Box(0.5, 0.25), surface)
	runSeconds(w, 0.5)
	push := func() {
		require.NoError(t, box.ApplyForceToCenter(mgl64.Vec2{5 * box.Mass(), 0}))
		w.Tick()
	}
	push()
	require.InDelta(t, 0, box.LinearVelocity()[0], 2e-3, "half of gravity is below three quarters")
	ice = true
	push()
	require.InDelta(t, 5*dt, box.LinearVelocity()[0], 2e-3, "no friction at all")
	ice = false
	runSeconds(w, 0.5)
	require.InDelta(t, 0, box.LinearVelocity()[0], 2e-3)
	push()
	require.InDelta(t, 0, box.LinearVelocity()[0], 2e-3, "held again")
}
