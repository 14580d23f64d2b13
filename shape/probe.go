package shape

import (
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

	// flatness is the least motion per turn, in bounding radii, that counts as a
	// jump. It is a radius of curvature: rounder than that is round.
	flatness = 32
)

// probeFeature returns the flat side nearest to d in angle, from its far end to
// the support point along d, which it always contains; or that point alone.
func (c Convex) probeFeature(d geom.Vec2) Feature {
	d, length := d.Unit()
	p := c.customCore(d)
	point := Feature{A: p, B: p, Point: true}
	if length == 0 {
		return point
	}
	const least = float64(probeTan) / (1 << probeSteps)
	after, before := c.customCore(d.MulAdd(least, d.Left())), c.customCore(d.MulSub(least, d.Left()))
	if after.Distance(before) >= float64(2*least*flatness)*c.Bound {
		return Feature{A: before, B: after, IA: 0, IB: 1}
	}
	ahead, tanAhead := c.probeSide(d, d.Left(), p)
	behind, tanBehind := c.probeSide(d, d.Right(), p)
	switch {
	case tanAhead < tanBehind:
		return Feature{A: p, B: ahead, IA: 0, IB: 1}
	case tanBehind < noJump:
		return Feature{A: behind, B: p, IA: 0, IB: 1}
	}
	return point
}

// noJump is the tangent that probeSide answers where it found no flat side.
const noJump = 1.0

// probeSide looks for a jump of the support point while the direction turns
// from d towards side. It returns the point after the jump and the tangent of
// the turn.
func (c Convex) probeSide(d, side, p geom.Vec2) (far geom.Vec2, tan float64) {
	lo, hi := 0.0, float64(probeTan)
	plo, phi := p, c.customCore(d.MulAdd(hi, side))
	for range probeSteps {
		mid := (lo + hi) / 2
		pm := c.customCore(d.MulAdd(mid, side))
		// The near half wins unless the far one clearly holds more: of several
		// jumps alike, as on a regular polygon, the nearest is wanted.
		if float64(2*plo.Distance(pm)) >= pm.Distance(phi) {
			hi, phi = mid, pm
		} else {
			lo, plo = mid, pm
		}
	}
	if plo.Distance(phi) < float64((hi-lo)*flatness)*c.Bound {
		return p, noJump
	}
	return phi, hi
}
