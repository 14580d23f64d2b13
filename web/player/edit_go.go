//go:build !light

package player

import (
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/edit"
	"github.com/carom2d/carom/world/scene/gogen"
)

// program writes the program that builds the world of a document.
func (e *documentEditor) program(_ *Player, c *command) (any, error) {
	s, err := scene.Parse(c.Document)
	if err != nil {
		return nil, err
	}
	program, err := gogen.Generate(s, gogen.Options{})
	return edit.Answer{Text: string(program)}, err
}
