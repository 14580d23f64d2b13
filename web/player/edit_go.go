package player

import (
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/edit"
	"github.com/carom2d/carom/world/scene/gogen"
)

// doEditGo writes the program that builds the world of a document.
func (p *Player) doEditGo(c *command) error {
	text, err := edit.DocumentText(c.Document)
	if err != nil {
		return err
	}
	s, err := scene.Parse(text)
	if err != nil {
		return err
	}
	program, err := gogen.Generate(s, gogen.Options{})
	c.answer.Answer = edit.Answer{Text: string(program)}
	return err
}
