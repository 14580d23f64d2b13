package main

import (
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/worlds"
	"github.com/go-gl/mathgl/mgl64"
)

// warmTicks run before the time is taken: the boxes have fallen, and everything has its memory.
const warmTicks = 90

// runBox2D prints the output of another program, which gets a number of worlds. The program should
// step as many piles of twenty boxes of half a metre on a floor, on one thread, and print thousands
// of ticks per second of the processor.
func runBox2D(out io.Writer, program string, counts []int) {
	for _, n := range counts {
		printed, err := exec.Command(program, strconv.Itoa(n)).Output()
		if err != nil {
			fmt.Fprintf(out, "%s %d: %v\n", program, n, err)
			return
		}
		fmt.Fprintf(out, "Box2D: %s", printed)
	}
}

// rounds is the number of rounds in which the three methods take turns. The median counts.
const rounds = 5

// compare prints the number of ticks per second of worlds of twenty boxes: with a pool, with a
// goroutine for each world and tick, and with workers that own equal shares of the worlds. In a
// first comparison all worlds are alike, and in a second one every fiftieth world has four hundred
// boxes. Seconds are measured by the clock and in processor time, which other programs on the
// machine hardly change.
func compare(out io.Writer, workers int, counts []int, atLeast time.Duration) {
	fmt.Fprintf(out, "thousands of ticks of worlds per second of a processor (and per second of the clock), %d workers\n\n", workers)
	fmt.Fprintln(out, "| worlds | kB each | alike: pool | in worlds | a goroutine each | static split | uneven: pool | in worlds | a goroutine each | static split |")
	fmt.Fprintln(out, "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, n := range counts {
		line := ""
		for _, uneven := range []bool{false, true} {
			before := heap()
			c := newContest(n, uneven, workers)
			if !uneven {
				line = fmt.Sprintf("| %d | %.0f ", n, (heap()-before)/1024/float64(n))
			}
			line += c.run(atLeast / rounds)
			c.pool.Close()
		}
		fmt.Fprintln(out, line+"|")
	}
}

// contest steps the same worlds by three methods.
type contest struct {
	list    []*world.World
	pool    *worlds.Pool
	workers int
}

func newContest(n int, uneven bool, workers int) *contest {
	c := &contest{makePiles(n, uneven), world.Must(worlds.New(worlds.Config{Workers: workers})), workers}
	for _, w := range c.list {
		world.Must(c.pool.Add(worlds.Def{World: w}))
	}
	for range warmTicks {
		c.pool.Step()
	}
	return c
}

// run lets the three methods take turns and returns the cells of their medians.
func (c *contest) run(atLeast time.Duration) string {
	ways := []func(){func() { c.pool.Step() }, func() { goroutineEach(c.list) }, func() { staticSplit(c.list, c.workers) }}
	var perProcessor, perClock [3][]float64
	busy, seconds := 0.0, 0.0
	for range rounds {
		for i, step := range ways {
			before := c.pool.Metrics()
			p, q := measure(len(c.list), atLeast, step)
			perProcessor[i], perClock[i] = append(perProcessor[i], p), append(perClock[i], q)
			after := c.pool.Metrics()
			busy += after.BusySeconds - before.BusySeconds
			seconds += after.Seconds - before.Seconds
		}
	}
	cells := ""
	for i := range ways {
		cells += fmt.Sprintf("| %.1f (%.1f) ", median(perProcessor[i])/1000, median(perClock[i])/1000)
		if i == 0 {
			cells += fmt.Sprintf("| %.1f %% ", 100*busy/seconds/float64(c.workers))
		}
	}
	return cells
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// makePiles makes worlds of twenty boxes that may not sleep. The large worlds among uneven ones
// come one after the other, as when a server fills up with one kind of match.
func makePiles(n int, uneven bool) []*world.World {
	list := make([]*world.World, n)
	for i := range list {
		boxes := 20
		if uneven && i < (n+49)/50 {
			boxes = 400
		}
		list[i] = newPile(boxes, i)
	}
	return list
}

func newPile(boxes, kind int) *world.World {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true}))
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(floor.Attach(shape.Segment{A: mgl64.Vec2{-40, 0}, B: mgl64.Vec2{40, 0}}, world.ColliderDef{}))
	side := shape.Box(0.5, 0.5)
	for i := range boxes {
		at := mgl64.Vec2{1.05*float64(i%10) - 5 + 0.01*float64(kind%13), 0.6 + 1.1*float64(i/10)}
		b := world.Must(w.CreateBody(body.Def{Position: at}))
		world.Must(b.Attach(side, world.ColliderDef{}))
	}
	return w
}

// measure calls step for some time, and returns the number of ticks of worlds per second of a
// processor and of the clock.
func measure(count int, atLeast time.Duration, step func()) (perProcessor, perClock float64) {
	steps, began, used := 0, time.Now(), processorTime()
	for time.Since(began) < atLeast || steps < 2 {
		step()
		steps++
	}
	ticks := float64(steps) * float64(count)
	return ticks / (processorTime() - used).Seconds(), ticks / time.Since(began).Seconds()
}

// goroutineEach starts a goroutine for every world.
func goroutineEach(list []*world.World) {
	var group sync.WaitGroup
	for _, w := range list {
		group.Go(w.Tick)
	}
	group.Wait()
}

// staticSplit gives every worker a share of the worlds.
func staticSplit(list []*world.World, workers int) {
	var group sync.WaitGroup
	for k := range workers {
		group.Go(func() {
			for _, w := range list[k*len(list)/workers : (k+1)*len(list)/workers] {
				w.Tick()
			}
		})
	}
	group.Wait()
}
