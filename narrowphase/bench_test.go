package narrowphase

import (
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// Results go here, so that no call is optimised away.
var (
	sinkResult    Result
	sinkBool      bool
	sinkHit       Hit
	sinkImpact    Impact
	sinkCollision SATResult
	sinkRay       shape.RayResult
)

// benchPairs are posed by their benchmarks; none lies along an axis.
func benchPairs(b *testing.B) []struct {
	name string
	a, b shape.Convex
} {
	box, circle := mustCompile(b, shape.Box(0.5, 0.5)), mustCompile(b, shape.Circle{Radius: 0.5})
	polygon, ellipse := mustCompile(b, shape.RegularPolygon(8, 0.5)), mustCompile(b, shape.Ellipse{RX: 0.5, RY: 0.3})
	capsule := mustCompile(b, shape.Capsule{A: mgl64.Vec2{-0.3, 0}, B: mgl64.Vec2{0.3, 0}, Radius: 0.2})
	return []struct {
		name string
		a, b shape.Convex
	}{
		{"circle-circle", circle, circle},
		{"box-circle", box, circle},
		{"box-capsule", box, capsule},
		{"box-box", box, box},
		{"polygon-polygon", polygon, polygon},
		{"box-ellipse", box, ellipse},
		{"ellipse-ellipse", ellipse, ellipse},
	}
}

func forEachBenchPair(b *testing.B, x, y float64, run func(b *testing.B, p, q shape.Convex, pose *geom.Transform)) {
	for _, pair := range benchPairs(b) {
		pose := geom.Transform{P: geom.Vec2{X: x, Y: y}, R: geom.RotFromAngle(0.3)}
		b.Run(pair.name, func(b *testing.B) {
			b.ReportAllocs()
			run(b, pair.a, pair.b, &pose)
		})
	}
}

func BenchmarkIntersectsApart(b *testing.B) {
	forEachBenchPair(b, 1.3, 0.9, func(b *testing.B, p, q shape.Convex, pose *geom.Transform) {
		for b.Loop() {
			sinkBool = Intersects(p, q, pose)
		}
	})
}

func BenchmarkIntersectsMeeting(b *testing.B) {
	forEachBenchPair(b, 0.5, 0.3, func(b *testing.B, p, q shape.Convex, pose *geom.Transform) {
		for b.Loop() {
			sinkBool = Intersects(p, q, pose)
		}
	})
}

func BenchmarkDistanceCold(b *testing.B) {
	forEachBenchPair(b, 1.3, 0.9, func(b *testing.B, p, q shape.Convex, pose *geom.Transform) {
		for b.Loop() {
			sinkResult = Distance(p, q, pose, nil)
		}
	})
}

func BenchmarkDistanceWarm(b *testing.B) {
	forEachBenchPair(b, 1.3, 0.9, func(b *testing.B, p, q shape.Convex, pose *geom.Transform) {
		var cache Cache
		for b.Loop() {
			sinkResult = Distance(p, q, pose, &cache)
		}
	})
}

func BenchmarkPenetration(b *testing.B) {
	forEachBenchPair(b, 0.5, 0.3, func(b *testing.B, p, q shape.Convex, pose *geom.Transform) {
		for b.Loop() {
			sinkResult, sinkBool = Penetration(p, q, pose)
		}
	})
}

func BenchmarkSAT(b *testing.B) {
	forEachBenchPair(b, 0.5, 0.3, func(b *testing.B, p, q shape.Convex, pose *geom.Transform) {
		for b.Loop() {
			sinkCollision, sinkBool = SAT(p, q, pose)
		}
	})
}

func BenchmarkShapeCast(b *testing.B) {
	v := geom.Vec2{X: -4, Y: -2.5}
	forEachBenchPair(b, 2.6, 1.8, func(b *testing.B, p, q shape.Convex, pose *geom.Transform) {
		for b.Loop() {
			sinkHit, sinkBool = ShapeCast(p, q, pose, v, 1)
		}
	})
}

func BenchmarkCapsuleCast(b *testing.B) {
	v := geom.Vec2{X: -4, Y: -2.5}
	pose := geom.Transform{P: geom.Vec2{X: 2.6, Y: 1.8}, R: geom.RotFromAngle(0.3)}
	circle := mustCompile(b, shape.Circle{Radius: 0.5})
	capsule := mustCompile(b, shape.Capsule{A: mgl64.Vec2{-0.3, 0}, B: mgl64.Vec2{0.3, 0}, Radius: 0.2})
	for _, moving := range []struct {
		name string
		c    shape.Convex
	}{{"circle", circle}, {"capsule", capsule}} {
		for _, fixed := range []struct {
			name string
			c    shape.Convex
		}{{"circle", circle}, {"capsule", capsule}, {"box", mustCompile(b, shape.Box(0.5, 0.5))}, {"polygon", mustCompile(b, shape.RegularPolygon(8, 0.5))}} {
			b.Run(fixed.name+"-"+moving.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					sinkHit, sinkBool = CapsuleCast(fixed.c, moving.c, &pose, v, 1)
				}
			})
		}
	}
}

func BenchmarkTimeOfImpact(b *testing.B) {
	still := StaticSweep(geom.IdentityTransform)
	forEachBenchPair(b, 2.6, 1.8, func(b *testing.B, p, q shape.Convex, pose *geom.Transform) {
		sweep := Sweep{Start: *pose, End: geom.Transform{P: geom.Vec2{X: -1.4, Y: -0.7}, R: geom.RotFromAngle(0.9)}}
		for b.Loop() {
			sinkImpact = TimeOfImpact(p, &still, q, &sweep, 0.005, 0.00125)
		}
	})
}

func BenchmarkRayCast(b *testing.B) {
	ray := geom.Ray{Origin: geom.Vec2{X: -1, Y: -1.5}, Translation: geom.Vec2{X: 4, Y: 4}}
	forEachBenchPair(b, 0.6, 0.2, func(b *testing.B, _, q shape.Convex, pose *geom.Transform) {
		for b.Loop() {
			sinkRay, sinkBool = RayCast(q, pose, ray)
		}
	})
}
