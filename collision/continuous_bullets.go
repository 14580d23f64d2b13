package collision

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// bulletSweep is a fast bullet on its way. Until an impact is settled, the way is what
// would happen without it.
type bulletSweep struct {
	row     state.BodyRow
	slides  int
	motion  motionSegment // the current one; what was before it is settled
	box     geom.Box
	best    ccdHit
	gravity geom.Vec2 // see unpull
}

// ContinuousBullets sweeps fast bullets against everything, other bullets included. Impacts
// are settled in the order of their times, ties in row order; an impact of two
// bullets turns both aside, and whoever would meet one of them later looks again.
// It needs the boxes of the other bodies to be up to date, and leaves those of the
// bullets to be refitted if it reports that one was moved.
func (p *Pipeline) ContinuousBullets() (moved bool) {
	bullets := p.ccd.bullets
	if len(bullets) == 0 {
		return false
	}
	q := p.ccd.queries[0]
	for i := range bullets {
		b := &bullets[i]
		b.motion, b.gravity = p.fullMotion(b.row), p.GravityPerTick
		b.box = p.sweptBodyBox(b.row, &b.motion)
	}
	for i := range bullets {
		q.findFirstHit(&bullets[i])
	}
	for {
		i := p.nextBulletHit()
		if i < 0 {
			return moved
		}
		p.resolveBulletHit(i)
		moved = true
	}
}

// nextBulletHit returns the flight with the earliest impact, or -1.
func (p *Pipeline) nextBulletHit() int {
	first, time := -1, 1.0
	for i := range p.ccd.bullets {
		if t := p.ccd.bullets[i].best.time; t < time || t == time && first < 0 {
			first, time = i, t
		}
	}
	return first
}

// resolveBulletHit turns a flight aside at its impact, and what it met if that is a bullet
// too, and lets everyone concerned look again.
func (p *Pipeline) resolveBulletHit(i int) {
	q, bullets := p.ccd.queries[0], p.ccd.bullets
	a := &bullets[i]
	hit := a.best
	j := p.bulletOf(hit.collider)
	if j < 0 {
		p.redirect(a, &hit, p.motionAfterHit(&a.motion, &hit, a.slides))
	} else {
		b := &bullets[j]
		reversed := ccdHit{time: hit.time, normal: hit.normal.Neg()}
		motionA, motionB := p.motionsAfterHit(a, b, &hit)
		p.redirect(a, &hit, motionA)
		p.redirect(b, &reversed, motionB)
	}
	for k := range bullets {
		other := &bullets[k]
		metIndex := -1
		if other.best.time <= 1 {
			metIndex = p.bulletOf(other.best.collider)
		}
		switch {
		case k == i || k == j || metIndex >= 0 && (metIndex == i || metIndex == j):
			q.findFirstHit(other)
		default:
			q.testAgainst(other, a)
			if j >= 0 {
				q.testAgainst(other, &bullets[j])
			}
		}
	}
}

// turn gives a flight its way after an impact.
func (p *Pipeline) redirect(b *bulletSweep, hit *ccdHit, motion motionSegment) {
	b.motion = motion
	b.slides++
	b.box = p.sweptBodyBox(b.row, &b.motion)
	p.Bodies.Pose[b.row] = b.motion.sweep.End
	b.gravity = p.removeGravityAfterHit(b.row, hit, b.gravity)
}

// bulletOf returns the flight that a collider belongs to, or -1.
func (p *Pipeline) bulletOf(collider uint32) int {
	row := p.Bodies.Rows[p.Shapes.Link[collider].Owner]
	if p.Bodies.Motion[row].StepFlags&state.StepFlagBullet == 0 {
		return -1
	}
	for i := range p.ccd.bullets {
		if p.ccd.bullets[i].row == row {
			return i
		}
	}
	return -1
}

// load makes a flight the one that the sweeper follows, and reports false when
// it stays where it is: others look out for it.
func (q *ccdQuery) load(b *bulletSweep) bool {
	q.row, q.self, q.bullet = b.row, q.p.Bodies.Slots[b.row], true
	q.motion, q.best, q.startDepth = b.motion, b.best, startDepth{}
	return b.slides <= maxSlides+1
}

// findFirstHit finds the first impact of a flight.
func (q *ccdQuery) findFirstHit(b *bulletSweep) {
	b.best.time = noHit
	if q.load(b) {
		q.collectCandidates(b.motion.sweep.Start.P, b.motion.sweep.End.P)
		q.findHit()
		b.best = q.best
	}
}

// testAgainst finds out whether a flight meets another that has changed its way before
// anything else.
func (q *ccdQuery) testAgainst(b, other *bulletSweep) {
	if !b.box.Overlaps(other.box) || !q.load(b) {
		return
	}
	for c := q.p.Bodies.Motion[b.row].FirstCollider; c != state.None; c = q.p.Shapes.Link[c].Next {
		if q.selectCollider(shape.Slot(c)) {
			q.testBody(other.row, &other.motion)
		}
	}
	b.best = q.best
}

// testFastBodies looks for impacts of a bullet's collider with fast bodies, on the ways
// that they were found to take, and with other bullets.
func (q *ccdQuery) testFastBodies(box geom.Box) {
	ccd := &q.p.ccd
	for i := range ccd.fast {
		path := &ccd.paths[i]
		if !path.box.Overlaps(box) {
			continue
		}
		for l := range path.n {
			q.testBody(path.row, &path.segments[l])
		}
	}
	for i := range ccd.bullets {
		if b := &ccd.bullets[i]; b.row != q.row && b.box.Overlaps(box) {
			q.testBody(b.row, &b.motion)
		}
	}
}

// testBody looks for impacts with all colliders of a body on a leg of its way.
func (q *ccdQuery) testBody(row state.BodyRow, motion *motionSegment) {
	for c := q.p.Bodies.Motion[row].FirstCollider; c != state.None; c = q.p.Shapes.Link[c].Next {
		if q.p.canBlock(q.self, q.moving, shape.Slot(c), true) {
			q.testCollider(shape.Slot(c), motion)
		}
	}
}
