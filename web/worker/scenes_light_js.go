//go:build light && !editor

package main

import (
	"github.com/carom2d/carom/web/gallery"
	"github.com/carom2d/carom/web/player"
)

// documents is nil: the page starts the larger program for them.
var documents func([]byte) (player.Run, error)

// sceneNamed returns the light scene of a name, or nil.
func sceneNamed(name string) *gallery.Scene {
	for _, s := range gallery.Light() {
		if s.Name == name {
			return s
		}
	}
	return nil
}
