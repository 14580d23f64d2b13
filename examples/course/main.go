package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
)

func main() {
	folder := ""
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	play(folder)
}

// play runs the whole course. The movie goes to the folder, if there is one.
func play(folder string) {
	p := newPlayer(60)
	w := p.course.World
	defer w.Close()
	m := newMovie()
	for told := 0; !p.finished() && !p.fallen() && w.Time() < 120; {
		w.Step(1 / frames)
		for ; told < p.next; told++ {
			s := p.course.sections[told]
			fmt.Printf("%4.1f s: %s\n", s.entered, s.name)
		}
		if folder != "" {
			m.add(p)
		}
	}
	fmt.Printf("%4.1f s: stands at %.1f m\n", w.Time(), p.Position()[0])
	if folder != "" {
		file := world.Must(os.Create(filepath.Join(folder, "course.gif")))
		world.Check(m.Encode(file))
		world.Check(file.Close())
	}
}

// movie has a camera that follows the player.
type movie struct {
	*draw.Movie
	image   *draw.Image
	palette draw.Palette
}

// frames is the number of pictures in a second.
const frames = 10.0

func newMovie() *movie {
	m := &movie{palette: draw.DefaultPalette(), image: draw.NewImage(draw.Camera{Scale: 29, Width: 480, Height: 208})}
	m.palette.Grid, m.palette.Axis = m.palette.Background, m.palette.Background // a grid that moves makes the file large
	m.Movie = draw.NewMovie(frames, &m.palette)
	return m
}

// add draws the world and the name of the section. The camera is ahead of the player, and
// follows its height slowly, so that a jump does not shake the picture.
func (m *movie) add(p *player) {
	camera := &m.image.Camera
	target := p.Position().Add(mgl64.Vec2{2.5, 0.8})
	if m.Len() == 0 {
		camera.Center = target
	}
	camera.Center[0] += 0.35 * (target[0] - camera.Center[0])
	camera.Center[1] += 0.22 * (target[1] - camera.Center[1])
	m.image.Frame(p.course.World, draw.Options{Palette: &m.palette})
	for _, s := range p.course.sections {
		m.image.Text(mgl64.Vec2{s.x + 2.5, s.y + 3.6}, s.name, m.palette.Text)
	}
	outline := shape.Outline(p.Collider().Shape(), 0.005)
	for i := range outline {
		outline[i] = outline[i].Add(p.Position())
	}
	m.image.Polygon(outline, m.palette.Awake)
	m.Movie.Add(m.image)
}
