package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/carom2d/carom/importers/ldtk"
	"github.com/carom2d/carom/importers/level"
	"github.com/carom2d/carom/importers/svg"
	"github.com/carom2d/carom/importers/tiled"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
)

// settings control the reading of a level.
type settings struct {
	pixels     float64
	gravity    mgl64.Vec2
	rules      []ldtk.Rule
	world      string
	levels     []string
	properties []string
}

var earth = mgl64.Vec2{0, -10} // m/s^2, without a setting

// errUsage is the reason for status 2.
var errUsage = errors.New("carom-import -h names the flags")

// document returns the scene document of a level. Warnings are returned even with an error of the
// document.
func (s *settings) document(files fs.FS, name string) (text []byte, warnings []tiled.Warning, err error) {
	w, err := world.New(world.Config{Gravity: s.gravity, Workers: 1})
	if err != nil {
		return nil, nil, err
	}
	defer w.Close()
	if warnings, err = s.build(w, files, name); err != nil {
		return nil, nil, err
	}
	small, err := leaveOutSmall(w)
	if err != nil {
		return nil, warnings, err
	}
	warnings = append(warnings, small...)
	made, err := scene.FromWorld(w)
	if err != nil {
		return nil, warnings, inLevel(w, err)
	}
	made.Description = "The level " + path.Base(name) + "."
	text, err = made.Encode()
	return text, warnings, err
}

// largest is the bound of a document on lengths, m.
const largest = 1e6

// leaveOutSmall destroys the colliders that are too small or too thin for a document, such as a
// splinter of an outline, and the bodies that have no other. It returns a warning for each
// collider.
func leaveOutSmall(w *world.World) (warnings []tiled.Warning, err error) {
	for _, b := range slices.Collect(w.Bodies()) {
		all, left := slices.Collect(b.Colliders()), 0
		for _, c := range all {
			reason := tooSmall(c)
			if reason == nil {
				left++
				continue
			}
			warnings = append(warnings, tiled.Warning{Place: level.Place{Object: nameOf(b)}, Text: "a shape was left out: " + reason.Error()})
			if err := c.Destroy(); err != nil {
				return nil, err
			}
		}
		if left == 0 && len(all) > 0 {
			if err := b.Destroy(); err != nil {
				return nil, err
			}
		}
	}
	return warnings, nil
}

// tooSmall returns the error of a document with the shape of a collider alone, unless the shape is
// too large.
func tooSmall(c world.Collider) error {
	if _, chained := c.Chain(); chained {
		return nil
	}
	alone := scene.Scene{Bodies: []scene.Body{{Colliders: []scene.Collider{{Shape: c.Shape()}}}}}
	var e *scene.Error
	if compiled, err := shape.New(c.Shape()); err != nil || compiled.BoundingRadius > largest || !errors.As(alone.Validate(), &e) {
		return nil
	}
	_, field, _ := strings.Cut(e.Path, "colliders[0].")
	return fmt.Errorf("%s: %w", field, e.Err)
}

// nameOf returns the name of a body, or its position if it has no name.
func nameOf(b world.Body) string {
	return cmp.Or(b.Name(), fmt.Sprint("at ", b.Position()))
}

// inLevel names the body of the level that a document cannot hold. The path in the error is a place
// in the document, which is not written.
func inLevel(w *world.World, err error) error {
	var e *scene.Error
	if !errors.As(err, &e) {
		return err
	}
	list, field, _ := strings.Cut(e.Path, ".")
	var b world.Body
	var at int
	if n, _ := fmt.Sscanf(list, "bodies[%d]", &at); n == 1 {
		b = slices.Collect(w.Bodies())[at]
	} else if n, _ := fmt.Sscanf(list, "materials[%d]", &at); n == 1 {
		b = bodyOf(w, at)
	} else {
		return err
	}
	if b.Name() == "" {
		return fmt.Errorf("body at %v: %s: %w", b.Position(), field, e.Err)
	}
	return fmt.Errorf("object %s: %s: %w", b.Name(), field, e.Err)
}

// bodyOf returns the first body with the nth material besides the default. FromWorld counts
// materials in the order of bodies and their colliders, from the oldest collider.
func bodyOf(w *world.World, n int) (b world.Body) {
	seen := map[shape.Material]bool{shape.DefaultMaterial(): true}
	for b = range w.Bodies() {
		colliders := slices.Collect(b.Colliders())
		for _, c := range slices.Backward(colliders) {
			if m := *c.Def().Material; !seen[m] {
				seen[m] = true
				n--
			}
			if n < 0 {
				return b
			}
		}
	}
	return b
}

func (s *settings) build(w *world.World, files fs.FS, name string) (warnings []tiled.Warning, err error) {
	switch suffix := strings.ToLower(path.Ext(name)); suffix {
	case ".tmx":
		m, err := tiled.Read(files, name)
		if err != nil {
			return nil, err
		}
		level, err := m.Build(w, tiled.Options{PixelsPerUnit: s.pixels, Properties: s.properties})
		if err != nil {
			return nil, err
		}
		return level.Warnings, nil
	case ".ldtk":
		p, err := ldtk.Read(files, name)
		if err != nil {
			return nil, err
		}
		level, err := p.Build(w, ldtk.Options{
			PixelsPerUnit: s.pixels, Fields: s.properties, World: s.world, Levels: s.levels, Tiles: s.rules, Otherwise: &terrain.Kind{},
		})
		if err != nil {
			return nil, err
		}
		return level.Warnings, nil
	case ".svg":
		d, err := svg.Read(files, name)
		if err != nil {
			return nil, err
		}
		level, err := d.Build(w, svg.Options{PixelsPerUnit: s.pixels, Properties: s.properties})
		if err != nil {
			return nil, err
		}
		return level.Warnings, nil
	default:
		return nil, fmt.Errorf("a level ends in .tmx, .ldtk or .svg: %w", errUsage)
	}
}
