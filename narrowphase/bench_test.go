package narrowphase

import (
	"math/rand/v2"
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

// BenchmarkCastCapsule compares the closed form with the general path. Each run makes the
// same casts around the shape, some of which miss.
func BenchmarkCastCapsule(b *testing.B) {
	circle := mustCompile(b, shape.Circle{Radius: 0.5})
	capsule := mustCompile(b, shape.Capsule{A: mgl64.Vec2{-0.3, 0}, B: mgl64.Vec2{0.3, 0}, Radius: 0.2})
	r := rand.New(rand.NewPCG(5, 6))
	var poses [64]geom.Transform
	var motions [64]geom.Vec2
	for i := range poses {
		u := geom.RotFromAngle(randomAngle(r)).X()
		poses[i] = geom.Transform{P: u.Mul(1.5 + 2*r.Float64()), R: geom.RotFromAngle(randomAngle(r))}
		motions[i] = geom.From(randomPoint(r, 0.8)).Sub(poses[i].P).Mul(1.5)
	}
	for _, path := range []struct {
		name string
		cast func(a, b shape.Convex, pose *geom.Transform, v geom.Vec2, maxFraction float64) (Hit, bool)
	}{{"closed", CapsuleCast}, {"general", castByAdvancement}} {
		for _, moving := range []struct {
			name string
			c    shape.Convex
		}{{"circle", circle}, {"capsule", capsule}} {
			for _, fixed := range []struct {
				name string
				c    shape.Convex
			}{
				{"circle", circle}, {"capsule", capsule}, {"box", mustCompile(b, shape.Box(0.5, 0.5))},
				{"roundedBox", mustCompile(b, shape.RoundedBox(0.4, 0.4, 0.1))}, {"octagon", mustCompile(b, shape.RegularPolygon(8, 0.5))},
			} {
				b.Run(path.name+"/"+fixed.name+"-"+moving.name, func(b *testing.B) {
					b.ReportAllocs()
					for i := 0; b.Loop(); i++ {
						k := i % len(poses)
						sinkHit, sinkBool = path.cast(fixed.c, moving.c, &poses[k], motions[k], 1)
					}
				})
			}
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
