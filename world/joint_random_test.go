package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// distanceConstraint keeps the origins of its bodies at a distance; with three bodies, each from
// the next.
type distanceConstraint struct{ length float64 }

func (c distanceConstraint) Measure(m *joint.ConstraintContext) {
	for i := range m.Bodies() - 1 {
		p, q := m.Point(i, mgl64.Vec2{}), m.Point(i+1, mgl64.Vec2{})
		d := q.Sub(p)
		l := geom.From(d).Length() // unlike the length of mgl64 the same on every platform
		along := mgl64.Vec2{1, 0}
		if l > 1e-9 {
			along = d.Mul(1 / l)
		}
		m.Row(joint.SoftRow{Error: l - c.length}).Linear(i, p, along.Mul(-1)).Linear(i+1, q, along)
	}
}

// addRandomJoints is a heap of bodies with random joints between neighbours.
func addRandomJoints(t testing.TB, w *world.World, seed uint64, n int) []world.Body {
	r := rng{rand.New(rand.NewPCG(seed, 5))}
	addFloor(t, w, world.ColliderDef{})
	var bodies []world.Body
	for i := range n {
		at := mgl64.Vec2{float64(i%8)*2.2 - 8, float64(i/8)*2.2 + 3}
		var s shape.Support = shape.Circle{Radius: r.between(0.2, 0.6)}
		if r.coin() {
			s = shape.Box(r.between(0.2, 0.7), r.between(0.2, 0.7))
		}
		bodies = append(bodies, addBody(t, w, body.Def{
			Position: at, Angle: r.between(-3, 3), LinearVelocity: r.point().Mul(3), AngularVelocity: r.between(-3, 3),
		}, s, world.ColliderDef{Density: r.between(0.3, 3)}))
	}
	var geared []world.Joint
	for i := range n {
		other := w.Ground()
		if r.IntN(5) > 0 {
			if i == 0 {
				continue
			}
			other = bodies[max(0, i-1-r.IntN(2)*7)]
		}
		if other == bodies[i] {
			continue
		}
		j := world.Must(r.randomJoint(w, other, bodies[i]))
		if k := j.Kind(); k == joint.KindRevolute || k == joint.KindPrismatic {
			geared = append(geared, j)
		}
	}
	if len(geared) > 1 {
		world.Must(w.CreateGear(geared[0], geared[1], joint.Gear{Base: r.base(), Ratio: r.between(-2, 2)}))
	}
	world.Must(w.CreateCustom([]world.Body{bodies[1], bodies[3], bodies[5]}, joint.Custom{Constraint: distanceConstraint{4.4}}))
	return bodies
}

// Random joints between random bodies: in 600 ticks no body becomes infinite, gets faster
// than its motors and springs can make it, or is flung away. Anchors lie up to eight metres
// outside bodies of 50 grams, and joints contradict each other. The bounds follow from
// springs that begin stretched by metres: mouse joints give 98 m/s with any number of
// sub-steps, and ten kilojoules in all. A world with more energy has as much when each tick has
// 64 sub-steps. One sub-step, or 30 ticks per second, leaves more of the work of springs and
// motors in the contradictions: 118 m/s, and a weld that is torn off with its motor may fly. With
// one sub-step two worlds of a hundred get faster than that.
func TestRandomJointsDoNotExplode(t *testing.T) {
	worlds := long.Pick[uint64](5, 2000)
	for _, c := range []struct {
		substeps                int
		rate                    float64
		seeds                   uint64
		speed, distance, energy float64
		outliers                int
	}{
		{4, 60, worlds, 100, 200, 12e3, 0},
		{1, 60, worlds / 8, 150, math.Inf(1), 12e3, int(worlds / 400)},
		{2, 60, worlds / 8, 150, math.Inf(1), 12e3, 0},
		{8, 60, worlds / 8, 100, math.Inf(1), 12e3, 0},
		{4, 30, worlds / 8, 150, math.Inf(1), 12e3, 0},
	} {
		config := world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, SubSteps: c.substeps, Timestep: 1 / c.rate}
		for seed := range c.seeds {
			w := newRecordedWorld(t, config)
			bodies := addRandomJoints(t, w, seed, 24)
			fastest, farthest, maxEnergy := 0.0, 0.0, 0.0
			for range 600 {
				w.Tick()
				require.Empty(t, w.Events().Quarantines, "seed %d, %d sub-steps, %v Hz", seed, c.substeps, c.rate)
				for _, b := range bodies {
					fastest, farthest = max(fastest, b.LinearVelocity().Len()), max(farthest, b.Position().Len())
				}
				maxEnergy = max(maxEnergy, kineticEnergy(bodies...))
			}
			energy := c.energy
			if maxEnergy > energy {
				energy = max(energy, firstEnergy(t, config, seed))
			}
			if !(fastest <= c.speed && farthest <= c.distance && maxEnergy <= energy) {
				if c.outliers--; c.outliers < 0 {
					t.Errorf("seed %d, %d sub-steps, %v Hz: %.0f m/s, %.0f m, %.0f J", seed, c.substeps, c.rate, fastest, farthest, maxEnergy)
				}
			}
			for j := range w.Joints() {
				require.False(t, math.IsNaN(j.LinearSeparation()+j.AngularSeparation()+j.Force().Len()+j.Torque()), "seed %d: %v", seed, j.Kind())
			}
			w.Validate()
			w.Close()
		}
	}
}

// firstEnergy returns the largest energy, J, that springs stretched at the beginning give the heap
// of a seed within 20 ticks of 64 sub-steps.
func firstEnergy(t *testing.T, config world.Config, seed uint64) (most float64) {
	config.SubSteps = 64
	w := newWorld(t, config)
	defer w.Close()
	bodies := addRandomJoints(t, w, seed, 24)
	for range 20 {
		w.Tick()
		most = max(most, kineticEnergy(bodies...))
	}
	return most
}

// The number of workers changes no bit, whatever joints there are.
func TestJointsGiveSameBitsForAnyWorkerCount(t *testing.T) {
	var want uint64
	for i, workers := range []int{1, 3, 8} {
		if sampleStep > 1 && workers == 3 {
			continue
		}
		w := newRecordedWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers})
		addRandomJoints(t, w, 7, 240)
		addRandomJoints(t, w, 8, 400)
		runSeconds(w, 1.5)
		if i == 0 {
			want = w.Hash()
		}
		require.Equal(t, want, w.Hash(), "%d workers", workers)
	}
}
