package main

import (
	"fmt"
	"image/color"
	"os"
	"strings"

	"github.com/carom2d/carom/testdata/scenes"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/carom2d/carom/world/scene"
	"github.com/go-gl/mathgl/mgl64"
)

func main() {
	file := ""
	if len(os.Args) > 1 {
		file = os.Args[1]
	}
	run(file)
}

const (
	framesPerSecond = 10
	reach           = 9.0 // m, of a lamp
	rings           = 5   // of its light
)

// lights are the colours of the lamps, as strong as one ring.
var lights = []color.NRGBA{{255, 214, 140, 32}, {150, 190, 255, 32}}

// run plays the scene for its time and prints when the number of thieves that the first lamp sees
// changes.
func run(file string) {
	s := world.Must(scene.Parse(world.Must(scenes.Read("light_and_sight"))))
	w, _, err := s.New()
	if err != nil {
		panic(err)
	}
	defer w.Close()
	lamps := []world.Body{bodyNamed(w, "lamp 1"), bodyNamed(w, "lamp 2")}
	palette := night()
	movie, picture := draw.NewMovie(framesPerSecond, palette), draw.NewImage(draw.Fit(s.View.Min, s.View.Max, 480, 293, 3))
	last := -1
	for frame := range int(s.Seconds * framesPerSecond) {
		thieves := seenBy(w, lamps[0])
		if len(thieves) != last && frame%framesPerSecond == 0 {
			last = len(thieves)
			fmt.Printf("%2.0f s: the lamp sees %d thieves\n", w.Time(), last)
		}
		if file != "" {
			show(picture, w, lamps, thieves, palette)
			movie.Add(picture)
		}
		w.Step(1.0 / framesPerSecond)
	}
	if file != "" {
		f := world.Must(os.Create(file))
		world.Check(movie.Encode(f))
		world.Check(f.Close())
	}
}

func bodyNamed(w *world.World, name string) world.Body {
	for b := range w.Bodies() {
		if b.Name() == name {
			return b
		}
	}
	panic("no body is named " + name)
}

// seenBy returns the thieves that a lamp sees. The lamp does not block its own light.
func seenBy(w *world.World, lamp world.Body) (thieves []world.Body) {
	for c := range w.VisibleColliders(lamp.Position(), reach, world.QueryFilter{Ignore: lamp}) {
		if strings.HasPrefix(c.Body().Name(), "thief") {
			thieves = append(thieves, c.Body())
		}
	}
	return thieves
}

// show draws a frame: darkness, light that fades with the distance, the bodies, and rings
// around the thieves that are seen.
func show(picture *draw.Image, w *world.World, lamps, thieves []world.Body, palette *draw.Palette) {
	picture.Clear(palette.Background)
	var polygon []mgl64.Vec2
	for i, lamp := range lamps {
		// Each ring adds to the light of the wider rings.
		for ring := range rings {
			radius := reach * float64(rings-ring) / rings
			polygon = w.AppendVisibility(polygon[:0], lamp.Position(), radius, world.QueryFilter{Ignore: lamp})
			picture.Polygon(polygon, draw.Style{Fill: lights[i]})
		}
	}
	draw.World(w, picture, draw.Options{Palette: palette, NoMarks: true})
	for _, thief := range thieves {
		picture.Circle(thief.Position(), 0.4, draw.Style{Stroke: color.NRGBA{230, 60, 50, 255}, Width: 2})
	}
}

// night is a palette for bodies in the dark. Styles that are not used here hold the colours of the
// light, so that a GIF has these colours exactly.
func night() *draw.Palette {
	p := draw.DefaultPalette()
	p.Background = color.NRGBA{24, 26, 34, 255}
	p.Static = draw.Style{Fill: color.NRGBA{70, 74, 86, 255}, Stroke: color.NRGBA{110, 116, 130, 255}}
	p.Kinematic = draw.Style{Fill: color.NRGBA{120, 96, 70, 255}, Stroke: color.NRGBA{170, 140, 105, 255}}
	p.Awake = draw.Style{Fill: color.NRGBA{232, 226, 210, 255}, Stroke: color.NRGBA{60, 60, 60, 255}}
	dark := 1.0
	for _, s := range [rings]*draw.Style{&p.Asleep, &p.Bullet, &p.Disabled, &p.Sensor, &p.Contact} {
		dark *= 1 - float64(lights[0].A)/255
		s.Fill, s.Stroke = lights[0], lights[1]
		s.Fill.A, s.Stroke.A = uint8(255*(1-dark)), uint8(255*(1-dark))
	}
	return &p
}
