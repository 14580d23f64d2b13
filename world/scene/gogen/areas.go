package gogen

import (
	"fmt"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/world/scene"
)

func (g *generator) addAreas() error {
	for i := range g.scene.Areas {
		a := &g.scene.Areas[i]
		fields := []field{{name: "Effects", value: effects(a.Def.Effects)}}
		if a.Body != "" {
			fields = append(fields, field{"Body", g.bodyNamed(a.Body, false)})
		} else {
			fields = append(fields, field{name: "Body"})
		}
		if a.Def.Shape != nil {
			s, err := shapeNode(a.Def.Shape)
			if err != nil {
				return &scene.Error{Path: fmt.Sprintf("areas[%d].shape.type", i), Err: err}
			}
			fields = append(fields, field{"Shape", s})
		}
		text := ""
		if a.Def.Name != "" {
			text = "l.Areas." + g.areaFields[i] + " = "
		}
		g.add(block{{text: text, node: must("w.CreateArea", literal(a.Def, fields...))}})
	}
	return nil
}

func effects(list []area.Effect) node {
	if len(list) == 0 {
		return node{}
	}
	n := node{text: "[]area.Effect", open: "{"}
	for _, e := range list {
		n.items = append(n.items, literal(e))
	}
	return n
}
