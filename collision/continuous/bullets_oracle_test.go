package continuous

import (
	"github.com/carom2d/carom/internal/state"
)

// slowBullets is Bullets without a queue and without a tree: after each hit, every bullet is looked
// at again, and each is compared with all others. It also reports whether a centre was held.
func slowBullets(s *Stage) (hits int, held bool) {
	s.takeQueries(1)
	defer s.giveQueries()
	for i := range s.bullets {
		b := &s.bullets[i]
		b.motion, b.gravity = s.fullMotion(b.row), s.GravityPerTick
		b.box = s.sweptBodyBox(b.row, &b.motion)
	}
	for i := range s.bullets {
		slowFindFirstHit(s, &s.bullets[i])
	}
	for {
		i := slowNextHit(s)
		if i < 0 {
			for k := range s.bullets {
				s.bullets[k].near = true
			}
			return hits, s.holdBullets()
		}
		slowResolve(s, i)
		hits++
	}
}

func slowNextHit(s *Stage) int {
	first, time := -1, 1.0
	for i := range s.bullets {
		if t := s.bullets[i].best.time; t < time || t == time && first < 0 {
			first, time = i, t
		}
	}
	return first
}

func slowResolve(s *Stage, i int) {
	a := &s.bullets[i]
	hit := a.best
	j := slowBulletOf(s, hit.collider)
	movedA, movedB := false, false
	if j < 0 {
		a.passed.note(s.p, &hit)
		answered := s.answerStop(a.row, &hit)
		movedA = slowRedirect(s, a, &hit, s.queries[0].motionAfterHit(a.row, &a.motion, &hit, a.slides, answered))
	} else {
		b := &s.bullets[j]
		reversed := ccdHit{time: hit.time, normal: hit.normal.Neg()}
		motionA, motionB := s.motionsAfterHit(a, b, &hit)
		movedA = slowRedirect(s, a, &hit, motionA)
		movedB = slowRedirect(s, b, &reversed, motionB)
	}
	for k := range s.bullets {
		other := &s.bullets[k]
		met := -1
		if other.best.time <= 1 {
			met = slowBulletOf(s, other.best.collider)
		}
		switch {
		case k == i || k == j || met >= 0 && (met == i && movedA || met == j && movedB):
			slowFindFirstHit(s, other)
		default:
			if movedA {
				slowTestAgainst(s, other, a)
			}
			if movedB {
				slowTestAgainst(s, other, &s.bullets[j])
			}
		}
	}
}

func slowRedirect(s *Stage, b *bulletSweep, hit *ccdHit, motion motionSegment) (moved bool) {
	moved = motion.Sweep != b.motion.Sweep || motion.Sweep.Start != motion.Sweep.End
	b.motion = motion
	b.slides++
	b.box = s.sweptBodyBox(b.row, &b.motion)
	s.p.Bodies.Pose[b.row] = b.motion.Sweep.End
	b.gravity = s.removeGravityAfterHit(b.row, hit, b.gravity)
	return moved
}

func slowBulletOf(s *Stage, collider uint32) int {
	for i := range s.bullets {
		if s.bullets[i].row == s.p.Bodies.Rows[s.p.Shapes.Link[collider].Owner] {
			return i
		}
	}
	return -1
}

func slowFindFirstHit(s *Stage, b *bulletSweep) {
	q := s.queries[0]
	b.best.time = noHit
	if !q.load(b) {
		return
	}
	q.collectCandidates(b.motion.Sweep.Start.P, b.motion.Sweep.End.P)
	boxes := s.p.Broadphase.Boxes()
	for c := s.p.Bodies.Motion[b.row].FirstCollider; c != state.None; c = s.p.Shapes.Link[c].Next {
		if !q.selectCollider(state.ColliderSlot(c)) {
			continue
		}
		box := q.motionBox(s.p.Shapes.Convex(q.moving))
		for _, other := range q.candidates {
			if box.Overlaps(boxes[other].ToBox()) && s.canBlock(q.self, q.moving, state.ColliderSlot(other), true) && !q.hasRecordedPath(other) {
				q.obstacleMotion = s.fullMotion(s.p.Bodies.Rows[s.p.Shapes.Link[other].Owner])
				q.testCollider(state.ColliderSlot(other), &q.obstacleMotion)
			}
		}
		for i := range s.fast {
			path := &s.paths[i]
			for l := range path.n {
				if path.box.Overlaps(box) {
					q.testBody(path.row, &path.segments[l])
				}
			}
		}
		for i := range s.bullets {
			if other := &s.bullets[i]; other.row != b.row && other.box.Overlaps(box) {
				q.testBody(other.row, &other.motion)
			}
		}
	}
	b.best = q.best
}

func slowTestAgainst(s *Stage, b, other *bulletSweep) {
	q := s.queries[0]
	if !b.box.Overlaps(other.box) || !q.load(b) {
		return
	}
	for c := s.p.Bodies.Motion[b.row].FirstCollider; c != state.None; c = s.p.Shapes.Link[c].Next {
		if q.selectCollider(state.ColliderSlot(c)) {
			q.testBody(other.row, &other.motion)
		}
	}
	b.best = q.best
}
