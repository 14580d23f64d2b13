package gogen

import (
	"fmt"

	"github.com/carom2d/carom/world/character"
	"github.com/carom2d/carom/world/scene"
)

// addCharacters writes the statements of all characters. Each has a field, because the game must
// move it.
func (g *generator) addCharacters() error {
	for i := range g.scene.Characters {
		c := &g.scene.Characters[i]
		fields := []field{{"Material", g.material(c.Material)}}
		if c.Def.Shape != nil {
			s, err := shapeNode(c.Def.Shape)
			if err != nil {
				return &scene.Error{Path: fmt.Sprintf("characters[%d].shape.type", i), Err: err}
			}
			fields = append(fields, field{"Shape", s})
		}
		made := must("character.New", atom("w"), literal(c.Def, fields...), point(c.Position))
		controller := character.Controller{Run: c.Run, Jump: c.Jump, CornerReach: c.CornerReach, AutoRepeat: c.AutoRepeat}
		text := "l.Characters." + g.characterFields[i] + " = "
		g.add(block{{text: text, node: literal(controller, field{"Character", made})}})
	}
	return nil
}
