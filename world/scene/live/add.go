package live

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
)

// Add puts an object into one of the lists bodies, joints, areas, characters and materials of the
// document, before the one at a place, and into the world. The length of the list is the place
// after all objects. It returns the pointer to the object. The world moves no character: see
// Characters.
func (d *Document) Add(list string, at int, object []byte) (pointer string, err error) {
	if !slices.Contains(lists, list) {
		return "", fmt.Errorf("%.64s: %w", list, ErrNotLive)
	}
	pointer = "/" + list + "/" + strconv.Itoa(at)
	if at < 0 || at > len(d.origins[list]) {
		return "", fmt.Errorf("%s: %w", pointer, ErrNotLive)
	}
	if !json.Valid(object) {
		return "", notJSON(pointer, object)
	}
	text, s, err := d.changed(list, at, func(items []any) []any { return slices.Insert(items, at, any(json.RawMessage(object))) })
	if err != nil {
		return "", err
	}
	if err := d.create(s, list, at); err != nil {
		return "", fmt.Errorf("%s: %w", pointer, err)
	}
	d.origins[list] = slices.Insert(d.origins[list], at, d.originOf(list, at, object))
	d.text, d.scene = text, s
	object = slices.Clone(object)
	d.record(func() error {
		_, err := d.Add(list, at, object)
		return err
	})
	return pointer, nil
}

// changed returns the document with one object added or removed at a place of a list, and its
// scene.
func (d *Document) changed(list string, at int, change func([]any) []any) ([]byte, *scene.Scene, error) {
	root, err := decode(d.text)
	if err != nil {
		return nil, nil, err
	}
	members := root.(map[string]any)
	items, _ := members[list].([]any)
	before := len(items)
	items = change(items)
	if list == "joints" {
		d.shiftGears(items, at, len(items)-before)
	}
	if members[list] = items; len(items) == 0 {
		delete(members, list)
	}
	text, err := json.Marshal(root)
	if err != nil {
		return nil, nil, err
	}
	s, err := d.shapes.Parse(text)
	return text, s, err
}

// shiftGears makes gears refer to the same joints as before, after the joints from a place on have
// moved.
func (d *Document) shiftGears(items []any, at, by int) {
	for i, j := range d.scene.Joints {
		g, ok := j.Def.(scene.Gear)
		if !ok || i < at || by < 0 && i == at {
			continue // it stands before the moved joints, and so do its own
		}
		members := items[i+by].(map[string]any)
		if g.First >= at {
			members["first"] = g.First + by
		}
		if g.Second >= at {
			members["second"] = g.Second + by
		}
	}
}

// create puts the object at a place of a list into the world.
func (d *Document) create(s *scene.Scene, list string, at int) error {
	one := scene.Scene{Config: s.Config, Shapes: s.Shapes, Materials: s.Materials}
	switch list {
	case "bodies":
		one.Bodies = s.Bodies[at : at+1]
		c, err := one.Load(d.world)
		if err != nil {
			return err
		}
		d.bodies = slices.Insert(d.bodies, at, c.Bodies...)
		d.parts = slices.Insert(d.parts, at, partsOf(c.Bodies[0], &s.Bodies[at]))
	case "joints":
		created, err := d.createJoint(s, d.joints, at)
		if err != nil {
			return err
		}
		d.joints = slices.Insert(d.joints, at, created)
	case "areas":
		created, err := d.createArea(s, at)
		if err != nil {
			return err
		}
		d.areas = slices.Insert(d.areas, at, created)
	case "characters":
		one.Characters = s.Characters[at : at+1]
		c, err := one.Load(d.world)
		if err != nil {
			return err
		}
		d.characters = slices.Insert(slices.Clone(d.characters), at, c.Characters...)
	}
	return nil
}

func (d *Document) createArea(s *scene.Scene, at int) (world.Area, error) {
	a := &s.Areas[at]
	def := a.Def
	if a.Body != "" {
		if def.Body = d.bodyNamed(s, a.Body); !def.Body.Valid() {
			return world.Area{}, ErrGone
		}
	}
	return d.world.CreateArea(def)
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

// Body returns the body at or around a pointer, and false if there is none or it was destroyed.
func (d *Document) Body(pointer string) (world.Body, bool) {
	var i int
	if _, err := fmt.Sscanf(pointer, "/bodies/%d", &i); err != nil || i < 0 || i >= len(d.bodies) {
		return world.Body{}, false
	}
	return d.bodies[i], d.bodies[i].Valid()
}
