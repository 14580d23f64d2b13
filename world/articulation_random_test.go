package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// addArticulation makes bodies of random masses, inertias and levers, and joins each to the
// ground or to one before it, so there is no cycle and no contradiction.
func (r rng) addArticulation(t testing.TB, w *world.World, n int) (bodies []world.Body) {
	for i := range n {
		m := r.between(0.2, 3)
		b := addMass(t, w, float64(i%4)*1.5, float64(i/4)*1.5, m, m*r.between(0.02, 0.3))
		require.NoError(t, b.SetLinearDamping(0.3))
		require.NoError(t, b.SetAngularDamping(0.3))
		a := w.Ground()
		if i > 0 && r.IntN(6) > 0 {
			a = bodies[r.IntN(i)]
		}
		bodies = append(bodies, b)
		middle := a.Position().Add(b.Position()).Mul(0.5)
		var err error
		switch r.IntN(4) {
		case 0:
			_, err = w.CreateRevolute(a, b, world.RevoluteAt(a, b, middle))
		case 1:
			_, err = w.CreateDistance(a, b, world.DistanceAt(a, b, a.WorldPoint(r.point()), b.WorldPoint(r.point().Add(mgl64.Vec2{0, 3}))))
		case 2:
			_, err = w.CreateWeld(a, b, world.WeldAt(a, b, middle))
		default:
			d := world.PrismaticAt(a, b, middle, r.axis())
			d.Limit, d.Lower, d.Upper = true, -1, 1
			_, err = w.CreatePrismatic(a, b, d)
		}
		require.NoError(t, err)
	}
	return bodies
}

// Articulations hold from the first tick on, however unlike the masses and long the levers.
// The energy is never more than at the start. While the bodies fall and are pulled up
// short, no joint is half a metre off, nor a quarter of a radian. In the tenth second most
// joints are within two centimetres. The others have light bodies that bear heavy ones on
// long levers, and give way as the lighter body does, by up to 12 cm in 2000 articulations.
func TestRandomArticulationsHold(t *testing.T) {
	wideCount := 0
	for seed := range uint64(randomArticulations) {
		w := newRecordedWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
		rng{rand.New(rand.NewPCG(seed, 11))}.addArticulation(t, w, 16)
		start, last := totalEnergy(w), 0.0
		for tick := range 600 {
			w.Tick()
			require.Empty(t, w.Events().Quarantines, "seed %d", seed)
			require.Less(t, totalEnergy(w), start, "seed %d, tick %d", seed, tick)
			for j := range w.Joints() {
				e := j.LinearSeparation()
				require.Less(t, e, 0.5, "seed %d, tick %d: %v", seed, tick, j.Kind())
				require.Less(t, math.Abs(j.AngularSeparation()), 0.25, "seed %d, tick %d: %v", seed, tick, j.Kind())
				if tick >= 540 {
					last = max(last, e)
				}
			}
		}
		require.Less(t, last, 0.15, "seed %d", seed)
		if last > 0.02 {
			wideCount++
		}
		w.Close()
	}
	require.LessOrEqual(t, wideCount, randomArticulations/10)
}
