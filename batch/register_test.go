package batch_test

import (
	"fmt"
	"testing"

	"github.com/carom2d/carom/batch"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func ExampleRegister() {
	batch.Register("example/falling", func(p batch.Params) (*batch.Setup, error) {
		w, err := world.New(world.Config{Gravity: mgl64.Vec2{0, -p.Value("gravity")}, Workers: 1})
		if err != nil {
			return nil, err
		}
		_, err = w.CreateBody(body.Def{Name: "crate"})
		return &batch.Setup{World: w, Resumes: true}, err
	})
	s, err := batch.Build("example/falling", batch.Params{Values: map[string]float64{"gravity": 1.6}})
	if err != nil {
		panic(err)
	}
	defer s.World.Close()
	for range 60 {
		s.Tick()
	}
	crate, _ := s.Body("crate")
	fmt.Printf("after a second on the Moon: %.1f m\n", crate.Position()[1])
	// Output: after a second on the Moon: -0.8 m
}

func ExampleRegisterMetric() {
	batch.RegisterMetric("example/bodies", func(s *batch.Setup) float64 { return float64(s.World.BodyCount()) })
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	measure, err := batch.Metric("example/bodies")
	fmt.Println(measure(&batch.Setup{World: w}), err)
	// Output: 0 <nil>
}

func TestNamesAreTakenOnce(t *testing.T) {
	build := func(batch.Params) (*batch.Setup, error) { return nil, nil }
	batch.Register("test/twice", build)
	require.PanicsWithValue(t, `batch: set-up "test/twice" is empty or registered twice`, func() { batch.Register("test/twice", build) })
	require.Panics(t, func() { batch.Register("", build) })
	require.Panics(t, func() { batch.RegisterMetric("test/metric", nil) })
}

func TestBodiesAreFoundByName(t *testing.T) {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	a, b := world.Must(w.CreateBody(body.Def{Name: "a"})), world.Must(w.CreateBody(body.Def{}))
	s := &batch.Setup{World: w, Bodies: map[string]world.Body{"b": b}}
	got, ok := s.Body("a")
	require.True(t, ok && got == a)
	got, ok = s.Body("b")
	require.True(t, ok && got == b)
	world.Check(b.Destroy())
	_, ok = s.Body("b")
	require.False(t, ok)
	_, ok = s.Body("c")
	require.False(t, ok)
}
