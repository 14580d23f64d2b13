package manifold

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// parallelSlope is the slope up to which two edges count as parallel. The edges of resting shapes
// are parallel, and rounding would decide which of the two faces has the larger separation. So A's
// face is always the reference of parallel edges. The normal is off by this angle at most, and the
// separation by half its square.
const parallelSlope = 1.0 / 512

// mergeFraction of the shorter edge is the overlap of two edges below which its
// two ends are one point.
const mergeFraction = 1e-9

// overhangFraction of the speculative distance (half a linear slop) is the largest distance of a
// vertex of B beyond the end of A's edge at which the vertex is still the feature of the point.
// Equal boxes stacked exactly have both vertices in one place; without this tolerance the feature
// would depend on rounding.
const overhangFraction = 1.0 / 8

// margins are the distances that are added to the distance of two cores.
type margins struct {
	face, edge  float64 // skins of the reference and of the incident shape
	speculative float64
}

// extent is where the reference face begins and ends along its own line.
type extent struct{ first, last float64 }

// edge is the incident edge in the frame of the reference face: X is the height
// above the face, Y runs along it, counter-clockwise around the reference shape.
type edge struct{ low, high geom.Vec2 } // low.Y <= high.Y

// featureIndices are the indices of the four vertices. An edge has the index of the vertex where it
// starts, counter-clockwise: the index of the face is first, and the index of the incident edge is
// high.
type featureIndices struct{ first, last, low, high uint32 }

// swapped marks the index of first when the reference face belongs to B.
const swapped = 1 << 31

// collideFace writes the manifold of a reference face and the edge of the other shape that faces
// it. All rules about two points, one point, ties and features are here and in the functions it
// calls, for boxes, capsules, polygons and custom shapes alike. The face has the largest
// separation, or is parallel to the face that has. The lower end of the incident edge is the other
// shape's deepest vertex against the face. The transform at is the pose of the face's frame in the
// frame of the manifold. Its X axis is the outward normal.
//
// The arguments fit in registers. As one struct in memory they would double the time.
func collideFace(dst *Manifold, at geom.Transform, s extent, e edge, m margins, n featureIndices) {
	low, high := e.low, e.high
	rise, width := high.X-low.X, high.Y-low.Y
	lowOut, highOut := low.Y < s.first, high.Y > s.last
	from, to := low.Y, high.Y
	if lowOut {
		from = s.first
	}
	if highOut {
		to = s.last
	}
	overlap := to - from
	// The closest features are two corners if the deepest vertex is in front of the face
	// and beyond its end, unless the edges are parallel and over each other. An edge that
	// is perpendicular to the face overlaps it by zero and is not beyond its end. The end
	// of a capsule, a face without width, is a corner.
	if overlap <= 0 && (low.Y >= s.last || high.Y <= s.first || s.first == s.last) {
		if low.X > 0 && high.X > 0 {
			collideCorner(dst, at, s, e, m, n)
			return
		}
	} else if lowOut && low.X > 0 && rise > float64(parallelSlope*width) ||
		highOut && high.X > 0 && rise < -float64(parallelSlope*width) {
		collideTilted(dst, at, s, e, m, n)
		return
	}
	lowID, highID := endFeatureIDs(s, e, m.speculative, n)
	switch {
	case overlap <= float64(mergeFraction*width) && overlap <= float64(mergeFraction*(s.last-s.first)):
		if rise < 0 {
			low, lowID = high, highID
		}
		low.Y = min(max(low.Y, s.first), s.last)
		high.X = math.Inf(1) // one point
	case lowOut || highOut:
		slope := rise / width
		if highOut {
			high = geom.Vec2{X: low.X + float64(slope*(s.last-low.Y)), Y: s.last}
		}
		if lowOut {
			low = geom.Vec2{X: low.X + float64(slope*(s.first-low.Y)), Y: s.first}
		}
	}
	// The point half way between the surfaces is at half the height, shifted by the skins.
	skins, shift := m.face+m.edge, float64(0.5*(m.face-m.edge))
	dst.Normal = at.R.X()
	if n.first&swapped != 0 {
		dst.Normal = dst.Normal.Neg()
	}
	count := 0
	if separation := low.X - skins; separation <= m.speculative {
		dst.Points[0] = Point{at.Apply(geom.Vec2{X: shift + float64(0.5*low.X), Y: low.Y}), separation, lowID}
		count = 1
	}
	if separation := high.X - skins; separation <= m.speculative {
		dst.Points[count&1] = Point{at.Apply(geom.Vec2{X: shift + float64(0.5*high.X), Y: high.Y}), separation, highID}
		count++
	}
	dst.Count, dst.SeparationBound = count, 0
}

// endFeatureIDs returns the features of the two ends of the overlap. A feature is a vertex of B and
// A's edge if the vertex is over that edge, and otherwise a vertex of A and B's edge. The rule is
// the same for a reference face of A and of B, so features survive a change of reference.
func endFeatureIDs(s extent, e edge, speculative float64, n featureIndices) (low, high uint32) {
	overhang := float64(overhangFraction * speculative)
	if first := n.first &^ swapped; first != n.first {
		low, high = featureID(vertexFace, n.low, first), featureID(vertexFace, n.high, first)
		if e.low.Y < s.first+overhang {
			low = featureID(faceVertex, n.high, first)
		}
		if e.high.Y > s.last-overhang {
			high = featureID(faceVertex, n.high, n.last)
		}
		return low, high
	}
	low, high = featureID(faceVertex, n.first, n.low), featureID(faceVertex, n.first, n.high)
	if e.low.Y < s.first-overhang {
		low = featureID(vertexFace, n.first, n.high)
	}
	if e.high.Y > s.last+overhang {
		high = featureID(vertexFace, n.last, n.high)
	}
	return low, high
}

// tiltedSlope is the slope of two edges over each other up to which both ends of the overlap are
// contact points although two corners are the closest features.
const tiltedSlope = 1.0 / 16

// collideTilted is for edges over each other whose closest features are two corners. The normal is
// the direction between the corners. At small slopes the other end of the overlap is a point too,
// measured along this normal, if it is near enough. Otherwise a shape that rests with its corner
// exactly over another corner would occasionally lose that point.
func collideTilted(dst *Manifold, at geom.Transform, s extent, e edge, m margins, n featureIndices) {
	normal := collideCorner(dst, at, s, e, m, n)
	slope := (e.high.X - e.low.X) / (e.high.Y - e.low.Y)
	if dst.Count == 0 || math.Abs(slope) > tiltedSlope {
		return
	}
	nearID, farID := endFeatureIDs(s, e, m.speculative, n)
	farEnd := e.high
	if slope < 0 {
		nearID, farID = farID, nearID
		farEnd = e.low
	}
	if y := min(max(farEnd.Y, s.first), s.last); y != farEnd.Y {
		farEnd = geom.Vec2{X: e.low.X + float64(slope*(y-e.low.Y)), Y: y}
	}
	dst.Points[0].Feature = nearID
	gap := farEnd.X / normal.X // along the normal, down to the face
	separation := gap - (m.face + m.edge)
	if separation > m.speculative {
		return
	}
	p := farEnd.MulSub(0.5*(gap-(m.face-m.edge)), normal)
	dst.Points[1] = Point{at.Apply(p), separation, farID}
	dst.Count = 2
}

// collideCorner writes the one point between an end of the face and the incident edge. It
// returns the normal in the frame of the face.
func collideCorner(dst *Manifold, at geom.Transform, s extent, e edge, m margins, n featureIndices) geom.Vec2 {
	first := n.first &^ swapped
	corner, cornerIndex := geom.Vec2{Y: s.first}, first
	if e.low.Y >= s.last || e.high.Y > s.first && e.high.X < e.low.X {
		corner, cornerIndex = geom.Vec2{Y: s.last}, n.last
	}
	q := geom.ClosestOnSegment(e.low, e.high, corner)
	normal, distance := q.Sub(corner).Unit()
	if distance == 0 {
		normal = geom.Vec2{X: 1}
	}
	dst.setEmpty(0)
	separation := distance - (m.face + m.edge)
	if separation > m.speculative {
		return normal
	}
	edgeIndex := n.high
	if q.Sub(e.low).LengthSquared() < q.Sub(e.high).LengthSquared() {
		edgeIndex = n.low
	}
	id := featureID(vertexVertex, cornerIndex, edgeIndex)
	dst.Normal = at.R.Apply(normal)
	if n.first&swapped != 0 {
		id = featureID(vertexVertex, edgeIndex, cornerIndex)
		dst.Normal = dst.Normal.Neg()
	}
	p := corner.MulAdd(0.5*(distance+(m.face-m.edge)), normal)
	dst.Points[0] = Point{at.Apply(p), separation, id}
	dst.Count = 1
	return normal
}
