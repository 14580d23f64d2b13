package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Measurements that several tests share.

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

func runTicks(w *world.World, n int) {
	for range n {
		w.Tick()
	}
}

func runSeconds(w *world.World, seconds float64) { runTicks(w, ticksIn(seconds)) }

func ticksIn(x float64) int { return int(math.Round(x / dt)) }

func errOf[T any](_ T, err error) error { return err }

func degToRad(x float64) float64 { return x * math.Pi / 180 }

// maxPenetration returns the largest overlap of any contact, m.
func maxPenetration(w *world.World) float64 {
	d := 0.0
	for c := range w.Contacts() {
		for _, p := range c.Points() {
			d = max(d, -p.Separation)
		}
	}
	return d
}

func maxSeparation(w *world.World) (gap float64) {
	for j := range w.Joints() {
		gap = max(gap, j.LinearSeparation())
	}
	return gap
}

// totalEnergy returns kinetic and potential energy of all dynamic bodies, J.
func totalEnergy(w *world.World) float64 {
	e := 0.0
	g := w.Gravity()
	for b := range w.Bodies() {
		if b.Type() == body.Dynamic {
			e += b.KineticEnergy() - b.Mass()*b.WorldCenter().Dot(g)
		}
	}
	return e
}

func requireNear(t *testing.T, want, got mgl64.Vec2, tolerance float64) {
	t.Helper()
	require.InDelta(t, want[0], got[0], tolerance)
	require.InDelta(t, want[1], got[1], tolerance)
}

// requireFiniteWorld runs a world for some ticks and fails when a body is disabled, or when
// the far body, which nothing touches, changes.
func requireFiniteWorld(t *testing.T, name string, w *world.World, ticks int) {
	for range ticks {
		w.Tick()
		for _, q := range w.Events().Quarantines {
			t.Errorf("%s: %v in quarantine at tick %d", name, q.Body, w.Ticks())
		}
		if len(w.Events().Quarantines) > 0 {
			return
		}
	}
	for b := range w.Bodies() {
		p, v := b.Position(), b.LinearVelocity()
		if !geom.From(p).Finite() || !geom.From(v).Finite() || !geom.Finite(b.Angle()+b.AngularVelocity()) {
			t.Errorf("%s: %v at %v, %v", name, b, p, v)
		}
	}
	for j := range w.Joints() {
		a, b := j.Anchors()
		for _, x := range []float64{j.Force()[0], j.Force()[1], j.Torque(), j.LinearSeparation(), j.AngularSeparation(), a[0], a[1], b[0], b[1]} {
			if math.IsNaN(x) {
				t.Errorf("%s: a joint reads %v", name, x)
			}
		}
	}
	w.Validate()
}

// recordMotion records a coordinate, as a fraction of its first value, for a number of ticks.
func recordMotion(w *world.World, ticks int, read func() float64) []float64 {
	x := []float64{read()}
	for range ticks {
		w.Tick()
		x = append(x, read())
	}
	for i := len(x) - 1; i >= 0; i-- {
		x[i] /= x[0]
	}
	return x
}

// crossings returns the times at which a record changes sign, by interpolation.
func crossings(x []float64) []float64 {
	var at []float64
	for i := 1; i < len(x); i++ {
		if (x[i-1] > 0) != (x[i] > 0) {
			at = append(at, (float64(i-1)+x[i-1]/(x[i-1]-x[i]))*dt)
		}
	}
	return at
}

// peaks returns the sizes of the extremes of a record, each by the parabola
// through three samples.
func peaks(x []float64) []float64 {
	var out []float64
	for i := 1; i < len(x)-1; i++ {
		a, b, c := math.Abs(x[i-1]), math.Abs(x[i]), math.Abs(x[i+1])
		if b > a && b >= c && x[i-1]*x[i+1] > 0 {
			out = append(out, b+(a-c)*(a-c)/(8*(2*b-a-c)))
		}
	}
	return out
}
