package continuous

import (
	"sort"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
)

// bulletSweep is the motion of a fast bullet. The motion is final up to the last resolved hit. From
// there on it is the motion without any further hit.
type bulletSweep struct {
	_       [0]func() // not comparable, so no program has code for a comparison
	row     state.BodyRow
	unmet   bool // see fastBody
	slides  int
	near    bool          // its first search found something
	motion  motionSegment // the current segment; earlier ones are final
	box     geom.Box
	best    ccdHit
	walls   lastWalls
	passed  passedWalls
	gravity geom.Vec2 // see removeGravityAfterHit
}

// bulletSearch is the scratch of the second stage. Its items are the fast bodies on their paths, in
// the order of Stage.fast, followed by the bullets.
type bulletSearch struct {
	tree    sweepTree
	queue   bulletQueue
	found   []int32  // items whose boxes overlap the box of a sweep
	touched []int32  // bullets whose next hit may have changed
	visited []uint32 // by bullet: the last resolution that searched for its next hit anew
	round   uint32   // counts the resolutions
	pairs   int      // bodies that were tested against a bullet's collider in this tick
}

// HasBullets reports whether bullets wait for Bullets.
func (s *Stage) HasBullets() bool { return len(s.bullets) > 0 }

// Bullets sweeps fast bullets against everything, other bullets included. It resolves hits in the
// order of their times, ties in the order of rows. A hit of two bullets redirects both. Every
// bullet that would hit one of them later is tested again.
//
// The next hits wait in a queue, and a tree over the paths of the tick finds the few bullets that a
// redirected bullet may meet. So n bullets among n bodies take a time of about n log n, as long as
// each meets few.
//
// The boxes of all other bodies must be up to date. If Bullets reports that it moved a bullet, the
// boxes of the bullets must be refitted afterwards.
func (s *Stage) Bullets() (moved bool) {
	bullets := s.bullets
	if len(bullets) == 0 {
		return false
	}
	s.takeQueries(1)
	defer s.giveQueries()
	s.beginBullets()
	for i := range bullets {
		s.search(i)
	}
	for {
		i := s.bulletSearch.queue.first()
		if i < 0 {
			if s.holdBullets() {
				moved = true
			}
			if moved {
				s.sortTraversed()
			}
			s.bullets = s.bullets[:0]
			return moved
		}
		s.resolveBulletHit(i)
		moved = true
	}
}

// beginBullets sets the motions of all bullets and builds the tree over the paths of the tick.
func (s *Stage) beginBullets() {
	x := &s.bulletSearch
	x.tree.reset()
	for i := range s.fast {
		x.tree.add(s.paths[i].box)
	}
	for i := range s.bullets {
		b := &s.bullets[i]
		b.motion, b.gravity = s.fullMotion(b.row), s.gravityPerTick(b.row)
		b.box, b.passed.n, b.walls = s.sweptBodyBox(b.row, &b.motion), 0, lastWalls{}
		x.tree.add(b.box)
	}
	x.tree.build()
	x.queue.reset(len(s.bullets))
	x.visited = grow.Resize(x.visited, len(s.bullets))
	clear(x.visited)
	x.round, x.pairs = 0, 0
}

// search finds the first hit of a bullet and puts it into the queue.
func (s *Stage) search(i int) {
	b := &s.bullets[i]
	s.queries[0].findFirstHit(b)
	s.enqueue(i)
}

// enqueue tells the queue the next hit of a bullet.
func (s *Stage) enqueue(i int) {
	target, best := -1, &s.bullets[i].best
	if best.time <= 1 {
		target = s.bulletOf(best.collider)
	}
	s.bulletSearch.queue.set(i, best.time, target)
}

// resolveBulletHit redirects a bullet at its hit. If the obstacle is a bullet, the obstacle is
// redirected too. Then the bullets whose next hit may have changed are tested again. Bullets that
// were to hit one of the two search anew. Bullets whose paths come near the new paths are tested
// against these alone. A bullet that has come to rest stays in place when others hit it, and their
// hits stand. Otherwise all bullets that fly at one body would search anew for each of them.
func (s *Stage) resolveBulletHit(i int) {
	x, bullets := &s.bulletSearch, s.bullets
	a := &bullets[i]
	hit := a.best
	j := s.bulletOf(hit.collider)
	s.traversed.addStop(&hit)
	movedA, movedB := false, false
	x.touched = append(x.touched[:0], int32(i))
	if j < 0 {
		a.passed.note(s.p, &hit)
		a.walls.note(s, &hit)
		answered := s.answerStop(a.row, &hit)
		movedA = s.redirect(i, &hit, s.queries[0].motionAfterHit(a.row, &a.motion, &hit, a.slides, answered))
	} else {
		b := &bullets[j]
		reversed := ccdHit{time: hit.time, normal: hit.normal.Neg()}
		motionA, motionB := s.motionsAfterHit(a, b, &hit)
		movedA = s.redirect(i, &hit, motionA)
		movedB = s.redirect(j, &reversed, motionB)
		x.touched = append(x.touched, int32(j))
	}
	if movedA {
		x.touched = x.queue.appendHitters(x.touched, i)
	}
	if movedB {
		x.touched = x.queue.appendHitters(x.touched, j)
	}
	x.round++
	for _, k := range x.touched {
		if x.visited[k] != x.round {
			x.visited[k] = x.round
			s.search(int(k))
		}
	}
	if movedA {
		s.testAllAgainst(a)
	}
	if movedB {
		s.testAllAgainst(&bullets[j])
	}
}

// testAllAgainst tests the bullets that did not search anew against one that was redirected.
func (s *Stage) testAllAgainst(redirected *bulletSweep) {
	x := &s.bulletSearch
	x.found = x.tree.appendOverlaps(x.found[:0], redirected.box)
	for _, item := range x.found {
		k := int(item) - len(s.fast)
		if k < 0 || x.visited[k] == x.round {
			continue
		}
		if s.queries[0].testAgainst(&s.bullets[k], redirected) {
			s.enqueue(k)
		}
	}
}

// redirect gives a bullet its motion after a hit. It reports false if the bullet was at rest and
// stays in place.
func (s *Stage) redirect(i int, hit *ccdHit, motion motionSegment) (moved bool) {
	b := &s.bullets[i]
	s.traversed.add(b.row, &b.motion, hit)
	moved = motion.Sweep != b.motion.Sweep || motion.Sweep.Start != motion.Sweep.End
	b.motion = motion
	b.slides++
	b.box = s.sweptBodyBox(b.row, &b.motion)
	if moved {
		s.bulletSearch.tree.update(len(s.fast)+i, b.box)
	}
	s.p.Bodies.Pose[b.row] = b.motion.Sweep.End
	b.gravity = s.removeGravityAfterHit(b.row, hit, b.gravity)
	return moved
}

// holdBullets keeps the centres of bullets out of obstacles, and takes velocity from bullets that
// did not get along. It reports whether it moved a bullet.
func (s *Stage) holdBullets() (moved bool) {
	q := s.queries[0]
	for i := range s.bullets {
		b := &s.bullets[i]
		if !b.near {
			continue
		}
		q.load(b)
		q.bullet, q.passed = false, b.passed
		q.collectCandidates(s.p.Bodies.LastPose[b.row].P, b.motion.Sweep.End.P)
		if len(q.candidates) > 0 && q.holdCenters() {
			s.p.Bodies.Pose[b.row] = q.motion.Sweep.End
			moved = true
		}
		s.stopHeld(b.row, &b.walls)
	}
	return moved
}

// bulletOf returns the bullet that a collider belongs to, or -1.
func (s *Stage) bulletOf(collider uint32) int {
	row := s.p.Bodies.Rows[s.p.Shapes.Link[collider].Owner]
	if s.p.Bodies.Motion[row].StepFlags&state.StepFlagBullet == 0 {
		return -1
	}
	i := sort.Search(len(s.bullets), func(i int) bool { return s.bullets[i].row >= row })
	if i == len(s.bullets) || s.bullets[i].row != row {
		return -1
	}
	return i
}

// load makes a bullet the body of the query. It reports false for a bullet that stays in place: the
// others are tested against it instead.
func (q *ccdQuery) load(b *bulletSweep) bool {
	q.row, q.self, q.bullet, q.unmet = b.row, q.p.Bodies.Slots[b.row], true, b.unmet
	q.motion, q.best, q.startDepth = b.motion, b.best, startDepth{}
	return b.slides <= maxSlides+1
}

// findFirstHit finds the first hit of a bullet.
func (q *ccdQuery) findFirstHit(b *bulletSweep) {
	b.best.time = noHit
	if q.load(b) {
		q.collectCandidates(b.motion.Sweep.Start.P, b.motion.Sweep.End.P)
		b.near = b.near || len(q.candidates) > 0
		q.findHit()
		b.best = q.best
	}
}

// testAgainst tests a bullet against another bullet that was redirected, and keeps the hit if it is
// the earliest. It reports whether the next hit has changed.
func (q *ccdQuery) testAgainst(b, other *bulletSweep) bool {
	if !q.load(b) {
		return false
	}
	for c := q.p.Bodies.Motion[b.row].FirstCollider; c != state.None; c = q.p.Shapes.Link[c].Next {
		if q.selectCollider(state.ColliderSlot(c)) {
			q.testBody(other.row, &other.motion)
		}
	}
	if q.best.time == b.best.time && q.best.collider == b.best.collider {
		return false
	}
	b.best = q.best
	return true
}

// testFastBodies tests a bullet's collider against fast bodies, on the paths that the
// first stage found for them, and against the other bullets.
func (q *ccdQuery) testFastBodies(box geom.Box) {
	s := q.s
	x := &s.bulletSearch
	x.found = x.tree.appendOverlaps(x.found[:0], box)
	for _, item := range x.found {
		if k := int(item) - len(s.fast); k >= 0 {
			if b := &s.bullets[k]; b.row != q.row {
				q.testBody(b.row, &b.motion)
			}
			continue
		}
		path := &s.paths[item]
		for l := range path.n {
			q.testBody(path.row, &path.segments[l])
		}
	}
}

// testBody tests all colliders of a body on a segment of its path.
func (q *ccdQuery) testBody(row state.BodyRow, motion *motionSegment) {
	q.s.bulletSearch.pairs++
	for c := q.p.Bodies.Motion[row].FirstCollider; c != state.None; c = q.p.Shapes.Link[c].Next {
		if q.s.canBlock(q.self, q.moving, state.ColliderSlot(c), true) {
			q.testCollider(state.ColliderSlot(c), motion)
		}
	}
}
