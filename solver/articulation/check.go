package articulation

import (
	"github.com/carom2d/carom/internal/state"
)

// Check panics when articulations that were read from a file contradict the joints and bodies.
func (f *Graph) Check(s *state.Joints, bodies *state.Bodies) {
	isFree := make([]bool, len(f.list))
	for _, i := range f.free {
		if isFree[i] || len(f.list[i].joints) > 0 || len(f.list[i].bodies) > 0 {
			panic("articulation: an articulation is free that should not be")
		}
		isFree[i] = true
	}
	members := 0
	for id := range f.list {
		t := &f.list[id]
		if (len(t.joints) == 0 || len(t.bodies) == 0) != isFree[id] {
			panic("articulation: an articulation without joints is not free")
		}
		members += len(t.bodies)
		seen := map[state.BodySlot]bool{}
		for _, b := range t.bodies {
			if seen[b] || f.articulationOf[b] != int32(id) || bodies.Meta[b].ID == 0 && !isChanged(s, b) {
				panic("articulation: an articulation holds a body that it should not")
			}
			seen[b] = true
		}
		f.checkJoints(s, bodies, t)
	}
	for _, id := range f.articulationOf {
		if id != noIndex {
			members--
			if id < 0 || int(id) >= len(f.list) {
				panic("articulation: a body is in no articulation")
			}
		}
	}
	if members != 0 || len(f.articulationOf) > len(bodies.Meta) {
		panic("articulation: a body is in no articulation")
	}
}

// checkJoints checks that the joints of an articulation connect its bodies. Articulations whose
// bodies have changed since are rebuilt before they are used.
func (f *Graph) checkJoints(s *state.Joints, bodies *state.Bodies, t *articulation) {
	changed := false
	for _, b := range t.bodies {
		changed = changed || isChanged(s, b)
	}
	seen := map[state.JointSlot]bool{}
	for _, l := range t.joints {
		if uint(l.joint) >= uint(len(s.Meta)) || seen[l.joint] || l.child < noIndex || int(l.child) >= len(t.bodies) || l.parent < noIndex || int(l.parent) >= len(t.bodies) {
			panic("articulation: an articulation holds a joint that it should not")
		}
		seen[l.joint] = true
		if !changed && s.Meta[l.joint].ID == 0 {
			panic("articulation: an articulation holds a joint that it should not")
		}
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
		if !canBelong(s, bodies, l.joint) || !s.InArticulation(l.joint) {
			panic("articulation: an articulation holds a joint that it should not")
		}
		link := &s.Link[s.Rows[l.joint]]
		child, parent := link.BodyB, link.BodyA
		if l.childIsA {
			child, parent = parent, child
		}
		for _, end := range [2]struct {
			index int32
			body  uint32
		}{{l.child, child}, {l.parent, parent}} {
			if end.index != noIndex && t.bodies[end.index] != state.BodySlot(end.body) {
				panic("articulation: a joint of an articulation connects other bodies")
			}
			if end.index == noIndex && bodies.State[bodies.Rows[end.body]].Flags&state.FlagDynamic != 0 {
				panic("articulation: a joint of an articulation connects other bodies")
			}
		}
		if l.child == noIndex && l.parent == noIndex {
			panic("articulation: a joint of an articulation connects other bodies")
		}
		if !t.exact && i < tree && (l.parent != noIndex && isChild[l.parent] || l.child != noIndex && isChild[l.child]) {
			panic("articulation: a joint of an articulation comes after its parent")
		}
		if l.child != noIndex {
			isChild[l.child] = true
		}
	}
}

func isChanged(s *state.Joints, b state.BodySlot) bool {
	return uint(b) < uint(len(s.IsChanged)) && s.IsChanged[b]
}
