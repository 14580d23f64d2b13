package main

import (
	"bytes"
	"fmt"
	"runtime"
	"sync"

	"github.com/carom2d/carom/web/gallery"
	"github.com/carom2d/carom/web/gallery/thumbnail"
	"github.com/carom2d/carom/world/draw"
)

// The size of a thumbnail, for screens of two pixels per point.
const thumbWidth, thumbHeight = 560, 350

// drawThumbnails draws each scene in light and dark, several scenes at a time.
func (s *site) drawThumbnails() error {
	scenes := gallery.Scenes()
	errs := make([]error, len(scenes))
	var wait sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, scene := range scenes {
		free <- struct{}{}
		wait.Go(func() {
			errs[i] = s.drawThumbnail(scene)
			<-free
		})
	}
	wait.Wait()
	for i, err := range errs {
		if err != nil {
			return fmt.Errorf("%s: %w", scenes[i].Name, err)
		}
	}
	s.scenes = len(scenes)
	return nil
}

func (s *site) drawThumbnail(scene *gallery.Scene) error {
	r, err := thumbnail.Start(scene)
	if err != nil {
		return err
	}
	defer r.Close()
	for name, dark := range map[string]bool{"light": false, "dark": true} {
		m := draw.NewImage(draw.Camera{})
		thumbnail.Draw(&m, r, thumbWidth, thumbHeight, dark)
		var b bytes.Buffer
		if err := m.EncodePNG(&b); err != nil {
			return err
		}
		if err := s.put("thumbs/"+scene.Name+"_"+name+".png", b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}
