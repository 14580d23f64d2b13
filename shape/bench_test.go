package shape_test

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// benchmarkShapes are shapes of about the same size, one of each kind.
func benchmarkShapes() []struct {
	name string
	c    shape.Convex
} {
	var out []struct {
		name string
		c    shape.Convex
	}
	for _, s := range []struct {
		name  string
		shape shape.Support
	}{
		{"Circle", shape.Circle{Radius: 1}},
		{"Capsule", shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.5}},
		{"Segment", shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}}},
		{"Box", shape.Box(1, 0.5)},
		{"RoundedBox", shape.RoundedBox(1, 0.5, 0.1)},
		{"Hexagon", shape.RegularPolygon(6, 1)},
		{"RoundedHexagon", mustPolygon(shape.RegularPolygon(6, 1).Points(), 0.1)},
		{"Ellipse", shape.Ellipse{RX: 1, RY: 0.5}},
		{"RoundedEllipse", shape.Ellipse{RX: 1, RY: 0.5, Skin: 0.1}},
		{"HalfEllipse", shape.HalfEllipse{RX: 1, RY: 0.5}},
		{"Sector", shape.Sector{Radius: 1, Sweep: 1}},
		{"HalfPlane", shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}},
		{"ChainSegment", shape.ChainSegment{
			Before: mgl64.Vec2{2, 0}, A: mgl64.Vec2{1, 0}, B: mgl64.Vec2{-1, 0}, After: mgl64.Vec2{-2, 0}}},
		{"Triangle", shape.Triangle(mgl64.Vec2{-1, 0}, mgl64.Vec2{1, 0}, mgl64.Vec2{0, 1})},
		{"Custom", custom{shape.Box(1, 0.5)}},
	} {
		out = append(out, struct {
			name string
			c    shape.Convex
		}{s.name, mustNew(s.shape)})
	}
	return out
}

func BenchmarkBoxOf(b *testing.B) {
	r := rand.New(rand.NewPCG(91, 0))
	var poses [256]geom.Transform
	for i := range poses {
		poses[i] = randomPose(r)
	}
	for _, s := range benchmarkShapes() {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			sum, i := 0.0, 0
			for b.Loop() {
				sum += shape.BoxOf(s.c, poses[i%256]).Max.X
				i++
			}
			sink = sum
		})
	}
}

func BenchmarkRayCast(b *testing.B) {
	for _, s := range benchmarkShapes() {
		r := rand.New(rand.NewPCG(92, 0))
		var rays [256]geom.Ray // half of them hit
		for i, hits := 0, 0; i < len(rays); {
			a := geom.RotFromAngle(randomAngle(r)).X().Mul(4)
			p := geom.RotFromAngle(randomAngle(r)).X().Mul(1.5 * r.Float64())
			ray := geom.Ray{Origin: a, Translation: p.Sub(a).Mul(2)}
			_, ok := shape.RayCast(s.c, ray)
			if ok == (hits < len(rays)/2) || s.name == "HalfPlane" {
				rays[i] = ray
				i++
				if ok {
					hits++
				}
			}
		}
		r.Shuffle(len(rays), func(i, j int) { rays[i], rays[j] = rays[j], rays[i] })
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			hits, i := 0, 0
			for b.Loop() {
				if _, ok := shape.RayCast(s.c, rays[i%256]); ok {
					hits++
				}
				i++
			}
			sink = float64(hits)
		})
	}
}

func BenchmarkCoreSupport(b *testing.B) {
	for _, s := range benchmarkShapes() {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			d := geom.RotFromAngle(0.1).X()
			step := geom.RotFromAngle(2.4)
			sum := 0.0
			for b.Loop() {
				p, _ := s.c.CoreSupport(d)
				sum += p.X
				d = step.Apply(d)
			}
			sink = sum
		})
	}
}

func BenchmarkClosestPoint(b *testing.B) {
	r := rand.New(rand.NewPCG(93, 0))
	var points [256]geom.Vec2
	for i := range points {
		points[i] = geom.From(randomPoint(r))
	}
	for _, s := range benchmarkShapes() {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			sum, i := 0.0, 0
			for b.Loop() {
				sum += shape.ClosestPoint(s.c, points[i%256]).X
				i++
			}
			sink = sum
		})
	}
}

func BenchmarkCoreFeatureProbed(b *testing.B) {
	for _, s := range []struct {
		name  string
		shape shape.Support
	}{{"Box", custom{shape.Box(1, 0.5)}}, {"Ellipse", custom{shape.Ellipse{RX: 1, RY: 0.5}}}} {
		c := mustNew(s.shape)
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			d := geom.Vec2{X: 0.02, Y: -1}
			for b.Loop() {
				sink += c.CoreFeature(d).A.X
			}
		})
	}
}

func BenchmarkMassOf(b *testing.B) {
	for _, s := range []struct {
		name  string
		shape shape.Support
	}{
		{"Box", shape.Box(1, 0.5)},
		{"RoundedHexagon", mustPolygon(shape.RegularPolygon(6, 1).Points(), 0.1)},
		{"RoundedEllipse", shape.Ellipse{RX: 1, RY: 0.5, Skin: 0.1}},
		{"CustomEllipse", custom{shape.Ellipse{RX: 1, RY: 0.5}}},
	} {
		b.Run(s.name, func(b *testing.B) {
			for b.Loop() {
				m, _ := shape.MassOf(s.shape, 1)
				sink += m.Mass
			}
		})
	}
}

var sink float64
