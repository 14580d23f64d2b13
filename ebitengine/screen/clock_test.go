package screen_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/ebitengine/screen"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// The seconds of all frames are the time that has passed, at any rate, and shake far less than the
// moments at which the frames began.
func TestClockKeepsTimeAndSmooths(t *testing.T) {
	for _, rate := range []float64{30, 60, 144, 240} {
		var c screen.Clock
		chance := rand.New(rand.NewPCG(1, 2))
		shake := 0.15 / rate
		total, last, raw, smooth := 0.0, 0.0, 0.0, 0.0
		for frame := range 2000 {
			now := float64(frame)/rate + shake*(2*chance.Float64()-1) + 1
			dt := c.Frame(time.Duration(now * 1e9))
			if total += dt; frame > 200 {
				raw += math.Abs(now - last - 1/rate)
				smooth += math.Abs(dt - 1/rate)
			}
			last = now
		}
		require.InDelta(t, 1999/rate, total, 1.5/rate, "%v Hz", rate)
		require.Less(t, smooth, raw/4, "%v Hz", rate)
	}
}

// Frames of exactly equal length get exactly that, from the second on.
func TestClockOfEvenFrames(t *testing.T) {
	var c screen.Clock
	require.Zero(t, c.Frame(5*time.Second))
	for i := 1; i <= 100; i++ {
		require.InDelta(t, 0.010, c.Frame(5*time.Second+time.Duration(i)*10*time.Millisecond), 1e-12)
	}
}

// A frame that the display left out is made up for at once, and a display that changes its rate is
// followed.
func TestClockOfMissedFrames(t *testing.T) {
	var c screen.Clock
	now := time.Duration(0)
	frame := func(ms float64) float64 {
		now += time.Duration(ms * 1e6)
		return c.Frame(now)
	}
	for range 50 {
		frame(16)
	}
	require.InDelta(t, 0.032, frame(32), 1e-9)
	for range 200 {
		frame(7)
	}
	require.InDelta(t, 0.007, frame(7), 1e-4)
}

// The time for which a window was hidden is lost, and so is a clock that goes back.
func TestClockOfPauses(t *testing.T) {
	var c screen.Clock
	c.Frame(0)
	c.Frame(16 * time.Millisecond)
	require.Equal(t, screen.MaxFrame, c.Frame(time.Minute))
	require.InDelta(t, 0.016, c.Frame(time.Minute+16*time.Millisecond), 1e-3)
	dt := c.Frame(time.Second)
	require.GreaterOrEqual(t, dt, 0.0)
	require.Less(t, dt, 0.017)
}

// With the clock a body moves in every frame at 144 Hz, by nearly the same way each time. The usual
// loop of a tick in each sixtieth of a second leaves most frames as they were.
func TestClockMovesBodiesInEveryFrame(t *testing.T) {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	b := world.Must(w.CreateBody(body.Def{LinearVelocity: mgl64.Vec2{6, 0}}))
	var c screen.Clock
	chance := rand.New(rand.NewPCG(3, 4))
	last, least, most := 0.0, math.Inf(1), 0.0
	for frame := range 1000 {
		now := (float64(frame) + 0.3*chance.Float64()) / 144
		w.Step(c.Frame(time.Duration(now * 1e9)))
		p, _ := b.RenderPose()
		if frame > 200 {
			least, most = min(least, p[0]-last), max(most, p[0]-last)
		}
		last = p[0]
	}
	require.Greater(t, least, 0.7*6/144)
	require.Less(t, most, 1.3*6/144)
}
