package live

import (
	"github.com/carom2d/carom/world/character"
	"github.com/carom2d/carom/world/scene"
)

// setCharacter applies a field of a character to the world.
func (d *Document) setCharacter(s *scene.Scene, index int, key string) error {
	c, to := d.characters[index], &s.Characters[index]
	if !c.Body().Valid() {
		return ErrGone
	}
	switch key {
	case "position":
		return c.Teleport(to.Position)
	case "shape":
		return c.SetShape(to.Def.Shape)
	case "run", "jump", "cornerReach", "autoRepeat":
		c.Run, c.Jump, c.CornerReach, c.AutoRepeat = to.Run, to.Jump, to.CornerReach, to.AutoRepeat
		return nil
	}
	return c.Edit(func(def *character.Def) {
		userData := def.UserData
		*def = to.Def
		def.UserData = userData
		for i := range s.Materials {
			if s.Materials[i].Name == to.Material {
				def.Material = &s.Materials[i].Material
			}
		}
	})
}
