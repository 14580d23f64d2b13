package tiled

import (
	"errors"
	"fmt"
	"image"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/importers/level"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
)

// Options say how a map becomes a level. The zero Options make a metre of each tile's height.
type Options struct {
	Origin        mgl64.Vec2 // of the map's upper left corner, m
	PixelsPerUnit float64    // pixels in a metre; zero means the height of a tile
	Properties    []string   // names of the game's own, which give no warning
}

// Level is what a map became. Objects and layers are in the order of the file.
type Level struct {
	Terrains []Layer
	Objects  []Object
	Joints   []world.Joint
	Warnings []Warning
}

// Layer is a layer of tiles. The Number of its kinds is the tile's number in the map, without
// flips.
type Layer struct {
	Name    string
	Terrain *terrain.Terrain
}

// Object is an object of a layer. Its body's origin is the place of the object in the editor:
// the upper left corner of rectangles and ellipses, the first point of others, the lower left
// corner of tiles.
type Object struct {
	ID          int
	Name, Class string
	Layer       string
	Position    mgl64.Vec2 // m
	Angle       float64    // counter-clockwise
	Body        world.Body // none for points, texts and joints
	Properties  map[string]string
}

// Object returns the first object of a name.
func (l *Level) Object(name string) (Object, bool) {
	i := slices.IndexFunc(l.Objects, func(o Object) bool { return o.Name == name })
	if i < 0 {
		return Object{}, false
	}
	return l.Objects[i], true
}

// Destroy takes everything of the level out of its world.
func (l *Level) Destroy() error {
	for _, layer := range l.Terrains {
		if err := layer.Terrain.Destroy(); err != nil {
			return err
		}
	}
	for _, o := range l.Objects {
		if o.Body.Valid() {
			if err := o.Body.Destroy(); err != nil {
				return err
			}
		}
	}
	return nil
}

// builder makes a level.
type builder struct {
	m       *Map
	w       *world.World
	options Options
	level   *Level
	joints  []pendingJoint
	byName  map[string]world.Body
	byID    map[int]world.Body
	parts   map[*tileElement][][]mgl64.Vec2 // what tileParts found for tiles of objects
	budget  level.Budget
}

// offset is where layers lie, in pixels.
type offset struct{ x, y float64 }

// Build makes bodies, joints and terrains of a map. The error is an *Error, and then the world
// holds nothing of the map. Whatever the importer does not know is a warning in the level.
func (m *Map) Build(w *world.World, options Options) (*Level, error) {
	if options.PixelsPerUnit == 0 {
		options.PixelsPerUnit = float64(m.document.TileHeight)
	}
	if err := errors.Join(geom.CheckSize("PixelsPerUnit", options.PixelsPerUnit), geom.CheckPoint("Origin", geom.From(options.Origin))); err != nil {
		return nil, &Error{File: m.file, Err: err}
	}
	b := &builder{
		m: m, w: w, options: options, level: &Level{},
		byName: map[string]world.Body{}, byID: map[int]world.Body{}, parts: map[*tileElement][][]mgl64.Vec2{},
	}
	for _, p := range m.document.Properties {
		b.warnUnknown("", "", p.Name)
	}
	err := b.addLayers(m.document.Layers, offset{})
	if err == nil {
		err = b.addJoints()
	}
	if err != nil {
		world.Check(b.level.Destroy())
		return nil, err
	}
	return b.level, nil
}

func (b *builder) warn(layer, object, format string, args ...any) {
	switch n := len(b.level.Warnings); {
	case n < level.MaxWarnings:
		b.level.Warnings = append(b.level.Warnings, Warning{layer, object, fmt.Sprintf(format, args...)})
	case n == level.MaxWarnings:
		b.level.Warnings = append(b.level.Warnings, Warning{Text: fmt.Sprintf("there are more than these %d warnings", n)})
	}
}

// warnUnknown warns of a property that is not one of the game's own.
func (b *builder) warnUnknown(layer, object, name string) {
	if !slices.Contains(b.options.Properties, name) {
		b.warn(layer, object, "property %q is not known", name)
	}
}

func (b *builder) addLayers(list []layerElement, at offset) error {
	for i := range list {
		l := &list[i]
		here := offset{at.x + l.OffsetX, at.y + l.OffsetY}
		var err error
		switch l.XMLName.Local {
		case "layer":
			err = b.addTiles(l, here)
		case "objectgroup":
			err = b.addObjects(l, here)
		case "group":
			err = b.addLayers(l.Layers, here)
		case "imagelayer", "editorsettings":
			continue
		default:
			b.warn(l.label(), "", "element <%s> is not known", l.XMLName.Local)
			continue
		}
		if err != nil {
			return located(err, b.m.file, l.label())
		}
		if l.ParallaxX != "" || l.ParallaxY != "" {
			b.warn(l.label(), "", "parallax has no effect on bodies")
		}
	}
	return nil
}

// point returns a place of the map, given in pixels, in the world.
func (b *builder) point(x, y float64) mgl64.Vec2 {
	return b.options.Origin.Add(b.vector(x, y))
}

func (b *builder) vector(x, y float64) mgl64.Vec2 {
	return mgl64.Vec2{float64(x / b.options.PixelsPerUnit), float64(-y / b.options.PixelsPerUnit)}
}

// addTiles makes the terrain of a layer.
func (b *builder) addTiles(l *layerElement, at offset) error {
	solid := false
	for _, p := range l.Properties {
		if p.Name != "solid" {
			b.warnUnknown(l.label(), "", p.Name)
			continue
		}
		var err error
		if solid, err = p.solid(); err != nil {
			return err
		}
	}
	g := b.m.grids[l]
	if len(g.gids) == 0 {
		return nil
	}
	d := &b.m.document
	if d.TileWidth != d.TileHeight {
		return fmt.Errorf("%w: tiles of %d by %d pixels, which are not square", ErrUnsupported, d.TileWidth, d.TileHeight)
	}
	var kinds []terrain.Kind
	tileOf := map[uint32]terrain.Tile{0: 0}
	tiles, outlines := make([]terrain.Tile, len(g.gids)), 0
	for i, gid := range g.gids {
		tile, ok := tileOf[gid]
		if !ok {
			kind, collides, err := b.kindOf(l, gid, solid)
			if err != nil {
				return err
			}
			if collides {
				if len(kinds) == maxKinds {
					return fmt.Errorf("%w: a layer of more than %d different tiles that collide", ErrTooLarge, maxKinds)
				}
				kinds = append(kinds, kind)
				tile = terrain.Tile(len(kinds))
			}
			tileOf[gid] = tile
		}
		if tile != 0 {
			outlines += max(0, len(kinds[tile-1].Outlines)-1)
		}
		// The rows of the file go down, those of the terrain up.
		tiles[(g.height-1-i/g.width)*g.width+i%g.width] = tile
	}
	if err := b.budget.Colliders(outlines + level.Pieces(g.width, tiles)); err != nil {
		return format(err)
	}
	ground, err := terrain.New(b.w, terrain.Def{
		Origin: b.point(at.x, at.y), Side: float64(d.TileHeight) / b.options.PixelsPerUnit, Kinds: kinds,
	})
	if err != nil {
		return err
	}
	b.level.Terrains = append(b.level.Terrains, Layer{l.label(), ground}) // so that an error takes it out again
	return ground.SetTiles(image.Rect(g.x, -g.y-g.height, g.x+g.width, -g.y), tiles)
}

// kindOf returns the kind of a tile with its flips. It reports false for tiles that collide with
// nothing.
func (b *builder) kindOf(l *layerElement, gid uint32, solid bool) (k terrain.Kind, collides bool, err error) {
	set, id, ok := b.m.tile(gid)
	if !ok {
		return k, false, fmt.Errorf("%w: no tileset has tile %d", ErrFormat, gid&^allFlags)
	}
	label := fmt.Sprintf("tile %d of %s", id, set.Name)
	k.Number = uint64(gid &^ allFlags)
	var objects []objectElement
	var properties []property
	if e := set.tiles[id]; e != nil {
		objects, properties = e.Objects, e.Properties
	}
	s := level.NewSurface()
	for _, p := range properties {
		if p.Name == "solid" {
			if solid, err = p.solid(); err != nil {
				return k, false, err
			}
		} else if known, err := setSurface(&s, p); err != nil {
			return k, false, fmt.Errorf("%s: %w", label, err)
		} else if !known {
			b.warnUnknown(l.label(), label, p.Name)
		}
	}
	k.Collider = s.Collider()
	parts, err := b.tileParts(l.label(), label, objects)
	if err != nil {
		return k, false, err
	}
	if len(parts) == 0 {
		return k, solid && len(objects) == 0, nil
	}
	side := float64(b.m.document.TileHeight)
	clipped, thin := false, false
	for _, part := range parts {
		// Tiles of another size stand on the lower left corner of their cell.
		for i := range part {
			p := flipPoint(part[i], gid, float64(set.TileWidth), float64(set.TileHeight))
			part[i] = mgl64.Vec2{p[0] / side, (float64(set.TileHeight) - p[1]) / side}
		}
		inside, cut := clipToCell(counterClockwise(part))
		clipped = clipped || cut
		if len(inside) < 3 {
			continue
		}
		// Package terrain refuses a kind with an outline that is no polygon.
		form, err := level.Polygon(inside)
		if err != nil {
			thin = true
			continue
		}
		k.Outlines = append(k.Outlines, form.Points())
	}
	if thin {
		b.warn(l.label(), label, "a part of the collision shape is too thin for a polygon and was left out")
	}
	if clipped {
		b.warn(l.label(), label, "the collision shape reaches out of its cell and was clipped")
	}
	if len(k.Outlines) == 1 {
		if s, flip, ok := builtIn(k.Outlines[0]); ok {
			k.Shape, k.Flip, k.Outlines = s, flip, nil
			return k, true, nil
		}
	}
	return k, len(k.Outlines) > 0, nil
}
