package kernel

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

// A manifold is still valid when the bodies have hardly moved relative to each other since it was
// computed. Its points are fixed to the two bodies, and their separation is measured again.
//
// The bound. Let no point of B have moved by more than d in A's frame since the full computation. A
// pair of features that is not in the manifold was then farther apart than the speculative distance
// s, so it is now farther apart than s - d. With d = s/4, the slop, no contact is missed. The
// points of the manifold may have slid by at most d along the faces. The normal rotates with A, and
// its error is at most the angle of B's rotation, at most d over B's size. The error of the
// separation is no more than the product of the two.

// Reuse brings the manifold of a contact up to date by moving its points with the bodies. B has the
// pose rel in A's frame. It reports false when the bodies have moved too far.
func (t *Tables) Reuse(row int, rel *geom.Transform) bool {
	cache := &t.Contacts.Cache[row]
	moved := rel.P.Sub(cache.Pose.P)
	motionBound := math.Abs(moved.X) + math.Abs(moved.Y)
	if !(motionBound <= t.Slop) {
		return false // the case of most contacts of moving bodies
	}
	pair, sc := &t.Contacts.Pair[row], &t.Contacts.Solver[row]
	rot := cache.Pose.R.InverseMul(rel.R)
	motionBound += float64(angleOverSine * float64(math.Abs(rot.S)*maxExtent(&t.Shapes.Geometry[pair.ColliderB])))
	if !(rot.C > minTurnCos) || !(motionBound <= t.Slop) {
		return false
	}
	poseA, poseB := t.Poses(pair)
	cachedNormal := geom.Vec2{X: float64(cache.NormalX), Y: float64(cache.NormalY)}
	localNormal := cachedNormal
	if pair.Flags&state.ContactNormalOfB != 0 {
		localNormal = rot.Apply(localNormal)
	}
	n := poseA.R.Apply(localNormal)
	offset := poseA.P.Sub(poseB.P)
	sc.NormalX, sc.NormalY = float32(n.X), float32(n.Y)
	if pair.Flags&state.ContactArc != 0 {
		arc{rel, poseA, rot, offset, localNormal}.reuse(sc, cache)
		return true
	}
	// An unused second point is moved too, as in the vector kernel: it is part of the state that is
	// saved and hashed, so its bits are the same everywhere.
	for i := range sc.Points {
		from, to := &cache.Points[i], &sc.Points[i]
		mid := geom.Vec2{X: float64(from.X), Y: float64(from.Y)}
		half := 0.5 * float64(from.Separation)
		onA, onB := mid.MulSub(half, cachedNormal), mid.MulAdd(half, cachedNormal)
		// B's point moves with B: into B's frame by the old pose, out of it by the new one.
		onB = rel.P.Add(rot.Apply(onB.Sub(cache.Pose.P)))
		rA := poseA.R.Apply(onA.Add(onB).Mul(0.5))
		rB := rA.Add(offset)
		to.AX, to.AY = float32(rA.X), float32(rA.Y)
		to.BX, to.BY = float32(rB.X), float32(rB.Y)
		to.Separation = float32(onB.Sub(onA).Dot(localNormal))
	}
	return true
}

// arc is the motion of two bodies at a contact whose arc the solver follows.
type arc struct {
	rel, poseA *geom.Transform
	rot        geom.Rot  // of B in A's frame since the manifold was computed
	offset     geom.Vec2 // from B's centre to A's
	normal     geom.Vec2 // in A's frame
}

// reuse is the last part of Reuse.
func (c arc) reuse(sc *state.SolverContact, cache *state.ManifoldCache) {
	cachedNormal := geom.Vec2{X: float64(cache.NormalX), Y: float64(cache.NormalY)}
	radiusA, radiusB := sc.ArcRadii()
	ra, rb := float64(radiusA), float64(radiusB)
	from, to := &cache.Points[0], &sc.Points[0]
	mid := geom.Vec2{X: float64(from.X), Y: float64(from.Y)}
	half := 0.5 * float64(from.Separation)
	onA, onB := mid.MulSub(half, cachedNormal), mid.MulAdd(half, cachedNormal)
	if ra+rb > 0 {
		onA, onB = onA.MulSub(ra, cachedNormal), onB.MulAdd(rb, cachedNormal)
	}
	onB = c.rel.P.Add(c.rot.Apply(onB.Sub(cache.Pose.P)))
	if ra+rb > 0 {
		onA, onB = pointsOnArcs(onA, onB, c.normal, ra, rb)
	}
	rA := c.poseA.R.Apply(onA.Add(onB).Mul(0.5))
	rB := rA.Add(c.offset)
	to.AX, to.AY = float32(rA.X), float32(rA.Y)
	to.BX, to.BY = float32(rB.X), float32(rB.Y)
	to.Separation = float32(onB.Sub(onA).Dot(c.normal))
}

// pointsOnArcs returns the points of contact of a contact whose arcs the solver follows. The points
// of arcs move with the centres of curvature, whose places are a and b. A surface without an arc is
// touched where the other surface's arc touches it.
func pointsOnArcs(a, b, n geom.Vec2, radiusA, radiusB float64) (onA, onB geom.Vec2) {
	onA, onB = a.MulAdd(radiusA, n), b.MulSub(radiusB, n)
	separation := onB.Sub(onA).Dot(n)
	switch {
	case radiusB == 0:
		onB = onA.MulAdd(separation, n)
	case radiusA == 0:
		onA = onB.MulSub(separation, n)
	}
	return onA, onB
}

// The angle is the sine to within 2 per cent where the cosine is above 0.97.
const (
	minTurnCos    = 0.97
	angleOverSine = 1.02
)

// maxExtent bounds the distance of the shape's points from the body's centre of mass.
func maxExtent(g *shape.Geometry) float64 {
	return g.BoundingRadius + math.Abs(g.Center.X) + math.Abs(g.Center.Y)
}

// StillSeparated reports whether a contact that had no points still has none.
//
// Let the shapes have been farther apart than the speculative distance by a gap, and let no point
// of B have moved by more than d in A's frame since. Then the shapes are still farther apart than
// the speculative distance if d is no more than the gap. By the argument above no contact is missed
// if d exceeds the gap by up to a slop.
func (t *Tables) StillSeparated(row int) bool {
	var rel geom.Transform
	a, b := t.Poses(&t.Contacts.Pair[row])
	setRelative(&rel, a, b)
	cache := &t.Contacts.Cache[row]
	moved := rel.P.Sub(cache.Pose.P)
	rot := cache.Pose.R.InverseMul(rel.R)
	bound := cache.SeparationBound()
	motionBound := math.Abs(moved.X) + math.Abs(moved.Y) + float64(math.Abs(rot.S)*float64(bound.Reach))
	return rot.C > minTurnCos && motionBound <= float64(bound.AllowedMotion)
}

// keepNear is SeparationBatch.Run for the rows from an index on. The rows before the index are
// done, and near of them were kept.
func (l *RowList) keepNear(t *Tables, near, first int) {
	for _, r := range l.rows[first:l.count] {
		if !t.StillSeparated(int(r)) {
			l.rows[near] = r
			near++
		}
	}
	l.count = near
}

// CacheSeparation records that two shapes had no manifold, and their distance.
func (t *Tables) CacheSeparation(row int, pair *state.ContactPair, m *manifold.Manifold, rel *geom.Transform) {
	cache := &t.Contacts.Cache[row]
	cache.Pose = *rel
	cache.SetSeparationBound(state.SeparationBound{
		AllowedMotion: float32((t.Slop + m.SeparationBound) * (1 - 0x1p-22)), // never rounded up
		Reach:         float32(angleOverSine * maxExtent(&t.Shapes.Geometry[pair.ColliderB])),
		Hint:          m.Hint,
	})
}

// CacheManifold records a manifold with points that was computed in full.
func (t *Tables) CacheManifold(row int, m *manifold.Manifold, rel *geom.Transform) {
	cache := &t.Contacts.Cache[row]
	cache.Pose = *rel
	cache.NormalX, cache.NormalY = float32(m.Normal.X), float32(m.Normal.Y)
	cache.Points[0] = cachedPoint(&m.Points[0])
	if m.Count == 2 {
		cache.Points[1] = cachedPoint(&m.Points[1])
	}
}

func cachedPoint(p *manifold.Point) state.CachedPoint {
	return state.CachedPoint{X: float32(p.Anchor.X), Y: float32(p.Anchor.Y), Separation: float32(p.Separation)}
}
