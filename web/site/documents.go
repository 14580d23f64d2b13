package main

import (
	"slices"

	"github.com/carom2d/carom/web/gallery"
	"github.com/carom2d/carom/world/scene"
)

// mostDocumentBodies is how many bodies a scene may have whose page leads to the editor.
const mostDocumentBodies = 3000

// document returns the scene as a document, and false for one that is more than a document says: it
// works before each tick, sets its pace, has shapes of its own, or more bodies than a person edits.
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
		return nil, false, nil // what a document cannot hold
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
