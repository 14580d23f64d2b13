package collision

import (
	"github.com/carom2d/carom/manifold"
)

// separateBatch runs the kernel over the contacts without points that wait, and renews those that may have some now.
func (p *Pipeline) separateBatch(e *evaluator) {
	groups, left := e.apart.run()
	for i, separated := range groups {
		for lane := range reuseLanes {
			r := int(e.apart.rows[i*reuseLanes+lane])
			if separated>>lane&1 == 0 && !p.passesOneWay(r, e) {
				poseA, poseB := p.posesOf(&p.Contacts.Pair[r])
				setRelative(&e.pose, poseA, poseB)
				p.renew(r, poseA, poseB, e)
			}
		}
	}
	for _, r := range left {
		p.updateSeparated(int(r), e)
	}
}

// reuseBatch runs the kernel over the contacts that wait, and updates those one by one
// whose manifold it could not reuse.
func (p *Pipeline) reuseBatch(e *evaluator) {
	groups, left := e.batch.run()
	for i := range groups {
		g := &groups[i]
		for lane, r := range g.rows {
			if g.reused>>lane&1 == 0 {
				p.updateManifold(int(r), e)
			}
		}
	}
	for _, r := range left {
		p.updateManifold(int(r), e)
	}
}

// faceBatch runs the kernel over the pairs of polygons that wait, and ends the update of their contacts.
func (p *Pipeline) faceBatch(e *evaluator) {
	m, speculative := &e.manifold, p.Tolerance.Speculative
	groups, rest, left := e.faces.run()
	for i := range groups {
		g := &groups[i]
		for l, r := range g.rows {
			a, b := p.shapesOf(&p.Contacts.Pair[r])
			e.pose = g.pose(l)
			manifold.CollideAlong(m, a, b, &e.pose, speculative, g.found(l))
			poseA, poseB := p.posesOf(&p.Contacts.Pair[r])
			p.finishManifold(int(r), e, a, b, poseA, poseB)
		}
	}
	for l := range left {
		r := int(rest.rows[l])
		a, b := p.shapesOf(&p.Contacts.Pair[r])
		e.pose = rest.pose(l)
		m.Hint = p.hintOf(r)
		manifold.CollideAlong(m, a, b, &e.pose, speculative, manifold.SearchFaces(m, a, b, &e.pose, speculative))
		poseA, poseB := p.posesOf(&p.Contacts.Pair[r])
		p.finishManifold(r, e, a, b, poseA, poseB)
	}
}
