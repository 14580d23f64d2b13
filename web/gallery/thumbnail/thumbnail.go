package thumbnail

import (
	"bytes"
	"cmp"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/web/gallery"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
)

// The size of a thumbnail, in pixels.
const (
	Width  = 320
	Height = 200
)

// defaultPoster is the time of a scene that names none, in seconds.
const defaultPoster = 2

// Start starts a scene with its defaults and runs it to its poster time.
func Start(s *gallery.Scene) (*gallery.Running, error) {
	r, err := s.Start(nil)
	if err != nil {
		return nil, err
	}
	for r.World.Time() < cmp.Or(s.Poster, defaultPoster) {
		r.Advance(0)
	}
	return r, nil
}

// PNG returns the picture of a scene at its poster time. It is the same in every run.
func PNG(s *gallery.Scene, dark bool) ([]byte, error) {
	r, err := Start(s)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	m := draw.NewImage(draw.Camera{})
	Draw(&m, r, Width, Height, dark)
	var b bytes.Buffer
	if err := m.EncodePNG(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Draw draws a running scene on an image of the given size. It makes a new image when the size
// differs.
func Draw(m **draw.Image, r *gallery.Running, width, height int, dark bool) {
	low, high := r.Min, r.Max
	if r.Follow.Valid() {
		to := r.Follow.Position().Sub(low.Add(high).Mul(0.5))
		low, high = low.Add(mgl64.Vec2{to[0], 0}), high.Add(mgl64.Vec2{to[0], 0})
	}
	camera := draw.Fit(low, high, width, height, 0)
	if (*m).Camera.Width != width || (*m).Camera.Height != height {
		*m = draw.NewImage(camera)
	}
	(*m).Camera = camera
	p := draw.DefaultPalette()
	if dark {
		p = draw.DarkPalette()
	}
	(*m).Clear(p.Background)
	soft := threadsOf(r.World)
	soft.draw(*m, &p)
	draw.World(r.World, *m, draw.Options{
		Palette: &p, Joints: r.World.Counters().Joints < 60 && len(soft.links) == 0, Tolerance: 0.1 / camera.Scale, Tinted: true,
		Style: func(c world.Collider, byState draw.Style) draw.Style {
			if _, ok := soft.root[c.Body().ID()]; ok {
				return draw.Style{NoMark: true}
			}
			if c.Body().Type() == body.Dynamic && !c.Sensor() {
				byState.Width = math.Min(1, camera.Scale/12)
			}
			return byState
		},
	})
}
