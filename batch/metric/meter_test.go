package metric

import (
	"errors"
	"math"
	"testing"

	"github.com/carom2d/carom/batch"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// drifting is a ball that moves at 3 m/s to the right.
func drifting(t *testing.T) (*batch.Setup, world.Body) {
	w := world.Must(world.New(world.Config{Workers: 1}))
	t.Cleanup(w.Close)
	b := world.Must(w.CreateBody(body.Def{Name: "ball", LinearVelocity: mgl64.Vec2{3, 0}}))
	world.Must(b.Attach(shape.Circle{Radius: 1}, world.ColliderDef{Mass: 2}))
	return &batch.Setup{World: w}, b
}

func TestTakes(t *testing.T) {
	s, b := drifting(t)
	var defs []Def
	for _, take := range []string{"", "last", "min", "max", "mean"} {
		d := Def{Kind: "position", Body: "ball", Axis: "x", Take: take}
		require.NoError(t, d.Check())
		defs = append(defs, d)
	}
	defs = append(defs, Def{Kind: "energy"}, Def{Kind: "rest"})
	m := world.Must(NewMeter(defs, s))
	require.Equal(t, []float64{0, 0, 0, 0, 0, 9, math.Inf(1)}, m.Results(), "of no tick")
	for range 60 {
		s.Tick()
		m.Tick()
	}
	want := []float64{3, 3, 0.05, 3, 3 * 61.0 / 120, 9, math.Inf(1)}
	for i, x := range m.Results() {
		if want[i] != x {
			require.InDelta(t, want[i], x, 1e-5, "%d", i) // velocities are float32
		}
	}
	last := b.Position()[0]
	world.Check(b.Destroy())
	s.Tick()
	m.Tick()
	require.Equal(t, last, m.Results()[0], "what is destroyed keeps its last reading")
}

func TestRestEndsWhenABodyWakes(t *testing.T) {
	s, b := drifting(t)
	world.Check(b.SetLinearVelocity(mgl64.Vec2{}))
	m := world.Must(NewMeter([]Def{{Kind: "rest"}, {Kind: "rest", Body: "ball"}}, s))
	run := func(ticks int) []float64 {
		for range ticks {
			s.Tick()
			m.Tick()
		}
		return m.Results()
	}
	first := run(120)
	require.Less(t, first[0], 1.0)
	require.Equal(t, first[0], first[1])
	require.Equal(t, first, run(10), "the time when the rest began")
	world.Check(b.ApplyImpulseToCenter(mgl64.Vec2{8, 0}))
	require.Equal(t, []float64{math.Inf(1), math.Inf(1)}, run(5))
}

func TestStateOfOtherMetricsIsRefused(t *testing.T) {
	s, _ := drifting(t)
	one := world.Must(NewMeter([]Def{{Kind: "energy"}}, s))
	two := world.Must(NewMeter([]Def{{Kind: "energy"}, {Kind: "contacts"}}, s))
	require.ErrorIs(t, two.Resume(one.State()), ErrState)
	require.NoError(t, two.Resume(two.State()))
	_, err := NewMeter([]Def{{Kind: "energy"}, {Kind: "rest", Body: "nobody"}}, s)
	require.ErrorIs(t, err, ErrNoBody)
	var f *geom.FieldError
	require.ErrorAs(t, err, &f)
	require.Equal(t, "metrics[1].body", f.Field)
	other := errors.New("other")
	require.Equal(t, other, At(3, other))
}
