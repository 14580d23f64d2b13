package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/carom2d/carom/importers/ldtk"
	"github.com/carom2d/carom/importers/svg"
	"github.com/carom2d/carom/importers/tiled"
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
	made, err := scene.FromWorld(w)
	if err != nil {
		return nil, warnings, err
	}
	made.Description = "The level " + path.Base(name) + "."
	text, err = made.Encode()
	return text, warnings, err
}

// build makes the level in a world, and returns its warnings.
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
			PixelsPerUnit: s.pixels, Fields: s.properties, Levels: s.levels, Tiles: s.rules, Otherwise: &terrain.Kind{},
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
