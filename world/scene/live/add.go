package live

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
)

// Add appends an object to one of the lists bodies, joints and areas of the document, and puts it
// into the world. It returns the pointer to the object.
func (d *Document) Add(list string, object []byte) (pointer string, err error) {
	if list != "bodies" && list != "joints" && list != "areas" {
		return "", fmt.Errorf("%.64s: %w", list, ErrNotLive)
	}
	root, err := decode(d.text)
	if err != nil {
		return "", err
	}
	members := root.(map[string]any)
	items, _ := members[list].([]any)
	members[list] = append(items, json.RawMessage(object))
	text, err := json.Marshal(root)
	if err != nil {
		return "", err
	}
	s, err := d.shapes.Parse(text)
	if err != nil {
		return "", err
	}
	pointer = "/" + list + "/" + strconv.Itoa(len(items))
	if err := d.create(s, list); err != nil {
		return "", fmt.Errorf("%s: %w", pointer, err)
	}
	d.text, d.scene = text, s
	return pointer, nil
}

// create puts the last object of a list into the world.
func (d *Document) create(s *scene.Scene, list string) error {
	switch list {
	case "bodies":
		one := scene.Scene{Config: s.Config, Shapes: s.Shapes, Materials: s.Materials, Bodies: s.Bodies[len(s.Bodies)-1:]}
		c, err := one.Load(d.world)
		if err != nil {
			return err
		}
		d.bodies = append(d.bodies, c.Bodies...)
	case "joints":
		j := &s.Joints[len(s.Joints)-1]
		a, b := d.bodyNamed(s, j.A), d.bodyNamed(s, j.B)
		if _, gear := j.Def.(scene.Gear); gear {
			return ErrNotLive
		}
		if !a.Valid() || !b.Valid() {
			return ErrGone
		}
		created, err := d.world.CreateJoint(a, b, definitionOf(j.Def))
		if err != nil {
			return err
		}
		d.joints = append(d.joints, created)
	case "areas":
		a := &s.Areas[len(s.Areas)-1]
		def := a.Def
		if a.Body != "" {
			if def.Body = d.bodyNamed(s, a.Body); !def.Body.Valid() {
				return ErrGone
			}
		}
		created, err := d.world.CreateArea(def)
		if err != nil {
			return err
		}
		d.areas = append(d.areas, created)
	}
	return nil
}

// bodyNamed returns the body of a name in the document; the empty name is the ground.
func (d *Document) bodyNamed(s *scene.Scene, name string) world.Body {
	if name == "" {
		return d.world.Ground()
	}
	for i := range s.Bodies {
		if s.Bodies[i].Def.Name == name {
			return d.bodies[i]
		}
	}
	return world.Body{}
}

// Body returns the body that a pointer leads to or into, and false if there is none, or no more.
func (d *Document) Body(pointer string) (world.Body, bool) {
	var i int
	if _, err := fmt.Sscanf(pointer, "/bodies/%d", &i); err != nil || i < 0 || i >= len(d.bodies) {
		return world.Body{}, false
	}
	return d.bodies[i], d.bodies[i].Valid()
}
