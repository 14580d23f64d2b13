package level

import (
	"errors"
	"fmt"
	"image"
	"math"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
)

// First returns the first element of a list that satisfies a condition.
func First[T any](list []T, is func(T) bool) (T, bool) {
	i := slices.IndexFunc(list, is)
	if i < 0 {
		return *new(T), false
	}
	return list[i], true
}

// Parts are the parts of a level that an importer has created in a world.
type Parts struct {
	Joints   []world.Joint
	Warnings []Warning // of omitted or changed parts

	grounds []*terrain.Terrain
	bodies  []world.Body
}

// Destroy removes the terrains, the bodies and their joints from the world.
func (p *Parts) Destroy() error {
	for _, ground := range p.grounds {
		if err := ground.Destroy(); err != nil {
			return err
		}
	}
	for _, b := range p.bodies {
		if !b.Valid() {
			continue
		}
		if err := b.Destroy(); err != nil {
			return err
		}
	}
	return nil
}

// Builder makes the parts of a level in a world, within a Budget.
type Builder struct {
	Budget
	World         *world.World
	Parts         *Parts
	Origin        mgl64.Vec2 // of the file's upper left corner, m
	PixelsPerUnit float64    // pixels in a metre
	Known         []string   // names of properties of the game's own

	before world.Snapshot // of Begin
}

// Begin notes the state of the world for Undo.
func (b *Builder) Begin() error { return b.World.Save(&b.before) }

// Undo removes the parts after an error. The world then has the state of Begin, with all identities
// to be assigned. Within a step no state can be restored, and the world only holds no parts.
func (b *Builder) Undo() error {
	if err := b.Parts.Destroy(); err != nil {
		return err
	}
	if err := b.World.Restore(&b.before); !errors.Is(err, world.ErrStepping) {
		return err
	}
	return nil
}

// Check returns the *geom.FieldError of the first option that cannot be used.
func (b *Builder) Check() error {
	return errors.Join(geom.CheckSize("PixelsPerUnit", b.PixelsPerUnit), geom.CheckPoint("Origin", geom.From(b.Origin)))
}

// Point returns a place of the file, in pixels with y down, in the world.
func (b *Builder) Point(x, y float64) mgl64.Vec2 { return b.Origin.Add(b.Vector(x, y)) }

// Vector returns a difference of places in the world.
func (b *Builder) Vector(x, y float64) mgl64.Vec2 {
	return mgl64.Vec2{float64(x / b.PixelsPerUnit), float64(-y / b.PixelsPerUnit)}
}

// Warn notes a warning. After MaxWarnings there is one more that says so.
func (b *Builder) Warn(at Place, format string, args ...any) {
	switch n := len(b.Parts.Warnings); {
	case n < MaxWarnings:
		b.Parts.Warnings = append(b.Parts.Warnings, Warning{at, fmt.Sprintf(format, args...)})
	case n == MaxWarnings:
		b.Parts.Warnings = append(b.Parts.Warnings, Warning{Text: fmt.Sprintf("there are more than these %d warnings", n)})
	}
}

// WarnUnknown warns of a property, by the editor's name of it, that neither the importer nor the
// game knows.
func (b *Builder) WarnUnknown(at Place, what, name string) {
	if !slices.Contains(b.Known, name) {
		b.Warn(at, "%s %q is not known", what, name)
	}
}

// AddBody makes a body with its colliders.
func (b *Builder) AddBody(parts world.BodyParts) (world.Body, error) {
	if err := b.Colliders(len(parts.Colliders)); err != nil {
		return world.Body{}, err
	}
	made, err := b.World.CreateBodies(nil, []world.BodyParts{parts})
	if err != nil {
		return world.Body{}, err
	}
	b.Parts.bodies = append(b.Parts.bodies, made[0])
	return made[0], nil
}

// WithoutPoints returns the shapes that have a size. The others are warnings: an object that shrank
// to a point in the editor leaves the rest of the level as it is.
func (b *Builder) WithoutPoints(at Place, shapes []shape.Support) []shape.Support {
	return slices.DeleteFunc(shapes, func(s shape.Support) bool {
		_, err := shape.New(s)
		isPoint := errors.Is(err, geom.ErrDegenerate) || errors.Is(err, geom.ErrDuplicate)
		if isPoint {
			b.Warn(at, "a shape without a size was left out: %v", err)
		}
		return isPoint
	})
}

// AddJoint makes a joint between the bodies that bodyOf returns for its names. It reports false,
// after a warning, if one of these is missing, if they cannot be joined, or if the kind is not
// known.
func (b *Builder) AddJoint(at Place, j *Joint, bodyOf func(name string) (world.Body, bool)) (bool, error) {
	ends := [2]world.Body{b.World.Ground(), b.World.Ground()}
	for i, name := range [2]string{j.A, j.B} {
		if name == "" {
			continue
		}
		var ok bool
		if ends[i], ok = bodyOf(name); !ok {
			b.Warn(at, "no body is called %q, so the joint was left out", name)
			return false, nil
		}
	}
	definition, ok := j.Definition(ends[0], ends[1])
	if !ok {
		b.Warn(at, "a joint %q is not known: it may be %s", j.Kind, JointKinds)
		return false, nil
	}
	made, err := b.World.CreateJoint(ends[0], ends[1], definition)
	switch {
	case errors.Is(err, world.ErrSameBody):
		b.Warn(at, "its two bodies are the same, so the joint was left out")
		return false, nil
	case errors.Is(err, world.ErrImmovable):
		b.Warn(at, "neither of its bodies is dynamic, so the joint was left out")
		return false, nil
	case errors.Is(err, geom.ErrDegenerate):
		b.Warn(at, "its ends are at the same place, so the joint was left out")
		return false, nil
	case err != nil:
		return false, fmt.Errorf("joint: %w", err)
	}
	b.Parts.Joints = append(b.Parts.Joints, made)
	return true, nil
}

// Cells are the tiles of a layer as editors write them: row by row from the top. The value 0 is
// nothing.
type Cells[V comparable] struct {
	X, Y, Width, Height int // of the upper left cell; y goes down
	Values              []V
	Corner              mgl64.Vec2 // the upper left corner of cell 0, 0 in the world
	Side                float64    // of a tile, m
	MostValues          int        // different ones; zero means as many as there are
}

// AddCells makes a terrain of cells. kindOf is called once for each value. It returns the value's
// kind of tile, and whether such a tile collides with anything.
func AddCells[V comparable](b *Builder, c Cells[V], kindOf func(V) (terrain.Kind, bool, error)) (*terrain.Terrain, error) {
	var kinds []terrain.Kind
	tileOf := map[V]terrain.Tile{*new(V): 0}
	tiles, outlines := make([]terrain.Tile, len(c.Values)), 0
	for i, value := range c.Values {
		tile, ok := tileOf[value]
		if !ok {
			kind, collides, err := kindOf(value)
			if err != nil {
				return nil, err
			}
			if c.MostValues > 0 && len(tileOf) > c.MostValues || len(kinds) == math.MaxUint16 {
				return nil, fmt.Errorf("%w: a layer of more than %d different tiles", ErrTooLarge, len(tileOf))
			}
			if collides {
				kinds = append(kinds, kind)
				tile = terrain.Tile(len(kinds))
			}
			tileOf[value] = tile
		}
		if tile != 0 {
			outlines += max(0, len(kinds[tile-1].Outlines)-1)
		}
		tiles[(c.Height-1-i/c.Width)*c.Width+i%c.Width] = tile // rows of a terrain go up
	}
	if err := b.Colliders(outlines + Pieces(c.Width, tiles)); err != nil {
		return nil, err
	}
	ground, err := terrain.New(b.World, terrain.Def{Origin: c.Corner, Side: c.Side, Kinds: kinds})
	if err != nil {
		return nil, err
	}
	b.Parts.grounds = append(b.Parts.grounds, ground)
	return ground, ground.SetTiles(image.Rect(c.X, -c.Y-c.Height, c.X+c.Width, -c.Y), tiles)
}
