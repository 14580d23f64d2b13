package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// measurePendulum runs a pendulum that starts at an angle under the origin for a minute. It
// returns the period of its first five swings, s, the fraction of its height that is left
// in the end, and the largest distance of the bob from its circle, m.
func measurePendulum(w *world.World, bob world.Body, arm, start float64) (period, heightKept, stretch float64) {
	var crossings []float64
	var peak float64
	last := math.Pi
	for tick := range 3600 {
		w.Tick()
		p := bob.Position()
		now := math.Atan2(p[0], -p[1])
		stretch = max(stretch, math.Abs(p.Len()-arm))
		if last > 0 && now <= 0 { // through the bottom, to the left
			crossings = append(crossings, float64(tick)+last/(last-now))
		}
		if tick > 3600-200 {
			peak = max(peak, math.Abs(now))
		}
		last = now
	}
	return (crossings[5] - crossings[0]) / 5 * dt, (1 - math.Cos(peak)) / (1 - math.Cos(start)), stretch
}

// The pendulum is a physical one: the ball's own inertia r^2/2 lengthens it. The
// period is measured over the first five swings: a lost thousandth of the height shortens
// the swings from 90 degrees by a ten thousandth.
func TestAccuracyPendulum(t *testing.T) {
	const l, r = 1.0, 0.1
	length := l + 0.5*r*r/l
	for _, angle := range []float64{5, 60, 90} {
		w := newGravityWorld(t)
		start := degToRad(angle)
		bob := addPendulum(t, w, 1, start)
		require.NoError(t, bob.SetNeverSleep(true))
		want := pendulumPeriod(length, start)
		period, heightKept, stretch := measurePendulum(w, bob, l, start)
		t.Logf("%v degrees: period %.5f s of %.5f s (%.1g), height kept %.4f, stretch %.3g mm",
			angle, period, want, period/want-1, heightKept, 1000*stretch)
		require.Greater(t, heightKept, 0.995)
		require.Less(t, heightKept, 1.001)
		require.InEpsilon(t, want, period, 1e-4)
		require.Less(t, stretch, 1e-3)
	}
}

// A bob of a hundred kilograms is welded to an arm of one kilogram, and two joints hold
// them as an articulation: one physical pendulum, whose arm gives way by millimetres.
func TestAccuracyHeavyPendulum(t *testing.T) {
	for _, angle := range []float64{5, 60, 90} {
		w := newGravityWorld(t)
		start := degToRad(angle)
		sin, cos := math.Sincos(start)
		arm := addMass(t, w, 0.5*sin, -0.5*cos, 1, 1.0/12)
		bob := addMass(t, w, sin, -cos, 100, 0.5)
		arm.SetNeverSleep(true)
		require.NoError(t, arm.SetTransform(arm.Position(), start))
		require.NoError(t, bob.SetTransform(bob.Position(), start))
		world.Must(w.CreateRevolute(w.Ground(), arm, world.RevoluteAt(w.Ground(), arm, mgl64.Vec2{})))
		world.Must(w.CreateWeld(arm, bob, world.WeldAt(arm, bob, bob.Position())))
		inertia, moment := 1.0/12+0.25+100+0.5, 100.5
		want := pendulumPeriod(inertia/moment, start)
		period, heightKept, stretch := measurePendulum(w, bob, 1, start)
		t.Logf("%v degrees: period %.5f s of %.5f s (%.1g), height kept %.4f, stretch %.3g mm",
			angle, period, want, period/want-1, heightKept, 1000*stretch)
		require.Greater(t, heightKept, 0.7)
		require.Less(t, heightKept, 1.001)
		require.InEpsilon(t, want, period, 6e-3)
		require.Less(t, stretch, 0.01)
	}
}
