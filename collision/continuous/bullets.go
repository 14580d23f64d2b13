package continuous

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// bulletSweep is the motion of a fast bullet. It is final up to the last hit that was
// resolved; from there on it is the motion without any further hit.
type bulletSweep struct {
	row     state.BodyRow
	slow    bool // see slow.go
	slides  int
	motion  motionSegment // the current segment; earlier ones are final
	box     geom.Box
	best    ccdHit
	gravity geom.Vec2 // see removeGravityAfterHit
}

// Bullets sweeps fast bullets against everything, other bullets included. Hits are
// resolved in the order of their times, ties in the order of rows. A hit of two bullets
// redirects both, and every bullet that would hit one of them later is tested again.
//
// The boxes of all other bodies must be up to date. Those of the bullets must be
// refitted afterwards if Bullets reports that it moved one.
func (s *Stage) Bullets() (moved bool) {
	bullets := s.bullets
	if len(bullets) == 0 {
		return false
	}
	q := s.queries[0]
	for i := range bullets {
		b := &bullets[i]
		b.motion, b.gravity = s.fullMotion(b.row), s.GravityPerTick
		b.box = s.sweptBodyBox(b.row, &b.motion)
	}
	for i := range bullets {
		q.findFirstHit(&bullets[i])
	}
	for {
		i := s.nextBulletHit()
		if i < 0 {
			return moved
		}
		s.resolveBulletHit(i)
		moved = true
	}
}

// nextBulletHit returns the bullet with the earliest hit, or -1.
func (s *Stage) nextBulletHit() int {
	first, time := -1, 1.0
	for i := range s.bullets {
		if t := s.bullets[i].best.time; t < time || t == time && first < 0 {
			first, time = i, t
		}
	}
	return first
}

// resolveBulletHit redirects a bullet at its hit, and the obstacle if that is a bullet
// too. Then it tests the bullets again whose next hit may have changed.
func (s *Stage) resolveBulletHit(i int) {
	q, bullets := s.queries[0], s.bullets
	a := &bullets[i]
	hit := a.best
	j := s.bulletOf(hit.collider)
	if j < 0 {
		s.redirect(a, &hit, s.motionAfterHit(&a.motion, &hit, a.slides))
	} else {
		b := &bullets[j]
		reversed := ccdHit{time: hit.time, normal: hit.normal.Neg()}
		motionA, motionB := s.motionsAfterHit(a, b, &hit)
		s.redirect(a, &hit, motionA)
		s.redirect(b, &reversed, motionB)
	}
	for k := range bullets {
		other := &bullets[k]
		metIndex := -1
		if other.best.time <= 1 {
			metIndex = s.bulletOf(other.best.collider)
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

// redirect gives a bullet its motion after a hit.
func (s *Stage) redirect(b *bulletSweep, hit *ccdHit, motion motionSegment) {
	b.motion = motion
	b.slides++
	b.box = s.sweptBodyBox(b.row, &b.motion)
	s.p.Bodies.Pose[b.row] = b.motion.sweep.End
	b.gravity = s.removeGravityAfterHit(b.row, hit, b.gravity)
}

// bulletOf returns the bullet that a collider belongs to, or -1.
func (s *Stage) bulletOf(collider uint32) int {
	row := s.p.Bodies.Rows[s.p.Shapes.Link[collider].Owner]
	if s.p.Bodies.Motion[row].StepFlags&state.StepFlagBullet == 0 {
		return -1
	}
	for i := range s.bullets {
		if s.bullets[i].row == row {
			return i
		}
	}
	return -1
}

// load makes a bullet the body of the query. It reports false for a bullet that stays
// where it is: the others are tested against it instead.
func (q *ccdQuery) load(b *bulletSweep) bool {
	q.row, q.self, q.bullet, q.slow = b.row, q.p.Bodies.Slots[b.row], true, b.slow
	q.motion, q.best, q.startDepth = b.motion, b.best, startDepth{}
	return b.slides <= maxSlides+1
}

// findFirstHit finds the first hit of a bullet.
func (q *ccdQuery) findFirstHit(b *bulletSweep) {
	b.best.time = noHit
	if q.load(b) {
		q.collectCandidates(b.motion.sweep.Start.P, b.motion.sweep.End.P)
		q.findHit()
		b.best = q.best
	}
}

// testAgainst tests a bullet against another one that was redirected, and keeps the hit
// if that is the first.
func (q *ccdQuery) testAgainst(b, other *bulletSweep) {
	if !b.box.Overlaps(other.box) || !q.load(b) {
		return
	}
	for c := q.p.Bodies.Motion[b.row].FirstCollider; c != state.None; c = q.p.Shapes.Link[c].Next {
		if q.selectCollider(state.ColliderSlot(c)) {
			q.testBody(other.row, &other.motion)
		}
	}
	b.best = q.best
}

// testFastBodies tests a bullet's collider against fast bodies, on the paths that the
// first stage found for them, and against the other bullets.
func (q *ccdQuery) testFastBodies(box geom.Box) {
	s := q.s
	for i := range s.fast {
		path := &s.paths[i]
		if !path.box.Overlaps(box) {
			continue
		}
		for l := range path.n {
			q.testBody(path.row, &path.segments[l])
		}
	}
	for i := range s.bullets {
		if b := &s.bullets[i]; b.row != q.row && b.box.Overlaps(box) {
			q.testBody(b.row, &b.motion)
		}
	}
}

// testBody tests all colliders of a body on a segment of its path.
func (q *ccdQuery) testBody(row state.BodyRow, motion *motionSegment) {
	for c := q.p.Bodies.Motion[row].FirstCollider; c != state.None; c = q.p.Shapes.Link[c].Next {
		if q.s.canBlock(q.self, q.moving, state.ColliderSlot(c), true) {
			q.testCollider(state.ColliderSlot(c), motion)
		}
	}
}
