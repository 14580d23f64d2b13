package collision

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"

	"github.com/carom2d/carom/collision/kernel"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// The kernel of boxes gives the bits of refitCollider: for shapes of all kinds, near the origin and
// far out, with boxes that end at zero, for bodies at rest and fast ones.
func TestVectorBoxesEqualPortable(t *testing.T) {
	leftout.VectorKernels(t)
	moved, stayed, unbounded := 0, 0, 0
	for seed := range uint64(300) {
		r := guard.Source{Rand: rand.New(rand.NewPCG(seed, 17))}
		exact := seed%2 == 0 // sums are exact, and often zero
		number := func(size float64) float64 {
			if exact {
				return size * 0.25 * float64(r.IntN(9)-4)
			}
			return size * (2*r.Float64() - 1)
		}
		point := func() mgl64.Vec2 { return mgl64.Vec2{number(1), number(1)} }
		far := [4]float64{1, 4, 1e4, 1e12}[r.IntN(4)]
		p := &Pipeline{Bodies: &state.Bodies{}, Shapes: &state.Colliders{}}
		tables := kernel.BoxTables{Bodies: p.Bodies, Shapes: p.Shapes, Version: 3, Margin: 0.25, Lookahead: 0.125}
		batch := new(looseBatch)
		for !batch.list.Full() {
			g, err := shape.Compile([]shape.Support{
				shape.Circle{Center: point(), Radius: 0.25}, shape.Capsule{A: point(), B: point(), Radius: 0.5}, shape.Segment{A: point(), B: point()},
				shape.OffsetBox(0.5, 0.75, point(), number(2)), shape.Triangle(point(), point(), point()),
				shape.RegularPolygon(3+r.IntN(8), 1), shape.Ellipse{Center: point(), RX: 1, RY: 2},
			}[r.IntN(7)], geom.Vec2{}, &p.Shapes.Arena)
			if err != nil {
				continue
			}
			row := int32(len(p.Bodies.Pose))
			rot := geom.RotFromAngle(number(4))
			pose := geom.Transform{P: geom.Vec2{X: number(far), Y: number(far)}, R: [2]geom.Rot{rot, {C: 1}}[r.IntN(2)]}
			tight := shape.BoxOf(shape.Convex{Geometry: &g, Arena: &p.Shapes.Arena}, pose)
			p.Bodies.Pose, p.Bodies.State = append(p.Bodies.Pose, pose), append(p.Bodies.State, state.BodyState{VX: float32(number(8)), VY: float32(number(1)), Flags: 1})
			p.Shapes.Geometry, p.Shapes.Link = append(p.Shapes.Geometry, g), append(p.Shapes.Link, state.ColliderLink{Owner: 5, Margin: 0.25, Flags: 7})
			tables.Boxes = append(tables.Boxes, tight.Grow(0.25+0.125*float64(r.IntN(3)-1)).ToBox32())
			tables.Fits = append(tables.Fits, state.BoxFit{})
			batch.list.Append(uint32(row), row)
		}
		fits, want := slices.Clone(tables.Fits), boxMoves{}
		portable := tables
		portable.Fits = fits
		for _, c := range batch.list.All() {
			measureReach(&fits[c.Slot], tables.Version, &p.Shapes.Geometry[c.Slot])
			box, left := p.refitCollider(&portable, c)
			if left {
				want.ids, want.boxes = append(want.ids, c.Slot), append(want.boxes, box)
			}
			if !fits[c.Slot].Known(tables.Version) {
				unbounded++
			}
		}
		var got boxMoves
		p.refitLoose(&got, &tables, batch)
		require.Equal(t, want.ids, got.ids, "seed %d", seed)
		require.Equal(t, guard.Words(want.boxes), guard.Words(got.boxes), "seed %d", seed)
		require.Equal(t, fits, tables.Fits, "seed %d", seed)
		moved, stayed = moved+len(got.ids), stayed+kernel.BoxBlock-len(got.ids)
	}
	require.Greater(t, min(moved, stayed), 8000)
	require.Greater(t, unbounded, 4000)
}
