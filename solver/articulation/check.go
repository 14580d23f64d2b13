package articulation

import (
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/state"
)

// The sentences of the checks.
const (
	wrongBody  = "articulation: an articulation holds a body that it should not"
	wrongJoint = "articulation: an articulation holds a joint that it should not"
	wrongEnds  = "articulation: a joint of an articulation connects other bodies"
	wrongOrder = "articulation: a joint of an articulation comes after its parent"
	wrongList  = "articulation: a body is in no articulation"

	withoutJoints = "articulation: an articulation without joints is not free"
)

// Check panics when articulations that were read from a file contradict the joints and bodies.
func (f *Graph) Check(s *state.Joints, bodies *state.Bodies) {
	isFree := make([]bool, len(f.list))
	for _, i := range f.free {
		invariant.Check(!isFree[i] && len(f.list[i].joints) == 0 && len(f.list[i].bodies) == 0, "articulation: an articulation is free that should not be")
		isFree[i] = true
	}
	members := 0
	for id := range f.list {
		t := &f.list[id]
		invariant.Check((len(t.joints) == 0 || len(t.bodies) == 0) == isFree[id], withoutJoints)
		members += len(t.bodies)
		seen := map[state.BodySlot]bool{}
		for _, b := range t.bodies {
			invariant.Check(!seen[b] && f.articulationOf[b] == int32(id) && (bodies.Meta[b].ID != 0 || isChanged(s, b)), wrongBody)
			seen[b] = true
		}
		f.checkJoints(s, bodies, t)
	}
	for _, id := range f.articulationOf {
		if id != noIndex {
			members--
			invariant.Check(id >= 0 && int(id) < len(f.list), wrongList)
		}
	}
	invariant.Check(members == 0 && len(f.articulationOf) <= len(bodies.Meta), wrongList)
}

// checkJoints checks that the joints of an articulation connect its bodies. Articulations whose
// bodies have changed since are rebuilt before they are used.
func (f *Graph) checkJoints(s *state.Joints, bodies *state.Bodies, t *articulation) {
	changed := false
	for _, b := range t.bodies {
		changed = changed || isChanged(s, b)
	}
	seen := map[state.JointSlot]bool{}
	isIndex := func(i int32) bool { return i >= noIndex && int(i) < len(t.bodies) }
	for _, l := range t.joints {
		invariant.Check(uint(l.joint) < uint(len(s.Meta)) && !seen[l.joint] && isIndex(l.child) && isIndex(l.parent), wrongJoint)
		seen[l.joint] = true
		invariant.Check(changed || s.Meta[l.joint].ID != 0, wrongJoint)
	}
	if changed { // its joints may be gone
		return
	}
	f.checkUnchanged(s, bodies, t)
}

// checkUnchanged is checkJoints for an articulation whose bodies have not changed. Its joints
// exist.
func (f *Graph) checkUnchanged(s *state.Joints, bodies *state.Bodies, t *articulation) {
	isChild := make([]bool, len(t.bodies))
	tree := t.treeJoints(s)
	for i, l := range t.joints {
		invariant.Check(canBelong(s, bodies, l.joint) && s.InArticulation(l.joint), wrongJoint)
		link := &s.Link[s.Rows[l.joint]]
		child, parent := link.BodyB, link.BodyA
		if l.childIsA {
			child, parent = parent, child
		}
		for _, end := range [2]struct {
			index int32
			body  uint32
		}{{l.child, child}, {l.parent, parent}} {
			if end.index != noIndex {
				invariant.Check(t.bodies[end.index] == state.BodySlot(end.body), wrongEnds)
			} else {
				invariant.Check(!bodies.IsDynamic(state.BodySlot(end.body)), wrongEnds)
			}
		}
		invariant.Check(l.child != noIndex || l.parent != noIndex, wrongEnds)
		late := l.parent != noIndex && isChild[l.parent] || l.child != noIndex && isChild[l.child]
		invariant.Check(t.exact || i >= tree || !late, wrongOrder)
		if l.child != noIndex {
			isChild[l.child] = true
		}
	}
}

func isChanged(s *state.Joints, b state.BodySlot) bool {
	return uint(b) < uint(len(s.IsChanged)) && s.IsChanged[b]
}
