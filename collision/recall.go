package collision

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

// A manifold that was computed a moment ago is still right when the bodies have
// hardly moved against each other since: its points are stuck to the two bodies
// and their separation is read off again.
//
// The bound. Let no point of B have moved by more than d in A's frame since the
// full computation. A pair of features that is not in the manifold was then
// farther apart than the speculative distance s, so it is farther than s - d now:
// with d = s/4, the slop, nothing touches unnoticed. Points that are in the
// manifold may have slid by at most d along the faces, and the normal, which
// turns with A, may be off by the angle that B turned, at most d over B's
// size; the separation is off by no more than their product.

// recallable reports whether carrying a manifold along is cheaper than finding it
// anew. Circles are found in a few operations.
func recallable(a, b shape.Kind) bool {
	return a != shape.KindCircle && b != shape.KindCircle
}

// recall brings a manifold up to date by moving it along, and reports false
// when the bodies have moved too far.
func (p *Pipeline) recall(solid *manifold.Solid, flags manifold.Flags, mem *manifold.Memory, rel, poseA, poseB *geom.Transform, b *shape.Geometry) bool {
	moved := rel.P.Sub(mem.Pose.P)
	far := math.Abs(moved.X) + math.Abs(moved.Y)
	if !(far <= p.Tolerance.Slop) {
		return false // most that is on the move ends here
	}
	turn := mem.Pose.R.InverseMul(rel.R)
	far += float64(chordSlack * float64(math.Abs(turn.S)*sizeOf(b)))
	if !(turn.C > hardlyTurned) || !(far <= p.Tolerance.Slop) {
		return false
	}
	was := geom.Vec2{X: float64(mem.NormalX), Y: float64(mem.NormalY)}
	local := was
	if flags&manifold.NormalOfB != 0 {
		local = turn.Apply(local)
	}
	n := poseA.R.Apply(local)
	offset := poseA.P.Sub(poseB.P)
	solid.NormalX, solid.NormalY = float32(n.X), float32(n.Y)
	for i := range solid.Count {
		from, to := &mem.Points[i], &solid.Points[i]
		mid := geom.Vec2{X: float64(from.X), Y: float64(from.Y)}
		half := 0.5 * float64(from.Separation)
		onA, onB := mid.MulSub(half, was), mid.MulAdd(half, was)
		// B's point goes where B went: back into B's frame then, out of it now.
		onB = rel.P.Add(turn.Apply(onB.Sub(mem.Pose.P)))
		rA := poseA.R.Apply(onA.Add(onB).Mul(0.5))
		rB := rA.Add(offset)
		to.AX, to.AY = float32(rA.X), float32(rA.Y)
		to.BX, to.BY = float32(rB.X), float32(rB.Y)
		to.Separation = float32(onB.Sub(onA).Dot(local))
	}
	return true
}

// The sine is the angle to within 2 per cent where the cosine is above 0.97.
const (
	hardlyTurned = 0.97
	chordSlack   = 1.02
)

// sizeOf bounds how far a point of the shape is from the body's centre.
func sizeOf(g *shape.Geometry) float64 {
	return g.BoundingRadius + math.Abs(g.Center.X) + math.Abs(g.Center.Y)
}

// stillApart reports whether a contact without points has none now either.
//
// Let the shapes have been farther apart than the speculative distance by a gap, and no
// point of B have moved by more than d in A's frame since. Then they are still so if d
// is no more than the gap, and by the argument above nothing touches unnoticed if d
// exceeds it by a slop.
func (p *Pipeline) stillApart(pair *manifold.Pair, mem *manifold.Memory) bool {
	bodies := p.Bodies
	poseA := &bodies.Pose[bodies.Rows[pair.BodyA]]
	poseB := &bodies.Pose[bodies.Rows[pair.BodyB]]
	rel := poseA.InverseMul(*poseB)
	moved := rel.P.Sub(mem.Pose.P)
	turn := mem.Pose.R.InverseMul(rel.R)
	gap := mem.Gap()
	far := math.Abs(moved.X) + math.Abs(moved.Y) + float64(math.Abs(turn.S)*float64(gap.Swing))
	return turn.C > hardlyTurned && far <= float64(gap.Allowed)
}

// rememberApart keeps that two shapes had no manifold.
func (p *Pipeline) rememberApart(mem *manifold.Memory, m *manifold.Manifold, rel *geom.Transform, b *shape.Geometry) {
	if p.NoRecall {
		return
	}
	mem.Pose = *rel
	mem.SetGap(manifold.Gap{
		Allowed: float32((p.Tolerance.Slop + m.Gap) * (1 - 0x1p-22)), // never rounded up,
		Swing:   float32(chordSlack * sizeOf(b)),
		Guess:   m.Guess,
	})
}

// remember keeps a manifold that was computed in full.
func remember(mem *manifold.Memory, m *manifold.Manifold, rel *geom.Transform) {
	mem.Pose = *rel
	mem.NormalX, mem.NormalY = float32(m.Normal.X), float32(m.Normal.Y)
	for i := range m.Count {
		from := &m.Points[i]
		mem.Points[i] = manifold.MemoryPoint{
			X: float32(from.Anchor.X), Y: float32(from.Anchor.Y), Separation: float32(from.Separation),
		}
	}
}

// Forget makes the manifolds of a body's contacts be computed in full: its
// colliders have changed in its frame.
func (p *Pipeline) Forget(contacts []manifold.Slot) {
	for _, slot := range contacts {
		p.Contacts.Memory[p.Contacts.Rows[slot]] = manifold.Memory{}
	}
}
