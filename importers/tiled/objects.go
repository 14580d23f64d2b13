package tiled

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/importers/level"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// addObjects makes the bodies of a layer. An object has the properties of its tile and of its layer
// beside its own, unless it has one of the same name.
func (b *builder) addObjects(l *layerElement, at offset) error {
	for i := range l.Objects {
		o := l.Objects[i]
		var from *tileset
		if source := o.attr("template"); source != "" {
			t := b.m.templates[source]
			if o.attr("gid") == "" {
				from = t.tileset
			}
			o = o.over(&t.object)
		}
		tile, err := b.shownTile(&o, from)
		if err == nil {
			err = b.takeProperties(l, tile, &o)
		}
		if err == nil {
			err = b.addObject(l, &o, tile, at)
		}
		if err != nil {
			return located(level.Place{File: b.m.file, Layer: l.label(), Object: o.label()}, err)
		}
	}
	return nil
}

// shownTile is the tile that an object shows. Its element is empty if the tileset has only its
// picture.
type shownTile struct {
	*tileElement
	set   *tileset
	gid   uint32
	solid bool // without collision shapes, its whole picture collides
}

// shownTile returns the tile of an object, and nil if the object shows none. The tile of an object
// from a template comes from the template's own tileset.
func (b *builder) shownTile(o *objectElement, from *tileset) (*shownTile, error) {
	text := o.attr("gid")
	if text == "" {
		return nil, nil
	}
	number, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("%w: gid %q", ErrFormat, text)
	}
	t := &shownTile{set: from, gid: uint32(number)}
	if from == nil {
		var ok bool
		if t.set, _, ok = b.m.tile(t.gid); !ok {
			return nil, fmt.Errorf("%w: no tileset has tile %d", ErrFormat, t.gid&^allFlags)
		}
	}
	if t.tileElement = t.set.tiles[t.gid&^allFlags-t.set.first]; t.tileElement == nil {
		t.tileElement = &tileElement{}
	}
	return t, nil
}

// take sets a property of objects that show a tile. It reports false for any other property.
func (t *shownTile) take(p property) (known bool, err error) {
	if t == nil || p.Name != "solid" {
		return false, nil
	}
	t.solid, err = level.Bool(p.Name, p.value())
	return true, err
}

// takeProperties gives an object the properties of its tile, and then the properties of its layer.
func (b *builder) takeProperties(l *layerElement, tile *shownTile, o *objectElement) error {
	inherited := l.Properties
	if tile != nil {
		inherited = slices.Concat(tile.Properties, inherited)
	}
	n := len(inherited) + len(o.Properties)
	if n > maxProperties {
		return fmt.Errorf("%w: %d properties", ErrTooLarge, n)
	}
	for _, p := range inherited {
		if _, ok := find(o.Properties, p.Name); !ok {
			o.Properties = append(o.Properties, p)
		}
	}
	return b.Work(1 + n)
}

// addObject makes the body of an object, notes a joint, or only lists a point or text.
func (b *builder) addObject(l *layerElement, o *objectElement, tile *shownTile, at offset) error {
	f, err := o.frame()
	if err != nil {
		return err
	}
	id, _ := strconv.Atoi(o.attr("id"))
	out := Object{
		ID: id, Name: o.attr("name"), Layer: l.label(),
		Class:    cmp.Or(o.attr("class"), o.attr("type")), // before version 1.9, and again since 1.10
		Position: b.Point(at.x+f.x, at.y+f.y), Angle: -f.degrees * math.Pi / 180,
		Properties: map[string]string{},
	}
	if tile != nil {
		out.Class = cmp.Or(out.Class, tile.Class, tile.Type)
	}
	for _, p := range o.Properties {
		out.Properties[p.Name] = p.value()
	}
	if _, ok := find(o.Properties, "joint"); ok {
		b.joints = append(b.joints, pendingJoint{l.label(), o, out})
		b.level.Objects = append(b.level.Objects, out)
		return nil
	}
	here := level.Place{Layer: out.Layer, Object: o.label()}
	def := body.Def{Type: body.Static, Position: out.Position, Angle: out.Angle, Name: out.Name}
	s := level.NewSurface()
	for _, p := range o.Properties {
		known, err := level.SetBody(&def, p.Name, p.value())
		if err == nil && !known {
			known, err = s.Set(p.Name, p.value())
		}
		if err == nil && !known {
			known, err = tile.take(p)
		}
		if err != nil {
			return err
		}
		if !known {
			b.warnUnknown(here, p.Name)
		}
	}
	shapes, err := b.objectShapes(here, o, &f, tile)
	if err != nil {
		return err
	}
	if shapes = b.WithoutPoints(here, shapes); len(shapes) > 0 {
		parts := world.BodyParts{Def: def}
		for _, form := range shapes {
			parts.Colliders = append(parts.Colliders, world.ColliderParts{Shape: form, Def: s.Collider()})
		}
		if out.Body, err = b.AddBody(parts); err != nil {
			return err
		}
		b.remember(&out)
	}
	b.level.Objects = append(b.level.Objects, out)
	return nil
}

// objectShapes returns the shapes of an object in the frame of its body.
func (b *builder) objectShapes(here level.Place, o *objectElement, f *frame, tile *shownTile) ([]shape.Support, error) {
	half := b.Vector(f.width/2, f.height/2)
	switch {
	case o.Point != nil:
		return nil, nil
	case o.Text != nil:
		b.Warn(here, "a text has no body")
		return nil, nil
	case tile != nil:
		return b.tileObjectShapes(here, tile, f)
	case o.Polygon != nil:
		points, err := o.Polygon.points()
		if err != nil {
			return nil, err
		}
		parts, err := b.ConvexParts(here, points)
		if err == nil && len(parts) == 0 {
			b.Warn(here, "a polygon without an area has no body")
		}
		return b.polygons(here, parts), err
	case o.Polyline != nil:
		points, err := o.Polyline.points()
		points = slices.Compact(points) // a double click leaves the same point twice
		if err == nil && len(points) < 2 {
			b.Warn(here, "a polyline of one point has no body")
		}
		var list []shape.Support
		for i := 1; i < len(points); i++ {
			list = append(list, shape.Segment{A: b.Vector(points[i-1][0], points[i-1][1]), B: b.Vector(points[i][0], points[i][1])})
		}
		return list, err
	case f.width <= 0 || f.height <= 0:
		b.Warn(here, "a rectangle of %v by %v has no body", f.width, f.height)
		return nil, nil
	case o.Ellipse != nil && f.width == f.height:
		return []shape.Support{shape.Circle{Center: half, Radius: half[0]}}, nil
	case o.Ellipse != nil:
		return []shape.Support{shape.Ellipse{Center: half, RX: half[0], RY: -half[1]}}, nil
	case o.Capsule != nil:
		r := min(half[0], -half[1])
		reach := mgl64.Vec2{half[0] - r, -half[1] - r}
		return []shape.Support{shape.Capsule{A: half.Sub(reach), B: half.Add(reach), Radius: r}}, nil
	}
	return []shape.Support{shape.OffsetBox(half[0], -half[1], half, 0)}, nil
}

// polygons returns convex outlines in pixels, y down, as shapes.
func (b *builder) polygons(here level.Place, parts [][]mgl64.Vec2) []shape.Support {
	for _, part := range parts {
		for i, p := range part {
			part[i] = b.Vector(p[0], p[1])
		}
		counterClockwise(part)
	}
	list, thin := level.Polygons(parts)
	if thin > 0 {
		b.Warn(here, "%d of the %d convex parts of its outline are too thin for a polygon and were left out", thin, len(parts))
	}
	return list
}

// alignments are the points of a tile's picture that may lie at the place of its object, in widths
// and heights from the upper left corner.
var alignments = map[string][2]float64{
	"": {0, 1}, "unspecified": {0, 1}, "topleft": {0, 0}, "top": {0.5, 0}, "topright": {1, 0}, "left": {0, 0.5}, "center": {0.5, 0.5},
	"right": {1, 0.5}, "bottomleft": {0, 1}, "bottom": {0.5, 1}, "bottomright": {1, 1},
}

// tileObjectShapes returns the collision shapes of the tile that an object shows. The object's
// place is a point of the picture, which may be stretched.
func (b *builder) tileObjectShapes(here level.Place, t *shownTile, f *frame) ([]shape.Support, error) {
	shared, ok := b.parts[t.tileElement]
	switch {
	case ok:
	case len(t.Objects) > 0:
		var err error
		if shared, err = b.tileParts(here, t.Objects); err != nil {
			return nil, err
		}
		b.parts[t.tileElement] = shared
	case t.solid:
		shared = [][]mgl64.Vec2{rectangle(t.set.size(t.gid))}
	default:
		b.Warn(here, "its tile has no collision shape, and so it has no body")
		return nil, nil
	}
	parts := make([][]mgl64.Vec2, len(shared))
	for i, part := range shared {
		parts[i] = slices.Clone(part)
		if err := b.Outline(len(part)); err != nil {
			return nil, err
		}
	}
	width, height := t.set.turned(t.gid)
	shown := mgl64.Vec2{width, height}
	if f.width > 0 && f.height > 0 {
		shown = mgl64.Vec2{f.width, f.height}
		if t.gid&transpose != 0 {
			shown = mgl64.Vec2{f.height, f.width}
		}
	}
	at := alignments[t.set.Alignment]
	for _, part := range parts {
		for i := range part {
			p := t.set.flip(part[i], t.gid)
			part[i] = mgl64.Vec2{p[0]*shown[0]/width - float64(at[0]*shown[0]), p[1]*shown[1]/height - float64(at[1]*shown[1])}
		}
	}
	return b.polygons(here, parts), nil
}
