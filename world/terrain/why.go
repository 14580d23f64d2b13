package terrain

import (
	"fmt"
	"image"
	"math"

	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// TouchReport is the answer of Terrain.Why: the answer of the world and the tile that it is about.
type TouchReport struct {
	world.TouchReport
	Cell image.Point
	Tile Tile
}

// String returns a sentence.
func (r TouchReport) String() string {
	return fmt.Sprintf("tile %d at %v: %v", r.Tile, r.Cell, r.TouchReport)
}

// Why returns why a collider of the terrain and another collider touch or do not touch, as
// World.Why, and the tile of the first that is nearest to the other, or in which it is deepest. It
// panics for a collider that does not belong to the terrain.
func (t *Terrain) Why(ground, other world.Collider) TouchReport {
	cell, tile, ok := t.TileOf(ground, nearestPoint(ground, other))
	if !ok {
		panic("terrain: Why of a collider that does not belong to the terrain")
	}
	return TouchReport{t.w.Why(ground, other), cell, tile}
}

// nearestPoint returns the point of one collider that is nearest to another one.
func nearestPoint(c, other world.Collider) (point mgl64.Vec2) {
	parts := []shape.Support{other.Shape()}
	if compound, ok := other.Shape().(shape.Compound); ok {
		parts = compound.Parts
	}
	body, nearest := other.Body(), world.Separation{Distance: math.Inf(1)}
	for _, part := range parts {
		placed := world.ShapeAt(world.Must(shape.New(part)), body.Position(), body.Angle())
		if d, ok := c.Distance(placed); ok && d.Distance < nearest.Distance {
			nearest = d
		}
	}
	return nearest.PointA
}
