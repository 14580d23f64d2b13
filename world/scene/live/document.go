package live

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/carom2d/carom/world/scene"
)

// The reasons for which a change is refused, besides the reasons of packages scene and world.
var (
	ErrNotLive = errors.New("this cannot change while the world runs")
	ErrGone    = errors.New("this is no more in the world")
)

// Document is a scene document whose world runs. Its methods change the world, so they must be
// called between steps.
type Document struct {
	world  *world.World
	shapes *scene.Shapes

	given []byte // as the game has it
	text  []byte // with the changes
	scene *scene.Scene

	bodies     []world.Body // in the order of the document, as are the others
	parts      []bodyParts
	joints     []world.Joint
	areas      []world.Area
	characters []*character.Controller

	// For each object its place in the given document, or added.
	origins map[string][]int

	last *change // a list of the changes leads to it
	redo bool    // Keep's function makes changes again
}

// change is a call that changed a document. Only moments that Keep has kept hold the first ones.
type change struct {
	again func() error
	next  *change
}

const added = -1 // the origin of an object that the given document has not

// The lists of a document whose objects are added and removed while its world runs.
var lists = []string{"bodies", "joints", "areas", "characters", "materials"}

// New returns the document of a world. The contents come from Scene.New or Scene.Load. The registry
// of custom shapes may be nil. The error is the error of scene.Parse, or says that the contents
// belong to another document.
func New(document []byte, w *world.World, c *scene.Contents, shapes *scene.Shapes) (*Document, error) {
	s, err := shapes.Parse(document)
	if err != nil {
		return nil, err
	}
	if len(c.Bodies) != len(s.Bodies) || len(c.Joints) != len(s.Joints) || len(c.Areas) != len(s.Areas) || len(c.Characters) != len(s.Characters) {
		return nil, errors.New("live: the document has other contents")
	}
	origins := map[string][]int{}
	for i, n := range []int{len(c.Bodies), len(c.Joints), len(c.Areas), len(c.Characters), len(s.Materials)} {
		for k := range n {
			origins[lists[i]] = append(origins[lists[i]], k)
		}
	}
	d := &Document{
		world: w, shapes: shapes, given: slices.Clone(document), text: slices.Clone(document), scene: s,
		bodies: slices.Clone(c.Bodies), joints: slices.Clone(c.Joints), areas: slices.Clone(c.Areas), origins: origins,
		characters: slices.Clone(c.Characters), last: &change{},
	}
	for i, b := range d.bodies {
		d.parts = append(d.parts, partsOf(b, &s.Bodies[i]))
	}
	return d, nil
}

// Keep keeps the document and its handles, as World.Save keeps the world. The returned function
// restores them after World.Restore, any number of times, and makes all later changes again: the
// text of the document stays. The error is of the first change that the earlier world refuses.
func (d *Document) Keep() (restore func() error) {
	kept := d.clone()
	return func() (failed error) {
		last := d.last
		*d = kept.clone()
		d.redo = true
		for c := kept.last.next; c != nil; c = c.next {
			failed = cmp.Or(failed, c.again())
		}
		d.last, d.redo = last, false
		return failed
	}
}

func (d *Document) record(again func() error) {
	if !d.redo {
		d.last.next = &change{again: again}
		d.last = d.last.next
	}
}

// clone returns a copy with lists of its own. Set, Add and Remove replace the other contents.
func (d *Document) clone() Document {
	c := *d
	c.bodies, c.parts, c.joints, c.areas = slices.Clone(d.bodies), slices.Clone(d.parts), slices.Clone(d.joints), slices.Clone(d.areas)
	c.characters = slices.Clone(d.characters)
	c.origins = map[string][]int{}
	for _, list := range lists {
		c.origins[list] = slices.Clone(d.origins[list])
	}
	return c
}

// Text returns the document with the changes.
func (d *Document) Text() []byte { return slices.Clone(d.text) }

// Scene returns the scene of Text. It must not be changed.
func (d *Document) Scene() *scene.Scene { return d.scene }

// Bodies returns the bodies in the order of the document. Bodies that the game has destroyed are
// not valid.
func (d *Document) Bodies() []world.Body { return slices.Clone(d.bodies) }

// Characters returns the characters in the order of the document, for the game to move. A character
// that the game has destroyed has no valid body. The list must not be changed.
func (d *Document) Characters() []*character.Controller { return d.characters }

// Set gives a value, such as "/bodies/3/linearDamping" or "/world/gravity", in the document and in
// the running world. The value is JSON; none, or null, brings the default back. "/world" and a
// joint, "/joints/2", can be given as a whole.
//
// A joint that gets other bodies or another kind has another handle, and so have its gears, changed
// chains, and colliders with a change for which the world has no call. A name changes with all
// references to it.
func (d *Document) Set(pointer string, value []byte) error {
	keys := strings.Split(pointer, "/")
	if keys[0] != "" || len(keys) < 2 {
		return fmt.Errorf("%.64s: %w", pointer, ErrNotLive)
	}
	if len(value) > 0 && !json.Valid(value) {
		return notJSON(pointer, value)
	}
	text, err := d.withValue(keys[1:], value)
	if err != nil {
		return fmt.Errorf("%.64s: %w", pointer, err)
	}
	s, err := d.shapes.Parse(text)
	if err != nil {
		return err
	}
	if err := d.bring(s, keys[1:], value); err != nil {
		return fmt.Errorf("%.64s: %w", pointer, err)
	}
	d.text, d.scene = text, s
	value = slices.Clone(value)
	d.record(func() error { return d.Set(pointer, value) })
	return nil
}

// notJSON is the error of a value that is no JSON.
func notJSON(pointer string, value []byte) error {
	return fmt.Errorf("%.64s: %.40q %w", pointer, value, scene.ErrSyntax)
}

// bring applies the value at the keys to the world.
func (d *Document) bring(s *scene.Scene, keys []string, value []byte) error {
	switch keys[0] {
	case "world":
		return d.setWorld(s)
	case "view", "seconds", "description": // nothing of the world
		return nil
	}
	if len(keys) < 2 {
		return ErrNotLive
	}
	index, err := strconv.Atoi(keys[1])
	if err != nil {
		return ErrNotLive
	}
	whole := len(keys) == 2
	switch {
	case keys[0] == "joints" && (!whole || isObject(value)):
		return d.setJoint(s, index)
	case whole:
		return ErrNotLive
	case keys[0] == "bodies":
		return d.setBody(s, index, keys[2:])
	case keys[0] == "areas":
		return d.setArea(s, index, keys[2])
	case keys[0] == "characters":
		return d.setCharacter(s, index, keys[2])
	case keys[0] == "materials":
		return d.setMaterial(s, index)
	}
	return ErrNotLive
}
