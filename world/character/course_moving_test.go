package character_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// platform adds a kinematic body with a slab whose upper side goes through the origin.
func (r *runner) platform(halfWidth float64) world.Body {
	b := addBody(r.World, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, 0}}, block(-halfWidth, -0.5, halfWidth, 0), world.ColliderDef{})
	return b
}

// Platforms and lifts carry without slip, and their riders do not lift off.
func TestCoursePlatformsAndLifts(t *testing.T) {
	// To and fro with a largest speed, and an acceleration below gravity.
	swing := func(speed float64) func(time float64) float64 {
		const acceleration = 8
		w := acceleration / speed
		return func(time float64) float64 { return speed / w * (1 - math.Cos(w*time)) }
	}
	for _, c := range []struct {
		name string
		path func(time float64) mgl64.Vec2
	}{
		{"platform at 3 m/s", func(time float64) mgl64.Vec2 { return mgl64.Vec2{3 * time, 0} }},
		{"platform to and fro at 3 m/s", func(time float64) mgl64.Vec2 { return mgl64.Vec2{swing(3)(time), 0} }},
		{"lift at 3 m/s", func(time float64) mgl64.Vec2 { return mgl64.Vec2{0, swing(3)(time)} }},
		{"lift at 10 m/s", func(time float64) mgl64.Vec2 { return mgl64.Vec2{0, swing(10)(time)} }},
		{"lift up at 10 m/s at once", func(time float64) mgl64.Vec2 { return mgl64.Vec2{0, 10 * time} }},
		{"lift down at 10 m/s at once", func(time float64) mgl64.Vec2 { return mgl64.Vec2{0, -10 * time} }},
		{"slanting at 5 m/s", func(time float64) mgl64.Vec2 { return mgl64.Vec2{swing(4)(time), swing(3)(time)} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			atEachRate(t, func(t *testing.T, rate float64) {
				r := newRunner(t, rate, character.Def{}, mgl64.Vec2{0.3, halfHeight + gap})
				lift := r.platform(3)
				r.run(0.1, nil)
				begin := r.Time()
				r.before = func() { world.Check(lift.MoveTo(c.path(r.Time()+1/rate-begin), 0)) }
				slip, open := 0.0, 0.0
				air := r.run(6, func() {
					from := r.Position().Sub(lift.Position())
					slip = max(slip, math.Abs(from[0]-0.3))
					open = max(open, math.Abs(from[1]-halfHeight))
				})
				t.Logf("slip %.2g m, gap %.2g m, %d ticks in the air", slip, open, air)
				require.Less(t, slip, 1e-3)
				require.Less(t, open, 1e-3)
				require.Zero(t, air)
			})
		})
	}
}

// A wheel carries the character from its top to where it is too steep. The point of the wheel
// on which it stands stays the same.
func TestCourseTurningWheel(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		for _, spin := range []float64{-0.3, 1} { // the rim at 0.9 and 3 m/s
			const rim = 3.0
			r := newRunner(t, rate, character.Def{}, mgl64.Vec2{0, halfHeight + gap})
			wheel := addBody(r.World, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, -rim}, AngularVelocity: spin}, shape.Circle{Radius: rim}, world.ColliderDef{})
			arm := func() mgl64.Vec2 { return r.Position().Add(mgl64.Vec2{0, radius - halfHeight}).Sub(wheel.Position()) }
			slip, open := 0.0, 0.0
			r.Tick() // lands
			foot := wheel.LocalVector(arm().Normalize()).Mul(rim)
			for tick := 0; math.Abs(math.Atan2(arm()[0], arm()[1])) < 43*math.Pi/180; tick++ {
				r.Tick()
				slip = max(slip, wheel.LocalVector(arm().Normalize()).Mul(rim).Sub(foot).Len())
				open = max(open, math.Abs(arm().Len()-rim-radius))
				require.True(t, r.OnFloor(), "tick %d", tick)
				require.Less(t, tick, 1000)
			}
			t.Logf("rim at %.1f m/s: slip %.2g m, gap %.2g m", rim*spin, slip, open)
			require.Less(t, slip, 1e-3)
			require.Less(t, open, 1e-3)
		}
	})
}

// A plank that a motor turns to and fro by 20 degrees carries the character at its end.
func TestCourseTurningPlank(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		r := newRunner(t, rate, character.Def{}, mgl64.Vec2{2, halfHeight + gap})
		plank := r.platform(5)
		r.run(0.1, nil)
		begin := r.Time()
		r.before = func() {
			world.Check(plank.MoveTo(mgl64.Vec2{}, math.Pi/9*math.Sin(r.Time()+1/rate-begin)))
		}
		open := 0.0
		air := r.run(10, func() {
			lower := plank.LocalPoint(r.Position().Add(mgl64.Vec2{0, radius - halfHeight}))
			open = max(open, math.Abs(lower[1]-radius))
		})
		t.Logf("gap %.2g m, %d ticks in the air, ends at %.3f m", open, air, r.Position()[0])
		require.Zero(t, air)
		require.Less(t, open, 1e-3)
		require.Zero(t, r.depth())
	})
}

// What a platform gives stays when the character leaves it.
func TestCourseJumpFromAPlatformKeepsItsSpeed(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		for _, v := range []mgl64.Vec2{{3, 0}, {0, 3}, {-4, 2}} {
			r := newRunner(t, rate, character.Def{}, mgl64.Vec2{0, halfHeight + gap})
			platform := r.platform(5)
			world.Check(platform.SetLinearVelocity(v))
			r.run(1, nil)
			from, started := r.Position(), r.Time()
			r.press = true
			r.run(0.5, nil)
			time := r.Time() - started
			want := from.Add(v.Mul(time)).Add(mgl64.Vec2{0, 5*time - 5*time*time})
			t.Logf("%v m/s: %.4f m from where it should be", v, r.Position().Sub(want).Len())
			require.InDelta(t, 0, r.Position().Sub(want).Len(), 2e-3, "%v m/s", v)
		}
	})
}

// Who jumps off a rising lift lands on the ground beside it, and runs there.
func TestCourseLandsAfterALift(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		r := newRunner(t, rate, character.Def{}, mgl64.Vec2{1.5, halfHeight + gap})
		r.static(block(2.1, -1, 30, 0.5))
		lift := r.platform(2)
		world.Check(lift.SetLinearVelocity(mgl64.Vec2{0.3, 2}))
		r.run(0.3, nil)
		r.press, r.wish = true, runSpeed
		r.run(2, nil)
		require.True(t, r.OnFloor())
		require.Zero(t, r.Inherited())
		require.InDelta(t, 0.5+halfHeight+gap, r.Position()[1], 1e-4)
		from := r.Position()
		r.run(1, nil)
		require.InDelta(t, runSpeed, r.Position()[0]-from[0], 1e-3)
	})
}

// A press that comes down crushes what it finds: that is reported, and the character neither gets
// into the floor nor out of the room, and walks away when the press is up again.
func TestCoursePress(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		r := newRunner(t, rate, character.Def{}, mgl64.Vec2{0, halfHeight + gap})
		floor := r.static(block(-5, -1, 5, 0))
		press := addBody(r.World, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, 4}}, shape.Box(3, 0.5), world.ColliderDef{})
		r.before = func() {
			world.Check(press.MoveTo(mgl64.Vec2{0, 2.5 + 1.5*math.Cos(2*(r.Time()+1/rate))}, 0))
		}
		crushed := 0.0
		lowest := math.Inf(1)
		r.run(math.Pi, func() {
			crushed = max(crushed, r.Crushed())
			lowest = min(lowest, r.Position()[1])
		})
		t.Logf("crushed by %.3f m, lowest at %.4f m", crushed, lowest)
		require.InDelta(t, 1.6-0.5, crushed, 0.02, "the press leaves 0.5 m")
		require.Greater(t, lowest, halfHeight-0.005)
		r.wish = runSpeed
		r.run(1, nil)
		require.InDelta(t, 4, r.Position()[0], 0.1)
		require.Zero(t, r.depth())
		require.True(t, floor.Valid())
	})
}

// A wall that moves pushes the character along.
func TestCourseMovingWall(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		r := newRunner(t, rate, character.Def{}, mgl64.Vec2{1, halfHeight + gap})
		r.static(block(-20, -1, 20, 0))
		addBody(r.World, body.Def{Type: body.Kinematic, LinearVelocity: mgl64.Vec2{2, 0}, Position: mgl64.Vec2{-0.5, 1}}, shape.Box(0.5, 0.9), world.ColliderDef{})
		deepest := 0.0
		r.run(3, func() { deepest = max(deepest, r.depth()) })
		t.Logf("at %.4f m, overlap %.2g m", r.Position()[0], deepest)
		require.InDelta(t, 6+radius, r.Position()[0], 2e-3)
		require.LessOrEqual(t, deepest, 1e-3)
	})
}

// A seesaw of 100 kg tips under the weight of the character, who crosses it.
func TestCourseSeesaw(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		r := newRunner(t, rate, character.Def{}, mgl64.Vec2{-4, halfHeight + gap})
		r.static(block(-20, -3, -2.05, 0), block(2.05, -3, 20, 0))
		plank := addBody(r.World, body.Def{Position: mgl64.Vec2{0, -0.1}}, shape.Box(2, 0.1), world.ColliderDef{Density: 125})
		def := world.RevoluteAt(r.Ground(), plank, mgl64.Vec2{0, -0.1})
		def.Limit, def.Lower, def.Upper = true, -0.1, 0.1
		world.Must(r.CreateRevolute(r.Ground(), plank, def))
		r.wish = 2
		deepest, left, right := 0.0, 0.0, 0.0
		air := r.run(5, func() {
			deepest = max(deepest, r.depth())
			left, right = max(left, plank.Angle()), min(right, plank.Angle())
		})
		t.Logf("tips by %.3f and %.3f rad, overlap %.2g m, %d ticks in the air, at %.2f m", left, right, deepest, air, r.Position()[0])
		require.Greater(t, left, 0.09, "down on the left")
		require.Less(t, right, -0.09, "down on the right")
		require.LessOrEqual(t, deepest, 5e-3)
		require.Greater(t, r.Position()[0], 5.0)
	})
}
