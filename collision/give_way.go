package collision

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
)

// Bodies between kinematic and static ones.
//
// A kinematic body that moves against a static one leaves no room for a body between them: one of
// the two must give way. The static body wins. A contact with a kinematic body counts as farther
// apart, by at most the distance that the kinematic body approaches in the tick. The distance grows
// with the depth of the dynamic body in a static body that pushes against it. So the body is
// pressed into static ground by two slops, and from then on the kinematic body moves on over it.
// Overlap with the kinematic body is not pushed out while the ground is in the way.

// The depths in a static body, in slops, at which a kinematic body begins to give way and gives way
// completely.
const (
	giveWayFrom = 1
	giveWayAt   = 2
)

// giveWayToStatic makes the contacts of kinematic bodies give way to the contacts of static ones.
// It must follow the evaluation of all contacts, which has found the kinematic bodies.
func (p *Pipeline) giveWayToStatic(timestep float64) {
	for _, rows := range p.changes.moving {
		for _, row := range rows {
			p.giveWayAtContacts(row, timestep)
		}
	}
}

// movingBlock is the number of bodies in a block of the search for moving kinematic bodies.
const movingBlock = 1024

// findMoving lists the moving kinematic bodies of a block.
func (p *Pipeline) findMoving(block int) {
	lo, hi := par.Span(block, p.Bodies.Awake(), movingBlock)
	moving := p.changes.moving[block][:0]
	states := p.Bodies.State[lo:hi]
	for i := range states {
		if s := &states[i]; s.Flags&state.FlagDynamic == 0 && (s.VX != 0 || s.VY != 0 || s.W != 0) {
			moving = append(moving, state.BodyRow(lo+i))
		}
	}
	p.changes.moving[block] = moving
}

// movingTask is the search for moving kinematic bodies, in blocks.
type movingTask Pipeline

// Do lists the bodies of a block.
func (t *movingTask) Do(block, _ int) { (*Pipeline)(t).findMoving(block) }

// KinematicsInMotion returns the rows of the awake moving bodies that are not dynamic, ascending,
// as lists of blocks. The lists are valid until the next call or evaluation.
func (p *Pipeline) KinematicsInMotion(pool *par.Pool) [][]state.BodyRow {
	p.changes.moving = grow.Resize(p.changes.moving, par.Blocks(p.Bodies.Awake(), movingBlock))
	pool.Run(len(p.changes.moving), (*movingTask)(p))
	return p.changes.moving
}

// giveWayAtContacts lets a kinematic body give way at its contacts with bodies against which a
// static body pushes.
func (p *Pipeline) giveWayAtContacts(body state.BodyRow, timestep float64) {
	s := &p.Bodies.State[body]
	for key := p.Bodies.Meta[p.Bodies.Slots[body]].FirstContact; key != state.None; key = p.Contacts.Next(key) {
		row := p.Contacts.Rows[key>>1]
		pair := &p.Contacts.Pair[row]
		if int(row) >= p.Contacts.Awake() || pair.Flags&state.ContactTouching == 0 {
			continue
		}
		p.giveWay(s, &p.Contacts.Solver[row], key&1 == 1, pair.Across(key), timestep)
	}
}

// giveWay makes one contact of a kinematic body with a dynamic body give way.
func (p *Pipeline) giveWay(s *state.BodyState, sc *state.SolverContact, onB bool, dynamic uint32, timestep float64) {
	push := geom.Vec2{X: float64(sc.NormalX), Y: float64(sc.NormalY)}
	if onB {
		push = push.Neg()
	}
	depth, opposed := p.depthInStatic(dynamic, push)
	if !opposed {
		return
	}
	slop := p.Tolerance.Slop
	share := min(max(depth/slop-giveWayFrom, 0)/(giveWayAt-giveWayFrom), 1)
	for i := range sc.Count {
		q := &sc.Points[i]
		q.Separation = max(q.Separation, -float32(slop)) // overlap is not pushed out into the wall
		arm := geom.Vec2{X: float64(q.AX), Y: float64(q.AY)}
		if onB {
			arm = geom.Vec2{X: float64(q.BX), Y: float64(q.BY)}
		}
		speed := float64(float64(s.VX)*push.X) + float64(float64(s.VY)*push.Y) + float64(float64(s.W)*arm.Cross(push))
		if approach := float64(speed * timestep); approach > 0 {
			gap := max(float64(q.Separation), 0) + approach
			q.Separation += float32(share * (gap - float64(q.Separation)))
		}
	}
}

// depthInStatic returns the depth of a body in static bodies that push against a direction, and
// whether any does.
func (p *Pipeline) depthInStatic(dynamic uint32, push geom.Vec2) (depth float64, opposed bool) {
	for key := p.Bodies.Meta[dynamic].FirstContact; key != state.None; key = p.Contacts.Next(key) {
		row := p.Contacts.Rows[key>>1]
		pair := &p.Contacts.Pair[row]
		sign := -1.0
		if key&1 == 1 {
			sign = 1
		}
		if pair.Flags&(state.ContactStaticPair|state.ContactTouching) != state.ContactStaticPair|state.ContactTouching || p.Bodies.Meta[pair.Across(key)].Type != body.Static {
			continue
		}
		sc := &p.Contacts.Solver[row]
		if float64(sign*(float64(push.X*float64(sc.NormalX))+float64(push.Y*float64(sc.NormalY)))) >= 0 {
			continue
		}
		opposed = opposed || sc.Count > 0
		for i := range sc.Count {
			depth = max(depth, -float64(sc.Points[i].Separation))
		}
	}
	return depth, opposed
}
