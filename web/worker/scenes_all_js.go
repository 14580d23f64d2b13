//go:build !editor && !light

package main

import (
	"github.com/carom2d/carom/web/gallery"
	"github.com/carom2d/carom/web/player"
)

// documents makes the world of a document.
var documents = player.Document

// sceneNamed returns the scene of a name, or nil.
func sceneNamed(name string) *gallery.Scene {
	s, _ := gallery.ByName(name)
	return s
}
