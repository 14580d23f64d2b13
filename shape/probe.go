package shape

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// Probing finds the flat sides of a shape by its support function. When the direction
// passes the normal of a flat side, the support point jumps by the length of that side,
// however small the change of direction. On a round side the point moves in proportion
// to the angle. So the probe bisects an angle and keeps the half in which the point moves
// more. It ends at a jump if there is one: then the point still moves far for the last angle.
const (
	probeTan   = 0.36 // tangent of the largest angle, 20 degrees: flat sides farther away do not matter to a contact
	probeSteps = 14   // halvings: the last angle is 0.36 / 2^14 = 2.2e-5

	// minFlatRadius is the smallest motion per angle, in bounding radii, that counts as a
	// jump. It is a radius of curvature: sides with a smaller one are round.
	minFlatRadius = 32
)

// probeFeature returns the flat side nearest to d in angle, or the support point along d
// alone. The side always contains that point.
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

// noJump is the result of probeSide where there is no flat side.
const noJump = 1.0

// flatSide returns a flat side whose ends have different numbers.
func flatSide(a, b geom.Vec2, ia, ib uint32) Feature {
	if ia == ib {
		ia, ib = 0, 1 // equal by chance, once in 32766
	}
	return Feature{A: a, B: b, IA: ia, IB: ib}
}

// probeSide finds a jump of the support point as the direction rotates from d towards
// side. It returns the point after the jump and the tangent of the angle.
func (c Convex) probeSide(d, side, p geom.Vec2) (far geom.Vec2, tan float64) {
	lo, hi := 0.0, float64(probeTan)
	plo, phi := p, c.customCoreSupport(d.MulAdd(hi, side))
	for range probeSteps {
		mid := (lo + hi) / 2
		pm := c.customCoreSupport(d.MulAdd(mid, side))
		// Prefer the near half unless the point moves twice as far in the far half: among several
		// equal jumps, as on a regular polygon, the nearest is the right jump.
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

// A custom shape has no numbers for its corners, but contacts need them to keep the
// impulse of each corner as the shape rolls. So the number of a corner is a hash of its
// place in the bounding circle, on a grid that the coordinates of shapes rarely match.
// The numbers below firstCornerID are for flat sides that end in a round side.
const (
	cornerGrid    = 992755 // cells in a bounding radius
	cornerSize    = 1e-9   // in bounding radii: support points of two directions closer than that are one corner
	firstCornerID = 2
	cornerIDs     = 1<<15 - firstCornerID
)

// stableCornerID returns the number of the corner that is the support point of two
// nearby directions, or other if their support points p and q lie on a round side.
func (c Convex) stableCornerID(p, q geom.Vec2, other uint32) uint32 {
	if p.Distance(q) > float64(cornerSize*c.BoundingRadius) {
		return other
	}
	return c.cornerID(p)
}

// cornerID returns a number for a place on the shape.
func (c Convex) cornerID(p geom.Vec2) uint32 {
	at := p.Sub(c.Center).Mul(cornerGrid / c.BoundingRadius)
	// Both are positive, otherwise opposite points would often have the same number.
	x, y := uint64(int64(math.Round(at.X))+2*cornerGrid), uint64(int64(math.Round(at.Y))+2*cornerGrid)
	h := (x<<32 | y) * 0x9e3779b97f4a7c15
	h = (h ^ h>>32) * 0xc2b2ae3d27d4eb4f
	return firstCornerID + uint32(h>>33)%cornerIDs
}
