package main

import (
	"slices"

	"github.com/carom2d/carom/web/gallery"
	"github.com/carom2d/carom/world/scene"
)

// mostDocumentBodies is the largest number of bodies of a scene whose page links to the editor.
const mostDocumentBodies = 3000

// document returns the scene as a document. It returns false for a scene that a document cannot
// describe: it runs code before each tick, sets its pace, has shapes of its own, or has more bodies
// than a person edits.
func document(s *gallery.Scene) (text []byte, ok bool, err error) {
	running, err := s.Start(nil)
	if err != nil {
		return nil, false, err
	}
	defer running.Close()
	if running.BeforeTick != nil || running.Pace != nil || running.World.Counters().Bodies > mostDocumentBodies {
		return nil, false, nil
	}
	described, err := scene.FromWorld(running.World)
	if err != nil {
		return nil, false, nil // a document cannot hold this scene
	}
	described.Description = s.About
	described.View = scene.Camera{Min: running.Min, Max: running.Max}
	if running.Min == running.Max {
		described.View = scene.Camera{}
	}
	text, err = described.Encode()
	return text, err == nil, err
}

// writeDocuments writes the scenes that are documents, for the editor.
func (s *site) writeDocuments() error {
	for _, scene := range gallery.Scenes() {
		text, ok, err := document(scene)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if err := s.put("documents/"+scene.Name+".json", text); err != nil {
			return err
		}
		s.documents = append(s.documents, scene.Name)
	}
	return nil
}

// isDocument reports whether the editor can open a scene.
func (s *site) isDocument(name string) bool { return slices.Contains(s.documents, name) }
