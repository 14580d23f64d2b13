package shape

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// Probing finds the flat side of a shape that is known only by its support
// function. Turning the direction past the normal of a flat side makes the
// support point jump by the length of that side, however small the turn; on a
// round side it moves in proportion to the turn. So halving the turn again and
// again, keeping the half in which the point moves more, ends at a jump if there
// is one, and what is left of the motion tells which it was.
const (
	probeTan   = 0.36 // tangent of the widest turn, 20 degrees: flat sides farther off do not matter to a contact
	probeSteps = 14   // halvings: the last turn is 0.36 / 2^14 = 2.2e-5

	// minFlatRadius is the least motion per turn, in bounding radii, that counts as a
	// jump. It is a radius of curvature: rounder than that is round.
	minFlatRadius = 32
)

// probeFeature returns the flat side nearest to d in angle, from its far end to
// the support point along d, which it always contains; or that point alone.
func (c Convex) probeFeature(d geom.Vec2) Feature {
	d, length := d.Unit()
	p := c.customCoreSupport(d)
	point := Feature{A: p, B: p, Point: true}
	if length == 0 {
		return point
	}
	const least = float64(probeTan) / (1 << probeSteps)
	after, before := c.customCoreSupport(d.MulAdd(least, d.LeftPerp())), c.customCoreSupport(d.MulSub(least, d.LeftPerp()))
	if after.Distance(before) >= float64(2*least*minFlatRadius)*c.BoundingRadius {
		first, last := c.customCoreSupport(d.MulSub(2*least, d.LeftPerp())), c.customCoreSupport(d.MulAdd(2*least, d.LeftPerp()))
		return flatSide(before, after, c.stableCornerID(first, before, 0), c.stableCornerID(after, last, 1))
	}
	ahead, tanAhead := c.probeSide(d, d.LeftPerp(), p)
	behind, tanBehind := c.probeSide(d, d.RightPerp(), p)
	switch {
	case tanAhead < tanBehind:
		last := c.customCoreSupport(d.MulAdd(tanAhead+least, d.LeftPerp()))
		return flatSide(p, ahead, c.stableCornerID(before, p, 0), c.stableCornerID(ahead, last, 1))
	case tanBehind < noJump:
		first := c.customCoreSupport(d.MulSub(tanBehind+least, d.LeftPerp()))
		return flatSide(behind, p, c.stableCornerID(first, behind, 0), c.stableCornerID(p, after, 1))
	}
	point.IA = c.stableCornerID(before, after, 0)
	point.IB = point.IA
	return point
}

// noJump is the tangent that probeSide answers where it found no flat side.
const noJump = 1.0

// flatSide returns a flat side whose ends have different names.
func flatSide(a, b geom.Vec2, ia, ib uint32) Feature {
	if ia == ib {
		ia, ib = 0, 1 // once in 32766
	}
	return Feature{A: a, B: b, IA: ia, IB: ib}
}

// probeSide looks for a jump of the support point while the direction turns
// from d towards side. It returns the point after the jump and the tangent of
// the turn.
func (c Convex) probeSide(d, side, p geom.Vec2) (far geom.Vec2, tan float64) {
	lo, hi := 0.0, float64(probeTan)
	plo, phi := p, c.customCoreSupport(d.MulAdd(hi, side))
	for range probeSteps {
		mid := (lo + hi) / 2
		pm := c.customCoreSupport(d.MulAdd(mid, side))
		// The near half wins unless the far one clearly holds more: of several
		// jumps alike, as on a regular polygon, the nearest is wanted.
		if float64(2*plo.Distance(pm)) >= pm.Distance(phi) {
			hi, phi = mid, pm
		} else {
			lo, plo = mid, pm
		}
	}
	if plo.Distance(phi) < float64((hi-lo)*minFlatRadius)*c.BoundingRadius {
		return p, noJump
	}
	return phi, hi
}

// A custom shape has no numbers for its corners, but what rolls from one to the
// next must keep the impulse of each. So a corner is named after its place in the
// bounding circle, on a grid that no shape is likely to be drawn on. The numbers
// below firstCornerID are for the ends of flat sides that run on into a round one.
const (
	cornerGrid    = 992755 // cells in a bounding radius
	cornerSize    = 1e-9   // in bounding radii: support points of two directions that are no farther apart are one corner
	firstCornerID = 2
	cornerIDs     = 1<<15 - firstCornerID
)

// stableCornerID returns the name of the corner that is the support point of two
// directions a little apart; other if p and q tell of a round side.
func (c Convex) stableCornerID(p, q geom.Vec2, other uint32) uint32 {
	if p.Distance(q) > float64(cornerSize*c.BoundingRadius) {
		return other
	}
	return c.cornerID(p)
}

// cornerID returns a number for a place on the shape.
func (c Convex) cornerID(p geom.Vec2) uint32 {
	at := p.Sub(c.Center).Mul(cornerGrid / c.BoundingRadius)
	// Both are positive, or points opposite to each other would often share a name.
	x, y := uint64(int64(math.Round(at.X))+2*cornerGrid), uint64(int64(math.Round(at.Y))+2*cornerGrid)
	h := (x<<32 | y) * 0x9e3779b97f4a7c15
	h = (h ^ h>>32) * 0xc2b2ae3d27d4eb4f
	return firstCornerID + uint32(h>>33)%cornerIDs
}
