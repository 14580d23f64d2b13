package character_test

import (
	"math"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// hero returns a controller at a place of a level, and a function that runs ticks with a stick and
// a button.
func hero(l *level, x, y float64) (*character.Controller, func(ticks int, stick float64, button bool)) {
	return heroOf(l, character.Def{}, x, y)
}

func heroOf(l *level, def character.Def, x, y float64) (*character.Controller, func(ticks int, stick float64, button bool)) {
	c := &character.Controller{Character: l.spawn(def, x, y)}
	l.c = nil
	return c, func(ticks int, stick float64, button bool) {
		l.t.Helper()
		for range ticks {
			require.NoError(l.t, c.Tick(stick, button))
			l.w.Tick()
		}
	}
}

// keysAt is a stick and a button for every tick: runs, turns, long and short jumps.
func keysAt(tick int) (stick float64, button bool) {
	return []float64{1, 1, 0.5, -1, 0, 1, -1}[tick/37%7], tick%61 < 20 || tick%97 < 4
}

// In the open, a controller has the bits of its parts wired by hand.
func TestControllerIsItsParts(t *testing.T) {
	eachRate(t, func(t *testing.T, rate float64) {
		l := newLevel(t, rate)
		l.box(-50, -1, 50, 0)
		c, ticks := hero(l, -1, 0.8)
		c.Run, c.Jump = character.Run{Speed: 5, Air: 0.7}, character.Jump{Height: 2, FallFactor: 1.4, MaxFall: 12, Buffer: 0.1}
		other := newLevel(t, rate)
		other.box(-50, -1, 50, 0)
		byHand := other.spawn(character.Def{}, -1, 0.8)
		other.c = nil
		var state character.JumpState
		var speed float64
		held := false
		for i := range int(5 * rate) {
			stick, button := keysAt(i)
			var along, up float64
			along, speed = c.Run.Tick(speed, stick, byHand.OnFloor(), 1/rate)
			state, up = c.Jump.Tick(state, character.JumpInput{
				Press: button && !held, Hold: button, OnFloor: byHand.OnFloor(), OnCeiling: byHand.OnCeiling(),
			}, 1/rate)
			held = button
			require.NoError(t, byHand.Move(mgl64.Vec2{along, up}))
			other.w.Tick()
			ticks(1, stick, button)
			require.Equal(t, byHand.State(), c.State(), "tick %d", i)
			require.Equal(t, byHand.Position(), c.Position(), "tick %d", i)
		}
	})
}

func TestControllerJumpsOncePerPress(t *testing.T) {
	for _, repeat := range []bool{false, true} {
		l := newLevel(t, 60)
		l.box(-50, -1, 50, 0)
		c, ticks := hero(l, 0, 0.8005)
		c.AutoRepeat = repeat
		ticks(5, 0, false)
		jumps := 0
		for range 180 { // a jump of 1.5 m in 0.4 s takes 0.8 s
			stood := c.OnFloor()
			ticks(1, 0, true)
			if stood && !c.OnFloor() {
				jumps++
			}
		}
		require.Equal(t, map[bool]int{false: 1, true: 4}[repeat], jumps)
	}
}

// What stands takes the speed of who runs into it; a crate is pushed with all of it.
func TestControllerLosesSpeedAtWalls(t *testing.T) {
	eachRate(t, func(t *testing.T, rate float64) {
		l := newLevel(t, rate)
		l.box(-50, -1, 50, 0)
		l.box(3, 0, 4, 5)
		c, ticks := hero(l, 0, 0.8005)
		ticks(int(2*rate), 1, false)
		require.True(t, c.OnWall())
		require.Zero(t, c.Motion().Speed, "the wall has taken it")
		ticks(1, 0, true)
		require.Zero(t, c.Motion().Speed)
		ticks(int(0.5*rate), -1, false)
		require.Equal(t, -4.0, c.Motion().Speed, "away from the wall")

		crates := newLevel(t, rate)
		crates.box(-50, -1, 50, 0)
		b := addBody(crates.w, body.Def{Position: mgl64.Vec2{1, 0.4}}, shape.Box(0.4, 0.4), world.ColliderDef{Mass: 10})
		pusher, push := hero(crates, 0, 0.8005)
		push(int(2*rate), 1, false)
		require.True(t, pusher.OnWall())
		require.Equal(t, 4.0, pusher.Motion().Speed)
		require.Greater(t, b.LinearVelocity()[0], 2.0)
	})
}

// The head clips the corner of a ceiling by 0.1 m. A one-way platform has no corner.
func TestControllerPassesCorners(t *testing.T) {
	heightOf := func(reach float64, platform bool) (highest, x float64) {
		l := newLevel(t, 60)
		l.box(-50, -1, 50, 0)
		if platform {
			l.oneWay(shape.Segment{A: mgl64.Vec2{0.2, 2}, B: mgl64.Vec2{5, 2}})
		} else {
			l.box(0.2, 2, 5, 3)
		}
		c, ticks := heroOf(l, character.Def{Shape: shape.Box(0.3, 0.8)}, 0, 0.8005)
		c.CornerReach = reach
		ticks(5, 0, false)
		for range 40 {
			ticks(1, 0, true)
			highest = max(highest, c.Position()[1])
		}
		return highest, c.Position()[0]
	}
	blocked, _ := heightOf(0, false)
	require.Less(t, blocked, 1.3)
	free, aside := heightOf(0.15, false)
	require.Greater(t, free, 2.2)
	require.InDelta(t, -0.1, aside, 0.005)
	through, straight := heightOf(0.15, true)
	require.Greater(t, through, 2.2)
	require.Zero(t, straight)
}

func TestControllerLaunches(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-50, -1, 50, 0)
	c, ticks := hero(l, 0, 0.8005)
	ticks(5, 0, false)
	c.Launch(mgl64.Vec2{-3, c.Jump.Speed()})
	require.Equal(t, character.Motion{Speed: -3, Jump: character.JumpState{Speed: c.Jump.Speed()}}, c.Motion())
	c.Run.NoAirControl = true
	highest := 0.0
	for range 30 {
		ticks(1, 1, false)
		highest = max(highest, c.Position()[1])
	}
	require.InDelta(t, 0.8005+1.5, highest, 0.01, "a launch is not cut short as a jump is")
	require.Equal(t, -3.0, c.Motion().Speed)
}

// The zero Run and the zero Jump of a controller are as fast and as high in a world of pixels.
func TestControllerDefaultsInPixels(t *testing.T) {
	play := func(unit float64) (way []mgl64.Vec2) {
		l := newLevel(t, 60)
		l.w = world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -gravity * unit}, LengthUnit: unit, Workers: 1}))
		defer l.w.Close()
		addBody(l.w, body.Def{Type: body.Static}, shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{})
		c, ticks := hero(l, 0, 0.8005*unit)
		for i := range 240 {
			stick, button := keysAt(i)
			ticks(1, stick, button)
			way = append(way, c.Position().Mul(1/unit))
		}
		return way
	}
	require.True(t, slices.Equal(play(1), play(64)))
}

// Right and up turn with the character's up.
func TestControllerOnAWall(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-1, -50, 0, 50)
	c := &character.Controller{Character: l.spawn(character.Def{Up: mgl64.Vec2{1, 0}}, 0.8005, 0)}
	l.c = nil
	for i := range 60 {
		require.NoError(t, c.Tick(1, i > 5))
		l.w.Tick()
		if i == 20 {
			require.Greater(t, c.Position()[0], 1.5, "jumps along x")
		}
	}
	require.Less(t, c.Position()[1], -3.0, "runs down: right of an up along x")
	require.InDelta(t, 4, c.Motion().Speed, 1e-12)
}

func TestControllerGoesOnFromASnapshot(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-50, -1, 50, 0)
	l.box(3, 0, 4, 1)
	c, ticks := hero(l, 0, 0.8005)
	c.Jump.Coyote, c.Jump.Buffer = 0.1, 0.1
	play := func(from, to int) {
		for i := from; i < to; i++ {
			stick, button := keysAt(i)
			ticks(1, stick, button)
		}
	}
	for _, at := range []int{3, 22, 50, 64, 121, 200} {
		play(0, at)
		var saved world.Snapshot
		world.Check(l.w.Save(&saved))
		state, motion := c.State(), c.Motion()
		play(at, at+90)
		want, hash := c.Motion(), l.w.Hash()
		world.Check(l.w.Restore(&saved))
		require.NoError(t, c.SetState(state))
		require.NoError(t, c.SetMotion(motion))
		play(at, at+90)
		require.Equal(t, want, c.Motion())
		require.Equal(t, hash, l.w.Hash())
	}
}

func TestControllerRejectsBadNumbers(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-50, -1, 50, 0)
	c, ticks := hero(l, 0, 0.8005)
	ticks(30, 1, true)
	require.PanicsWithValue(t, "character: a Controller without a Character", func() { _ = new(character.Controller).Tick(1, true) })
	state, motion, at := c.State(), c.Motion(), c.Position()
	usual := *c
	for field, spoil := range map[string]func(){
		"Speed":       func() { c.Run.Speed = -1 },
		"Height":      func() { c.Jump.Height = math.NaN() },
		"CornerReach": func() { c.CornerReach = math.Inf(1) },
		"Velocity":    func() { c.Run.Speed, c.Run.Accelerate, c.CornerReach = 1e9, 1e12, 0.1 },
	} {
		spoil()
		var wrong *geom.FieldError
		require.ErrorAs(t, c.Tick(1, true), &wrong)
		require.Equal(t, field, wrong.Field)
		c.Run, c.Jump, c.CornerReach = usual.Run, usual.Jump, usual.CornerReach
	}
	var wrong *geom.FieldError
	require.ErrorAs(t, c.Tick(math.NaN(), true), &wrong)
	require.Equal(t, "Stick", wrong.Field)
	for field, m := range map[string]character.Motion{
		"Speed":       {Speed: math.Inf(1)},
		"Jump.Speed":  {Jump: character.JumpState{Speed: math.NaN()}},
		"Jump.Coyote": {Jump: character.JumpState{Coyote: -1}},
		"Jump.Buffer": {Jump: character.JumpState{Buffer: -1}},
	} {
		require.ErrorAs(t, c.SetMotion(m), &wrong)
		require.Equal(t, field, wrong.Field)
	}
	require.Equal(t, state, c.State())
	require.Equal(t, motion, c.Motion())
	require.Equal(t, at, c.Position())
}

// A character that a lift throws up faster than it may fall comes down again, at MaxFall.
func TestThrownControllerComesDown(t *testing.T) {
	eachRate(t, func(t *testing.T, rate float64) {
		l := newLevel(t, rate)
		l.box(-50, -1, 50, 0)
		lift := addBody(l.w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, 0.1}}, shape.Box(1, 0.1), world.ColliderDef{})
		c, ticks := hero(l, 0, 1)
		c.Jump = character.Jump{MaxFall: 5}
		for range int(rate / 2) {
			ticks(1, 0, false)
		}
		require.True(t, c.OnFloor())
		for i := range int(rate / 2) {
			world.Check(lift.MoveTo(mgl64.Vec2{0, 0.1 + 20*float64(i+1)/rate}, 0))
			ticks(1, 0, false)
		}
		world.Check(lift.Destroy())
		for range int(7 * rate) {
			ticks(1, 0, false)
			require.Greater(t, c.Velocity()[1]+c.Inherited()[1], -5.01)
		}
		require.True(t, c.OnFloor(), "at %v", c.Position())
	})
}
