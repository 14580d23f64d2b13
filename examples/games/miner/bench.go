package main

import (
	"fmt"
	"image"
	"io"
	"slices"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

const benchBodies = 500

// hall is the place of the bodies of measure.
var hall = image.Rect(-30, -90, 30, -60)

// measure prints the time of a tick with 500 bodies awake, in the whole mine. Every tenth tick
// digs. All rounds have the same ticks, so the shortest time of a tick is the time without waits
// for a processor on which other programs run.
func measure(out io.Writer, ticks, rounds int) {
	var first, shortest []time.Duration
	for round := range rounds {
		times := measureRound(out, ticks, round == 0)
		if round == 0 {
			first, shortest = times, slices.Clone(times)
		}
		for i, t := range times {
			shortest[i] = min(shortest[i], t)
		}
	}
	printTimes(out, "first round", first)
	printTimes(out, fmt.Sprintf("the shortest time of each tick in %d rounds", rounds), shortest)
}

// measureRound plays a new mine and returns the time of each tick.
func measureRound(out io.Writer, ticks int, prints bool) (times []time.Duration) {
	g := newGame()
	began := time.Now()
	g.World = g.start()
	defer g.World.Close()
	g.wholeMine()
	if n := g.World.Counters(); prints {
		_, solid := g.ground.LoadedChunks()
		fmt.Fprintf(out, "%d x %d tiles, %d chunks of them solid, %d colliders, loaded in %.2f s\n",
			bounds.Dx(), bounds.Dy(), solid, n.Colliders, time.Since(began).Seconds())
	}
	g.fillHall()
	awake := 2 * benchBodies
	for i := range ticks {
		if i%10 == 0 {
			world.Check(g.ground.Set(image.Pt(hall.Min.X+i/10%hall.Dx(), hall.Min.Y-1-i/10/hall.Dx()), 0))
		}
		began := time.Now()
		g.World.Tick()
		times = append(times, time.Since(began))
		awake = min(awake, g.World.Counters().Awake)
	}
	if prints {
		fmt.Fprintf(out, "%d ticks with at least %d bodies awake\n", ticks, awake)
	}
	return times
}

func printTimes(out io.Writer, name string, times []time.Duration) {
	sum, n := time.Duration(0), len(times)
	for _, t := range times {
		sum += t
	}
	slices.Sort(times)
	fmt.Fprintf(out, "%s: mean %.2f ms, median %.2f ms, 99 in 100 below %.2f ms\n",
		name, ms(sum)/float64(n), ms(times[n/2]), ms(times[n*99/100]))
}

func ms(t time.Duration) float64 { return t.Seconds() * 1e3 }

// wholeMine loads every chunk.
func (g *game) wholeMine() {
	center := mgl64.Vec2{0, float64(bounds.Min.Y) / 2}
	world.Check(g.ground.Focus(float64(bounds.Dy()), center))
}

// fillHall lets bodies that never sleep fall into a hall.
func (g *game) fillHall() {
	world.Check(g.ground.Fill(hall, 0))
	def := body.Def{NeverSleep: true}
	for i := range benchBodies {
		def.Position = mgl64.Vec2{float64(hall.Min.X) + 2 + 1.87*float64(i%30), float64(hall.Min.Y) + 2 + 1.6*float64(i/30)}
		def.Angle = float64(i)
		b := world.Must(g.World.CreateBody(def))
		form := shape.Support(shape.RegularPolygon(3+i%4, 0.4+0.05*float64(i%7)))
		if i%3 == 0 {
			form = shape.Box(0.5, 0.3+0.04*float64(i%5))
		}
		world.Must(b.Attach(form, world.ColliderDef{Density: 2}))
	}
}
