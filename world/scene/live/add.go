package live

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
)

// Add puts an object into one of the lists bodies, joints and areas of the document, before the one
// at a place, and into the world. The length of the list is the place behind all. It returns the
// pointer to the object.
func (d *Document) Add(list string, at int, object []byte) (pointer string, err error) {
	if !slices.Contains(lists, list) {
		return "", fmt.Errorf("%.64s: %w", list, ErrNotLive)
	}
	pointer = "/" + list + "/" + strconv.Itoa(at)
	if at < 0 || at > len(d.origins[list]) || list == "joints" && d.hasGearBehind(at) {
		return "", fmt.Errorf("%s: %w", pointer, ErrNotLive)
	}
	text, s, err := d.changed(list, func(items []any) []any { return slices.Insert(items, at, any(json.RawMessage(object))) })
	if err != nil {
		return "", err
	}
	if err := d.create(s, list, at); err != nil {
		return "", fmt.Errorf("%s: %w", pointer, err)
	}
	d.origins[list] = slices.Insert(d.origins[list], at, d.originOf(list, at, object))
	d.text, d.scene = text, s
	return pointer, nil
}

// changed returns the document with another list, and its scene.
func (d *Document) changed(list string, change func([]any) []any) ([]byte, *scene.Scene, error) {
	root, err := decode(d.text)
	if err != nil {
		return nil, nil, err
	}
	members := root.(map[string]any)
	items, _ := members[list].([]any)
	if items = change(items); len(items) > 0 {
		members[list] = items
	} else {
		delete(members, list)
	}
	text, err := json.Marshal(root)
	if err != nil {
		return nil, nil, err
	}
	s, err := d.shapes.Parse(text)
	return text, s, err
}

// hasGearBehind reports whether a gear refers to a joint whose place would change.
func (d *Document) hasGearBehind(at int) bool {
	return slices.ContainsFunc(d.scene.Joints, func(j scene.Joint) bool {
		g, ok := j.Def.(scene.Gear)
		return ok && (g.First >= at || g.Second >= at)
	})
}

// create puts the object at a place of a list into the world.
func (d *Document) create(s *scene.Scene, list string, at int) error {
	switch list {
	case "bodies":
		one := scene.Scene{Config: s.Config, Shapes: s.Shapes, Materials: s.Materials, Bodies: s.Bodies[at : at+1]}
		c, err := one.Load(d.world)
		if err != nil {
			return err
		}
		d.bodies = slices.Insert(d.bodies, at, c.Bodies...)
	case "joints":
		created, err := d.createJoint(s, &s.Joints[at])
		if err != nil {
			return err
		}
		d.joints = slices.Insert(d.joints, at, created)
	case "areas":
		a := &s.Areas[at]
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
		d.areas = slices.Insert(d.areas, at, created)
	}
	return nil
}

func (d *Document) createJoint(s *scene.Scene, j *scene.Joint) (world.Joint, error) {
	a, b := d.bodyNamed(s, j.A), d.bodyNamed(s, j.B)
	if _, gear := j.Def.(scene.Gear); gear {
		return world.Joint{}, ErrNotLive
	}
	if !a.Valid() || !b.Valid() {
		return world.Joint{}, ErrGone
	}
	return d.world.CreateJoint(a, b, definitionOf(j.Def))
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
