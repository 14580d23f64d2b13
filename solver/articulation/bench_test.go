package articulation

import (
	"testing"

	"github.com/carom2d/carom/joint"
)

// BenchmarkArticulation measures the passes of a sub-step over a chain of a hundred links: alone,
// with limits of which none or all bear, with motors that hold, and with springs.
func BenchmarkArticulation(b *testing.B) {
	b.Run("free", func(b *testing.B) { benchArticulation(b, joint.Revolute{}) })
	b.Run("limits", func(b *testing.B) { benchArticulation(b, joint.Revolute{Limit: true, Lower: -1, Upper: 1}) })
	b.Run("at limits", func(b *testing.B) { benchArticulation(b, joint.Revolute{Limit: true}) })
	b.Run("motors", func(b *testing.B) { benchArticulation(b, joint.Revolute{MaxMotorTorque: 1e6}) })
	b.Run("springs", func(b *testing.B) { benchArticulation(b, joint.Revolute{SpringHertz: 5, SpringDamping: 1}) })
}

func benchArticulation(b *testing.B, def joint.Revolute) {
	w := newArtHarness()
	_, revolutes := w.chain(100)
	for _, p := range revolutes {
		d := def
		old := w.joints.Revolute(p)
		d.LocalAnchorA, d.LocalAnchorB = old.LocalAnchorA, old.LocalAnchorB
		w.joints.EditRevolute(w.bodies, p, &d)
	}
	w.activate(revolutes...)
	w.prepare()
	b.ReportAllocs()
	for b.Loop() {
		w.set.Solve(w.bodies.State, 0)
		w.set.Relax(w.bodies.State, 0)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/200, "ns/joint")
}
