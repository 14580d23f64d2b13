package main

import (
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
)

const (
	rows, columns = 7, 3
	halfSide      = 0.3  // of a crate, m
	fuse          = 30   // frames until the charge goes off
	frames        = 150  // of the movie
	rate          = 30.0 // frames per second
)

func main() {
	folder := ""
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	run(folder)
}

var charge = world.Explosion{Point: mgl64.Vec2{0, 0.4}, Radius: 2, Falloff: 7, ImpulsePerLength: 15}

// run plays five seconds. The movie goes to the folder, if there is one.
func run(folder string) {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{0, -1}}))
	world.Must(ground.Attach(shape.Box(40, 1), world.ColliderDef{}))
	open, sheltered := wall(w, -4.5), wall(w, 3.2)
	shield := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{1.6, 1.6}}))
	world.Must(shield.Attach(shape.Box(0.15, 1.6), world.ColliderDef{}))

	camera := draw.Fit(mgl64.Vec2{-14, -1}, mgl64.Vec2{9, 9}, 640, 300, 0)
	image, palette := draw.NewImage(camera), draw.DefaultPalette()
	movie := draw.NewMovie(rate, &palette)
	for frame := range frames {
		if frame == fuse {
			explode(w)
		}
		w.Step(1 / rate)
		if folder != "" {
			image.Frame(w, draw.Options{Palette: &palette})
			flash(image, frame-fuse)
			movie.Add(image)
		}
	}
	fmt.Printf("the open wall is blown %.1f m, the sheltered one %.1f m\n", moved(open), moved(sheltered))
	if folder != "" {
		file := world.Must(os.Create(filepath.Join(folder, "explosion.gif")))
		world.Check(movie.Encode(file))
		world.Check(file.Close())
	}
}

// wall makes a wall of crates from x on to the right and returns them.
func wall(w *world.World, x float64) []world.Body {
	var crates []world.Body
	for row := range rows {
		for column := range columns {
			at := mgl64.Vec2{x + 2*halfSide*float64(column), halfSide * float64(2*row+1)}
			crate := world.Must(w.CreateBody(body.Def{Position: at, UserData: at}))
			world.Must(crate.Attach(shape.Box(halfSide, halfSide), world.ColliderDef{}))
			crates = append(crates, crate)
		}
	}
	return crates
}

// explode sets off the charge and prints the bodies that it hit.
func explode(w *world.World) {
	world.Check(w.Explode(charge))
	hits, total, fastest := 0, 0.0, 0.0
	for hit := range w.ExplosionHits() {
		hits++
		total += hit.Impulse.Len()
		fastest = max(fastest, hit.Body.LinearVelocity().Len())
	}
	fmt.Printf("%d crates are hit with %.0f N s in all, the fastest flies at %.0f m/s\n", hits, total, fastest)
}

// moved returns the mean distance of crates from their first places.
func moved(crates []world.Body) float64 {
	sum := 0.0
	for _, c := range crates {
		sum += c.Position().Sub(c.UserData().(mgl64.Vec2)).Len()
	}
	return sum / float64(len(crates))
}

// flash draws the blast, which fades within ten frames.
func flash(image *draw.Image, age int) {
	if age < 0 || age >= 10 {
		return
	}
	fade := uint8(160 - 16*age)
	image.Circle(charge.Point, (charge.Radius+charge.Falloff)*math.Sqrt(float64(age+1)/10), draw.Style{
		Fill: color.NRGBA{0xF2, 0xA6, 0x3B, fade / 3}, Stroke: color.NRGBA{0xC8, 0x5A, 0x2A, fade}, Width: 2,
	})
}
