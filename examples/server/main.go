package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

func main() {
	matches := flag.Int("worlds", 1000, "worlds")
	seconds := flag.Float64("seconds", 5, "seconds of each world")
	workers := flag.Int("workers", runtime.GOMAXPROCS(0), "goroutines that step worlds")
	flag.Parse()
	r := serve(*matches, int(*seconds*60), *workers)
	fmt.Printf("%d worlds of %d bodies, %d goroutines\n", *matches, r.bodies, *workers)
	fmt.Printf("a tick of all: %s in the median, %s at most; %.0f worlds fit into 60 ticks a second\n",
		r.median.Round(time.Microsecond), r.worst.Round(time.Microsecond), float64(*matches)*float64(time.Second/60)/float64(r.median))
	fmt.Printf("a world: %.0f kB of memory\n", r.memory/1024)
	if r.different > 0 {
		fmt.Printf("%d worlds differ from their twins\n", r.different)
		os.Exit(1)
	}
}

// report is what was measured.
type report struct {
	bodies        int
	median, worst time.Duration // of a tick of all worlds
	memory        float64       // bytes of a world
	different     int           // worlds whose state is not that of their twin
	hits          int64
}

// serve plays matches. A tick of all worlds is cut among the workers; none waits for another within it.
func serve(matches, ticks, workers int) report {
	before := heap()
	worlds := make([]*world.World, matches)
	for i := range worlds {
		worlds[i] = newMatch(i)
	}
	r := report{bodies: worlds[0].BodyCount(), memory: (heap() - before) / float64(matches)}
	var hits atomic.Int64
	times := make([]time.Duration, 0, ticks)
	for range ticks {
		begin := time.Now()
		var next atomic.Int64
		var group sync.WaitGroup
		for range workers {
			group.Go(func() {
				for {
					i := int(next.Add(1)) - 1
					if i >= matches {
						return
					}
					play(worlds[i])
					hits.Add(int64(len(worlds[i].Events().Hits)))
				}
			})
		}
		group.Wait()
		times = append(times, time.Since(begin))
	}
	slices.Sort(times)
	r.median, r.worst, r.hits = times[len(times)/2], times[len(times)-1], hits.Load()
	for i, w := range worlds {
		if i >= kinds && w.StateHash() != worlds[i-kinds].StateHash() {
			r.different++
		}
	}
	for _, w := range worlds {
		w.Close()
	}
	return r
}

// kinds is the number of different matches: each is played many times, and must come out the same.
const kinds = 10

// newMatch makes a pool table. Worker 1 means that the world never leaves the goroutine that steps it: a
// server has as many worlds as processors need.
func newMatch(n int) *world.World {
	w := world.Must(world.New(world.Config{Workers: 1}))
	table := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	cushion := &shape.Material{Friction: 0.2, Restitution: 0.8}
	world.Must(table.AttachChain(shape.Chain{Points: []mgl64.Vec2{{-2, -1}, {-2, 1}, {2, 1}, {2, -1}}, Closed: true, Materials: []*shape.Material{cushion}}, world.ColliderDef{}))
	ball := world.ColliderDef{HitEvents: true, Density: 50, Material: &shape.Material{Friction: 0.05, Restitution: 0.95}}
	for row := range 5 {
		for i := range row + 1 {
			at := mgl64.Vec2{0.6 + 0.105*float64(row), 0.122 * (float64(i) - float64(row)/2)}
			b := world.Must(w.CreateBody(body.Def{Position: at, LinearDamping: 0.35}))
			world.Must(b.Attach(shape.Circle{Radius: 0.06}, ball))
		}
	}
	cue := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{-1.2, 0}, LinearDamping: 0.35, Bullet: true, Name: "cue",
		LinearVelocity: mgl64.Vec2{7, 0.1 * float64(n%kinds)}}))
	world.Must(cue.Attach(shape.Circle{Radius: 0.06}, ball))
	return w
}

// play is a tick of a match: who plays strikes every two seconds.
func play(w *world.World) {
	if w.Ticks()%120 == 119 {
		for b := range w.Bodies() {
			if b.Name() == "cue" {
				world.Must(0, b.SetLinearVelocity(b.Position().Mul(-4)))
			}
		}
	}
	w.Tick()
}

// heap returns the bytes in use.
func heap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
