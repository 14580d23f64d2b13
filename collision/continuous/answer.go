package continuous

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
)

// Stops to which no contact responds.
//
// A sweep moves a body back and leaves its velocity to the contact of the next tick. The contact
// responds if the points of the bodies approach each other there. The points of a body that spins
// fast may separate while its centre approaches, and in a crack between two walls there may be no
// contact at all. Then every sweep would stop the body again: it would hang with its full speed
// until it has crept through. So the sweep itself removes the part of the velocity that leads into
// an obstacle if the pair was together at the beginning of the tick and its contact did nothing in
// the tick. In a corner the two walls take turns: a body that is deep in one of them comes out of
// that one and leads into the other.

// answerTime is the fraction of the tick up to which a stop counts as a stop where the tick began.
// A body that is stopped later has made progress.
const answerTime = 0.125

// answerNear is the distance of a pair, in slops, up to which its contact has had its chance:
// sweeps end a slop apart.
const answerNear = 1.5

// answerStop removes the velocity of a stopped body into an obstacle that is not dynamic, unless
// the contact of the pair has pushed in the tick or could not push yet. It reports whether it did.
func (s *Stage) answerStop(row state.BodyRow, hit *ccdHit) (answered bool) {
	p := s.p
	obstacle := p.Shapes.Link[hit.collider].Owner
	if p.Bodies.Meta[obstacle].Type == body.Dynamic || hit.time > answerTime || !s.mayHang(row) || s.contactPushed(hit) {
		return false
	}
	pose := hit.obstacleMotion.Sweep.Start.InverseMul(p.Bodies.LastPose[row])
	d := narrowphase.SignedDistance(p.Shapes.Convex(state.ColliderSlot(hit.collider)), p.Shapes.Convex(hit.moving), &pose, nil)
	if d.Distance > answerNear*p.Tolerance.Slop {
		return false
	}
	s.stopApproach(row, p.Bodies.Rows[obstacle], hit.normal)
	return true
}

// lastWalls are the last two obstacles, not dynamic, that stopped a body in a tick. The normal of
// an obstacle that is missing is zero.
type lastWalls struct {
	_           [0]func() // not comparable, so no program has code for a comparison
	first, last passedWall
}

// note is not inlined: few bodies hit anything.
//
//go:noinline
func (w *lastWalls) note(s *Stage, hit *ccdHit) {
	if owner := s.p.Shapes.Link[hit.collider].Owner; s.p.Bodies.Meta[owner].Type != body.Dynamic {
		w.first, w.last = w.last, passedWall{s.p.Bodies.Rows[owner], hit.normal}
	}
}

// stopHeld removes the velocity of a body that touched nothing and that sweeps have held where it
// was when the tick began, such as a body buried in ground of many pieces. It would gain speed from
// gravity in every tick. A body that touched something loses the velocity into the obstacles.
func (s *Stage) stopHeld(row state.BodyRow, w *lastWalls) {
	bodies := s.p.Bodies
	switch {
	case bodies.Pose[row].P != bodies.LastPose[row].P:
	case s.firstTouched[row] == 0:
		v := &bodies.State[row]
		v.SetVelocity(0, 0, v.W)
	default:
		s.stopInCorner(row, w.first, w.last)
	}
}

// mayHang reports whether there may be no contact that responds to a stop of a body: the body
// touched nothing at the beginning of the tick, or it spins fast.
func (s *Stage) mayHang(row state.BodyRow) bool {
	return s.firstTouched[row] == 0 || math.Abs(float64(s.p.Bodies.State[row].W))*s.p.Timestep >= hangingTurn
}

// hangingTurn is the smallest turn in a tick, in radians, of a body whose points may separate while
// its centre approaches.
const hangingTurn = 1

// contactPushed reports whether the contact of the two colliders of a hit had an impulse in the
// tick.
func (s *Stage) contactPushed(hit *ccdHit) bool {
	slot, found := s.p.ContactOf(hit.moving, state.ColliderSlot(hit.collider))
	if !found {
		return false
	}
	sc := &s.p.Contacts.Solver[s.p.Contacts.Rows[slot]]
	for i := range sc.Count {
		if sc.Points[i].TotalImpulse > 0 {
			return true
		}
	}
	return false
}

// stopApproach removes the part of the velocity of a body's centre of mass that leads into an
// obstacle with the outward normal n, relative to the obstacle. If the obstacle approaches faster
// than MaxSpeed, the body gets MaxSpeed.
func (s *Stage) stopApproach(row, obstacle state.BodyRow, n geom.Vec2) {
	if approach := s.approach(row, obstacle, n); approach < 0 {
		v := &s.p.Bodies.State[row]
		v.SetVelocity(v.VX-float32(approach*n.X), v.VY-float32(approach*n.Y), v.W)
		v.LimitSpeed(s.MaxSpeed)
	}
}

// approach returns the velocity of a body's centre of mass along the outward normal n of an
// obstacle, relative to the obstacle. It is negative if the body approaches.
func (s *Stage) approach(row, obstacle state.BodyRow, n geom.Vec2) float64 {
	bodies := s.p.Bodies
	v, o := &bodies.State[row], &bodies.State[obstacle]
	rel := geom.Vec2{X: float64(v.VX), Y: float64(v.VY)}
	if int(obstacle) < bodies.Awake() {
		arm := bodies.Pose[row].P.Sub(bodies.Pose[obstacle].P)
		rel = rel.Sub(geom.Vec2{X: float64(o.VX), Y: float64(o.VY)}).MulSub(float64(o.W), arm.LeftPerp())
	}
	return rel.Dot(n)
}

// stopInCorner removes the velocity of a body's centre of mass into an obstacle that it met after
// another one. In a sharp corner, where the way along the last leads into the first, it removes the
// velocity along the last too.
func (s *Stage) stopInCorner(row state.BodyRow, first, last passedWall) {
	s.stopApproach(row, last.row, last.normal)
	if first.normal.Dot(last.normal) < 0 && s.approach(row, first.row, first.normal) < 0 {
		along := last.normal.LeftPerp()
		s.stopApproach(row, last.row, along)
		s.stopApproach(row, last.row, along.Neg())
	}
}

// passedWalls are the first moving obstacles, not dynamic, that stopped a body in a tick.
type passedWalls struct {
	_     [0]func() // not comparable, so no program has code for a comparison
	n     int
	walls [maxSlides + 2]passedWall
}

// passedWall is an obstacle that stopped a body.
type passedWall struct {
	row    state.BodyRow
	normal geom.Vec2 // out of the obstacle, at the end of the tick
}

// note records the obstacle of a hit, if it moves on after the hit. An obstacle at rest stays in
// the range of contacts.
func (w *passedWalls) note(p *collision.Pipeline, hit *ccdHit) {
	owner := p.Shapes.Link[hit.collider].Owner
	from, to := hit.obstacleMotion.at(hit.time), hit.obstacleMotion.Sweep.End
	if w.n == len(w.walls) || from == to || p.Bodies.Meta[owner].Type == body.Dynamic {
		return
	}
	w.walls[w.n] = passedWall{p.Bodies.Rows[owner], to.R.Apply(from.R.ApplyInverse(hit.normal))}
	w.n++
}

// stopApproaches removes the velocity of a body into the moving obstacles that stopped it in the
// tick, for a body whose centre was then held. The body ends in front of the obstacle that held it,
// perhaps out of the range of contacts with the others. Without contacts the velocity into these
// would remain, and in a corner of a room that turns it would grow from tick to tick.
func (q *ccdQuery) stopApproaches() {
	for i := range q.passed.walls[:q.passed.n] {
		w := &q.passed.walls[i]
		q.s.stopApproach(q.row, w.row, w.normal)
	}
}
