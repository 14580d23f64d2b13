package joint

import "testing"

// BenchmarkTree is the passes of a sub-step over a chain of a hundred links, without and
// with limits, none or all of which bear, motors, which hold, and springs.
func BenchmarkTree(b *testing.B) {
	b.Run("free", func(b *testing.B) { benchTree(b, Revolute{}) })
	b.Run("limits", func(b *testing.B) { benchTree(b, Revolute{Limit: true, Lower: -1, Upper: 1}) })
	b.Run("bearing", func(b *testing.B) { benchTree(b, Revolute{Limit: true}) })
	b.Run("motors", func(b *testing.B) { benchTree(b, Revolute{MaxMotorTorque: 1e6}) })
	b.Run("springs", func(b *testing.B) { benchTree(b, Revolute{SpringHertz: 5, SpringDamping: 1}) })
}

func benchTree(b *testing.B, def Revolute) {
	w := newRig()
	_, pins := w.chain(100)
	for _, p := range pins {
		d := def
		was := w.joints.Revolute(p)
		d.LocalAnchorA, d.LocalAnchorB = was.LocalAnchorA, was.LocalAnchorB
		w.joints.EditRevolute(w.bodies, p, &d)
	}
	w.link(pins...)
	w.rows.Reset(w.joints, &w.params)
	w.rows.GatherTree(w.joints, w.bodies, 0)
	w.rows.PrepareTree(w.joints, w.bodies, &w.params, 0)
	b.ReportAllocs()
	for b.Loop() {
		w.rows.SolveTree(w.bodies.State, 0)
		w.rows.RelaxTree(w.bodies.State, 0)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/200, "ns/limb")
}
