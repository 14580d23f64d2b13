package collision

import (
	"math/bits"

	"github.com/carom2d/carom/manifold"
)

// separateBatch runs the kernel over the contacts without points that wait, and renews those that may have some now.
func (p *Pipeline) separateBatch(e *evaluator) {
	groups, left := e.apart.run()
	near := &e.lists[listSeparated] // where those that are left go, to be done together
	near.count = 0
	for i, separated := range groups {
		for lane := range reuseLanes {
			near.rows[near.count&(evaluateBlock-1)] = e.apart.rows[i*reuseLanes+lane]
			near.count += 1 - separated>>lane&1
		}
	}
	p.appendRenewals(listSeparated, e)
	for _, r := range left {
		p.updateSeparated(r, e)
	}
}

// appendRenewals renews the contacts of a list.
func (p *Pipeline) appendRenewals(list int, e *evaluator) {
	for _, r := range e.rowsOf(list) {
		if !p.passesOneWay(int(r), e) {
			e.renewals.append(r)
		}
	}
}

// reuseBatch runs the kernel over the contacts that wait, and renews those whose manifold it could not reuse. Those that are less than a
// group become some of the moved ones.
func (p *Pipeline) reuseBatch(e *evaluator) {
	groups, left := e.batch.run()
	for i := range groups {
		g := &groups[i]
		for again := ^g.reused & (1<<reuseLanes - 1); again != 0; again &= again - 1 {
			e.renewals.append(g.rows[bits.TrailingZeros(uint(again))])
		}
	}
	for _, r := range left {
		e.lists[listMoved].append(r)
	}
}

// faceBatch runs the kernel over the pairs of polygons that wait, and ends the update of their contacts.
func (p *Pipeline) faceBatch(e *evaluator) {
	k, m, speculative := &e.renewals, &e.manifold, p.Tolerance.Speculative
	groups, rest, left := e.faces.run()
	for i := range groups {
		g := &groups[i]
		for l, renewal := range g.rows {
			r, rel := int(k.rows[renewal]), &k.poses[renewal]
			pair := &p.Contacts.Pair[r]
			a, b := p.shapesOf(pair)
			manifold.CollideAlong(m, a, b, rel, speculative, g.found(l))
			p.finishManifold(r, pair, e, m, a, b, rel)
		}
	}
	for l := range left {
		renewal := rest.rows[l]
		r, rel := int(k.rows[renewal]), &k.poses[renewal]
		pair := &p.Contacts.Pair[r]
		a, b := p.shapesOf(pair)
		m.Hint = p.hintOf(r)
		manifold.CollideAlong(m, a, b, rel, speculative, manifold.SearchFaces(m, a, b, rel, speculative))
		p.finishManifold(r, pair, e, m, a, b, rel)
	}
}

// rectangleBatch runs the kernel over the pairs of boxes, capsules and segments that wait, and ends the update of their contacts.
func (p *Pipeline) rectangleBatch(e *evaluator) {
	k := &e.renewals
	list, results := e.boxes.run()
	for i := range list {
		result := &results[i]
		m, renewal := &result.manifold, list[i]
		r, rel := int(k.rows[renewal]), &k.poses[renewal]
		pair := &p.Contacts.Pair[r]
		a, b := p.shapesOf(pair)
		if result.left != 0 {
			collide, _ := manifold.FuncFor(a.Kind, b.Kind)
			collide(m, a, b, rel, p.Tolerance.Speculative)
		}
		if m.Count > 0 {
			p.finishManifold(r, pair, e, m, a, b, rel)
		} else {
			m.Hint = p.hintOf(r)
			p.finishSeparated(r, pair, e, m, rel, b.Geometry)
		}
	}
}
