package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// BenchmarkBulk compares the calls for many bodies with loops over handles, for 10000 boxes.
func BenchmarkBulk(b *testing.B) {
	const n = 10000
	parts := make([]world.BodyParts, n)
	for i := range parts {
		parts[i] = world.BodyParts{
			Def:       body.Def{Position: mgl64.Vec2{float64(i%100) * 2, float64(i/100) * 2}, Angle: 0.001 * float64(i)},
			Colliders: []world.ColliderParts{{Shape: shape.Box(0.5, 0.5)}},
		}
	}
	w := newWorld(b, world.Config{Workers: 1})
	bodies, _ := w.CreateBodies(nil, parts)
	poses, velocities := w.AppendPoses(nil), w.AppendVelocities(nil)
	perBody := func(name string, f func()) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				f()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/body")
		})
	}
	perBody("poses/handles", func() {
		for i, h := range bodies {
			cos, sin := h.Rotation()
			poses[i] = world.Pose{Body: h.ID(), Position: h.Position(), Cos: cos, Sin: sin}
		}
	})
	perBody("poses/AppendPoses", func() { poses = w.AppendPoses(poses[:0]) })
	perBody("poses/AppendAwakePoses", func() { poses = w.AppendAwakePoses(poses[:0]) })
	perBody("velocities/handles", func() {
		for i, h := range bodies {
			velocities[i] = world.Velocity{Body: h.ID(), Linear: h.LinearVelocity(), Angular: h.AngularVelocity()}
		}
	})
	perBody("velocities/AppendVelocities", func() { velocities = w.AppendVelocities(velocities[:0]) })
	destroyAll := func() {
		for _, h := range bodies {
			_ = h.Destroy()
		}
	}
	perBody("create/handles", func() {
		destroyAll()
		bodies = bodies[:0]
		for i := range parts {
			h, _ := w.CreateBody(parts[i].Def)
			_, _ = h.Attach(parts[i].Colliders[0].Shape, parts[i].Colliders[0].Def)
			bodies = append(bodies, h)
		}
	})
	perBody("create/CreateBodies", func() {
		destroyAll()
		bodies, _ = w.CreateBodies(bodies[:0], parts)
	})
}
