package thumbnail

import (
	"bytes"
	"image/color"
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

// PNG returns the picture of a scene as it is with its defaults at its poster time. It is the same
// in every run.
func PNG(s *gallery.Scene, dark bool) ([]byte, error) {
	r, err := s.Start(nil)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	poster := s.Poster
	if poster == 0 {
		poster = defaultPoster
	}
	for r.World.Time() < poster {
		r.Advance(0)
	}
	m := draw.NewImage(draw.Camera{})
	Draw(&m, r, Width, Height, dark)
	var b bytes.Buffer
	if err := m.EncodePNG(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Draw draws a running scene on an image of a size, which it makes anew when the size differs.
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
	tints := lightTints
	if dark {
		p, tints = draw.DarkPalette(), darkTints
	}
	(*m).Clear(p.Background)
	draw.World(r.World, *m, draw.Options{
		Palette: &p, Joints: r.World.Counters().Joints < 60, Tolerance: 0.1 / camera.Scale,
		Style: func(c world.Collider, byState draw.Style) draw.Style {
			if b := c.Body(); b.Type() == body.Dynamic && !c.Sensor() {
				byState.Width = math.Min(1, camera.Scale/12)
				byState.Fill = tints[int(uint64(b.ID())%uint64(len(tints)))]
			}
			return byState
		},
	})
}

// The fills of dynamic bodies, by turns.
var (
	lightTints = []color.NRGBA{{0x9C, 0xC3, 0xE0, 255}, {0xF2, 0xC1, 0x8D, 255}, {0xB9, 0xD8, 0xA8, 255}, {0xE6, 0xA9, 0xA1, 255}, {0xC7, 0xB5, 0xE0, 255}, {0xF3, 0xDD, 0x8F, 255}}
	darkTints  = []color.NRGBA{{0x35, 0x6A, 0x96, 255}, {0x94, 0x5F, 0x2A, 255}, {0x47, 0x73, 0x3A, 255}, {0x8C, 0x45, 0x3D, 255}, {0x62, 0x4B, 0x8C, 255}, {0x86, 0x70, 0x22, 255}}
)
