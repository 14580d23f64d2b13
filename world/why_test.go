package world_test

import (
	"math"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/why"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// pairCase is two colliders and why they touch or do not after some ticks.
type pairCase struct {
	name   string
	config world.Config
	build  func(t *testing.T, w *world.World) (a, b world.Collider)
	ticks  int
	want   why.Touch
	text   string
}

// twoBalls are two balls of radius 1 whose surfaces have a distance.
func twoBalls(t *testing.T, w *world.World, distance float64, a, b world.ColliderDef) (world.Collider, world.Collider) {
	first := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, a)
	second := addBody(t, w, body.Def{Position: mgl64.Vec2{2 + distance, 0}}, shape.Circle{Radius: 1}, b)
	return firstCollider(first), firstCollider(second)
}

// ballUnder is a ball under a segment of a chain whose front is above.
func ballUnder(t *testing.T, w *world.World, y float64) (world.Collider, world.Collider) {
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	chain := world.Must(ground.AttachChain(shape.Chain{Points: []mgl64.Vec2{{10, 0}, {5, 0}, {-5, 0}, {-10, 0}}}, world.ColliderDef{}))
	ball := addBody(t, w, body.Def{Position: mgl64.Vec2{0, y}, Weightless: true}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	for c := range ground.Colliders() {
		if lower, upper := c.Bounds(); lower[0] < 0 && upper[0] > 0 {
			return c, firstCollider(ball)
		}
	}
	t.Fatal(chain)
	return world.Collider{}, world.Collider{}
}

var pairCases = []pairCase{
	{name: "one body", want: why.SameBody, text: "they belong to one body, 1 m deep",
		build: func(t *testing.T, w *world.World) (world.Collider, world.Collider) {
			b := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
			attachShape(t, b, shape.Circle{Center: mgl64.Vec2{1, 0}, Radius: 1})
			all := slices.Collect(b.Colliders())
			return all[0], all[1]
		}},
	{name: "disabled", want: why.Disabled, build: func(t *testing.T, w *world.World) (world.Collider, world.Collider) {
		a, b := twoBalls(t, w, 0, world.ColliderDef{}, world.ColliderDef{})
		require.NoError(t, b.Body().SetEnabled(false))
		return a, b
	}},
	{name: "sensor", want: why.Sensor, build: func(t *testing.T, w *world.World) (world.Collider, world.Collider) {
		return twoBalls(t, w, -0.5, world.ColliderDef{}, world.ColliderDef{Sensor: true})
	}},
	{name: "two static", want: why.Immovable, text: "neither body is dynamic, at a distance of 0.5 m, and neither is awake",
		build: func(t *testing.T, w *world.World) (world.Collider, world.Collider) {
			a, b := twoBalls(t, w, 0.5, world.ColliderDef{}, world.ColliderDef{})
			require.NoError(t, a.Body().SetType(body.Static))
			require.NoError(t, b.Body().SetType(body.Static))
			return a, b
		}},
	{name: "ghost", want: why.Ghost, build: func(t *testing.T, w *world.World) (world.Collider, world.Collider) {
		return twoBalls(t, w, 0, world.ColliderDef{}, world.ColliderDef{Filter: shape.Filter{Ghost: true}})
	}},
	{name: "group", want: why.Group, build: func(t *testing.T, w *world.World) (world.Collider, world.Collider) {
		c := world.ColliderDef{Filter: shape.Filter{Group: -2}}
		return twoBalls(t, w, 0, c, c)
	}},
	{name: "bits", want: why.Bits, build: func(t *testing.T, w *world.World) (world.Collider, world.Collider) {
		return twoBalls(t, w, 0, world.ColliderDef{Filter: shape.Filter{Mask: 4}}, world.ColliderDef{})
	}},
	{name: "joint", want: why.Joint, build: func(t *testing.T, w *world.World) (world.Collider, world.Collider) {
		a, b := twoBalls(t, w, 0, world.ColliderDef{}, world.ColliderDef{})
		addRevolute(t, w, a.Body(), b.Body())
		return a, b
	}},
	{name: "the game", want: why.Game, config: world.Config{ShouldCollide: func(a, b world.Collider) bool { return false }},
		build: func(t *testing.T, w *world.World) (world.Collider, world.Collider) {
			return twoBalls(t, w, 0, world.ColliderDef{}, world.ColliderDef{})
		}},
	{name: "touching", want: why.Touching, ticks: 1, text: "they touch, at a distance of 0 m",
		build: func(t *testing.T, w *world.World) (world.Collider, world.Collider) {
			return twoBalls(t, w, 0, world.ColliderDef{}, world.ColliderDef{})
		}},
	{name: "apart", want: why.Apart, ticks: 1, text: "they are apart, at a distance of 0.25 m",
		build: func(t *testing.T, w *world.World) (world.Collider, world.Collider) {
			return twoBalls(t, w, 0.25, world.ColliderDef{}, world.ColliderDef{})
		}},
	{name: "not yet", want: why.NotYet, build: func(t *testing.T, w *world.World) (world.Collider, world.Collider) {
		return twoBalls(t, w, -0.25, world.ColliderDef{}, world.ColliderDef{})
	}},
	{name: "pre-solve", want: why.PreSolve, ticks: 1, config: world.Config{PreSolve: func(*world.ContactEdit) bool { return false }},
		build: func(t *testing.T, w *world.World) (world.Collider, world.Collider) {
			return twoBalls(t, w, 0, world.ColliderDef{PreSolve: true}, world.ColliderDef{})
		}},
	{name: "one-way, from below", want: why.OneWay, ticks: 2, build: func(t *testing.T, w *world.World) (world.Collider, world.Collider) {
		board := addBody(t, w, body.Def{Type: body.Static}, shape.Box(5, 0.1), world.ColliderDef{OneWay: mgl64.Vec2{0, 1}})
		ball := addBody(t, w, body.Def{Position: mgl64.Vec2{0, -0.61}, LinearVelocity: mgl64.Vec2{0, 3}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
		return firstCollider(board), firstCollider(ball)
	}},
	{name: "one-way, dropping", want: why.Dropping, ticks: 1, build: func(t *testing.T, w *world.World) (world.Collider, world.Collider) {
		board := addBody(t, w, body.Def{Type: body.Static}, shape.Box(5, 0.1), world.ColliderDef{OneWay: mgl64.Vec2{0, 1}})
		ball := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.6}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
		w.Tick()
		require.NoError(t, ball.DropThrough())
		return firstCollider(board), firstCollider(ball)
	}},
	{name: "behind a chain", want: why.Behind, ticks: 1, build: func(t *testing.T, w *world.World) (world.Collider, world.Collider) {
		return ballUnder(t, w, -0.4)
	}},
	{name: "before a chain", want: why.Touching, ticks: 1, build: func(t *testing.T, w *world.World) (world.Collider, world.Collider) {
		return ballUnder(t, w, 0.5)
	}},
}

func TestWhy(t *testing.T) {
	seen := map[why.Touch]bool{}
	for _, c := range pairCases {
		w := newWorld(t, c.config)
		a, b := c.build(t, w)
		runTicks(w, c.ticks)
		for _, r := range []world.TouchReport{w.Why(a, b), w.Why(b, a)} {
			require.Equal(t, c.want, r.Reason, c.name)
			if c.text != "" {
				require.Equal(t, c.text, r.String())
			}
			require.Equal(t, c.want == why.Joint, r.Joint.Valid())
			require.Equal(t, c.want == why.Disabled, r.Body == b.Body())
		}
		seen[c.want] = true
	}
	require.Equal(t, "Touch(200)", why.Touch(200).String())
	other := firstCollider(addBody(t, newGravityWorld(t), body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{}))
	require.PanicsWithValue(t, "world: Why of a collider of another world", func() {
		w := newGravityWorld(t)
		w.Why(firstCollider(addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})), other)
	})
	require.Len(t, seen, int(why.NotYet), "all but WhyNeighbor, which the heap shows")
}

// In a heap on tiles every pair that touches has a contact with points, and no other has.
func TestWhyAgreesWithContacts(t *testing.T) {
	w := newGravityWorld(t)
	for x := -6.0; x < 6; x++ {
		addTile(t, w, x, 0, world.ColliderDef{})
	}
	addHeap(t, w, 40, 0, 3)
	seen := map[why.Touch]int{}
	for range 20 {
		runSeconds(w, 0.25)
		touching := map[[2]world.Collider]bool{}
		for c := range w.Contacts() {
			touching[[2]world.Collider{c.ColliderA, c.ColliderB}] = true
			touching[[2]world.Collider{c.ColliderB, c.ColliderA}] = true
		}
		var all []world.Collider
		for b := range w.Bodies() {
			all = slices.AppendSeq(all, b.Colliders())
		}
		for i, a := range all {
			for _, b := range all[:i] {
				r := w.Why(a, b)
				require.Equal(t, touching[[2]world.Collider{a, b}], r.Reason == why.Touching, "%v and %v: %v", a, b, r)
				seen[r.Reason]++
			}
		}
	}
	require.Positive(t, seen[why.Touching])
	require.Positive(t, seen[why.Apart])
	require.Positive(t, seen[why.Immovable])
	t.Log(seen)
}

func TestWhyAwake(t *testing.T) {
	build := func(c world.Config) (*world.World, world.Body) {
		c.Gravity = mgl64.Vec2{0, -10}
		w := newWorld(t, c)
		addFloor(t, w, world.ColliderDef{})
		return w, addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}, Name: "crate"}, shape.Box(0.5, 0.5), world.ColliderDef{})
	}

	w, crate := build(world.Config{})
	require.NoError(t, crate.SetLinearVelocity(mgl64.Vec2{3, 0}))
	w.Tick()
	r := w.WhyAwake(crate)
	require.Equal(t, why.Moving, r.Reason)
	require.Equal(t, crate, r.Body)
	require.InDelta(t, 3, r.Speed, 0.5)
	require.Regexp(t, `^a body moves or was just woken, at 2\.\d+ m/s: body\(crate\)$`, r.String())

	runSeconds(w, 0.7)
	r = w.WhyAwake(crate)
	require.Equal(t, why.Resting, r.Reason, r)
	ticks := int(math.Ceil(r.Wait/dt - 1e-3))
	for range ticks {
		require.Equal(t, why.Resting, w.WhyAwake(crate).Reason)
		require.True(t, crate.Awake())
		w.Tick()
	}
	require.False(t, crate.Awake(), "after the time it told")
	require.Equal(t, "it is not awake", w.WhyAwake(crate).String())

	w, crate = build(world.Config{NoSleep: true})
	runSeconds(w, 2)
	require.Equal(t, why.NoSleep, w.WhyAwake(crate).Reason)

	w, crate = build(world.Config{})
	lid := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.5}, NeverSleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{})
	runSeconds(w, 2)
	r = w.WhyAwake(crate)
	require.Equal(t, world.AwakeReport{Reason: why.NeverSleep, Bodies: 2, Body: lid}, r)

	w, crate = build(world.Config{})
	lift := addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{1, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	runSeconds(w, 0.1)
	require.NoError(t, lift.SetLinearVelocity(mgl64.Vec2{0, 1e-3}))
	runSeconds(w, 2)
	require.Equal(t, why.OnKinematic, w.WhyAwake(crate).Reason)
	require.Equal(t, why.Kinematic, w.WhyAwake(lift).Reason)

	w, crate = build(world.Config{})
	slider := world.Must(w.CreatePrismatic(w.Ground(), crate, joint.Prismatic{LocalAxisA: mgl64.Vec2{1, 0}, LocalAnchorA: mgl64.Vec2{0, 0.5}, MotorSpeed: 1e-4, MaxMotorForce: 100}))
	runSeconds(w, 2)
	r = w.WhyAwake(crate)
	require.Equal(t, why.Motor, r.Reason)
	require.Equal(t, slider.ID(), r.Joint.ID())
	require.Contains(t, r.String(), "prismatic")
	require.Equal(t, "Awake(99)", why.Awake(99).String())
}

// A plate that moves along either axis or turns keeps awake what stands on it, and one that stands
// still does not.
func TestWhyAwakeOnPlate(t *testing.T) {
	for _, c := range []struct {
		v    mgl64.Vec2
		spin float64
	}{{v: mgl64.Vec2{1e-3, 0}}, {v: mgl64.Vec2{0, -1e-3}}, {spin: 1e-3}} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}})
		plate := addBody(t, w, body.Def{Type: body.Kinematic, LinearVelocity: c.v, AngularVelocity: c.spin}, shape.Box(2, 0.5), world.ColliderDef{})
		crate := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1}}, shape.Box(0.5, 0.5), world.ColliderDef{})
		runSeconds(w, 2)
		require.Equal(t, world.AwakeReport{Reason: why.OnKinematic, Bodies: 1, Body: crate}, w.WhyAwake(crate))
		require.NoError(t, plate.SetLinearVelocity(mgl64.Vec2{}))
		require.NoError(t, plate.SetAngularVelocity(0))
		w.Tick()
		require.NotEqual(t, why.OnKinematic, w.WhyAwake(crate).Reason, "%v", c)
		runSeconds(w, 2)
		require.False(t, crate.Awake(), "%v", c)
	}
}
