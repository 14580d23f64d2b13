package solver

import (
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/articulation"
	"github.com/carom2d/carom/solver/constraint"
	"github.com/carom2d/carom/solver/direct"
)

// jointPasses is the interface of a batch to its joints. Only UseJoints creates one, so a program
// without joints links none of their code.
type jointPasses interface {
	// findArticulations updates the graph at the beginning of a tick, and prepares the contacts
	// between the bodies of an articulation.
	findArticulations(s *Solver)
	// addBonds adds the articulation of a body to the current cluster.
	addBonds(s *Solver, row state.BodyRow)
	// isWrapped reports whether a rope lies around a body.
	isWrapped(s *Solver, row state.BodyRow, own, rope int) bool
	// articulate makes an articulation of a body that has come to bear a far heavier one.
	articulate(s *Solver, row state.BodyRow)
	// isJointed reports whether a body has a joint with another dynamic body that cannot be a bond.
	isJointed(s *Solver, row state.BodyRow) bool
	// resetBounces drops the joints that transmit bounces.
	resetBounces()
	// addBounces adds the joints that transmit the bounces of a round.
	addBounces(s *Solver)
	sweepBounces(states []state.BodyState)
	// storeBounces adds the impulses of bounces to the loads of the joints that transmit them.
	storeBounces(in *Input)
	reset(in *Input)
	reuse(in *Input) bool
	gather(in *Input, slots []state.JointSlot, single bool) constraint.Spans
	gatherOthers(in *Input, slots []state.JointSlot, single bool, spans *constraint.Spans)
	prepare(in *Input, kind joint.Kind, span column.Span)
	run(pass step.Pass, states []state.BodyState, kind joint.Kind, span column.Span)
	store(in *Input, kind joint.Kind, span column.Span)
	resetArticulations()
	gatherArticulation(in *Input, graph *articulation.Graph, art int)
	prepareArticulation(in *Input, i int)
	runArticulation(pass step.Pass, states []state.BodyState, i int)
	storeArticulation(in *Input, i int)
	takeBackBlow(pass step.Pass, set *direct.Set, cluster int, s *Solver)
	setBonds(pass step.Pass, set *direct.Set, cluster int, places []int32)
	takeBonds(pass step.Pass, set *direct.Set, cluster int, places []int32)
	// callsGame reports whether a joint of the overflow, or of the articulations, runs code of the
	// game. Joints of other colours run none.
	callsGame(color int32) bool
	// reserveLike drops all joints and makes room for as many as another batch has room for.
	reserveLike(o jointPasses)
}

// UseJoints prepares the solver for joints. Without it Input.Joints has no effect.
func (s *Solver) UseJoints() {
	s.useJoints(func() jointPasses { return &batchJoints{} })
}

// UseJointsOf is UseJoints if another solver is prepared for joints.
func (s *Solver) UseJointsOf(o *Solver) { s.useJoints(o.newJoints) }

func (s *Solver) useJoints(maker func() jointPasses) {
	if s.newJoints != nil || maker == nil {
		return
	}
	s.newJoints = maker
	s.joints.joints = s.newJoints()
	for _, b := range s.workerBatches {
		b.joints = s.newJoints()
	}
}

// reserveJoints gives every worker room for the joints of any group.
func (s *Solver) reserveJoints() {
	if s.newJoints == nil {
		return
	}
	for _, b := range s.workerBatches {
		if b.joints == nil {
			b.joints = s.newJoints()
		}
		s.workerBatches[0].joints.reserveLike(b.joints)
	}
	for _, b := range s.workerBatches {
		b.joints.reserveLike(s.workerBatches[0].joints)
	}
}

// batchJoints are the joints of a batch: articulations, and constraints by colour and kind.
type batchJoints struct {
	constraints   constraint.Set
	articulations articulation.Set
	impacts       constraint.Impacts
}

func (b *batchJoints) resetBounces() { b.impacts.Reset() }

func (b *batchJoints) sweepBounces(states []state.BodyState) { b.impacts.Solve(states) }

func (b *batchJoints) storeBounces(in *Input) { b.impacts.Store(in.Joints, in.Params) }

func (b *batchJoints) addBounces(s *Solver) {
	m, c := &s.restitution, s.in.Contacts
	for _, row := range m.contactRows {
		if c.RestitutionAt(state.ContactRow(row)) > 0 {
			for _, body := range [...]uint32{c.Pair[row].BodyA, c.Pair[row].BodyB} {
				b.impacts.Add(s.in.Joints, s.in.Bodies, state.BodySlot(body), s.in.Params)
			}
		}
	}
	m.jointCount = b.impacts.BeginRound(s.in.Bodies.State, m.tolerance)
}

func (b *batchJoints) findArticulations(s *Solver) {
	s.articulations.BeginTick(s.in.Joints, s.in.Bodies)
	s.findRigid()
	s.easeOverlaps()
}

func (b *batchJoints) reset(in *Input) { b.constraints.Reset(in.Joints, in.Params) }

func (b *batchJoints) reuse(in *Input) bool {
	return b.articulations.Len() == 0 && b.constraints.Reuse(in.Joints, in.Params)
}

func (b *batchJoints) gather(in *Input, slots []state.JointSlot, single bool) constraint.Spans {
	return b.constraints.Gather(in.Joints, slots, single)
}

func (b *batchJoints) gatherOthers(in *Input, slots []state.JointSlot, single bool, spans *constraint.Spans) {
	b.constraints.GatherOthers(in.Joints, slots, single, spans)
}

func (b *batchJoints) prepare(in *Input, kind joint.Kind, span column.Span) {
	b.constraints.Prepare(in.Joints, in.Bodies, in.Params, kind, span)
}

func (b *batchJoints) run(pass step.Pass, states []state.BodyState, kind joint.Kind, span column.Span) {
	b.constraints.Run(pass, states, kind, span)
}

func (b *batchJoints) store(in *Input, kind joint.Kind, span column.Span) {
	b.constraints.Store(in.Joints, in.Params, kind, span)
}

func (b *batchJoints) resetArticulations() { b.articulations.Reset() }

func (b *batchJoints) gatherArticulation(in *Input, graph *articulation.Graph, art int) {
	b.articulations.Gather(graph, in.Joints, in.Bodies, art)
}

func (b *batchJoints) prepareArticulation(in *Input, i int) {
	b.articulations.Prepare(in.Joints, in.Bodies, in.Params, i)
}

func (b *batchJoints) runArticulation(pass step.Pass, states []state.BodyState, i int) {
	switch pass {
	case step.Align:
		b.articulations.Align(states, i)
	case step.WarmStart:
		b.articulations.WarmStart(states, i)
	case step.Solve:
		b.articulations.Solve(states, i)
	default:
		b.articulations.Relax(states, i)
	}
}

func (b *batchJoints) storeArticulation(in *Input, i int) {
	b.articulations.Store(in.Joints, in.Params, i)
}

func (b *batchJoints) callsGame(color int32) bool {
	return color == overflow && b.constraints.CallsGame() || color == articulationColor && b.articulations.CallsGame()
}

func (b *batchJoints) reserveLike(o jointPasses) {
	other := o.(*batchJoints)
	b.constraints.ReserveLike(&other.constraints)
	b.articulations.ReserveLike(&other.articulations)
}
