package terrain

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Tile is the content of a cell: 0 for nothing, i for Def.Kinds[i-1].
type Tile uint16

// Shape is the outline of a tile before its Flip.
type Shape uint8

// The shapes, as they lie where y points up.
const (
	Full      Shape = iota // the whole cell
	Half                   // the lower half
	Slope                  // 45 degrees, rises to the right from corner to corner
	SlopeLow               // 26.6 degrees, rises to the right from 0 to half the height
	SlopeHigh              // 26.6 degrees, rises to the right from half the height to the top
	numShapes
)

// Flip turns a tile over. Transpose comes first.
type Flip uint8

// The flips, which may be combined.
const (
	FlipX     Flip = 1 << iota // left and right change places
	FlipY                      // top and bottom change places
	Transpose                  // x and y change places
	allFlips  = FlipX | FlipY | Transpose
)

// Kind is a kind of tile. The zero Kind is a full block of the default material.
type Kind struct {
	Shape Shape
	Flip  Flip

	// Outlines are convex and replace Shape. The unit is the side of a tile: the lower left
	// corner of the cell is {0, 0}, the upper right one {1, 1}. Outlines do not leave the cell.
	Outlines [][]mgl64.Vec2

	Number   uint64            // the game's own
	Collider world.ColliderDef // material, filter, one-way direction, sensor, ...
}

// merging holds the axes along which equal adjacent tiles become one collider.
type merging uint8

const (
	mergeX merging = 1 << iota
	mergeY
)

// kind is a Kind as the compiler of chunks needs it.
type kind struct {
	outlines [][]mgl64.Vec2
	low      mgl64.Vec2 // of the rectangle, if the tile is one
	high     mgl64.Vec2
	merging  merging
	same     Tile // the first tile that collides in the same way
}

// slopeShift is the distance, in tiles, by which the surface of a slope of 45 degrees is moved to
// the side, away from its solid. So the corners of the tiles below and behind a slope lie inside
// it. Corners in the surface of a slope would stop fast bodies that slide on it.
const slopeShift = 1.0 / 64

var shapeOutlines = [numShapes][]mgl64.Vec2{
	Full:      {{0, 0}, {1, 0}, {1, 1}, {0, 1}},
	Half:      {{0, 0}, {1, 0}, {1, 0.5}, {0, 0.5}},
	Slope:     {{-slopeShift, 0}, {1, 0}, {1, 1}, {1 - slopeShift, 1}},
	SlopeLow:  {{-slopeShift, 0}, {1, 0}, {1, 0.5}, {1 - slopeShift, 0.5}},
	SlopeHigh: {{0, 0}, {1, 0}, {1, 1}, {1 - slopeShift, 1}, {-slopeShift, 0.5}},
}

// turnedOutlines are the outlines of slopes after Transpose. They too reach out of their cell to a
// side and never upward: a corner that stuck out of level ground would stop what slides there.
var turnedOutlines = [numShapes][]mgl64.Vec2{
	Slope:     {{0, 0}, {slopeShift, 0}, {1 + slopeShift, 1}, {0, 1}},
	SlopeLow:  {{0, 0}, {slopeShift / 2, 0}, {0.5 + slopeShift/2, 1}, {0, 1}},
	SlopeHigh: {{0, 0}, {0.5 + slopeShift/2, 0}, {1 + slopeShift/2, 1}, {0, 1}},
}

// compileKinds returns the kinds by tile, or the *geom.FieldError of the first kind that cannot be
// used.
func compileKinds(list []Kind, side float64) ([]kind, error) {
	if len(list) > int(^Tile(0)) {
		return nil, geom.NewFieldError("Kinds", len(list), geom.ErrOutOfRange)
	}
	kinds := make([]kind, len(list)+1)
	err := onTrialGround(func(ground world.Body) error {
		for i := range list {
			if err := checkKind(ground, &list[i], side); err != nil {
				return fmt.Errorf("Kinds[%d].%w", i, err)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range list {
		k := compileKind(&list[i])
		k.same = Tile(i + 1)
		for j := range i {
			if sameCollision(&list[i], &list[j]) {
				k.same = kinds[j+1].same
				break
			}
		}
		kinds[i+1] = k
	}
	return kinds, nil
}

// onTrialGround calls a function with a static body of a scratch world, in which the world's own
// rules apply.
func onTrialGround(check func(ground world.Body) error) error {
	trial, err := world.New(world.Config{Workers: 1})
	if err != nil {
		return err
	}
	defer trial.Close()
	ground, err := trial.CreateBody(body.Def{Type: body.Static})
	if err != nil {
		return err
	}
	return check(ground)
}

// checkKind checks a kind by making its colliders on a trial ground.
func checkKind(ground world.Body, k *Kind, side float64) error {
	if k.Shape >= numShapes {
		return geom.NewFieldError("Shape", k.Shape, geom.ErrOutOfRange)
	}
	if k.Flip > allFlips {
		return geom.NewFieldError("Flip", k.Flip, geom.ErrOutOfRange)
	}
	for i, outline := range k.Outlines {
		for j, p := range outline {
			if !(min(p[0], p[1]) >= 0 && max(p[0], p[1]) <= 1) {
				return geom.NewFieldError(fmt.Sprintf("Outlines[%d][%d]", i, j), p, geom.ErrOutOfRange)
			}
		}
		if _, err := shape.NewPolygon(outline, 0); err != nil {
			return fmt.Errorf("Outlines[%d].%w", i, err)
		}
	}
	for _, outline := range compileKind(k).outlines {
		polygon, err := shape.NewPolygon(scaled(outline, side, mgl64.Vec2{}), 0)
		if err != nil {
			return err
		}
		if _, err := ground.Attach(polygon, k.Collider); err != nil {
			return fmt.Errorf("Collider.%w", err)
		}
	}
	return nil
}

// sameCollision reports whether tiles of two kinds collide in the same way, so that they may be
// parts of one collider.
func sameCollision(a, b *Kind) bool {
	return a.Shape == b.Shape && a.Flip == b.Flip && reflect.DeepEqual(a.Outlines, b.Outlines) &&
		reflect.DeepEqual(a.Collider, b.Collider)
}

func compileKind(k *Kind) kind {
	outlines, flip := k.Outlines, k.Flip
	if outlines == nil {
		outlines = [][]mgl64.Vec2{shapeOutlines[k.Shape]}
		if turned := turnedOutlines[k.Shape]; flip&Transpose != 0 && turned != nil {
			outlines, flip = [][]mgl64.Vec2{turned}, flip&^Transpose
		}
	}
	var c kind
	for _, outline := range outlines {
		c.outlines = append(c.outlines, flipped(outline, flip))
	}
	if len(c.outlines) != 1 || len(c.outlines[0]) != 4 {
		return c
	}
	box := boxOf(c.outlines)
	low, high := box.Min.Mgl(), box.Max.Mgl()
	for _, p := range c.outlines[0] {
		if p[0] != low[0] && p[0] != high[0] || p[1] != low[1] && p[1] != high[1] {
			return c
		}
	}
	c.low, c.high = low, high
	// Tiles that lie behind each other in the one-way direction hold one by one.
	if low[0] == 0 && high[0] == 1 && k.Collider.OneWay[0] == 0 {
		c.merging |= mergeX
	}
	if low[1] == 0 && high[1] == 1 && k.Collider.OneWay[1] == 0 {
		c.merging |= mergeY
	}
	return c
}

func flipped(outline []mgl64.Vec2, f Flip) []mgl64.Vec2 {
	points := make([]mgl64.Vec2, len(outline))
	mirrored := false
	for i, p := range outline {
		if f&Transpose != 0 {
			p = mgl64.Vec2{p[1], p[0]}
		}
		if f&FlipX != 0 {
			p[0] = 1 - p[0]
		}
		if f&FlipY != 0 {
			p[1] = 1 - p[1]
		}
		points[i] = p
	}
	for bit := FlipX; bit <= Transpose; bit <<= 1 {
		mirrored = mirrored != (f&bit != 0)
	}
	if mirrored {
		slices.Reverse(points)
	}
	return points
}

// scaled returns (p + offset) * side of each point.
func scaled(points []mgl64.Vec2, side float64, offset mgl64.Vec2) []mgl64.Vec2 {
	list := make([]mgl64.Vec2, len(points))
	for i, p := range points {
		list[i] = geom.From(p).Add(geom.From(offset)).Mul(side).Mgl()
	}
	return list
}

// checkCollider checks a definition by making a collider on a trial ground.
func checkCollider(def world.ColliderDef, side float64) error {
	return onTrialGround(func(ground world.Body) error {
		if _, err := ground.Attach(shape.Box(float64(side/2), float64(side/2)), def); err != nil {
			return fmt.Errorf("Collider.%w", err)
		}
		return nil
	})
}
