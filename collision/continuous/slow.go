package continuous

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// Slow bodies that enter a static body.
//
// A body that moves by less than half of its MinExtent cannot jump over anything. But it may end
// the tick deep in another body that its contacts did not know when the tick began, or that it hit
// so hard that the few sub-steps of a tick could not stop it. Such bodies are swept too, with all
// of their colliders against all obstacles. They are found by their contacts with static and
// kinematic bodies. A body whose collider left its box is swept against the obstacles with which it
// has no contact. A body that is buried in static ground of many pieces has no points of contact,
// as each piece covers the faces of others, and is swept too.

// touchedContact is a contact with points of contact at the beginning of the tick, between a body
// and a static or kinematic collider. It has few bytes, because many bodies have one.
type touchedContact struct {
	link       int32 // the row of the body, or in its list the next contact, or zero
	contact    state.ContactRow
	separation float32 // m, of the nearest point
}

// slowFinds is the result of findSlow for a block of contacts, in the order of the rows.
type slowFinds struct {
	touched []touchedContact
	near    []nearNote
}

// nearNote is a body that may have ended the tick deep in a static or kinematic body.
type nearNote struct {
	row    state.BodyRow
	buried bool // see isBuried
}

// slowBlock is the number of contacts in a block of findSlow, which takes a few microseconds.
const slowBlock = 1024

// slowTask is the search of findSlow, cut into blocks of contacts.
type slowTask struct {
	s     *Stage
	finds []slowFinds // by block
}

func (t *slowTask) Do(block, _ int) {
	lo, hi := par.Span(block, t.s.p.Contacts.Awake(), slowBlock)
	f := &t.finds[block]
	f.touched, f.near = f.touched[:0], f.near[:0]
	t.s.findSlowAmong(f, lo, hi)
}

// findSlow marks the bodies whose contacts may have ended deep in a static or kinematic body. It
// lists the colliders that every body touched, in the order of the contacts.
func (s *Stage) findSlow(pool *par.Pool) {
	p := s.p
	s.near.ClearAll()
	s.near.Grow(p.Bodies.Awake())
	s.firstTouched = grow.Resize(s.firstTouched, p.Bodies.Awake())
	clear(s.firstTouched)
	s.touched = append(s.touched[:0], touchedContact{}) // zero means none
	blocks := par.Blocks(p.Contacts.Awake(), slowBlock)
	if more := blocks - len(s.slowSearch.finds); more > 0 {
		s.slowSearch.finds = append(s.slowSearch.finds, make([]slowFinds, more)...)
	}
	s.slowSearch.s = s
	pool.Run(blocks, &s.slowSearch)
	for i := range s.slowSearch.finds[:blocks] {
		s.list(&s.slowSearch.finds[i])
	}
	for i := range s.slowSearch.finds[:blocks] {
		for _, n := range s.slowSearch.finds[i].near {
			if n.buried && s.firstTouched[n.row] == 0 {
				s.near.Set(uint32(n.row))
				s.p.Bodies.Motion[n.row].SleepTime = 0 // asleep, it would stay when the ground is taken away
			}
		}
	}
}

// list adds the finds of a block to the lists of the bodies.
func (s *Stage) list(f *slowFinds) {
	for _, n := range f.touched {
		row := n.link
		n.link = s.firstTouched[row]
		s.touched = grow.Append(s.touched, n)
		s.firstTouched[row] = int32(len(s.touched) - 1)
	}
	for _, n := range f.near {
		if !n.buried {
			s.near.Set(uint32(n.row))
		}
	}
}

// findSlowAmong searches the contacts of the rows [lo, hi).
func (s *Stage) findSlowAmong(f *slowFinds, lo, hi int) {
	p := s.p
	pairs := p.Contacts.Pair[lo:hi]
	for i := range pairs {
		pair, r := &pairs[i], lo+i
		if pair.Flags&state.ContactStaticPair == 0 {
			continue
		}
		row, other, own, collider := p.Bodies.Rows[pair.BodyB], p.Bodies.Rows[pair.BodyA], pair.ColliderB, pair.ColliderA
		if p.Bodies.State[row].Flags&state.FlagDynamic == 0 {
			row, other, own, collider = other, row, collider, own
		}
		if int(row) >= p.Bodies.Awake() {
			continue
		}
		entered, far := false, s.movedFar(&p.Bodies.State[row], &p.Bodies.Motion[row])
		if pair.Flags&state.ContactTouching != 0 {
			s.noteTouched(f, row, state.ContactRow(r))
			entered = far && s.turnedIn(row, other, own, own == pair.ColliderB, &p.Contacts.Solver[r])
		} else if far || s.movedFar(&p.Bodies.State[other], &p.Bodies.Motion[other]) {
			entered = s.mayHaveEntered(pair, &p.Contacts.Cache[r])
		}
		if entered {
			f.near = append(f.near, nearNote{row: row})
		}
		if s.isBuried(pair, row, other, collider, r) {
			f.near = append(f.near, nearNote{row, true})
		}
	}
}

// isBuried reports whether the centre of mass of a body is inside a static solid that other solids
// cover, so that their contact has no points. Without other points nothing but sweeps holds the
// body.
func (s *Stage) isBuried(pair *state.ContactPair, row, other state.BodyRow, collider uint32, contact int) bool {
	p := s.p
	if pair.Flags&(state.ContactTouching|state.ContactOneWay|state.ContactPreSolve) != 0 {
		return false
	}
	dropped := p.Contacts.Cache[contact].Pose.R == (geom.Rot{})
	if !dropped || p.Bodies.Meta[p.Bodies.Slots[other]].Type != body.Static {
		return false
	}
	return shape.Contains(p.Shapes.Convex(state.ColliderSlot(collider)), p.Bodies.Pose[other].ApplyInverse(p.Bodies.Pose[row].P))
}

// isOf reports whether a contact belongs to a collider.
func (s *Stage) isOf(contact state.ContactRow, collider uint32) bool {
	pair := &s.p.Contacts.Pair[contact]
	return pair.ColliderA == collider || pair.ColliderB == collider
}

// noteTouched lists a contact of a body. It marks the body if a point of contact
// approached so fast that without the contact it would have ended the tick deeper than two slops,
// or than half of the body's MinExtent. It also marks the body if the point was that deep when the
// tick began: a point of a body that spins fast may come out while others press the centre in.
func (s *Stage) noteTouched(f *slowFinds, row state.BodyRow, contact state.ContactRow) {
	slop, dt, sc := s.p.Tolerance.Slop, s.p.Timestep, &s.p.Contacts.Solver[contact]
	separation := float32(math.Inf(1))
	for i := range sc.Count {
		q := &sc.Points[i]
		if q.Separation < separation { // cheaper than min in WebAssembly
			separation = q.Separation
		}
		end := float64(q.Separation) + float64(float64(q.NormalVelocity)*dt)
		if deepest := min(end, float64(q.Separation)); end < -2*slop || deepest < -sunkSlops*slop && s.isSunk(row, deepest) {
			f.near = append(f.near, nearNote{row: row})
		}
	}
	f.touched = grow.Append(f.touched, touchedContact{int32(row), contact, separation})
}

// sunkSlops is the depth, in slops, from which a body may be sunk. Bodies at rest are less deep.
const sunkSlops = 0.05

// isSunk reports whether a (negative) depth is more than half of the MinExtent of a body.
func (s *Stage) isSunk(row state.BodyRow, depth float64) bool {
	extent := float64(s.p.Bodies.Motion[row].MinExtent)
	return extent > 0 && depth < -float64(0.5*extent)
}

// movedFar reports whether a body is so fast that a point of it may move by more than the range of
// contacts in a tick.
func (s *Stage) movedFar(b *state.BodyState, m *state.BodyMotion) bool {
	limit := s.p.Tolerance.Speculative/s.p.Timestep - float64(math.Abs(float64(b.W))*float64(m.MaxExtent))
	vx, vy := float64(b.VX), float64(b.VY)
	return limit < 0 || float64(vx*vx)+float64(vy*vy) > float64(limit*limit)
}

// mayHaveEntered reports whether a pair that was out of the range of contacts at the beginning of
// the tick may overlap at its end.
func (s *Stage) mayHaveEntered(pair *state.ContactPair, cache *state.ManifoldCache) bool {
	bodies := s.p.Bodies
	rel := bodies.Pose[bodies.Rows[pair.BodyA]].InverseMul(bodies.Pose[bodies.Rows[pair.BodyB]])
	moved, rot := rel.P.Sub(cache.Pose.P), cache.Pose.R.InverseMul(rel.R)
	bound := cache.SeparationBound()
	gap := float64(bound.AllowedMotion) + (s.p.Tolerance.Speculative - s.p.Tolerance.Slop)
	return !(rot.C > 0.97 && moved.Length()+float64(math.Abs(rot.S)*float64(bound.Reach)) <= gap)
}

// leftBox reports whether a body is fast and a collider of it has left the box that met others when
// the tick began. The collider may be deep in another one with which it has no contact.
func (s *Stage) leftBox(row state.BodyRow, b *state.BodyState, m *state.BodyMotion) bool {
	return s.movedFar(b, m) && s.p.LeftBox(row)
}

// turnedIn reports whether a body ends the tick behind the tangent plane of a contact by more than
// the range of contacts. A point that was out of range when the tick began turned into it.
func (s *Stage) turnedIn(row, other state.BodyRow, collider uint32, isB bool, sc *state.SolverContact) bool {
	bodies := s.p.Bodies
	if sc.Count == 0 || bodies.Motion[row].StepFlags&state.StepFlagRound != 0 {
		return false
	}
	inward, q := geom.Vec2{X: float64(sc.NormalX), Y: float64(sc.NormalY)}, &sc.Points[0]
	onOther := geom.Vec2{X: float64(q.BX), Y: float64(q.BY)}
	if isB {
		inward, onOther = inward.Mul(-1), geom.Vec2{X: float64(q.AX), Y: float64(q.AY)}
	}
	surface := bodies.LastPose[other]
	pose := surface.Mul(bodies.Pose[other].InverseMul(bodies.Pose[row])) // as seen from the other body
	deepest := pose.Apply(s.p.Shapes.Convex(state.ColliderSlot(collider)).Support(pose.R.ApplyInverse(inward)))
	return deepest.Sub(surface.P.Add(onOther)).Dot(inward) > s.p.Tolerance.Speculative
}
