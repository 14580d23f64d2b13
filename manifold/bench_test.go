package manifold

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// mustCompile returns a shape ready to collide.
func mustCompile(t testing.TB, s shape.Support) shape.Convex { return must.Get(shape.New(s)) }

// benchmarkPair rests b on a shape of height top (its own reach downward is
// bottom): a quarter of the poses at any angle, the others almost upright, as
// in a pile. Apart, b stands half a metre higher.
func benchmarkPair(bench *testing.B, a, b shape.Support, top, bottom float64, general bool) {
	ca, cb := mustCompile(bench, a), mustCompile(bench, b)
	for _, gap := range []struct {
		name string
		size float64
	}{{"touching", -0.004}, {"apart", 0.5}} {
		bench.Run(gap.name, func(bench *testing.B) {
			random := rand.New(rand.NewPCG(1, 2))
			poses := make([]geom.Transform, 4096)
			for i := range poses {
				angle := 0.02 * random.Float64()
				if i%4 == 0 {
					angle = 6 * random.Float64()
				}
				poses[i] = geom.Transform{
					P: geom.Vec2{X: 0.8*random.Float64() - 0.4, Y: top + bottom + gap.size},
					R: geom.RotFromAngle(angle),
				}
			}
			if ca.Kind > cb.Kind {
				bench.Fatal("kinds in the wrong order")
			}
			fn := Collide
			if general {
				fn = collideGeneral
			}
			var m Manifold
			points, i := 0, 0
			bench.ReportAllocs()
			for bench.Loop() {
				m.Hint = 0 // the pose before has nothing to do with this one
				fn(&m, ca, cb, &poses[i&4095], 0.02)
				points += m.Count
				i++
			}
			bench.ReportMetric(float64(points)/float64(i), "points/op")
		})
	}
}

func BenchmarkManifold(bench *testing.B) {
	circle := shape.Circle{Radius: 0.5}
	capsule := shape.Capsule{A: mgl64.Vec2{-0.5, 0}, B: mgl64.Vec2{0.5, 0}, Radius: 0.25}
	segment := shape.Segment{A: mgl64.Vec2{-0.5, 0}, B: mgl64.Vec2{0.5, 0}}
	box := shape.Box(0.5, 0.5)
	triangle := shape.RegularPolygon(3, 0.5)
	pentagon := shape.RegularPolygon(5, 0.5)
	chain := shape.ChainSegment{Before: mgl64.Vec2{-4, 0}, A: mgl64.Vec2{-2, 0}, B: mgl64.Vec2{2, 0}, After: mgl64.Vec2{4, 0}}
	plane := shape.HalfPlane{Normal: mgl64.Vec2{0, -1}}
	ellipse := shape.Ellipse{RX: 0.6, RY: 0.5}
	sector := shape.Sector{Radius: 0.5, Sweep: 2, Angle: -1.5}
	pairs := []struct {
		name        string
		a, b        shape.Support
		top, bottom float64
	}{
		{"circle_circle", circle, circle, 0.5, 0.4},
		{"circle_capsule", circle, capsule, 0.5, 0.2},
		{"circle_segment", circle, segment, 0.45, 0},
		{"circle_box", circle, box, 0.45, 0.5},
		{"circle_polygon", circle, pentagon, 0.45, 0.42},
		{"capsule_capsule", capsule, capsule, 0.25, 0.25},
		{"capsule_segment", capsule, segment, 0.25, 0},
		{"segment_segment", segment, segment, 0, 0},
		{"capsule_box", capsule, box, 0.25, 0.5},
		{"segment_box", segment, box, 0, 0.5},
		{"capsule_polygon", capsule, pentagon, 0.25, 0.42},
		{"segment_polygon", segment, pentagon, 0, 0.42},
		{"box_box", box, box, 0.5, 0.5},
		{"box_polygon", box, pentagon, 0.5, 0.42},
		{"triangle_triangle", triangle, triangle, 0.3, 0.25},
		{"pentagon_pentagon", pentagon, pentagon, 0.5, 0.4},
		{"circle_chain", circle, chain, 0.5, 0},
		{"capsule_chain", capsule, chain, 0.25, 0},
		{"box_chain", box, chain, 0.5, 0},
		{"circle_plane", circle, plane, 0.5, 0},
		{"box_plane", box, plane, 0.5, 0},
		{"circle_ellipse", circle, ellipse, 0.5, 0.5},
		{"box_ellipse", box, ellipse, 0.5, 0.5},
		{"box_sector", box, sector, 0.5, 0.5},
		{"box_custom", box, onlySupport{box}, 0.5, 0.5},
		{"ellipse_ellipse", ellipse, ellipse, 0.5, 0.48},
	}
	for _, p := range pairs {
		bench.Run(p.name, func(bench *testing.B) { benchmarkPair(bench, p.a, p.b, p.top, p.bottom, false) })
	}
	bench.Run("general_box_box", func(bench *testing.B) { benchmarkPair(bench, box, box, 0.5, 0.5, true) })
	bench.Run("general_pentagons", func(bench *testing.B) { benchmarkPair(bench, pentagon, pentagon, 0.5, 0.4, true) })
}
