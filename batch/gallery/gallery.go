package gallery

import (
	"fmt"

	"github.com/carom2d/carom/batch"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/web/gallery"
	"github.com/carom2d/carom/world"
)

func init() {
	for _, s := range gallery.Scenes() {
		batch.Register("gallery/"+s.Name, func(p batch.Params) (*batch.Setup, error) { return build(s, p) })
	}
	batch.RegisterMetric("gallery/thrown", thrown)
}

// build makes the world of a scene. The page rounds numbers to the steps of its sliders. A plan
// gets the exact numbers that it names, or the error geom.ErrOutOfRange.
func build(s *gallery.Scene, p batch.Params) (*batch.Setup, error) {
	values := gallery.Values{}
	for _, known := range s.Params {
		values[known.Name] = known.Default
		if x, ok := p.Values[known.Name]; ok {
			if !(known.Min <= x && x <= known.Max) {
				return nil, geom.NewFieldError("params."+known.Name, x, geom.ErrOutOfRange)
			}
			values[known.Name] = x
		}
	}
	for name, x := range p.Values {
		if _, ok := values[name]; !ok {
			return nil, geom.NewFieldError("params."+name, x, batch.ErrUnknownParam)
		}
	}
	r, err := s.Build(values)
	if err != nil {
		return nil, err
	}
	out := &batch.Setup{World: r.World, Bodies: map[string]world.Body{}}
	if r.BeforeTick != nil {
		out.BeforeTick = func() { r.BeforeTick(0) }
	}
	for b := range r.World.Bodies() {
		out.Bodies[fmt.Sprintf("body%d", len(out.Bodies))] = b
	}
	if s.Name == "trebuchet" {
		out.Resumes = true // BeforeTick only reads the stone, and destroys the sling
		out.Bodies["stone"] = out.Bodies["body4"]
	}
	return out, nil
}

// Numbers of the trebuchet's scene.
const (
	pivot = -8   // of the beam, m
	rest  = 0.37 // the stone's radius and slop: its centre is higher while it flies, m
)

// thrown returns the distance of the trebuchet's stone from the pivot while the stone flies, and
// zero on the ground. Its largest value over the ticks is the length of the throw.
func thrown(s *batch.Setup) float64 {
	stone, ok := s.Bodies["stone"]
	if !ok || !stone.Valid() || stone.Position()[1] < rest {
		return 0
	}
	return stone.Position()[0] - pivot
}
