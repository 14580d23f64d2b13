package character_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// tickRates are those at which everything must be alike, 1/s.
var tickRates = []float64{30, 60, 144}

// fallTo follows a speed for a time at a tick rate.
func fallTo(j character.Jump, speed, time, rate float64) (height, end float64) {
	for range int(math.Round(time * rate)) {
		var mean float64
		mean, speed = j.Fall(speed, 1/rate)
		height += mean / rate
	}
	return height, speed
}

func TestJumpLiesOnTheParabolaAtEveryRate(t *testing.T) {
	j := character.Jump{Height: 2.5, Rise: 0.5}
	require.InDelta(t, 20, j.Gravity(), 1e-12)
	require.InDelta(t, 10, j.Speed(), 1e-12)
	for _, rate := range tickRates {
		highest, speed, height := 0.0, j.Speed(), 0.0
		for i := range int(rate) {
			var mean float64
			mean, speed = j.Fall(speed, 1/rate)
			height += mean / rate
			time := float64(i+1) / rate
			require.InDelta(t, 10*time-10*time*time, height, 1e-12, "at %v Hz after %v s", rate, time)
			highest = max(highest, height)
		}
		require.InDelta(t, 0, height, 1e-12, "lands where it began")
		require.InDelta(t, -10, speed, 1e-12)
		require.LessOrEqual(t, 2.5-highest, j.Gravity()/(8*rate*rate)+1e-12, "a look at ticks misses the apex by g dt^2 / 8 at most")
	}
}

// A fall with a gravity of its own and a speed limit has three parts, each in closed form.
func TestFallIsExactAcrossApexAndLimit(t *testing.T) {
	j := character.Jump{Height: 1.23, Rise: 0.37, FallFactor: 1.7, MaxFall: 9}
	down := j.Gravity() * 1.7
	reach := 9 / down // s from the apex to the limit
	for _, rate := range append([]float64{1, 7}, tickRates...) {
		height, speed := fallTo(j, j.Speed(), 3, rate)
		require.InDelta(t, 1.23-down*reach*reach/2-9*(3-0.37-reach), height, 1e-11, "%v Hz", rate)
		require.Equal(t, -9.0, speed)
	}
	mean, next := j.Fall(-20, 0.1)
	require.Equal(t, [2]float64{-9, -9}, [2]float64{mean, next}, "a fall beyond the limit is braked")
	mean, next = j.Fall(5, 0)
	require.Equal(t, [2]float64{5, 5}, [2]float64{mean, next})
}

// play runs Tick with a button that is held from tick press to tick release, and a floor at
// height zero that ends at the tick edge.
func play(j character.Jump, rate float64, press, release, edge, ticks int) (highest, last float64) {
	var s character.JumpState
	height := 0.0
	for i := range ticks {
		in := character.JumpInput{Press: i == press, Hold: i >= press && i < release, OnFloor: i < edge && height <= 0}
		var up float64
		s, up = j.Tick(s, in, 1/rate)
		height += up / rate
		if i < edge {
			height = max(height, 0) // the floor
		}
		highest = max(highest, height)
	}
	return highest, height
}

func TestReleasedJumpRisesByCutAtTheMost(t *testing.T) {
	j := character.Jump{Height: 2, Rise: 0.5, Cut: 0.3}
	for _, rate := range tickRates {
		sampled := j.Gravity() / (8 * rate * rate)
		for _, held := range []float64{0.1, 0.2, 0.3} {
			ticks := int(math.Round(held * rate))
			at := float64(ticks) / rate
			highest, _ := play(j, rate, 0, ticks, math.MaxInt, int(rate))
			require.InDelta(t, j.Speed()*at-j.Gravity()*at*at/2+0.3, highest, sampled+1e-12, "%v Hz, held %v s", rate, held)
		}
		highest, _ := play(j, rate, 0, math.MaxInt, math.MaxInt, int(rate))
		require.InDelta(t, 2, highest, sampled+1e-12, "held to the end")
		nearly := int(0.45 * rate) // less than Cut is left of the rise
		highest, _ = play(j, rate, 0, nearly, math.MaxInt, int(rate))
		require.InDelta(t, 2, highest, sampled+1e-12)
	}
}

func TestCoyoteTimeAndBuffer(t *testing.T) {
	j := character.Jump{Coyote: 0.1, Buffer: 0.1}
	for _, rate := range tickRates {
		window := int(math.Ceil(0.1*rate - 1e-9)) // ticks less than 0.1 s after the last on the floor
		const edge = 5
		for late := range 2 * window {
			highest, _ := play(j, rate, edge+late, math.MaxInt, edge, edge+late+int(rate))
			require.Equal(t, late+1 < window, highest > 0.5, "%v Hz: jumps %d ticks after the edge", rate, late+1)
		}
		// A fall to the floor, with the button pressed some ticks before it lands.
		for early := range 2 * window {
			var s character.JumpState
			landing, jumped := 20, false
			for i := range landing + 5 {
				onFloor := i >= landing && !jumped
				s, _ = j.Tick(s, character.JumpInput{Press: i == landing-early, Hold: true, OnFloor: onFloor}, 1/rate)
				jumped = jumped || s.Jumping
			}
			require.Equal(t, early < window, jumped, "%v Hz: pressed %d ticks before the landing", rate, early)
		}
	}
	_, height := play(character.Jump{}, 60, 3, math.MaxInt, 3, 30)
	require.Negative(t, height, "no coyote time unless it is asked for")
}

func TestOnePressIsOneJump(t *testing.T) {
	j := character.Jump{Coyote: 0.5, Buffer: 0.5}
	var s character.JumpState
	jumps := 0
	for i := range 60 {
		before := s
		s, _ = j.Tick(s, character.JumpInput{Press: i == 10, Hold: true, OnFloor: i < 12}, 1.0/60)
		if s.Speed > before.Speed {
			jumps++
		}
	}
	require.Equal(t, 1, jumps, "neither coyote time nor the buffer gives a second jump")
}

func TestCeilingStopsAJump(t *testing.T) {
	j := character.Jump{}
	s, _ := j.Tick(character.JumpState{}, character.JumpInput{Press: true, Hold: true, OnFloor: true}, 1.0/60)
	require.Positive(t, s.Speed)
	s, up := j.Tick(s, character.JumpInput{Hold: true, OnCeiling: true}, 1.0/60)
	require.Negative(t, s.Speed)
	require.Negative(t, up)
	require.False(t, s.Jumping)
}

// A run from rest to full speed, a turn and a stop, each in closed form at every rate.
func TestRunIsExactAtEveryRate(t *testing.T) {
	r := character.Run{Speed: 5, Accelerate: 13, Brake: 31}
	way := func(wish, speed, time, rate float64, onFloor bool) (x, end float64) {
		for range int(math.Round(time * rate)) {
			var mean float64
			mean, speed = r.Tick(speed, wish, onFloor, 1/rate)
			x += mean / rate
		}
		return x, speed
	}
	for _, rate := range append([]float64{1}, tickRates...) {
		x, end := way(1, 0, 2, rate, true)
		require.InDelta(t, 5*2-25/(2*13.0), x, 1e-11, "%v Hz", rate)
		require.Equal(t, 5.0, end)
		x, end = way(-0.5, 5, 2, rate, true)
		require.InDelta(t, 25/(2*31.0)-2.5*(2-5/31.0)+6.25/(2*13), x, 1e-11, "turns round at %v Hz", rate)
		require.Equal(t, -2.5, end)
		x, end = way(0, -5, 1, rate, true)
		require.InDelta(t, -25/(2*31.0), x, 1e-11, "stops at %v Hz", rate)
		require.Zero(t, end)
		x, _ = way(0, 5, 1, rate, false)
		require.InDelta(t, 25/31.0, x, 1e-11, "in the air at half the rate, %v Hz", rate)
	}
	r.NoAirControl = true
	x, end := way(-1, 3, 1, 60, false)
	require.InDelta(t, 3, x, 1e-12)
	require.Equal(t, 3.0, end)
}

func TestFeelValidates(t *testing.T) {
	require.NoError(t, character.Jump{}.Validate())
	require.NoError(t, character.Run{}.Validate())
	var field *geom.FieldError
	require.ErrorAs(t, character.Jump{Coyote: -1}.Validate(), &field)
	require.Equal(t, "Coyote", field.Field)
	require.ErrorAs(t, character.Jump{Height: math.NaN()}.Validate(), &field)
	require.Equal(t, "Height", field.Field)
	require.ErrorIs(t, character.Jump{Rise: 1e-200}.Validate(), geom.ErrOutOfRange)
	require.ErrorIs(t, character.Jump{Height: 1e-300, Rise: 1e20}.Validate(), geom.ErrOutOfRange)
	require.ErrorAs(t, character.Run{Air: 1.5}.Validate(), &field)
	require.Equal(t, "Air", field.Field)
	require.ErrorIs(t, character.Run{Brake: math.Inf(1)}.Validate(), geom.ErrNotFinite)
}

// A head of half width 0.3 below the corner of a ceiling passes when it goes aside by as much
// as it reaches under it, and not when that is too far.
func TestCornerIsPassedByItsOverlap(t *testing.T) {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	level := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(level.Attach(shape.OffsetBox(1, 0.25, mgl64.Vec2{1, 1.25}, 0), world.ColliderDef{})) // from x = 0 at y = 1
	head := world.Must(shape.New(shape.Box(0.3, 0.5)))
	for _, side := range []float64{0.01, 0.1, 0.19, 0.21, 0.5} {
		q := character.Corner{Shape: head, Position: mgl64.Vec2{side - 0.3, 0.45}, Rise: mgl64.Vec2{0, 0.2}, Reach: 0.2}
		aside, ok := q.Correct(w)
		require.Equal(t, side < 0.2, ok, "%v m under the ceiling", side)
		if ok {
			require.InDelta(t, -side-0.001, aside[0], 0.0011, "%v m", side)
			require.Zero(t, aside[1])
			_, hit := w.ShapeCast(head, q.Position.Add(aside), 0, q.Rise, world.QueryFilter{})
			require.False(t, hit)
		}
	}
	_, ok := character.Corner{Shape: head, Position: mgl64.Vec2{-2, 0.45}, Rise: mgl64.Vec2{0, 0.2}, Reach: 0.2}.Correct(w)
	require.False(t, ok, "nothing is in the way")
	world.Must(level.Attach(shape.OffsetBox(0.1, 1, mgl64.Vec2{-0.75, 0}, 0), world.ColliderDef{})) // to x = -0.65
	_, ok = character.Corner{Shape: head, Position: mgl64.Vec2{-0.2, 0.45}, Rise: mgl64.Vec2{0, 0.2}, Reach: 0.2}.Correct(w)
	require.False(t, ok, "a wall is in the way aside")
}
