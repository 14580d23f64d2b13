package benchmarks

import (
	"testing"
	"time"

	"github.com/carom2d/carom/benchmarks/peers"
)

var engines = []struct {
	name  string
	build func(peers.Scene) peers.Engine
}{{"carom", peers.Carom}, {"cp", peers.CP}, {"bytearena", peers.ByteArena}}

// BenchmarkScenes reports milliseconds per tick of every engine, and how many
// times slower than Carom each peer is. The engines take turns on the same part
// of the scene, so that a machine which slows down slows all of them.
func BenchmarkScenes(b *testing.B) {
	for _, scene := range peers.Scenes() {
		b.Run(scene.Name, func(b *testing.B) {
			var elapsed [3]time.Duration
			ticks := 0
			for b.Loop() {
				var running [3]peers.Engine
				for i, e := range engines {
					running[i] = e.build(scene)
					running[i].Tick()
				}
				for range scene.Ticks {
					for i := range running {
						start := time.Now()
						running[i].Tick()
						elapsed[i] += time.Since(start)
					}
				}
				ticks += scene.Ticks
			}
			for i, e := range engines {
				b.ReportMetric(elapsed[i].Seconds()*1000/float64(ticks), e.name+"-ms/tick")
				if i > 0 {
					b.ReportMetric(elapsed[i].Seconds()/elapsed[0].Seconds(), e.name+"/carom")
				}
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// TestEnginesDoTheSameWork runs the small scenes for half a second. The mean height of the
// bodies must agree between engines, or the benchmark compares different things. Heaps of
// soft contacts may differ by a tenth of a metre.
func TestEnginesDoTheSameWork(t *testing.T) {
	for _, scene := range peers.Scenes() {
		if scene.Name != "small_pyramid" && scene.Name != "tumbler" {
			continue
		}
		t.Run(scene.Name, func(t *testing.T) {
			var heights [3]float64
			for i, e := range engines {
				engine := e.build(scene)
				for range 30 {
					engine.Tick()
				}
				heights[i] = engine.Height()
			}
			t.Logf("heights %.3f", heights)
			for i := range heights {
				if d := heights[i] - heights[0]; d > 0.1 || d < -0.1 {
					t.Errorf("%s is at %.3f, %s at %.3f", engines[i].name, heights[i], engines[0].name, heights[0])
				}
			}
		})
	}
}
