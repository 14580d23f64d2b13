package joint

import (
	"math"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
)

// rigid reports whether a joint may be part of a tree: it acts, and has a rigid part
// that no bound can weaken. A rod with a motor or limits has nothing but one line that
// they share, and stays a row.
func (s *Store) rigid(slot Slot) bool {
	row := s.Rows[slot]
	l, st := &s.Link[row], &s.Strength[row]
	if s.Meta[slot].Colour == None || l.Flags&Serial != 0 || !(st.MaxForce > math.MaxFloat32) {
		return false
	}
	switch l.Kind {
	case KindRevolute:
		return true
	case KindGear, KindCustom, KindMember:
		return false
	default:
		rec := s.bonds.at(l.Data)
		b := &rec.block
		if l.Kind == KindDistance && rec.axes[0].parts != 0 {
			return false
		}
		return b.on && !b.spring && (b.n == b.linear || st.MaxTorque > math.MaxFloat32)
	}
}

// explore finds the bodies that rigid joints connect with a body, those nearer to the
// root first. It reports whether they form a tree, which hangs on an immovable body if
// there is one.
func (s *Store) explore(bodies *body.Store, seed body.Slot) bool {
	f := &s.forest
	f.root = None
	if twice := s.walk(bodies, seed, None); twice != 2*(len(f.order)-1) {
		return false
	}
	if f.root != None {
		l := &s.Link[s.Rows[f.root>>1]]
		seed = body.Slot(l.BodyA)
		if f.root&1 == 1 {
			seed = body.Slot(l.BodyB)
		}
		for _, b := range f.order {
			f.seen[b] = 0
		}
		s.walk(bodies, seed, f.root)
	}
	return true
}

// walk lists the bodies connected with a body in breadth. It returns how often it met
// a joint between two of them, which is twice for each.
func (s *Store) walk(bodies *body.Store, seed body.Slot, root uint32) (twice int) {
	f := &s.forest
	f.order, f.via, f.limbs = append(f.order[:0], seed), append(f.via[:0], root), 0
	f.seen[seed], f.place[seed] = f.search, 0
	for i := 0; i < len(f.order); i++ {
		for key := bodies.Meta[f.order[i]].Joints; key != None; key = s.Next(key) {
			if !s.rigid(Slot(key >> 1)) {
				continue
			}
			other := s.Other(key)
			if bodies.Meta[other].Type != body.Dynamic {
				f.limbs++
				if f.root == None {
					f.root = key
				}
				continue
			}
			twice++
			if f.seen[other] != f.search {
				f.limbs++
				f.seen[other], f.place[other] = f.search, int32(len(f.order))
				f.order = append(f.order, other)
				f.via = append(f.via, key^1)
			}
		}
	}
	return twice
}

// When a tree is worth the exact solve.
const (
	worthyPath  = 10 // joints, on the longest way through its bodies and to what the root hangs on
	worthyRatio = 10 // of the masses of two jointed bodies, of what hangs on a body to it, or of its
	// mass, brought to a joint, to its inertia
)

// worthy decides whether what was explored should be solved as a tree. It walks from
// the leaves to the root: loads are the masses of all that hangs on a body and of
// itself, deep is the longest way down from it.
func (s *Store) worthy(bodies *body.Store) bool {
	f := &s.forest
	n := len(f.order)
	if f.limbs < 2 {
		return false
	}
	f.masses = append(f.masses[:0], make([]float64, n)...)
	f.deep = append(f.deep[:0], make([]int32, n)...)
	for i, b := range f.order {
		if inv := bodies.Drive[bodies.Rows[b]].InvMass; inv > 0 {
			f.masses[i] = 1 / float64(inv)
		}
	}
	f.loads = append(f.loads[:0], f.masses...)
	for i, b := range slices.Backward(f.order) {
		m, key := f.masses[i], f.via[i]
		if s.outside(bodies, b) {
			return true
		}
		if f.root != None && uneven(f.loads[i], m) {
			return true
		}
		if i == 0 {
			return f.root != None && f.deep[i]+1 >= worthyPath
		}
		p := f.place[s.Other(key)]
		if uneven(m, f.masses[p]) || uneven(f.masses[p], m) || f.deep[p]+f.deep[i]+1 >= worthyPath {
			return true
		}
		f.deep[p] = max(f.deep[p], f.deep[i]+1)
		f.loads[p] += f.loads[i]
	}
	return false
}

// outside reports whether a body is held by several joints, one of them far outside
// it. Seen from such a joint, the body is far lighter than its mass: between joints of
// that kind sweeps do not converge, and what they leave grows without bound (see lever.go).
// What is held within its own size is not meant: the end of a thin rod has a ratio of 3,
// the tip of a thin wedge one of 8.
func (s *Store) outside(bodies *body.Store, b body.Slot) (far bool) {
	d := &bodies.Drive[bodies.Rows[b]]
	joints := 0
	for key := bodies.Meta[b].Joints; key != None; key = s.Next(key) {
		if !s.rigid(Slot(key >> 1)) {
			continue
		}
		joints++
		arm := s.arm(key)
		far = far || uneven(float64(arm.Dot(arm)*float64(d.InvInertia)), float64(d.InvMass))
	}
	return far && joints > 1
}

// arm returns where a joint holds a body, from the centre of mass in the body's axes.
func (s *Store) arm(key uint32) geom.Vec2 {
	l := &s.Link[s.Rows[key>>1]]
	var onA, onB geom.Vec2
	if l.Kind == KindRevolute {
		onA, onB = s.pins[l.Data].anchors()
	} else {
		b := s.bonds.at(l.Data)
		onA, onB = b.anchorA, b.anchorB
	}
	if key&1 == 0 {
		return onA
	}
	return onB
}

// uneven reports whether one mass is too large for the other. What has no mass does
// not count.
func uneven(large, small float64) bool { return small > 0 && large > float64(worthyRatio*small) }
