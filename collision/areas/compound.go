package areas

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/outline"
)

// Compounds in fluids. A place in several parts of a compound displaces fluid once, as it counts
// once for the mass: each part is cut along the sides of the parts that have displaced fluid before
// it. Custom shapes displace fluid as a whole and cover nothing.

// cover is a part of the present compound as a convex polygon, in the area's frame.
type cover struct {
	_     [0]func()   // not comparable, so no program has code for a comparison
	sides column.Span // of DragEffects.coverSides
	box   geom.Box
}

// The smallest and largest number of sides that approximate a round border of a part.
const (
	minCoverSides = 64
	maxCoverSides = 256
)

// smallestOverlap is the share of a part below which an overlap counts as a rounding error.
const smallestOverlap = 1e-9

// clearCovers ends a compound: its parts do not cover the colliders that follow.
func (m *DragEffects) clearCovers() {
	m.covers, m.coverSides = m.covers[:0], m.coverSides[:0]
}

// addCover lets a part cover the parts that follow. Chords approximate a round border to within a
// tolerance (m).
func (m *DragEffects) addCover(c shape.Convex, pose geom.Transform, tolerance float64) {
	if c.Kind == shape.KindCustom || c.Kind == shape.KindHalfPlane {
		return
	}
	m.pieces = outline.Append(m.pieces[:0], c, pose)
	if !(outline.MomentsOf(m.pieces, pose.Apply(c.Center)).Area > 0) {
		return
	}
	m.chords = outline.AppendChords(m.chords[:0], m.pieces, tolerance, minCoverSides, maxCoverSides)
	added := cover{sides: column.Span{Lo: len(m.coverSides)}, box: outline.BoxOf(m.pieces)}
	for _, chord := range m.chords {
		if n, length := chord.Normal(); length > 0 {
			m.coverSides = append(m.coverSides, outline.Side{Point: chord.A, Normal: n})
		}
	}
	added.sides.Hi = len(m.coverSides)
	m.covers = append(m.covers, added)
}

// displaceUncovered displaces fluid with the regions of a convex outline in the stack that lie
// outside all covers from the k-th on.
func (m *DragEffects) displaceUncovered(d *displacement, pieces column.Span, k int) {
	top := len(m.stack)
	for k < len(m.covers) && !m.overlaps(pieces, &m.covers[k]) {
		k++
	}
	if k == len(m.covers) {
		m.pieces = append(m.pieces[:0], m.stack[pieces.Lo:pieces.Hi]...)
		m.displaceWet(d)
		return
	}
	sides := m.covers[k].sides
	for _, side := range m.coverSides[sides.Lo:sides.Hi] {
		outside := m.split(pieces, outline.Side{Point: side.Point, Normal: side.Normal.Neg()})
		if outside.Lo < outside.Hi {
			m.displaceUncovered(d, outside, k+1)
		}
		if pieces = m.split(pieces, side); pieces.Lo == pieces.Hi {
			break
		}
	}
	m.stack = m.stack[:top]
}

// split cuts an outline and marks the edges of the cut as seams: no fluid surface runs along them.
func (m *DragEffects) split(pieces column.Span, side outline.Side) column.Span {
	from := len(m.stack)
	m.stack = outline.Clip(m.stack, m.stack[pieces.Lo:pieces.Hi], side)
	for i := from; i < len(m.stack); i++ {
		m.stack[i].Seam = m.stack[i].Cut
	}
	return column.Span{Lo: from, Hi: len(m.stack)}
}

// overlaps reports whether an outline overlaps a cover.
func (m *DragEffects) overlaps(pieces column.Span, c *cover) bool {
	outlined := m.stack[pieces.Lo:pieces.Hi]
	if !outline.BoxOf(outlined).Overlaps(c.box) {
		return false
	}
	top, inside := len(m.stack), pieces
	for i := c.sides.Lo; i < c.sides.Hi && inside.Lo < inside.Hi; i++ {
		inside = m.split(inside, m.coverSides[i])
	}
	origin := outlined[0].A
	within := outline.MomentsOf(m.stack[inside.Lo:inside.Hi], origin).Area
	m.stack = m.stack[:top]
	return within > smallestOverlap*outline.MomentsOf(outlined, origin).Area
}
