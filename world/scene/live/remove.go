package live

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Remove removes a body, joint, area, character or material from the document and, if the game has
// not done so, from the world. It refuses objects with references to them: bodies with joints and
// areas, joints of gears, materials in use.
func (d *Document) Remove(pointer string) error {
	_, rest, _ := strings.Cut(pointer, "/")
	list, place, _ := strings.Cut(rest, "/")
	at, err := strconv.Atoi(place)
	if err != nil || at < 0 || at >= len(d.origins[list]) || list == "joints" && d.hasGear(at) {
		return fmt.Errorf("%.64s: %w", pointer, ErrNotLive)
	}
	text, s, err := d.changed(list, at, func(items []any) []any { return slices.Delete(items, at, at+1) })
	if err != nil {
		return err
	}
	switch list {
	case "bodies":
		if err = destroy(d.bodies[at]); err == nil {
			d.bodies = slices.Delete(d.bodies, at, at+1)
			d.parts = slices.Delete(d.parts, at, at+1)
		}
	case "joints":
		if err = destroy(d.joints[at]); err == nil {
			d.joints = slices.Delete(d.joints, at, at+1)
		}
	case "areas":
		if err = destroy(d.areas[at]); err == nil {
			d.areas = slices.Delete(d.areas, at, at+1)
		}
	case "characters":
		if err = destroy(d.characters[at].Body()); err == nil {
			d.characters = slices.Delete(slices.Clone(d.characters), at, at+1)
		}
	}
	if err != nil {
		return fmt.Errorf("%.64s: %w", pointer, err)
	}
	d.origins[list] = slices.Delete(d.origins[list], at, at+1)
	d.text, d.scene = text, s
	d.record(func() error { return d.Remove(pointer) })
	return nil
}

// hasGear reports whether a gear couples the joint at a place.
func (d *Document) hasGear(at int) bool {
	for i := range d.scene.Joints {
		if isGearOf(d.scene, i, at) {
			return true
		}
	}
	return false
}

func destroy(thing interface {
	Valid() bool
	Destroy() error
}) error {
	if !thing.Valid() {
		return nil
	}
	return thing.Destroy()
}

// originOf returns the place in the given document of an object that is put at a place of a list:
// its own place if it was removed and comes back between the same neighbours, and otherwise added.
func (d *Document) originOf(list string, at int, object []byte) int {
	root, err := decode(d.given)
	if err != nil {
		return added
	}
	value, err := decode(object)
	if err != nil {
		return added
	}
	given, _ := root.(map[string]any)[list].([]any)
	low, high := -1, len(given)
	for i, origin := range d.origins[list] {
		switch {
		case origin == added:
		case i < at:
			low = origin
		default:
			high = min(high, origin)
		}
	}
	for k := low + 1; k < high; k++ {
		if reflect.DeepEqual(given[k], value) {
			return k
		}
	}
	return added
}
