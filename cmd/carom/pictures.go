package main

import (
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
)

// pictures takes the pictures of a run. The files are opened before the run, so that a path
// that cannot be written is found at once.
type pictures struct {
	world    *world.World
	image    *draw.Image
	options  draw.Options
	movie    *draw.Movie
	period   float64 // s between two pictures of the movie
	frames   int
	gif, png *output
}

// margin is the border around the view, in pixels.
const margin = 8

func openPictures(o *options, s *source, w *world.World, files *outputs) (*pictures, error) {
	f := &pictures{world: w}
	if o.gif == "" && o.png == "" {
		return f, nil
	}
	view := s.viewOf(w)
	width, height := o.size(view.Max[0]-view.Min[0], view.Max[1]-view.Min[1])
	palette := draw.DefaultPalette()
	if o.dark {
		palette = draw.DarkPalette()
	}
	f.options = o.show
	f.options.Palette = &palette
	f.image = draw.NewImage(draw.Fit(view.Min, view.Max, width, height, margin))
	var err error
	if o.png != "" {
		if f.png, err = files.create(o.png); err != nil {
			return nil, err
		}
	}
	if o.gif != "" {
		if f.gif, err = files.create(o.gif); err != nil {
			return nil, err
		}
		f.movie = draw.NewMovie(o.fps, &palette)
		f.period = 1 / o.fps
	}
	return f, nil
}

// addFrame adds a picture to the movie when a picture is due. A movie with more pictures than ticks
// shows some pictures twice.
func (f *pictures) addFrame(now float64) {
	if f.movie == nil {
		return
	}
	drawn := false
	for now >= float64(f.frames)*f.period-1e-9 {
		if !drawn {
			f.image.Frame(f.world, f.options)
			drawn = true
		}
		f.movie.Add(f.image)
		f.frames++
	}
}

func (f *pictures) save() error {
	if f.png != nil {
		f.image.Frame(f.world, f.options)
		if err := f.png.write(f.image.EncodePNG); err != nil {
			return err
		}
	}
	if f.gif != nil {
		return f.gif.write(f.movie.Encode)
	}
	return nil
}
