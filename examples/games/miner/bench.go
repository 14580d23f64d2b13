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
// digs.
func measure(out io.Writer, ticks int) {
	g := newGame()
	began := time.Now()
	g.World = g.start()
	defer g.World.Close()
	g.wholeMine()
	n := g.World.Counters()
	_, solid := g.ground.LoadedChunks()
	fmt.Fprintf(out, "%d x %d tiles, %d chunks of them solid, %d colliders, loaded in %.2f s\n",
		bounds.Dx(), bounds.Dy(), solid, n.Colliders, time.Since(began).Seconds())
	g.fillHall()
	var times []time.Duration
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
	sum := time.Duration(0)
	for _, t := range times {
		sum += t
	}
	slices.Sort(times)
	fmt.Fprintf(out, "%d ticks with at least %d bodies awake: mean %.2f ms, median %.2f ms, 99 in 100 below %.2f ms\n",
		ticks, awake, ms(sum)/float64(ticks), ms(times[ticks/2]), ms(times[ticks*99/100]))
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
