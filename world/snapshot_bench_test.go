package world_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// BenchmarkSnapshot measures Save, Restore and StateHash of a heap in motion, in microseconds and
// as multiples of a memmove of the same bytes into one of two buffers, right after a tick too. The
// first StateHash after a Restore has figures of its own.
func BenchmarkSnapshot(b *testing.B) {
	for _, bodies := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprint(bodies), func(b *testing.B) {
			w := newWorld(b, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true})
			addHeap(b, w, bodies, 0.2, 1)
			runTicks(w, 120)
			var ring [2]world.Snapshot
			require.NoError(b, w.Save(&ring[0]))
			require.NoError(b, w.Save(&ring[1]))
			from, to := make([]byte, ring[0].Bytes()), [2][]byte{make([]byte, ring[0].Bytes()), make([]byte, ring[0].Bytes())}
			var tick, save, restore, move, hash, rehash []float64
			i := 0
			for b.Loop() { // each right after a tick, as in a game: the tick leaves the caches in the same state for all
				i++
				tick = append(tick, microseconds(w.Tick))
				switch i % 8 {
				case 1, 3, 5:
					save = append(save, microseconds(func() { require.NoError(b, w.Save(&ring[i/2%2])) }))
				case 2:
					move = append(move, microseconds(func() { copy(to[i/8%2], from) }))
				case 4:
					rehash = append(rehash, microseconds(func() { w.StateHash() }))
				case 6, 7:
					hash = append(hash, microseconds(func() { w.StateHash() }))
				case 0:
					restore = append(restore, microseconds(func() { require.NoError(b, w.Restore(&ring[0])) }))
				}
			}
			if len(restore) == 0 {
				return
			}
			b.ReportMetric(float64(len(from)), "bytes")
			b.ReportMetric(median(save), "save-us")
			b.ReportMetric(median(restore), "restore-us")
			b.ReportMetric(median(move), "memmove-us")
			b.ReportMetric(median(save)/median(move), "save/memmove")
			b.ReportMetric(median(restore)/median(move), "restore/memmove")
			b.ReportMetric(median(tick), "tick-us")
			b.ReportMetric(median(hash), "hash-us")
			b.ReportMetric(median(rehash), "rehash-us")
			b.ReportMetric(100*median(hash)/median(tick), "hash-%")
		})
	}
}

// BenchmarkSnapshotRing measures a ring of 60 snapshots of bodies in motion, alone and beside 10000
// that sleep.
func BenchmarkSnapshotRing(b *testing.B) {
	for _, asleep := range []int{0, 10000} {
		b.Run(fmt.Sprintf("%d asleep", asleep), func(b *testing.B) {
			w := newWorld(b, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
			addSleepersAndHeap(b, w, asleep, 500)
			ring := make([]world.Snapshot, 60)
			for i := range ring {
				w.Tick()
				require.NoError(b, w.Save(&ring[i]))
			}
			var save, restore []float64
			i := 0
			for b.Loop() {
				i++
				w.Tick()
				save = append(save, microseconds(func() { require.NoError(b, w.Save(&ring[i%60])) }))
				if i%8 == 0 {
					restore = append(restore, microseconds(func() { require.NoError(b, w.Restore(&ring[(i-4)%60])) }))
				}
			}
			if len(restore) == 0 {
				return
			}
			b.ReportMetric(median(save), "save-us")
			b.ReportMetric(median(restore), "restore-us")
			b.ReportMetric(float64(world.RingBytes(ring)), "ring-bytes")
			b.ReportMetric(float64(ring[0].Bytes()), "bytes")
		})
	}
}

// addSleepersAndHeap adds bodies that sleep in small stacks, and a heap far away whose bodies never
// sleep.
func addSleepersAndHeap(t testing.TB, w *world.World, asleep, awake int) {
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{0, -0.5}}))
	attachShape(t, floor, shape.Box(20000, 0.5))
	box := shape.Box(0.5, 0.5)
	for i := range asleep {
		at := mgl64.Vec2{-10000 + float64(i/4)*2, 0.5 + float64(i%4)}
		addBody(t, w, body.Def{Position: at, Asleep: true}, box, world.ColliderDef{Density: 1})
	}
	for i := range awake {
		at := mgl64.Vec2{100 + float64(i%20)*1.1, 0.6 + float64(i/20)*1.1}
		addBody(t, w, body.Def{Position: at, NeverSleep: true}, box, world.ColliderDef{Density: 1})
	}
	runTicks(w, 240)
	require.Equal(t, asleep, w.Counters().Asleep)
}

func microseconds(f func()) float64 {
	began := time.Now()
	f()
	return float64(time.Since(began).Nanoseconds()) / 1e3
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// BenchmarkSnapshotFile measures the size of files, and the times to write and read them.
func BenchmarkSnapshotFile(b *testing.B) {
	for _, bodies := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprint(bodies), func(b *testing.B) {
			w := newWorld(b, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true})
			addHeap(b, w, bodies, 0.2, 1)
			runTicks(w, 120)
			var s world.Snapshot
			require.NoError(b, w.Save(&s))
			var write, read []float64
			var file []byte
			for b.Loop() {
				write = append(write, microseconds(func() {
					var buffer bytes.Buffer
					world.Check(s.Encode(&buffer, nil))
					file = buffer.Bytes()
				}))
				read = append(read, microseconds(func() { world.Must(world.DecodeSnapshot(bytes.NewReader(file), nil)) }))
			}
			b.ReportMetric(float64(len(file)), "bytes")
			b.ReportMetric(float64(len(file))/float64(s.Bytes()), "bytes/memory")
			b.ReportMetric(median(write), "write-us")
			b.ReportMetric(median(read), "read-us")
		})
	}
}
