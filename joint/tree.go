package joint

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/invariant"
)

// Trees.
//
// One sweep over a long chain, joint by joint, carries a change of force by a few
// joints, and a joint between a light and a heavy body holds no better than the light
// one is heavy. So joints that form a tree are solved all at once and exactly, by
// elimination from the leaves to the root, in time that goes with their number: see
// tree_factor.go. Nothing is then left to converge, and they can be far stiffer than
// others: see softness. Their motors, springs and limits are solved with them: see
// tree_muscle.go.
//
// A tree is a connected set of dynamic bodies and rigid joints without a cycle.
// Bodies that cannot be pushed are leaves wherever they are met, so a bridge between
// two of them is a tree as well. Whether a tree is worth it is decided when joints come,
// go or change, by the joints and the masses alone: see worthy.

// limbPlan is a joint of a tree: it hangs the body `in`, with all that hangs on it, on
// the body `out`, which is nearer to the root. They count the bodies of the tree;
// immovable ones are none. Limbs are listed from the leaves to the root.
type limbPlan struct {
	joint   Slot
	in, out int32
	inA     bool // the body `in` is A of the joint
}

const none = -1

type tree struct {
	limbs  []limbPlan
	bodies []body.Slot
}

// forest holds the trees of a store, and finds them.
type forest struct {
	of       []int32 // by body slot: number of its tree, or none
	trees    []tree  // those without limbs are free
	free     []int32
	touched  []body.Slot // bodies whose joints came, went or changed
	fresh    []bool      // by body slot: is among touched
	tensions []tension   // by body slot

	// Scratch of a search, by body slot or in the order of the search.
	seen   []uint32 // the search that met the body
	place  []int32  // of the body in the order
	search uint32
	order  []body.Slot
	via    []uint32 // key by which each was reached: its own side of the joint
	root   uint32   // key by which the root hangs on an immovable body, or None
	limbs  int      // how many joints were met
	masses []float64
	loads  []float64
	deep   []int32
}

// Touch tells that a joint is linked by the solver, is about to be unlinked or was
// changed: the trees about it are found anew before the next solve.
func (s *Store) Touch(slot Slot) {
	l := &s.Link[s.Rows[slot]]
	l.Flags &^= InTree
	s.changes++
	s.forest.touch(body.Slot(l.BodyA))
	s.forest.touch(body.Slot(l.BodyB))
}

// change touches a joint if it acts.
func (s *Store) change(slot Slot) {
	if s.Meta[slot].Colour != None {
		s.Touch(slot)
	}
}

func (f *forest) touch(b body.Slot) {
	for int(b) >= len(f.of) {
		f.of = append(f.of, none)
		f.fresh = append(f.fresh, false)
		f.tensions = append(f.tensions, tension{})
		f.seen = append(f.seen, 0)
		f.place = append(f.place, 0)
	}
	if !f.fresh[b] {
		f.fresh[b] = true
		f.touched = append(f.touched, b)
	}
}

// Trees returns how many trees there are, as of the last solve.
func (s *Store) Trees() int { return len(s.forest.trees) - len(s.forest.free) }

// TreeCap returns one more than the largest number of a tree. The numbers of trees
// that are no more are free.
func (s *Store) TreeCap() int { return len(s.forest.trees) }

// TreeBody returns one of the bodies of a tree, all of which are in one island, or
// false if the number is free.
func (s *Store) TreeBody(tree int) (b body.Slot, ok bool) {
	t := &s.forest.trees[tree]
	if len(t.limbs) == 0 {
		return 0, false
	}
	return t.bodies[0], true
}

// InTree reports whether a joint is solved in a tree, as of the last solve.
func (s *Store) InTree(slot Slot) bool { return s.Link[s.Rows[slot]].Flags&InTree != 0 }

// Plant brings the trees up to date, as a solve begins, and gives bodies the inertia
// that tension and levers ask for, until Relieve.
func (s *Store) Plant(bodies *body.Store) {
	s.plant(bodies)
	if invariant.Enabled {
		s.validateTrees(bodies)
	}
	s.forest.brace(bodies)
	s.stay(bodies)
}

// plant finds the trees anew: those of touched bodies fall, and what their bodies belong
// to now is found out.
func (s *Store) plant(bodies *body.Store) {
	f := &s.forest
	for i := 0; i < len(f.touched); i++ { // felling touches more
		if t := f.of[f.touched[i]]; t != none {
			s.fell(t)
		}
	}
	f.search++
	for _, b := range f.touched {
		f.fresh[b] = false
		if f.seen[b] == f.search || bodies.Meta[b].Type != body.Dynamic || bodies.Meta[b].Joints == None {
			continue
		}
		if s.explore(bodies, b) && s.worthy(bodies) {
			s.grow(bodies)
		}
	}
	for _, b := range f.touched {
		if f.of[b] == none {
			f.tensions[b] = tension{}
		}
	}
	f.touched = f.touched[:0]
}

// fell frees a tree and touches its bodies. Its joints may be gone by now, and their
// slots may be taken again; then they were touched and have no flag.
func (s *Store) fell(t int32) {
	f := &s.forest
	for _, l := range f.trees[t].limbs {
		if s.Meta[l.joint].Colour != None {
			s.Link[s.Rows[l.joint]].Flags &^= InTree
		}
	}
	for _, b := range f.trees[t].bodies {
		f.of[b] = none
		f.touch(b)
	}
	f.trees[t].limbs, f.trees[t].bodies = f.trees[t].limbs[:0], f.trees[t].bodies[:0]
	f.free = append(f.free, t)
}

// grow makes a tree of what was explored.
func (s *Store) grow(bodies *body.Store) {
	f := &s.forest
	var id int32
	if n := len(f.free); n > 0 {
		id = f.free[n-1]
		f.free = f.free[:n-1]
	} else {
		id = int32(len(f.trees))
		f.trees = append(f.trees, tree{})
	}
	t := &f.trees[id]
	t.bodies = append(t.bodies, f.order...)
	hang := func(key uint32, in, out int32, inA bool) {
		slot := Slot(key >> 1)
		s.Link[s.Rows[slot]].Flags |= InTree
		t.limbs = append(t.limbs, limbPlan{slot, in, out, inA})
	}
	for i := len(f.order) - 1; i >= 0; i-- {
		b := f.order[i]
		f.of[b] = id
		for key := bodies.Meta[b].Joints; key != None; key = s.Next(key) {
			if key != f.root && s.rigid(Slot(key>>1)) && bodies.Meta[s.Other(key)].Type != body.Dynamic {
				hang(key, none, int32(i), key&1 == 1)
			}
		}
		if key := f.via[i]; key != None {
			out := int32(none)
			if other := s.Other(key); bodies.Meta[other].Type == body.Dynamic {
				out = f.place[other]
			}
			hang(key, int32(i), out, key&1 == 0)
		}
	}
}

// validateTrees panics when the trees contradict the joints.
func (s *Store) validateTrees(bodies *body.Store) {
	f := &s.forest
	flagged := 0
	for i := range s.Link {
		if s.Link[i].Flags&InTree != 0 {
			flagged++
		}
	}
	for id := range f.trees {
		t := &f.trees[id]
		for _, b := range t.bodies {
			if f.of[b] != int32(id) || bodies.Meta[b].Type != body.Dynamic {
				panic("joint: a tree holds a body that it should not")
			}
		}
		hung := make([]bool, len(t.bodies))
		for _, l := range t.limbs {
			if !s.rigid(l.joint) || !s.InTree(l.joint) {
				panic("joint: a tree holds a joint that it should not")
			}
			flagged--
			if l.out != none && hung[l.out] {
				panic("joint: a limb comes after what it hangs on")
			}
			if l.in != none {
				hung[l.in] = true
			}
		}
	}
	if flagged != 0 {
		panic("joint: a joint is in no tree and does not know")
	}
}
