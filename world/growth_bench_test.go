package world_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// troughBodies is the number of dynamic bodies of a trough.
const troughBodies = 100

// BenchmarkGrowth steps worlds of more and more troughs of a hundred mixed bodies, which never
// sleep. A world as large as the cache needs shows what each body costs there, larger ones what it
// costs to fetch it from memory.
//
// ns/body is the median of the ticks after the first second. B/body is the heap after a second,
// less the memory before. first/3 is the first tick relative to the three after it together,
// worst/median the slowest tick after the first second relative to the median.
func BenchmarkGrowth(b *testing.B) {
	for _, bodies := range []int{1_000, 10_000, 100_000, 400_000} {
		for _, order := range []string{"troughs", "mixed"} {
			b.Run(fmt.Sprintf("%d/%s", bodies, order), func(b *testing.B) {
				empty := heapSize()
				w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true}))
				defer w.Close() // a Cleanup would keep it in memory for the next run
				addTroughs(b, w, bodies/troughBodies, order == "mixed")
				built := heapSize()
				start := tickTimes(w, 60)
				warm := heapSize()
				later := tickTimes(w, b.N)
				reportTicks(b, start, later, bodies)
				b.ReportMetric((built-empty)/float64(bodies), "built-B/body")
				b.ReportMetric((warm-empty)/float64(bodies), "B/body")
				b.ReportMetric(float64(w.Counters().Contacts)/float64(bodies), "contacts/body")
			})
		}
	}
}

// BenchmarkSleepersGrowth steps a thousand bodies in troughs beside more and more sleeping boxes in
// towers of four, all of which touch.
func BenchmarkSleepersGrowth(b *testing.B) {
	for _, sleepers := range []int{0, 1_000, 10_000, 100_000, 400_000} {
		b.Run(fmt.Sprint(sleepers), func(b *testing.B) {
			w := newWorld(b, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
			addTroughs(b, w, 10, false)
			for body := range w.Bodies() {
				if err := body.SetNeverSleep(true); err != nil {
					b.Fatal(err)
				}
			}
			addSleepingTowers(b, w, sleepers)
			start := tickTimes(w, 60)
			later := tickTimes(w, b.N)
			reportTicks(b, start, later, 1000)
		})
	}
}

// addTroughs adds troughs in a square, each with bodies above it. The bodies are made trough by
// trough, or one for each trough in turn: then neighbours lie far apart in memory at first.
func addTroughs(t testing.TB, w *world.World, troughs int, mixed bool) {
	columns := int(math.Ceil(math.Sqrt(float64(troughs))))
	shapes := mixedShapes()
	at := func(i int) mgl64.Vec2 { return mgl64.Vec2{float64(i%columns) * 14, float64(i/columns) * 24} }
	for i := range troughs {
		trough := addBody(t, w, body.Def{Type: body.Static, Position: at(i)}, shape.Box(6, 0.5), world.ColliderDef{})
		attachShape(t, trough, shape.OffsetBox(0.5, 8, mgl64.Vec2{-6, 8}, 0))
		attachShape(t, trough, shape.OffsetBox(0.5, 8, mgl64.Vec2{6, 8}, 0))
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range troughs * troughBodies {
		trough, n := i/troughBodies, i%troughBodies
		if mixed {
			trough, n = i%troughs, i/troughs
		}
		offset := mgl64.Vec2{float64(n%10) - 4.5 + 0.1*random.Float64(), 1 + float64(n/10)}
		def := body.Def{Position: at(trough).Add(offset), Angle: 2 * math.Pi * random.Float64()}
		addBody(t, w, def, shapes[(n+n/10)%5][random.IntN(troughSizes)], world.ColliderDef{Density: 1})
	}
}

// troughSizes is the number of sizes of each shape in troughs.
const troughSizes = 8

// mixedShapes returns circles, boxes, triangles, pentagons and hexagons of 0.25 to 0.45 m.
func mixedShapes() (shapes [5][troughSizes]shape.Support) {
	for i := range troughSizes {
		size := 0.25 + 0.2*float64(i)/(troughSizes-1)
		shapes[0][i] = shape.Circle{Radius: size}
		shapes[1][i] = shape.Box(size, 0.75*size)
		for k, corners := range []int{3, 5, 6} {
			shapes[2+k][i] = shape.RegularPolygon(corners, size)
		}
	}
	return shapes
}

// addSleepingTowers adds boxes that sleep in towers of four.
func addSleepingTowers(t testing.TB, w *world.World, boxes int) {
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{0, -100.5}}))
	attachShape(t, floor, shape.Box(1e6, 0.5))
	box := shape.Box(0.5, 0.5)
	for i := range boxes {
		at := mgl64.Vec2{float64(i/4) * 2, -99.5 + float64(i%4)}
		addBody(t, w, body.Def{Position: at, Asleep: true}, box, world.ColliderDef{Density: 1})
	}
}

// tickTimes runs ticks and returns how long each took, s.
func tickTimes(w *world.World, ticks int) []float64 {
	times := make([]float64, ticks)
	for i := range times {
		began := time.Now()
		w.Tick()
		times[i] = time.Since(began).Seconds()
	}
	return times
}

// reportTicks reports the ticks of the first second and those behind it.
func reportTicks(b *testing.B, start, later []float64, bodies int) {
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(start[0]/(start[1]+start[2]+start[3]), "first/3")
	b.ReportMetric(start[0]*1e3, "first-ms")
	worst := slices.Max(later)
	middle := median(later)
	b.ReportMetric(worst/middle, "worst/median")
	b.ReportMetric(1e9*middle/float64(bodies), "ns/body")
	b.ReportMetric(1e9*slices.Min(later)/float64(bodies), "min-ns/body")
}

// heapSize returns the bytes of all live objects.
func heapSize() float64 {
	for range 3 { // objects with a finalizer or in a sync.Pool are freed later
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
