package articulation

import (
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
)

// Redundancy.
//
// A tree that hangs on immovable bodies at several joints has loops through them. The lines of a
// loop may depend on each other, such as the lines of three parallel bars that carry a beam. The
// mobility of a dependent line comes from rounding errors and from the gaps of the joints: a gap of
// a millimetre turns a bar of a metre by 1e-3, and gives the line the square of that, 1e-6, of its
// own mobility. With a smaller compliance the joints press each other by thousands of times the
// weight without moving anything. Such impulses are held, and drive the bodies as the bars turn.
//
// The freedom of a body is three coordinates, less the lines that hold it. A joint to a subtree
// holds the parent by as many lines as exceed the freedom of the child. The lines may depend on
// each other if several joints leave a body no freedom. A rope between two walls leaves all links
// their freedom. The larger compliance would be too large for its many joints: it would keep the
// rope from swinging as a whole.
//
// A joint that closes a cycle has the larger compliance alone: two joints between the same two
// bodies have four lines and more, and the bodies have three coordinates.

// redundantCompliance is relaxCompliance for lines that may depend on each other.
const redundantCompliance = 1e-5

// complianceIn returns the compliance of a joint in a pass, with the given one for joints of a tree
// and couples in a pass without correction of positions.
func (l *artJoint) complianceIn(pass step.Pass, relaxed float64) float64 {
	switch {
	case pass != step.Relax:
		return l.compliance
	case l.closes:
		return redundantCompliance
	}
	return relaxed
}

// isRedundant reports whether lines of a tree may depend on each other. The bodies of the tree have
// been gathered.
func (g *Set) isRedundant(s *state.Joints, t *articulationTick, tree []artJointPlan) (redundant bool) {
	own := g.bodies[t.ownBodies.Lo:t.ownBodies.Hi]
	for i := range own {
		own[i].freedom, own[i].restraints = 3, 0
	}
	for i := range tree {
		plan, freedom := &tree[i], int32(0)
		lines := rigidLineCount(s, plan.joint)
		n := plan.parent
		switch {
		case plan.parent == noIndex:
			n = plan.child
		case plan.child != noIndex:
			freedom = own[plan.child].freedom
		}
		if lines > freedom {
			own[n].freedom -= lines - freedom
			own[n].restraints++
			redundant = redundant || own[n].freedom <= 0 && own[n].restraints > 1
		}
	}
	return redundant
}

// rigidLineCount returns the number of rigid lines of a joint of a tree.
func rigidLineCount(s *state.Joints, slot state.JointSlot) int32 {
	l := &s.Link[s.Rows[slot]]
	if l.Kind == joint.KindRevolute {
		return 2
	}
	rec := s.GenericAt(l.Data)
	if rec.Block.On {
		return int32(rec.Block.N)
	}
	return 1
}
