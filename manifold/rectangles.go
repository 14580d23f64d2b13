package manifold

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// collideRectangles writes the manifold of two rectangles with half extents a and b. The transform
// pose is the pose of b in a's own axes, and at is the pose of a's axes in the frame of the
// manifold. A capsule is a rectangle without height. Face i runs from vertex i to vertex i+1,
// counter-clockwise; faceIndex has their order.
//
// Each of the four possible axes has a closed form: along an axis of one rectangle the
// other extends |cos| and |sin| times its half extents.
//
// The arguments fit in registers. As one struct in memory they would take as much time as
// the four axes.
func collideRectangles(dst *Manifold, a, b geom.Vec2, pose geom.Transform, m margins, at geom.Transform) {
	limit := m.speculative + (m.face + m.edge)
	d, q := pose.P, pose.R
	c, s := math.Abs(q.C), math.Abs(q.S)
	ax := math.Abs(d.X) - (a.X + (float64(c*b.X) + float64(s*b.Y)))
	ay := math.Abs(d.Y) - (a.Y + (float64(s*b.X) + float64(c*b.Y)))
	if ax > limit || ay > limit {
		dst.setEmpty(max(ax, ay) - limit)
		return
	}
	e := q.ApplyInverse(d)
	bx := math.Abs(e.X) - (b.X + (float64(c*a.X) + float64(s*a.Y)))
	by := math.Abs(e.Y) - (b.Y + (float64(s*a.X) + float64(c*a.Y)))
	if bx > limit || by > limit {
		dst.setEmpty(max(bx, by) - limit)
		return
	}
	bestA, bestB := ax, bx
	if ay > ax {
		bestA = ay
	}
	if by > bx {
		bestB = by
	}
	// The normal of the reference face is a unit vector along an axis of the
	// rectangle that has the face.
	var n geom.Vec2
	if bestA >= bestB {
		n = geom.Vec2{X: math.Copysign(1, d.X)}
		if ay > ax {
			n = geom.Vec2{Y: math.Copysign(1, d.Y)}
		}
	} else {
		n = geom.Vec2{X: -math.Copysign(1, e.X)}
		if by > bx {
			n = geom.Vec2{Y: -math.Copysign(1, e.Y)}
		}
		parallel := geom.Vec2{}
		if c <= parallelSlope || s <= parallelSlope {
			parallel = parallelFace(a, geom.Vec2{X: ax, Y: ay}, q.Apply(n))
		}
		if parallel == (geom.Vec2{}) {
			quarter := geom.Rot{C: n.X, S: n.Y}
			frame := geom.Transform{P: d, R: q.Mul(quarter)}
			rel := geom.Transform{P: quarter.ApplyInverse(e).Neg(), R: quarter.InverseMul(q.Inverse())}
			face := rectangleSide{b, at.Mul(frame), faceIndex(n) | swapped}
			collideRectangleSide(dst, face, a, rel, margins{m.edge, m.face, m.speculative})
			return
		}
		n = parallel
	}
	quarter := geom.Rot{C: n.X, S: n.Y}
	rel := geom.Transform{P: quarter.ApplyInverse(d), R: quarter.InverseMul(q)}
	face := rectangleSide{a, geom.Transform{P: at.P, R: at.R.Mul(quarter)}, faceIndex(n)}
	collideRectangleSide(dst, face, b, rel, m)
}

// parallelFace returns the normal of A's face against B's face with normal nb, both in A's axes and
// nearly opposite. It is zero if A's face is the end of a capsule or is not over B's face. The gaps
// are measured along A's axes.
func parallelFace(a, gaps, nb geom.Vec2) geom.Vec2 {
	if math.Abs(nb.X) < math.Abs(nb.Y) {
		if gaps.X < 0 {
			return geom.Vec2{Y: -math.Copysign(1, nb.Y)}
		}
	} else if gaps.Y < 0 && a.Y > 0 {
		return geom.Vec2{X: -math.Copysign(1, nb.X)}
	}
	return geom.Vec2{}
}

// faceIndex returns the index of the face with normal n, a unit vector along an axis. A
// face has the index of the corner where it starts: (-,-) (+,-) (+,+) (-,+).
func faceIndex(n geom.Vec2) uint32 {
	if n.X != 0 {
		return uint32(int32(2 - n.X)) // 1 or 3
	}
	return uint32(int32(1 + n.Y)) // 2 or 0
}

// rectangleSide is a face of a rectangle. The axes of the face are the axes of the rectangle,
// rotated so that X is the normal of the face.
type rectangleSide struct {
	half  geom.Vec2      // half extents of the rectangle, along its own axes
	at    geom.Transform // pose of the axes of the face in the frame of the manifold
	index uint32         // see faceIndex; with the flag swapped for a face of b
}

// collideRectangleSide takes a face as the reference against a rectangle with half extents b, whose
// pose is in the axes of the face.
func collideRectangleSide(dst *Manifold, face rectangleSide, b geom.Vec2, pose geom.Transform, m margins) {
	at, halfDepth, halfWidth := face.at, face.half.Y, face.half.X
	if face.index&1 != 0 {
		halfDepth, halfWidth = halfWidth, halfDepth
	}
	// The normal of the incident face is most against X. Its ends are half an edge to
	// both sides of its middle.
	q := pose.R
	x, y := pose.P.X-halfDepth, pose.P.Y
	var side geom.Vec2
	var incident uint32
	if c, s := math.Abs(q.C), math.Abs(q.S); c >= s && b.Y > 0 {
		sign := -math.Copysign(1, q.C)
		slope := float64(sign * q.S)
		x -= float64(c * b.X)
		y += float64(slope * b.X)
		side = geom.Vec2{X: float64(slope * b.Y), Y: float64(c * b.Y)}
		incident = uint32(int32(2 - sign))
	} else {
		sign := math.Copysign(1, q.S)
		slope := float64(sign * q.C)
		x -= float64(s * b.Y)
		y += float64(slope * b.Y)
		side = geom.Vec2{X: float64(slope * b.X), Y: float64(s * b.X)}
		incident = uint32(int32(1 + sign))
	}
	at.P = at.P.MulAdd(halfDepth, at.R.X())
	e := edge{low: geom.Vec2{X: x - side.X, Y: y - side.Y}, high: geom.Vec2{X: x + side.X, Y: y + side.Y}}
	next := (face.index + 1) & 3
	collideFace(dst, at, extent{-halfWidth, halfWidth}, e, m, featureIndices{face.index, next, (incident + 1) & 3, incident})
}
