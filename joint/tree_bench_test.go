package joint

import "testing"

// BenchmarkTree is the passes of a sub-step over a chain of a hundred links.
func BenchmarkTree(b *testing.B) {
	w := newRig()
	_, pins := w.chain(100)
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
