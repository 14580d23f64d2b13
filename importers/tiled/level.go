package tiled

import (
	"errors"
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/importers/level"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
)

// Options control the building of a level from a map. With the zero Options the height of a tile is
// Config.LengthUnit of the world, a metre.
type Options struct {
	Origin        mgl64.Vec2 // of the map's upper left corner, m
	PixelsPerUnit float64    // pixels in a metre; zero means that a tile is Config.LengthUnit high
	Properties    []string   // names of the game's own, which give no warning
}

// Level holds the parts built from a map. Objects and layers are in the order of the file.
type Level struct {
	level.Parts
	Terrains []Layer
	Objects  []Object
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
	return level.First(l.Objects, func(o Object) bool { return o.Name == name })
}

// builder makes a level.
type builder struct {
	level.Builder
	m      *Map
	level  *Level
	joints []pendingJoint
	byName map[string]world.Body
	byID   map[int]world.Body
	parts  map[*tileElement][][]mgl64.Vec2 // the results of tileParts for tiles of objects
}

// offset is the position of a layer, in pixels.
type offset struct{ x, y float64 }

// Build makes bodies, joints and terrains of a map. The error is an *Error. The world is then
// unchanged. Anything that the importer does not know is a warning in the level.
func (m *Map) Build(w *world.World, options Options) (*Level, error) {
	if options.PixelsPerUnit == 0 {
		options.PixelsPerUnit = float64(m.document.TileHeight.value) / w.Config().LengthUnit
	}
	out := &Level{}
	b := &builder{
		Builder: level.Builder{
			World: w, Parts: &out.Parts, Origin: options.Origin, PixelsPerUnit: options.PixelsPerUnit, Known: options.Properties,
		},
		m: m, level: out, byName: map[string]world.Body{}, byID: map[int]world.Body{}, parts: map[*tileElement][][]mgl64.Vec2{},
	}
	if err := errors.Join(b.Check(), b.Begin()); err != nil {
		return nil, located(level.Place{File: m.file}, err)
	}
	for _, p := range m.document.Properties {
		b.warnUnknown(level.Place{}, p.Name)
	}
	for i := range m.tilesets {
		b.warnOfPictures(&m.tilesets[i])
	}
	err := b.addLayers(m.document.Layers, offset{})
	if err == nil {
		err = b.addJoints()
	}
	if err != nil {
		world.Check(b.Undo())
		return nil, err
	}
	return out, nil
}

// warnOfPictures warns of settings that move or stretch only the pictures of a tileset.
func (b *builder) warnOfPictures(set *tileset) {
	at := level.Place{Layer: "tileset " + set.label()}
	for _, p := range set.Properties {
		b.WarnUnknown(at, "tileset property", p.Name)
	}
	if _, ok := alignments[set.Alignment]; !ok {
		b.Warn(at, "an object alignment %.32q is not known", set.Alignment)
	}
	if set.Offset != nil {
		b.Warn(at, "the drawing offset has no effect on bodies")
	}
	if set.RenderSize == "grid" || set.FillMode == "preserve-aspect-fit" {
		b.Warn(at, "pictures that are fitted to a size have the bodies of stretched ones, and in layers of tiles their own size")
	}
}

// warnUnknown warns of a property that is not one of the game's own.
func (b *builder) warnUnknown(at level.Place, name string) { b.WarnUnknown(at, "property", name) }

// warnOfTile warns of a property of a tile in a layer of tiles, where only objects have bodies.
func (b *builder) warnOfTile(at level.Place, name string) {
	if known, _ := level.SetBody(new(body.Def), name, ""); known {
		b.Warn(at, "property %q has no effect in a layer of tiles", name)
		return
	}
	b.warnUnknown(at, name)
}

// warnUnused warns of the properties of a layer that has no bodies of its own.
func (b *builder) warnUnused(l *layerElement) {
	for _, p := range l.Properties {
		b.WarnUnknown(level.Place{Layer: l.label()}, l.XMLName.Local+" property", p.Name)
	}
}

func (b *builder) addLayers(list []layerElement, at offset) error {
	for i := range list {
		l := &list[i]
		here := offset{at.x + l.OffsetX.value, at.y + l.OffsetY.value}
		var err error
		switch l.XMLName.Local {
		case "layer":
			err = b.addTiles(l, here)
		case "objectgroup":
			err = b.addObjects(l, here)
		case "group":
			b.warnUnused(l)
			err = b.addLayers(l.Layers, here)
		case "imagelayer":
			b.warnUnused(l)
			continue
		case "editorsettings":
			continue
		default:
			b.Warn(level.Place{Layer: l.label()}, "element <%s> is not known", l.XMLName.Local)
			continue
		}
		if err != nil {
			return located(level.Place{File: b.m.file, Layer: l.label()}, err)
		}
		if l.ParallaxX != "" || l.ParallaxY != "" {
			b.Warn(level.Place{Layer: l.label()}, "parallax has no effect on bodies")
		}
	}
	return nil
}

// addTiles makes the terrain of a layer.
func (b *builder) addTiles(l *layerElement, at offset) error {
	solid := false
	for _, p := range l.Properties {
		if p.Name != "solid" {
			b.warnUnknown(level.Place{Layer: l.label()}, p.Name)
			continue
		}
		var err error
		if solid, err = level.Bool(p.Name, p.value()); err != nil {
			return err
		}
	}
	g := b.m.grids[l]
	if len(g.gids) == 0 {
		return nil
	}
	d := &b.m.document
	side := d.TileHeight.value
	if d.TileWidth.value != side {
		return fmt.Errorf("%w: tiles of %d by %d pixels, which are not square", ErrUnsupported, d.TileWidth.value, side)
	}
	ground, err := level.AddCells(&b.Builder, level.Cells[uint32]{
		X: g.x, Y: g.y, Width: g.width, Height: g.height, Values: g.gids,
		Corner: b.Point(at.x, at.y), Side: float64(side) / b.PixelsPerUnit,
	}, func(gid uint32) (terrain.Kind, bool, error) { return b.kindOf(l, gid, solid) })
	if err == nil {
		b.level.Terrains = append(b.level.Terrains, Layer{l.label(), ground})
	}
	return err
}

// kindOf returns the kind of a tile with its flips. It reports false for tiles that collide with
// nothing.
func (b *builder) kindOf(l *layerElement, gid uint32, solid bool) (k terrain.Kind, collides bool, err error) {
	if gid&^allFlags == 0 { // a flipped cell that is empty
		return k, false, nil
	}
	set, id, ok := b.m.tile(gid)
	if !ok {
		return k, false, fmt.Errorf("%w: no tileset has tile %d", ErrFormat, gid&^allFlags)
	}
	at := level.Place{Layer: l.label(), Object: fmt.Sprintf("tile %d of %s", id, set.label())}
	if k, collides, err = b.tileKind(at, set, gid, solid); err != nil {
		at.File = b.m.file
		err = located(at, err)
	}
	return k, collides, err
}

// tileKind returns the kind of a tile of a tileset.
func (b *builder) tileKind(at level.Place, set *tileset, gid uint32, solid bool) (k terrain.Kind, collides bool, err error) {
	k.Number = uint64(gid &^ allFlags)
	var objects []objectElement
	var properties []property
	if e := set.tiles[gid&^allFlags-set.first]; e != nil {
		objects, properties = e.Objects, e.Properties
	}
	s := level.NewSurface()
	for _, p := range properties {
		if p.Name == "solid" {
			if solid, err = level.Bool(p.Name, p.value()); err != nil {
				return k, false, err
			}
		} else if known, err := s.Set(p.Name, p.value()); err != nil {
			return k, false, err
		} else if !known {
			b.warnOfTile(at, p.Name)
		}
	}
	k.Collider = s.Collider()
	parts, err := b.tileParts(at, objects)
	if err != nil {
		return k, false, err
	}
	if len(parts) == 0 {
		return k, solid && len(objects) == 0, nil
	}
	side := float64(b.m.document.TileHeight.value)
	_, height := set.turned(gid)
	clipped, thin := false, false
	for _, part := range parts {
		// Tiles of another size stand on the lower left corner of their cell.
		for i := range part {
			p := set.flip(part[i], gid)
			part[i] = mgl64.Vec2{p[0] / side, (height - p[1]) / side}
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
		b.Warn(at, "a part of the collision shape is too thin for a polygon and was left out")
	}
	if clipped {
		b.Warn(at, "the collision shape reaches out of its cell and was clipped")
	}
	if len(k.Outlines) == 1 {
		if s, flip, ok := builtIn(k.Outlines[0]); ok {
			k.Shape, k.Flip, k.Outlines = s, flip, nil
			return k, true, nil
		}
	}
	return k, len(k.Outlines) > 0, nil
}
