package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// sleepingTower returns three boxes asleep on the floor, the lowest first.
func sleepingTower(t testing.TB) (w *world.World, boxes []world.Body, ground world.Body) {
	w = newGravityWorld(t)
	ground = addFloor(t, w, world.ColliderDef{})
	for i := range 3 {
		at := mgl64.Vec2{0, 0.5 + float64(i)}
		boxes = append(boxes, addBody(t, w, body.Def{Position: at}, shape.Box(0.5, 0.5), world.ColliderDef{}))
	}
	for range 600 {
		if w.Tick(); !boxes[0].Awake() {
			break
		}
	}
	require.Zero(t, w.Counters().Awake)
	w.Tick()
	return w, boxes, ground
}

// A body that never sleeps stays awake when it, or a body that rests on it, is put to sleep.
func TestSleepOfWhatNeverSleeps(t *testing.T) {
	w, boxes, _ := sleepingTower(t)
	require.NoError(t, boxes[1].SetNeverSleep(true))
	for _, b := range boxes {
		require.NoError(t, b.Sleep())
		require.Equal(t, 3, w.Counters().Awake)
	}
	require.NoError(t, boxes[1].SetNeverSleep(false))
	require.NoError(t, boxes[0].Sleep())
	require.Zero(t, w.Counters().Awake)
}

// A change of a sleeping body wakes the whole tower, unless it cannot disturb it.
// Afterwards the world is still consistent and comes to rest again.
func TestChangesOfSleepingBodies(t *testing.T) {
	for name, c := range map[string]struct {
		change func(b, ground world.Body) error
		wakes  bool
	}{
		"velocity":      {func(b, _ world.Body) error { return b.SetLinearVelocity(mgl64.Vec2{0.1, 0}) }, true},
		"force":         {func(b, _ world.Body) error { return b.ApplyForceToCenter(mgl64.Vec2{1, 0}) }, true},
		"impulse":       {func(b, _ world.Body) error { return b.ApplyImpulse(mgl64.Vec2{0.1, 0}, mgl64.Vec2{}) }, true},
		"transform":     {func(b, _ world.Body) error { return b.SetTransform(b.Position(), 0) }, true},
		"locks":         {func(b, _ world.Body) error { return b.SetLocks(false, false, true) }, true},
		"gravity scale": {func(b, _ world.Body) error { return b.SetGravityScale(2) }, true},
		"damping":       {func(b, _ world.Body) error { return b.SetLinearDamping(2) }, true},
		"never sleep":   {func(b, _ world.Body) error { return b.SetNeverSleep(false) }, true},
		"destroy":       {func(b, _ world.Body) error { return b.Destroy() }, true},
		"disable":       {func(b, _ world.Body) error { return b.SetEnabled(false) }, true},
		"static":        {func(b, _ world.Body) error { return b.SetType(body.Static) }, true},
		"kinematic":     {func(b, _ world.Body) error { return b.SetType(body.Kinematic) }, true},
		"shape":         {func(b, _ world.Body) error { return firstCollider(b).SetShape(shape.Circle{Radius: 0.5}) }, true},
		"filter":        {func(b, _ world.Body) error { return firstCollider(b).SetFilter(shape.Filter{Category: 2}) }, true},
		"take off":      {func(b, _ world.Body) error { return firstCollider(b).Destroy() }, true},
		"wake":          {func(b, _ world.Body) error { return b.Wake() }, true},
		"ground moves":  {func(_, g world.Body) error { return g.SetTransform(mgl64.Vec2{0, -1.5}, 0) }, true},
		"ground goes":   {func(_, g world.Body) error { return g.Destroy() }, true},
		"ground runs":   {func(_, g world.Body) error { return g.SetType(body.Kinematic) }, true},
		"mass":          {func(b, _ world.Body) error { return b.SetMassData(world.MassData{Mass: 2, Inertia: 1}) }, true},
		"centre": {func(b, _ world.Body) error {
			return b.SetMassData(world.MassData{Mass: 2, Inertia: 1, Center: mgl64.Vec2{0.1, 0.1}})
		}, true},
		"same mass":         {func(b, _ world.Body) error { return b.SetMassData(b.MassData()) }, false},
		"no mass override":  {func(b, _ world.Body) error { return b.SetMassData(world.MassData{}) }, false},
		"density":           {func(b, _ world.Body) error { return firstCollider(b).SetDensity(3) }, true},
		"same density":      {func(b, _ world.Body) error { return firstCollider(b).SetDensity(1) }, false},
		"material":          {func(b, _ world.Body) error { return firstCollider(b).SetMaterial(shape.Material{Friction: 0.1}) }, true},
		"same material":     {func(b, _ world.Body) error { return firstCollider(b).SetMaterial(firstCollider(b).Material()) }, false},
		"ground's material": {func(_, g world.Body) error { return firstCollider(g).SetMaterial(shape.Material{Friction: 0.1}) }, true},
		"ground's filter":   {func(_, g world.Body) error { return firstCollider(g).SetFilter(shape.Filter{Category: 2}) }, true},
		"ground's shape":    {func(_, g world.Body) error { return firstCollider(g).SetShape(shape.Box(50, 1)) }, true},
		"ground disabled":   {func(_, g world.Body) error { return g.SetEnabled(false) }, true},
		"sleep speed":       {func(b, _ world.Body) error { return b.SetSleepSpeed(0.1) }, false},
		"sleep":             {func(b, _ world.Body) error { return b.Sleep() }, false},
		"bullet":            {func(b, _ world.Body) error { return b.SetBullet(true) }, false},
		"attach": {func(b, _ world.Body) error {
			_, err := b.Attach(shape.Circle{Radius: 0.2, Center: mgl64.Vec2{0.5, 0}}, world.ColliderDef{})
			return err
		}, false},
		"gravity":          {func(b, _ world.Body) error { return b.World().SetGravity(mgl64.Vec2{0, -9}) }, true},
		"same gravity":     {func(b, _ world.Body) error { return b.World().SetGravity(mgl64.Vec2{0, -10}) }, false},
		"fast rotation":    {func(b, _ world.Body) error { return b.SetFastRotation(true) }, false},
		"angular velocity": {func(b, _ world.Body) error { return b.SetAngularVelocity(0.1) }, true},
		"torque":           {func(b, _ world.Body) error { return b.ApplyTorque(1) }, true},
		"angular impulse":  {func(b, _ world.Body) error { return b.ApplyAngularImpulse(1) }, true},
		"move":             {func(b, _ world.Body) error { return b.MoveTo(b.Position(), 0) }, true},
		"angular damping":  {func(b, _ world.Body) error { return b.SetAngularDamping(1) }, true},
		"name":             {func(b, _ world.Body) error { b.SetName("x"); b.SetUserData(1); return nil }, false},
	} {
		t.Run(name, func(t *testing.T) {
			for index := range 3 {
				w, boxes, ground := sleepingTower(t)
				points := map[any]mgl64.Vec2{}
				for c := range w.Contacts() {
					points[c.ID()] = c.Points()[0].Position
				}
				require.NoError(t, c.change(boxes[index], ground))
				w.Validate()
				for i, b := range boxes {
					if i != index && b.Valid() {
						require.Equal(t, c.wakes, b.Awake(), "box %d after a change of %d", i, index)
					}
				}
				if !c.wakes {
					for c := range w.Contacts() {
						require.Less(t, c.Points()[0].Position.Sub(points[c.ID()]).Len(), 1e-6, "contacts stay where they are")
					}
				}
				runTicks(w, 60)
				w.Validate()
			}
		})
	}
}

// Sleep and waking by calls between ticks are reported with the next one, once, and not for
// bodies that are gone by then.
func TestSleepAndWakeCallsReportEvents(t *testing.T) {
	w, boxes, _ := sleepingTower(t)
	require.NoError(t, boxes[1].Wake())
	require.Empty(t, w.Events().Wakes, "the events of the last step stand")
	w.Tick()
	require.ElementsMatch(t, boxes, w.Events().Wakes)
	require.NoError(t, boxes[0].Sleep())
	require.False(t, boxes[2].Awake(), "the whole tower")
	require.Empty(t, w.Events().Sleeps)
	w.Tick()
	require.ElementsMatch(t, boxes, w.Events().Sleeps)
	require.Empty(t, w.Events().Wakes)
	require.NoError(t, boxes[0].Destroy())
	w.Step(0)
	require.ElementsMatch(t, boxes[1:], w.Events().Wakes, "the two that are left")
	require.Len(t, w.Events().ContactEnds, 2)
}

// A force that was waiting when its body fell asleep does not act when it wakes.
func TestSleepClearsForces(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	require.NoError(t, b.ApplyForceToCenter(mgl64.Vec2{100, 0}))
	require.NoError(t, b.ApplyTorque(100))
	require.NoError(t, b.Sleep())
	runSeconds(w, 0.1)
	require.NoError(t, b.Wake())
	w.Tick()
	require.Equal(t, mgl64.Vec2{}, b.Position())
	require.Zero(t, b.Angle())

	require.NoError(t, b.ApplyForceToCenter(mgl64.Vec2{100, 0}))
	require.NoError(t, b.SetEnabled(false))
	require.NoError(t, b.ApplyForceToCenter(mgl64.Vec2{100, 0}), "without effect")
	require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{100, 0}), "without effect")
	require.Equal(t, mgl64.Vec2{}, b.LinearVelocity())
	w.Tick()
	require.NoError(t, b.SetEnabled(true))
	w.Tick()
	require.Equal(t, mgl64.Vec2{}, b.Position())
}

// A body that a moving kinematic body pushes cannot be put to sleep.
func TestMovingKinematicKeepsAwake(t *testing.T) {
	w := newWorld(t, world.Config{})
	piston := addBody(t, w, body.Def{Type: body.Kinematic, LinearVelocity: mgl64.Vec2{1, 0}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{1.1, 0}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	runSeconds(w, 0.5)
	require.InDelta(t, 1, b.LinearVelocity()[0], 0.1)
	for range 60 {
		require.NoError(t, b.Sleep()) // as it is a little ahead now and then, it may
		w.Tick()
	}
	require.Less(t, piston.Position()[0]+1-b.Position()[0], 0.1, "the piston does not pass into it")
	require.NoError(t, piston.SetLinearVelocity(mgl64.Vec2{}))
	runSeconds(w, 2)
	require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{}))
	require.NoError(t, b.Sleep())
	runSeconds(w, 0.1)
	require.False(t, b.Awake(), "a piston at rest lets it sleep")
	require.NoError(t, b.SetTransform(piston.Position().Add(mgl64.Vec2{0.999, 0}), 0))
	w.Tick()
	require.NoError(t, b.Sleep())
	require.NoError(t, piston.SetLinearVelocity(mgl64.Vec2{1, 0}))
	require.True(t, b.Awake(), "one that starts wakes it at once")
}

// Jointed bodies sleep and wake as one, also when the joint is all that holds them.
func TestJointedBodiesSleepTogether(t *testing.T) {
	w := newWorld(t, world.Config{})
	var chain []world.Body
	for i := range 4 {
		chain = append(chain, addBody(t, w, body.Def{Position: mgl64.Vec2{float64(i) * 2, 0}}, shape.Box(0.9, 0.2), world.ColliderDef{}))
	}
	anchor := addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{-2, 0}}, shape.Box(0.9, 0.2), world.ColliderDef{})
	for i, b := range chain {
		a := anchor
		if i > 0 {
			a = chain[i-1]
		}
		world.Must(w.CreateRevolute(a, b, world.RevoluteAt(a, b, mgl64.Vec2{float64(i)*2 - 1, 0})))
	}
	awake := func(want bool) {
		t.Helper()
		w.Validate()
		for _, b := range chain {
			require.Equal(t, want, b.Awake())
		}
	}
	require.NoError(t, chain[2].Sleep())
	awake(false)
	runSeconds(w, 0.1)
	awake(false)
	require.NoError(t, chain[3].ApplyImpulseToCenter(mgl64.Vec2{0, 1}))
	awake(true)
	require.NoError(t, chain[0].Sleep())
	require.NoError(t, anchor.SetAngularVelocity(1))
	awake(true)
	require.NoError(t, chain[0].Sleep())
	awake(true) // it turns
	w.Tick()
	require.NoError(t, anchor.SetAngularVelocity(0))
	require.NoError(t, chain[0].Sleep())
	require.NoError(t, chain[1].SetEnabled(false))
	w.Validate()
	require.True(t, chain[0].Awake() && chain[2].Awake())
	require.NoError(t, chain[1].SetEnabled(true))
	w.Validate()
	require.NoError(t, chain[0].Sleep())
	require.NoError(t, chain[1].Destroy())
	w.Validate()
	runSeconds(w, 0.1)
}

// With NoSleep no body is ever asleep.
func TestNoSleep(t *testing.T) {
	w := newWorld(t, world.Config{NoSleep: true})
	b := addBody(t, w, body.Def{Asleep: true}, shape.Circle{Radius: 1}, world.ColliderDef{})
	require.True(t, b.Awake())
	require.NoError(t, b.Sleep())
	runSeconds(w, 2)
	require.True(t, b.Awake())
}

// A body that sleeps alone and gets another type is awake, and an event reports it.
func TestSetTypeReportsWake(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(t, w, body.Def{Asleep: true}, shape.Circle{Radius: 1}, world.ColliderDef{})
	require.NoError(t, b.SetType(body.Kinematic))
	require.True(t, b.Awake())
	w.Tick()
	require.Equal(t, []world.Body{b}, w.Events().Wakes)
}

// A static body that jumps away from a sleeper's side and back has one contact with it, and not one
// more for each jump.
func TestStaticBodyThatJumpsBesideASleeperHasOneContact(t *testing.T) {
	for _, kind := range broadphases {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Broadphase: kind, Workers: 1})
		addFloor(t, w, world.ColliderDef{})
		crate := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
		beside := mgl64.Vec2{0.74, 1} // the boxes overlap, the shapes are 4 cm apart
		door := addBody(t, w, body.Def{Type: body.Static, Position: beside}, shape.Box(0.2, 1), world.ColliderDef{})
		runSeconds(w, 2)
		require.False(t, crate.Awake())
		contacts := w.Counters().Contacts
		for i := range 10 {
			require.NoError(t, door.SetTransform(mgl64.Vec2{0.74, 5}, 0))
			if i%2 == 0 { // else it is back before the next search for pairs
				w.Tick()
			}
			require.NoError(t, door.SetTransform(beside, 0))
			w.Tick()
			w.Validate()
			require.False(t, crate.Awake())
			require.Equal(t, contacts, w.Counters().Contacts)
		}
		require.NoError(t, crate.SetLinearVelocity(mgl64.Vec2{3, 0}))
		begins := 0
		for range 5 {
			w.Tick()
			begins += len(w.Events().ContactBegins)
		}
		require.Equal(t, 1, begins)
	}
}

// A body that is put to sleep just after it has flown away from another one, and is then placed
// beside it again, has one contact with it.
func TestBodyPutToSleepInFlightHasOneContact(t *testing.T) {
	for _, touches := range []bool{false, true} {
		for _, ticks := range []int{0, 1} {
			w := newWorld(t, world.Config{Workers: 1})
			gap := 0.03 // the boxes overlap, the shapes do not touch
			if touches {
				gap = 0
			}
			at := mgl64.Vec2{1 + gap, 0}
			post := addBody(t, w, body.Def{}, shape.Box(0.5, 0.5), world.ColliderDef{})
			ball := addBody(t, w, body.Def{Position: at, LinearVelocity: mgl64.Vec2{30, 0}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
			w.Tick()
			began := len(w.Events().ContactBegins)
			require.NoError(t, ball.Sleep())
			require.NoError(t, post.Sleep())
			for range ticks {
				w.Tick()
				began -= len(w.Events().ContactEnds)
			}
			require.NoError(t, ball.SetTransform(mgl64.Vec2{0.99, 0}, 0))
			w.Tick()
			w.Validate()
			began += len(w.Events().ContactBegins) - len(w.Events().ContactEnds)
			require.Equal(t, 1, began)
			require.Equal(t, 1, w.Counters().Contacts)
		}
	}
}
