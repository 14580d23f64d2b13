package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// terrain is ground from right to left whose slopes are up to a bound.
func terrain(r rng, slope float64) []mgl64.Vec2 {
	points := []mgl64.Vec2{{40, 0}}
	for x, y := 40.0, 0.0; x > -40; {
		d := r.between(0.3, 4)
		x -= d
		y += d * r.between(-slope, slope)
		points = append(points, mgl64.Vec2{x, y})
	}
	return points
}

// addTerrain adds the ground to a world, as a chain or as slabs side by side.
func addTerrain(t *testing.T, w *world.World, points []mgl64.Vec2, kind int, def world.ColliderDef) {
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	if kind == 0 {
		world.Must(ground.AttachChain(shape.Chain{Points: points}, def))
		return
	}
	for i := range len(points) - 1 {
		a, b := points[i+1], points[i]
		switch kind {
		case 1:
			world.Must(ground.Attach(world.Must(shape.NewPolygon([]mgl64.Vec2{a, b, b.Sub(mgl64.Vec2{0, 1}), a.Sub(mgl64.Vec2{0, 1})}, 0)), def))
		default:
			world.Must(ground.Attach(shape.Segment{A: a, B: b}, def))
		}
	}
}

// heightAt returns the height of the ground.
func heightAt(points []mgl64.Vec2, x float64) float64 {
	for i := range len(points) - 1 {
		if p, q := points[i+1], points[i]; p[0] <= x && x < q[0] {
			return p[1] + (q[1]-p[1])*(x-p[0])/(q[0]-p[0])
		}
	}
	return math.Inf(-1)
}

// newHill is a world of one-way or solid ground onto which ten bodies fall and roll.
func newHill(t *testing.T, points []mgl64.Vec2, kind int, seed uint64, def world.ColliderDef) (*world.World, []world.Body) {
	w := newRecordedWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -10}})
	addTerrain(t, w, points, kind, def)
	r := rng{rand.New(rand.NewPCG(seed, 6))}
	highest := 0.0
	for _, p := range points {
		highest = max(highest, p[1])
	}
	var bodies []world.Body
	for range 10 {
		m := shape.Material{Friction: r.Float64(), Restitution: 0.5 * float64(r.IntN(2))}
		bodies = append(bodies, addBody(t, w, body.Def{
			Position: mgl64.Vec2{r.between(-25, 25), highest + r.between(1, 3)}, Angle: r.between(-3, 3),
			LinearVelocity: mgl64.Vec2{r.between(-20, 20), 0}, AngularVelocity: r.between(-10, 10),
		}, randomShape(r.Rand), world.ColliderDef{Material: &m}))
	}
	return w, bodies
}

// Hills of one-way segments, slabs and chains hold what rolls over their ridges and through
// their valleys. One-way chains hold it as solid ones do, to the bit.
func TestOneWayTerrainHoldsLikeSolidGround(t *testing.T) {
	for kind, name := range []string{"chain", "slabs", "segments"} {
		for _, slope := range []float64{0, 0.3, 1} {
			for seed := uint64(kind % sampleStep); seed < 6; seed += uint64(sampleStep) {
				points := terrain(rng{rand.New(rand.NewPCG(seed, 5))}, slope)
				oneWay, bodies := newHill(t, points, kind, seed, world.ColliderDef{OneWay: mgl64.Vec2{0, 1}})
				solid, others := newHill(t, points, kind, seed, world.ColliderDef{})
				for range 400 {
					oneWay.Tick()
					solid.Tick()
				}
				for i, b := range bodies {
					at := b.WorldCenter()
					require.Greater(t, at[1], heightAt(points, at[0]), "%s, slope %v, seed %d: body %d fell through at %v", name, slope, seed, i, at)
					if kind == 0 {
						require.Equal(t, others[i].WorldCenter(), at, "slope %v, seed %d: body %d", slope, seed, i)
					}
				}
			}
		}
	}
}
