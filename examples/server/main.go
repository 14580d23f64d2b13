package main

import (
	"expvar"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/worlds"
	"github.com/go-gl/mathgl/mgl64"
)

func main() {
	matches := flag.Int("worlds", 1000, "worlds")
	seconds := flag.Float64("seconds", 5, "seconds of each world")
	workers := flag.Int("workers", runtime.GOMAXPROCS(0), "goroutines that step worlds")
	budget := flag.Duration("budget", 0, "time after which a tick does not wait for the rest; 0: waits for all")
	address := flag.String("http", "", "address on which /debug/vars has the figures; the matches then go on in real time")
	compares := flag.Bool("compare", false, "print ticks per second, beside goroutines by hand: of 1 to 10000 worlds, or of -worlds")
	box2d := flag.String("box2d", "", "program that steps the piles of -compare in Box2D, given their number, and prints its figures")
	flag.Parse()
	config := worlds.Config{Workers: *workers, Budget: *budget}
	if err := check(*matches, *seconds, config); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if *compares {
		counts := []int{1, 10, 100, 1000, 10_000}
		flag.Visit(func(f *flag.Flag) {
			if f.Name == "worlds" {
				counts = []int{*matches}
			}
		})
		compare(os.Stdout, *workers, counts, time.Second)
		if *box2d != "" {
			runBox2D(os.Stdout, *box2d, counts)
		}
		return
	}
	s := newServer(*matches, config)
	if *address != "" {
		listener, err := net.Listen("tcp", *address)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		expvar.Publish("worlds", expvar.Func(func() any { return s.figures.Load() }))
		go func() { panic(http.Serve(listener, nil)) }()
		for range time.Tick(time.Second / 60) {
			s.tick()
		}
	}
	r := s.serve(int(*seconds * 60))
	fmt.Printf("%d worlds of %d bodies, %d goroutines\n", *matches, r.bodies, *workers)
	fmt.Printf("a tick of all: %s in the median, %s at most; %.0f worlds fit into 60 ticks a second\n",
		r.median.Round(time.Microsecond), r.worst.Round(time.Microsecond), float64(*matches)*float64(time.Second/60)/float64(r.median))
	fmt.Printf("a world: %.0f kB of memory\n", r.memory/1024)
	fmt.Printf("workers in worlds: %.1f %% of the time; %d times a world was late\n", 100*r.utilization, r.late)
	if r.different > 0 {
		fmt.Printf("%d worlds differ from their twins\n", r.different)
		os.Exit(1)
	}
}

// server is a pool of matches.
type server struct {
	pool    *worlds.Pool
	start   world.Snapshot // of a match
	hits    atomic.Int64
	memory  float64                        // bytes of a world
	figures atomic.Pointer[worlds.Metrics] // for readers on other goroutines
}

// report holds the measurements.
type report struct {
	bodies        int
	median, worst time.Duration // of a tick of all worlds
	memory        float64       // bytes of a world, after the last tick
	utilization   float64
	late          uint64
	different     int // worlds whose state differs from their twin's
	hits          int64
}

// check rejects numbers with which nothing would run.
func check(matches int, seconds float64, c worlds.Config) error {
	const most, mostWorkers = 1e6, 1024
	switch {
	case matches < 1:
		return fmt.Errorf("-worlds %d: want 1 or more", matches)
	case !(seconds*60 >= 1 && seconds <= most):
		return fmt.Errorf("-seconds %v: want a tick, 1/60, to %v", seconds, float64(most))
	case c.Workers < 1 || c.Workers > mostWorkers:
		return fmt.Errorf("-workers %d: want 1 to %d", c.Workers, mostWorkers)
	case c.Budget < 0:
		return fmt.Errorf("-budget %v: want 0 or more", c.Budget)
	}
	return nil
}

func newServer(matches int, c worlds.Config) *server {
	s := &server{pool: world.Must(worlds.New(c))}
	before := heap()
	for i := range matches {
		w := newMatch(i)
		if i == 0 {
			world.Check(w.Save(&s.start))
		}
		world.Must(s.pool.Add(worlds.Def{World: w, Name: fmt.Sprint("match ", i), AfterTick: s.afterTick}))
	}
	s.memory = before
	return s
}

// afterTick is the game's code of a tick. It runs on the worker.
func (s *server) afterTick(w *world.World) {
	if n := len(w.Events().Hits); n > 0 {
		s.hits.Add(int64(n))
	}
	if w.Ticks()%120 == 119 { // the player strikes every two seconds
		for b := range w.Bodies() {
			if b.Name() == "cue" {
				world.Check(b.SetLinearVelocity(b.Position().Mul(-4)))
			}
		}
	}
}

// tick plays a tick of all matches. A failed match is restarted. The others are not affected.
func (s *server) tick() {
	for _, m := range s.pool.Step().Failed {
		fmt.Fprintln(os.Stderr, m.Err())
		world.Check(m.Reset(&s.start))
	}
	figures := s.pool.Metrics()
	s.figures.Store(&figures)
}

// serve plays a number of ticks and ends the server.
func (s *server) serve(ticks int) report {
	times := make([]time.Duration, 0, ticks)
	for range ticks {
		begin := time.Now()
		s.tick()
		times = append(times, time.Since(begin))
	}
	slices.Sort(times)
	figures := s.pool.Metrics()
	members := slices.Clone(s.pool.Members())
	s.pool.Close() // waits for the worlds that are late
	r := report{
		bodies: members[0].World().BodyCount(), median: times[len(times)/2], worst: times[len(times)-1], hits: s.hits.Load(),
		memory: (heap() - s.memory) / float64(len(members)), late: figures.Late,
		utilization: figures.BusySeconds / figures.Seconds / float64(figures.Workers),
	}
	if figures.Late > 0 { // then matches are not at the same tick
		return r
	}
	for i, m := range members {
		if i >= kinds && m.World().StateHash() != members[i-kinds].World().StateHash() {
			r.different++
		}
	}
	return r
}

// kinds is the number of different matches. Each is played many times, with the same result.
const kinds = 10

// newMatch makes a pool table. With one worker the world never leaves the goroutine that steps it.
// A server has enough worlds to occupy all processors.
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

// heap returns the bytes in use.
func heap() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
