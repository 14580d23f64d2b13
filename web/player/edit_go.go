package player

import (
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/gogen"
)

// doEditGo writes the program that builds the world of a document.
func (p *Player) doEditGo(c *command) error {
	text, err := c.documentText()
	if err != nil {
		return err
	}
	s, err := scene.Parse(text)
	if err != nil {
		return err
	}
	program, err := gogen.Generate(s, gogen.Options{})
	c.answer.Text = string(program)
	return err
}
