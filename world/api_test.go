package world_test

import (
	"iter"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestStepRunsWholeTicksAndKeepsRemainder(t *testing.T) {
	w := newWorld(t, world.Config{MaxTicks: 4})
	require.Equal(t, 0, w.Step(0.01))
	require.InDelta(t, 0.6, w.Alpha(), 1e-9)
	require.Equal(t, 1, w.Step(0.01))
	require.InDelta(t, 0.2, w.Alpha(), 1e-9)
	require.Equal(t, 4, w.Step(10), "capped")
	require.Equal(t, 0.0, w.Alpha(), "what was not run is dropped")
	for range 60 {
		require.Equal(t, 1, w.Step(1.0/60))
	}
	require.Equal(t, uint64(65), w.Ticks())
	require.InDelta(t, 65.0/60, w.Time(), 1e-12)
}

func TestMustAndCheckPanicWithTheError(t *testing.T) {
	require.Equal(t, 3, world.Must(3, nil))
	require.NotPanics(t, func() { world.Check(nil) })
	require.PanicsWithError(t, world.ErrClosed.Error(), func() { world.Must(3, world.ErrClosed) })
	require.PanicsWithError(t, world.ErrClosed.Error(), func() { world.Check(world.ErrClosed) })
}

func TestRenderPoseInterpolates(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(t, w, body.Def{LinearVelocity: mgl64.Vec2{6, 0}, AngularVelocity: 3}, shape.OffsetBox(1, 1, mgl64.Vec2{0.5, 0}, 0), world.ColliderDef{})
	w.Step(1.0/60 + 1.0/240)
	c := b.WorldCenter()
	require.InDelta(t, 0.1+0.5, c[0], 1e-5)
	_, angle := b.RenderPose()
	require.InDelta(t, 3.0/240, angle, 1e-4, "a quarter of the way from the tick before")
}

func TestContactBeginsAndEndsPair(t *testing.T) {
	w := newGravityWorld(t)
	ground := addFloor(t, w, world.ColliderDef{})
	ball := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 2}}, shape.Circle{Radius: 0.5},
		world.ColliderDef{Material: &shape.Material{Restitution: 0.8}, HitEvents: true})
	begins, ends, hits := 0, 0, 0
	var id world.ContactID
	count := func() {
		e := w.Events()
		begins += len(e.ContactBegins)
		ends += len(e.ContactEnds)
		for _, c := range e.ContactBegins {
			id = c.Contact
			begun, ok := w.ContactByID(id)
			require.True(t, ok)
			require.Equal(t, id, begun.ID())
		}
		for _, h := range e.Hits {
			hits++
			require.Greater(t, h.ApproachSpeed, 1.0)
			require.Greater(t, h.Impulse, 0.0)
			require.InDelta(t, 0, h.Position[1], 0.05)
			require.InDelta(t, 1, math.Abs(h.Normal[1]), 1e-6)
		}
		open := 0
		for range w.Contacts() {
			open++
		}
		require.Equal(t, begins-ends, open)
	}
	for range 120 {
		w.Tick()
		count()
	}
	require.Greater(t, begins, 1)
	require.Greater(t, hits, 1)
	for range 300 {
		w.Tick()
		count()
	}
	require.NoError(t, ground.Destroy())
	w.Step(0)
	e := w.Events()
	require.Len(t, e.ContactEnds, 1, "destroying ends the contact")
	c := e.ContactEnds[0]
	require.Equal(t, id, c.Contact, "an end names its contact, as its begin did")
	_, ok := w.ContactByID(id)
	require.False(t, ok)
	require.True(t, c.ColliderA.Valid() != c.ColliderB.Valid(), "one of the two is gone")
	require.True(t, ball.Awake(), "what lay on it wakes up")
}

func TestSensorEvents(t *testing.T) {
	w := newGravityWorld(t)
	gate := addBody(t, w, body.Def{Type: body.Static}, shape.Box(1, 1), world.ColliderDef{Sensor: true})
	ball := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 3}}, shape.Circle{Radius: 0.25}, world.ColliderDef{})
	begins, ends := 0, 0
	for range 120 {
		w.Tick()
		begins += len(w.Events().SensorBegins)
		ends += len(w.Events().SensorEnds)
		for c := range gate.Colliders() {
			inside := 0
			for v := range c.Overlaps() {
				require.Equal(t, ball, v.Body())
				inside++
			}
			require.Equal(t, begins-ends, inside)
		}
	}
	require.Equal(t, 1, begins)
	require.Equal(t, 1, ends)
	require.Less(t, ball.Position()[1], -5.0, "a sensor stops nothing")
}

func TestQueries(t *testing.T) {
	w := newWorld(t, world.Config{})
	near := addBody(t, w, body.Def{Position: mgl64.Vec2{2, 0}}, shape.Circle{Radius: 0.5}, world.ColliderDef{Filter: shape.Filter{Category: 2}})
	far := addBody(t, w, body.Def{Position: mgl64.Vec2{5, 0}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	hit, ok := w.RayCast(mgl64.Vec2{0, 0}, mgl64.Vec2{10, 0}, world.QueryFilter{})
	require.True(t, ok)
	require.Equal(t, near, hit.Collider.Body())
	require.InDelta(t, 0.15, hit.Fraction, 1e-12)
	require.InDelta(t, -1, hit.Normal[0], 1e-12)
	hit, ok = w.RayCast(mgl64.Vec2{0, 0}, mgl64.Vec2{10, 0}, world.QueryFilter{Mask: 1})
	require.True(t, ok)
	require.Equal(t, far, hit.Collider.Body())
	require.InDelta(t, 0.45, hit.Fraction, 1e-12)
	_, ok = w.RayCast(mgl64.Vec2{0, 0}, mgl64.Vec2{10, 0}, world.QueryFilter{Mask: 1, Ignore: far})
	require.False(t, ok)
	_, ok = w.RayCast(mgl64.Vec2{0, nan}, mgl64.Vec2{10, 0}, world.QueryFilter{})
	require.False(t, ok)

	bodiesOf := func(found iter.Seq[world.Collider]) (list []world.Body) {
		for c := range found {
			list = append(list, c.Body())
		}
		return list
	}
	require.Empty(t, bodiesOf(w.OverlapBox(mgl64.Vec2{2.4, 0.4}, mgl64.Vec2{3, 1}, world.QueryFilter{})), "the box meets the circle's box, not the circle")
	require.ElementsMatch(t, []world.Body{near, far}, bodiesOf(w.OverlapBox(mgl64.Vec2{2.3, 0.3}, mgl64.Vec2{4.6, 1}, world.QueryFilter{})))
	require.Equal(t, []world.Body{far}, bodiesOf(w.OverlapPoint(mgl64.Vec2{5.4, 0.4}, world.QueryFilter{})))
	require.Equal(t, []world.Body{near}, bodiesOf(w.OverlapShape(newConvex(shape.Circle{Radius: 1}), mgl64.Vec2{3.4, 0}, 0, world.QueryFilter{})))
	ball := newConvex(shape.Circle{Radius: 0.5})
	cast, ok := w.ShapeCast(ball, mgl64.Vec2{0, 0}, 0, mgl64.Vec2{10, 0}, world.QueryFilter{})
	require.True(t, ok)
	require.Equal(t, near, cast.Collider.Body())
	require.InDelta(t, 0.1, cast.Fraction, 1e-6)
	for _, bad := range []mgl64.Vec2{{nan, 0}, {0, math.Inf(1)}, {1e10, 0}} {
		_, ok = w.ShapeCast(ball, bad, 0, mgl64.Vec2{10, 0}, world.QueryFilter{})
		require.False(t, ok)
		_, ok = w.ShapeCast(ball, mgl64.Vec2{}, 0, bad, world.QueryFilter{})
		require.False(t, ok)
		require.Empty(t, bodiesOf(w.OverlapShape(ball, bad, 0, world.QueryFilter{})))
	}
	require.Empty(t, bodiesOf(w.OverlapShape(ball, mgl64.Vec2{2, 0}, nan, world.QueryFilter{})))
	require.PanicsWithValue(t, "world: a query with the zero shape.Convex", func() { w.ShapeCast(shape.Convex{}, mgl64.Vec2{}, 0, mgl64.Vec2{}, world.QueryFilter{}) })
}

// The results are collected before the loop begins, which may therefore change the world.
func TestLoopOverQueryMayChangeWorld(t *testing.T) {
	w := newWorld(t, world.Config{})
	var discs []world.Body
	for i := range 4 {
		discs = append(discs, addBody(t, w, body.Def{Position: mgl64.Vec2{3 - float64(i), 0}}, shape.Circle{Radius: 0.4}, world.ColliderDef{}))
	}
	var met []world.Body
	for hit := range w.RayCastAll(mgl64.Vec2{-2, 0}, mgl64.Vec2{9, 0}, world.QueryFilter{}) {
		met = append(met, hit.Collider.Body())
		if len(met) == 2 {
			require.NoError(t, discs[1].Destroy()) // the next result
		}
	}
	require.Equal(t, []world.Body{discs[3], discs[2], discs[0]}, met, "the nearest first")
	n := 0
	for c := range w.OverlapBox(mgl64.Vec2{-5, -5}, mgl64.Vec2{5, 5}, world.QueryFilter{}) {
		n++
		for other := range w.OverlapBox(mgl64.Vec2{-5, -5}, mgl64.Vec2{5, 5}, world.QueryFilter{}) {
			if other != c {
				require.NoError(t, other.Body().Destroy())
			}
		}
	}
	require.Equal(t, 1, n)
	w.Validate()
}

func TestIdentities(t *testing.T) {
	w := newGravityWorld(t)
	floor := addFloor(t, w, world.ColliderDef{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	j := world.Must(w.CreateMotor(w.Ground(), b, joint.Motor{})).Joint
	w.Tick()
	require.Equal(t, b, w.BodyByID(b.ID()))
	require.Equal(t, firstCollider(b), w.ColliderByID(firstCollider(b).ID()))
	require.Equal(t, j, w.JointByID(j.ID()))
	require.Len(t, w.Events().ContactBegins, 1)
	c, ok := w.ContactByID(w.Events().ContactBegins[0].Contact)
	require.True(t, ok)
	require.Equal(t, c.ID(), w.Events().ContactBegins[0].Contact)
	require.NoError(t, floor.Destroy())
	require.NoError(t, j.Destroy())
	_, ok = w.ContactByID(c.ID())
	require.False(t, ok)
	collider := firstCollider(b).ID()
	require.NoError(t, b.Destroy())
	require.False(t, w.JointByID(j.ID()).Valid() || w.BodyByID(b.ID()).Valid() || w.ColliderByID(collider).Valid())
	require.False(t, w.BodyByID(0).Valid() || w.ColliderByID(0).Valid() || w.JointByID(0).Valid())
}

// A gear and a joint of the game's own have a record for each further pair of bodies. The identity
// of such a record, which a handle may have after a restore, is of no joint.
func TestIdentitiesOfFurtherPairsAreOfNoJoint(t *testing.T) {
	w := newGravityWorld(t)
	first, second := addMass(t, w, 0, 0, 1, 1), addMass(t, w, 2, 0, 1, 1)
	var empty world.Snapshot
	require.NoError(t, w.Save(&empty))
	for range 2 {
		addRevolute(t, w, w.Ground(), first)
	}
	late := addRevolute(t, w, w.Ground(), second)
	require.NoError(t, w.Restore(&empty))
	made := world.Must(w.CreateCustom([]world.Body{w.Ground(), first, second}, joint.Custom{Constraint: pointConstraint{}}))
	require.Equal(t, made.Joint, w.JointByID(made.ID()))
	require.False(t, late.Valid())
	require.PanicsWithValue(t, "world: use of a destroyed joint", func() { late.SetUserData(1) })
}

func TestChangingTypeAndEnabling(t *testing.T) {
	w := newFloorWorld(t)
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	runSeconds(w, 2)
	require.False(t, b.Awake())
	require.NoError(t, b.SetType(body.Static))
	w.Validate()
	require.NoError(t, b.SetType(body.Kinematic))
	require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{0, 1}))
	runSeconds(w, 1)
	require.InDelta(t, 1.5, b.Position()[1], 0.01)
	require.NoError(t, b.SetType(body.Dynamic))
	runSeconds(w, 2)
	require.InDelta(t, 0.5, b.Position()[1], 0.01)
	require.NoError(t, b.SetEnabled(false))
	runSeconds(w, 1)
	require.InDelta(t, 0.5, b.Position()[1], 0.01)
	require.NoError(t, b.SetEnabled(true))
	require.NoError(t, b.SetTransform(mgl64.Vec2{0, 5}, 1))
	runSeconds(w, 3)
	require.Less(t, b.Position()[1], 1.0)
	w.Validate()
}

func TestLocksAndGravityScale(t *testing.T) {
	w := newGravityWorld(t)
	locked := addBody(t, w, body.Def{LockY: true, LockRotation: true}, shape.Box(0.5, 0.5), world.ColliderDef{})
	light := addBody(t, w, body.Def{Position: mgl64.Vec2{5, 0}, Weightless: true}, shape.Box(0.5, 0.5), world.ColliderDef{})
	half := addBody(t, w, body.Def{Position: mgl64.Vec2{10, 0}, GravityScale: 0.5}, shape.Box(0.5, 0.5), world.ColliderDef{})
	require.NoError(t, locked.ApplyImpulse(mgl64.Vec2{1, 1}, mgl64.Vec2{0.3, 0.2}))
	runSeconds(w, 1)
	require.Equal(t, 0.0, locked.Position()[1])
	require.Equal(t, 0.0, locked.Angle())
	require.InDelta(t, 1, locked.Position()[0], 1e-4)
	require.Equal(t, mgl64.Vec2{5, 0}, light.Position())
	require.InDelta(t, -5, half.LinearVelocity()[1], 1e-4)
}

func TestTangentSpeedPointsLeftOfNormal(t *testing.T) {
	w := newGravityWorld(t)
	addFloor(t, w, world.ColliderDef{Material: &shape.Material{Friction: 0.6, TangentSpeed: 2}})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	runSeconds(w, 3)
	require.InDelta(t, -2, b.LinearVelocity()[0], 0.01, "the floor's normal is up, its left is -x")
}

func TestBodyMass(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{1, 2}, Angle: 0.3}, shape.OffsetBox(1, 0.5, mgl64.Vec2{2, 0}, 0), world.ColliderDef{Density: 3})
	require.InDelta(t, 6, b.Mass(), 1e-12)
	require.InDelta(t, 6*(4+1)/12.0, b.Inertia(), 1e-12)
	require.InDelta(t, 2, b.LocalCenter()[0], 1e-12)
	require.InDelta(t, 1, b.Position()[0], 1e-12, "the origin stays where it was put")
	require.NoError(t, b.SetMassData(world.MassData{Mass: 10, Inertia: 2}))
	require.Equal(t, 10.0, b.Mass())
	require.InDelta(t, 2, b.Position()[1], 1e-12)
	require.NoError(t, b.SetMassData(world.MassData{}))
	require.InDelta(t, 6, b.Mass(), 1e-12)
}

// A quarter turn takes x to y. The centre of mass, about which the body turns, is not
// its origin.
func TestBodyVectorsAndVelocities(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(t, w, body.Def{
		Position: mgl64.Vec2{3, 4}, Angle: math.Pi / 2, LinearVelocity: mgl64.Vec2{1, 0}, AngularVelocity: 2,
	}, shape.OffsetBox(1, 1, mgl64.Vec2{5, 0}, 0), world.ColliderDef{})
	requireNear(t, mgl64.Vec2{-2, 1}, b.WorldVector(mgl64.Vec2{1, 2}), 1e-12)
	requireNear(t, mgl64.Vec2{1, 2}, b.LocalVector(mgl64.Vec2{-2, 1}), 1e-12)
	requireNear(t, mgl64.Vec2{5, 0}, b.LocalCenter(), 1e-12)
	requireNear(t, mgl64.Vec2{3, 9}, b.WorldCenter(), 1e-12)
	requireNear(t, b.LinearVelocity(), b.VelocityAt(b.WorldCenter()), 1e-12)
	// One metre to the right of what turns left goes up.
	requireNear(t, b.LinearVelocity().Add(mgl64.Vec2{0, 2}), b.VelocityAt(b.WorldCenter().Add(mgl64.Vec2{1, 0})), 1e-6)
}

// Without damping the body would go on turning about the point and pull it off.
func TestMouseDragsGrabbedPoint(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{2, 0}, Angle: 1, AngularDamping: 5}, shape.Box(1, 1), world.ColliderDef{})
	grabPoint := mgl64.Vec2{2.5, 0.5}
	local := b.LocalPoint(grabPoint)
	m := world.Must(w.CreateMouse(w.Ground(), b, world.MouseAt(b, grabPoint)))
	requireNear(t, grabPoint, m.Target(), 1e-12)
	runSeconds(w, 0.5)
	requireNear(t, grabPoint, b.WorldPoint(local), 1e-6)
	to := mgl64.Vec2{-1, 3}
	require.NoError(t, m.SetTarget(to))
	require.Equal(t, to, m.Target())
	runSeconds(w, 5)
	requireNear(t, to, b.WorldPoint(local), 0.01)
	require.Error(t, m.SetTarget(mgl64.Vec2{math.NaN(), 0}))
	require.Equal(t, to, m.Target())
}

// A spring reports the torque of the weight that it bears.
func TestJointReadings(t *testing.T) {
	w := newWorld(t, world.Config{})
	ground := w.Ground()
	wheel := func(x, omega float64) world.Body {
		return addBody(t, w, body.Def{Position: mgl64.Vec2{x, 0}, AngularVelocity: omega, NeverSleep: true}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	}
	turning := wheel(0, 3)
	hub := world.Must(w.CreateWheel(ground, turning, world.WheelAt(ground, turning, mgl64.Vec2{}, mgl64.Vec2{0, 1})))
	motored, springMounted := wheel(10, 0), wheel(20, 0)
	motor := world.Must(w.CreateMotor(ground, motored, joint.Motor{
		LocalAnchorA: mgl64.Vec2{10, 0}, AngularHertz: 2, AngularDamping: 1, MaxSpringTorque: 100,
	}))
	spring := world.Must(w.CreateRotarySpring(ground, springMounted, joint.RotarySpring{Stiffness: 10, Damping: 5}))
	for range 600 {
		motored.ApplyTorque(0.5)
		springMounted.ApplyTorque(0.5)
		w.Tick()
	}
	require.InDelta(t, 3, hub.AngularSpeed(), 1e-5)
	require.InDelta(t, 0, motor.AngularSpeed(), 1e-5)
	require.InDelta(t, -0.5, motor.SpringTorque(), 1e-3)
	require.InDelta(t, 0.05, spring.Angle(), 1e-4)
	require.InDelta(t, -0.5, spring.SpringTorque(), 1e-3)
}
