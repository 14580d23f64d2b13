package player

import (
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/gogen"
)

// program writes the program that builds the world of a document.
func (e *documentEditor) program(_ *Player, c *edit) error {
	s, err := scene.Parse(c.Document)
	if err != nil {
		return err
	}
	program, err := gogen.Generate(s, gogen.Options{})
	c.answer.Text = string(program)
	return err
}
