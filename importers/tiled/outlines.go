package tiled

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/importers/level"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
)

// ellipseCorners is the number of corners by which an ellipse in a tile is drawn.
const ellipseCorners = 16

// sameCorner is the distance in tiles below which two corners are one.
const sameCorner = 1e-6

// maxCoordinate bounds places, lengths and angles of objects, in pixels and degrees.
const maxCoordinate = 1e9

// points reads the list of a polygon or polyline, in pixels from the object's place.
func (v *pointsValue) points() ([]mgl64.Vec2, error) {
	fields := strings.Fields(v.Points)
	if len(fields) > maxPoints {
		return nil, fmt.Errorf("%w: %d points", ErrTooLarge, len(fields))
	}
	list := make([]mgl64.Vec2, len(fields))
	for i, field := range fields {
		x, y, ok := strings.Cut(field, ",")
		var errX, errY error
		list[i][0], errX = strconv.ParseFloat(x, 64)
		list[i][1], errY = strconv.ParseFloat(y, 64)
		if !ok || errX != nil || errY != nil || !(math.Abs(list[i][0]) <= maxCoordinate && math.Abs(list[i][1]) <= maxCoordinate) {
			return nil, fmt.Errorf("%w: point %q", ErrFormat, field)
		}
	}
	return list, nil
}

// tileParts returns the convex outlines of the collision shapes of a tile, in pixels from its
// upper left corner.
func (b *builder) tileParts(at level.Place, objects []objectElement) (parts [][]mgl64.Vec2, err error) {
	for i := range objects {
		o := &objects[i]
		if err := b.Work(1 + len(o.Properties)); err != nil {
			return nil, err
		}
		f, err := o.frame()
		if err != nil {
			return nil, fmt.Errorf("collision shape %s: %w", o.label(), err)
		}
		for _, p := range o.Properties {
			b.warnUnknown(at, p.Name)
		}
		var own [][]mgl64.Vec2
		switch {
		case o.Polygon != nil:
			points, err := o.Polygon.points()
			if err != nil {
				return nil, fmt.Errorf("collision shape %s: %w", o.label(), err)
			}
			if own, err = b.ConvexParts(at, points); err != nil {
				return nil, fmt.Errorf("collision shape %s: %w", o.label(), err)
			}
			if len(own) == 0 {
				b.warnFlat(at, o)
			}
		case o.Polyline != nil, o.Point != nil, o.Text != nil, f.width <= 0 || f.height <= 0:
			b.warnFlat(at, o)
			continue
		case o.Ellipse != nil:
			own = [][]mgl64.Vec2{ellipse(f.width, f.height)}
		case o.Capsule != nil:
			b.Warn(at, "the capsule %s of a tile became a rectangle", o.label())
			own = [][]mgl64.Vec2{rectangle(f.width, f.height)}
		default:
			own = [][]mgl64.Vec2{rectangle(f.width, f.height)}
		}
		for _, part := range own {
			for i := range part {
				part[i] = f.apply(part[i])
			}
			parts = append(parts, part)
		}
	}
	return parts, nil
}

func (b *builder) warnFlat(at level.Place, o *objectElement) {
	b.Warn(at, "the collision shape %s has no area and was left out", o.label())
}

func rectangle(width, height float64) []mgl64.Vec2 {
	return []mgl64.Vec2{{0, 0}, {width, 0}, {width, height}, {0, height}}
}

func ellipse(width, height float64) []mgl64.Vec2 {
	points := make([]mgl64.Vec2, ellipseCorners)
	for i := range points {
		sin, cos := geom.SinCos(2 * math.Pi * float64(i) / ellipseCorners)
		points[i] = mgl64.Vec2{float64(width/2) * (1 + cos), float64(height/2) * (1 + sin)}
	}
	return points
}

// frame is the position and size of an object, in pixels, y down.
type frame struct {
	x, y, width, height float64
	degrees             float64 // clockwise
}

func (o *objectElement) frame() (f frame, err error) {
	for _, a := range []struct {
		name  string
		field *float64
	}{{"x", &f.x}, {"y", &f.y}, {"width", &f.width}, {"height", &f.height}, {"rotation", &f.degrees}} {
		value, err := o.number(a.name)
		if err != nil || !(math.Abs(value) <= maxCoordinate) {
			return f, fmt.Errorf("%w: %s %q", ErrFormat, a.name, o.attr(a.name))
		}
		*a.field = value
	}
	return f, nil
}

func (f *frame) apply(p mgl64.Vec2) mgl64.Vec2 {
	sin, cos := geom.SinCos(f.degrees * math.Pi / 180)
	return mgl64.Vec2{f.x + float64(cos*p[0]) - float64(sin*p[1]), f.y + float64(sin*p[0]) + float64(cos*p[1])}
}

// size returns the width and height of a tile before the flips of its number, in pixels.
func (t *tileset) size(gid uint32) (width, height float64) {
	width, height = float64(t.TileWidth.value), float64(t.TileHeight.value)
	if e := t.tiles[gid&^allFlags-t.first]; e != nil {
		for _, own := range [2]imageElement{{e.Width, e.Height}, e.Image} {
			if own.Width.value > 0 && own.Height.value > 0 {
				return float64(own.Width.value), float64(own.Height.value)
			}
		}
	}
	return width, height
}

// turned returns the width and height of a tile after the flips of its number, in pixels.
func (t *tileset) turned(gid uint32) (width, height float64) {
	width, height = t.size(gid)
	if gid&transpose != 0 {
		return height, width
	}
	return width, height
}

// flip flips a point of a tile by the flags of the tile's number, in pixels, y down.
func (t *tileset) flip(p mgl64.Vec2, gid uint32) mgl64.Vec2 {
	width, height := t.turned(gid)
	if gid&transpose != 0 {
		p = mgl64.Vec2{p[1], p[0]}
	}
	if gid&flipX != 0 {
		p[0] = width - p[0]
	}
	if gid&flipY != 0 {
		p[1] = height - p[1]
	}
	return p
}

// counterClockwise returns the points in counter-clockwise order where y points up, as polygons
// need it.
func counterClockwise(points []mgl64.Vec2) []mgl64.Vec2 {
	area := 0.0
	for i, p := range points {
		q := points[(i+1)%len(points)]
		area += float64(p[0]*q[1]) - float64(p[1]*q[0])
	}
	if area < 0 {
		slices.Reverse(points)
	}
	return points
}

// clipToCell returns the part of a convex outline in the unit square, and whether some was
// outside. Corners within a millionth of a side are moved onto it.
func clipToCell(points []mgl64.Vec2) (inside []mgl64.Vec2, clipped bool) {
	inside = append(inside, points...)
	for i := range inside {
		for axis, x := range inside[i] {
			if math.Abs(x) < sameCorner {
				inside[i][axis] = 0
			} else if math.Abs(x-1) < sameCorner {
				inside[i][axis] = 1
			}
		}
	}
	for axis := range 2 {
		for _, side := range []float64{-1, 1} {
			limit := max(0, side)
			depth := func(p mgl64.Vec2) float64 { return float64(side * (limit - p[axis])) } // negative outside
			list := inside
			inside = nil
			for i, p := range list {
				q := list[(i+1)%len(list)]
				if depth(p) >= 0 {
					inside = append(inside, p)
				} else {
					clipped = true
				}
				if depth(p)*depth(q) < 0 {
					at := geom.From(p).Lerp(geom.From(q), depth(p)/(depth(p)-depth(q))).Mgl()
					at[axis] = limit
					inside = append(inside, at)
				}
			}
		}
	}
	return inside, clipped
}

// corners of the shapes of package terrain.
var corners = [...][]mgl64.Vec2{
	terrain.Full:      {{0, 0}, {1, 0}, {1, 1}, {0, 1}},
	terrain.Half:      {{0, 0}, {1, 0}, {1, 0.5}, {0, 0.5}},
	terrain.Slope:     {{0, 0}, {1, 0}, {1, 1}},
	terrain.SlopeLow:  {{0, 0}, {1, 0}, {1, 0.5}},
	terrain.SlopeHigh: {{0, 0}, {1, 0}, {1, 1}, {0, 0.5}},
}

// builtIn returns the shape of package terrain that equals an outline. The slopes of package
// terrain are smoother than outlines.
func builtIn(outline []mgl64.Vec2) (terrain.Shape, terrain.Flip, bool) {
	const flips = 8 // all combinations
	for s := terrain.Full; s <= terrain.SlopeHigh; s++ {
		for f := range terrain.Flip(flips) {
			if sameCorners(outline, corners[s], f) {
				return s, f, true
			}
		}
	}
	return 0, 0, false
}

func sameCorners(outline, want []mgl64.Vec2, f terrain.Flip) bool {
	if len(outline) != len(want) {
		return false
	}
	for _, p := range want {
		if f&terrain.Transpose != 0 {
			p = mgl64.Vec2{p[1], p[0]}
		}
		if f&terrain.FlipX != 0 {
			p[0] = 1 - p[0]
		}
		if f&terrain.FlipY != 0 {
			p[1] = 1 - p[1]
		}
		found := false
		for _, q := range outline {
			found = found || p.Sub(q).Len() < sameCorner
		}
		if !found {
			return false
		}
	}
	return true
}
