package scene

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

func buildNamed(t *testing.T, s *Scene) (*world.World, map[string]world.Body, *Contents) {
	w, contents := start(t, s)
	named := map[string]world.Body{}
	for b := range w.Bodies() {
		named[b.Name()] = b
	}
	return w, named, contents
}

func tickSeconds(w *world.World, s float64) { runTicks(w, int(math.Round(s*60))) }

func runTicks(w *world.World, n int) {
	for range n {
		w.Tick()
	}
}

func TestLoadedChainStretch(t *testing.T) {
	w, named, _ := buildNamed(t, loadedChain())
	require.InEpsilon(t, 100*named["link 0"].Mass(), named["load"].Mass(), 1e-5)
	tickSeconds(w, 10)
	stretch := (-101.5 - named["load"].Position()[1]) / 100
	t.Logf("stretch %.3f %%", 100*stretch)
	require.Less(t, stretch, 0.005)
	require.Greater(t, stretch, -1e-4)
}

func TestLongBridgeCarriesBoxes(t *testing.T) {
	w, _, _ := buildNamed(t, longBridge())
	boxes := 0
	tickSeconds(w, long.Pick(8.0, 15.0))
	lowest, fastest := 0.0, 0.0
	for b := range w.Bodies() {
		lowest, fastest = min(lowest, b.Position()[1]), max(fastest, b.LinearVelocity().Len())
		if b.Name() == "" && b.Type() == body.Dynamic {
			boxes++
			carried := false
			for c := range b.Contacts() {
				carried = carried || len(c.Points()) > 0
			}
			require.True(t, carried, "a box at %v", b.Position())
		}
	}
	worst := 0.0
	for j := range w.Joints() {
		worst = max(worst, j.LinearSeparation())
	}
	t.Logf("sag %.2f m, widest joint %.1f mm, fastest %.2f m/s", -lowest, 1000*worst, fastest)
	require.Equal(t, 15, boxes)
	// The bridge pulls with 270 times the weight of a plank at its ends.
	require.Greater(t, lowest, -15.0)
	require.Less(t, worst, 0.01)
}

func TestCarCrossesTheBumps(t *testing.T) {
	w, named, _ := buildNamed(t, car())
	for range 14 * 60 {
		w.Tick()
		require.Less(t, math.Abs(named["car"].Angle()), 1.0, "it does not turn over")
	}
	require.Greater(t, named["car"].Position()[0], 46.0)
}

func TestClockworkGearRatios(t *testing.T) {
	w, _, contents := buildNamed(t, clockwork())
	tickSeconds(w, 12)
	angle := func(i int) float64 {
		r, ok := contents.Joints[i].Revolute()
		require.True(t, ok)
		return r.Angle()
	}
	require.InEpsilon(t, 60, angle(0), 0.01, "5 rad/s for 12 s")
	require.InEpsilon(t, -0.5, angle(1)/angle(0), 0.001)
	require.InEpsilon(t, 1.0/3, angle(2)/angle(0), 0.001)
	require.InEpsilon(t, -0.2, angle(3)/angle(0), 0.001)
	rack, ok := contents.Joints[4].Prismatic()
	require.True(t, ok)
	require.InEpsilon(t, -0.2, rack.Translation()/angle(3), 0.001)
}

func TestWinchHoldsLoad(t *testing.T) {
	w, named, contents := buildNamed(t, winch())
	drum, _ := contents.Joints[0].Revolute()
	tickSeconds(w, 6)
	height := named["load"].Position()[1]
	require.InDelta(t, -5+3, height, 0.05)
	require.NoError(t, drum.Edit(func(d *joint.Revolute) { d.MaxMotorTorque = 0 }))
	tickSeconds(w, 4)
	drop := height - named["load"].Position()[1]
	t.Logf("fell back by %.3f m, a tooth is %.3f", drop, math.Pi/8)
	require.Less(t, drop, math.Pi/8+0.01)
	require.Less(t, named["load"].LinearVelocity().Len(), 0.01)
	pulled := math.Abs(contents.Joints[1].Torque())
	require.InEpsilon(t, 10*named["load"].Mass(), pulled, 0.01, "the ratchet bears the load")
}

func TestScissorLiftRises(t *testing.T) {
	w, named, _ := buildNamed(t, scissorLift())
	before := named["platform"].Position()[1]
	worst := 0.0
	for range 12 * 60 {
		w.Tick()
		require.InDelta(t, 0, named["platform"].Angle(), 2*degree)
	}
	for j := range w.Joints() {
		worst = max(worst, j.LinearSeparation())
	}
	t.Logf("from %.2f to %.2f m, widest joint %.1f mm", before, named["platform"].Position()[1], 1000*worst)
	// With the feet 3 m apart a level is 4 m high.
	require.InDelta(t, 0.3+4*4, named["platform"].Position()[1], 0.1)
	require.Less(t, worst, 0.06, "the motor of 700 N leans on the limit of the light bars")
}

func TestCablesHoldLength(t *testing.T) {
	w, named, _ := buildNamed(t, cables())
	tickSeconds(w, 12)
	require.InDelta(t, 6, named["boom"].Position()[1], 0.5)
	for j := range w.Joints() {
		require.Less(t, j.LinearSeparation(), 0.02, j.Kind())
	}
	require.Greater(t, named["left"].Position()[1], 5.0, "the lighter weight rises")
}
