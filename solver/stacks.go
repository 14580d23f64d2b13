package solver

import (
	"math"
	"math/bits"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
)

// Stacks.
//
// Sweeps propagate a load down a stack by about one contact at a time, and by less where light
// bodies bear heavy ones. Until the loads are known the upper bodies of a high stack fall almost
// freely: the top of a hundred boxes with densities from 1 to 100 falls by half a metre. The light
// boxes below overlap by as much and are pushed out to a side. So the loads of a stack are
// predicted in the tick in which its contacts begin: each body bears the weight of all bodies above
// it.
//
// A stack is a row of dynamic bodies with two contacts each. Its last body, the top, has one
// contact. The body on which the stack stands is not part of it.

// The bodies of a contact within a stack have one other contact each, so the contact finds a free
// colour among the first three. A contact with the ground finds one among the last two.
const (
	maxStackColor = firstColor + 2
	minStackColor = colorCount - 2
)

const (
	maxStack       = 1024 // bodies
	foreseenFactor = 4    // times the limit, which the load of one body of the stack must exceed
)

// foreseeLoads makes the bodies of stacks with new contacts count as loaded.
func (s *Solver) foreseeLoads() {
	k := &s.clusters
	k.clearPlaces(s.in.Bodies.Len())
	k.stacked = grow.ResizeDiscard(k.stacked, len(k.begun))
	s.in.Pool.Run(par.Blocks(len(k.begun), stackBlock), (*stackTask)(s))
	for _, row := range k.stacked {
		if row != notMember {
			s.foreseeStack(row)
		}
	}
}

// stackTask finds the new contacts that may belong to a stack, in blocks. In a heap there are few.
// It writes a body of each contact to stacked, or notMember.
type stackTask Solver

const stackBlock = 64

// Do tests the contacts of a block.
func (t *stackTask) Do(block, _ int) {
	s := (*Solver)(t)
	k, c, bodies := &s.clusters, s.in.Contacts, s.in.Bodies
	lo, hi := par.Span(block, len(k.begun), stackBlock)
	for i, slot := range k.begun[lo:hi] {
		found := &k.stacked[lo+i]
		*found = notMember
		if c.Meta[slot].Color == state.None {
			continue
		}
		p := &c.Pair[c.Rows[slot]]
		a, b := bodies.Rows[p.BodyA], bodies.Rows[p.BodyB]
		if s.isThick(a) || s.isThick(b) {
			continue
		}
		if bodies.State[a].Flags&state.FlagDynamic == 0 {
			a = b
		}
		*found = a
	}
}

// links are the linked contacts of a body, by their keys. It holds at most three, because more do
// not matter.
type links struct {
	keys  [3]uint32
	count int
}

// linksOf returns the linked contacts of a body.
func (s *Solver) linksOf(row state.BodyRow) (l links) {
	c, bodies := s.in.Contacts, s.in.Bodies
	for key := bodies.Meta[bodies.Slots[row]].FirstContact; key != state.None && l.count < len(l.keys); key = c.Next(key) {
		if c.Meta[key>>1].Color != state.None {
			l.keys[l.count] = key
			l.count++
		}
	}
	return l
}

// isThick reports whether a dynamic body has more linked contacts than a body of a stack.
func (s *Solver) isThick(row state.BodyRow) bool {
	if s.in.Bodies.State[row].Flags&state.FlagDynamic == 0 {
		return false
	}
	if s.isInColors(row) {
		if invariant.Enabled && s.linksOf(row).count <= 2 {
			panic("solver: a body has more colours than contacts")
		}
		return true
	}
	return s.linksOf(row).count > 2
}

// isInColors reports whether a body without joints is in three colours, and so has at least three
// contacts. Bodies of heaps are, and their lists are seldom in the cache.
func (s *Solver) isInColors(row state.BodyRow) bool {
	slot := s.in.Bodies.Slots[row]
	return bits.OnesCount32(s.colorsOf[slot]) > 2 && (s.in.Joints == nil || s.in.Bodies.Meta[slot].FirstJoint == state.None)
}

// beyond returns the neighbour of a body through one of its contacts, and the neighbour's other
// contact if the neighbour is a body of a stack with two contacts.
func (s *Solver) beyond(key uint32) (row state.BodyRow, next uint32, ok bool) {
	c, bodies := s.in.Contacts, s.in.Bodies
	row = bodies.Rows[c.Pair[c.Rows[key>>1]].Across(key)]
	if bodies.State[row].Flags&state.FlagDynamic == 0 {
		return row, state.None, false
	}
	l := s.linksOf(row)
	switch {
	case l.count == 1:
		return row, state.None, true
	case l.count == 2 && l.keys[0]>>1 == key>>1:
		return row, l.keys[1], true
	case l.count == 2:
		return row, l.keys[0], true
	}
	return row, state.None, false
}

// visit gives a body an index in placeOf, and reports whether it had none.
func (k *clusters) visit(row state.BodyRow) bool {
	if k.placeOf[row] != notMember {
		return false
	}
	k.placeOf[row] = 0
	k.placed = append(k.placed, row)
	return true
}

// foreseeStack finds the top of a body's stack and marks the loads below it. Each body is visited
// once in a tick.
func (s *Solver) foreseeStack(start state.BodyRow) {
	if !s.clusters.visit(start) {
		return
	}
	l := s.linksOf(start)
	if l.count == 1 {
		s.foreseeFromTop(start, l.keys[0])
		return
	}
	for _, key := range l.keys[:l.count] {
		for range maxStack {
			row, next, ok := s.beyond(key)
			if !ok {
				break
			}
			if next == state.None {
				s.foreseeFromTop(row, key^1)
				return
			}
			if !s.clusters.visit(row) {
				break
			}
			key = next
		}
	}
}

// foreseeFromTop marks the loaded bodies of a stack, from its top and the top's contact, if the
// load of one body exceeds foreseenFactor times its limit. The colours soon know smaller loads.
func (s *Solver) foreseeFromTop(top state.BodyRow, key uint32) {
	if most, gaps, stands := s.walkDown(top, key, 0); stands && most > foreseenFactor {
		s.walkDown(top, key, s.ticksToClose(gaps))
	}
}

// ticksToClose returns the number of ticks for which the loads of a stack are remembered: until its
// top has fallen by the sum of the gaps between its bodies in the gravity of the world.
func (s *Solver) ticksToClose(gaps float32) uint16 {
	p := s.in.Params
	ticks := 0.0
	if g2 := float64(float32(p.GravityX*p.GravityX) + float32(p.GravityY*p.GravityY)); gaps > 0 && g2 > 0 {
		ticks = math.Sqrt(2*float64(gaps)/math.Sqrt(g2)) / float64(p.DT)
	}
	return maxLoadTicks + uint16(min(ticks, mostClosingTicks))
}

// mostClosingTicks bounds the number of ticks in which a stack may close its gaps.
const mostClosingTicks = 1 << 10

// walkDown walks down a stack from its top and the top's contact. It returns the largest load by
// the weights above, as a multiple of the limit, the sum of the gaps, m, and whether the stack ends
// on a body outside it. Unless ticks is zero it marks the loaded bodies for that many ticks.
func (s *Solver) walkDown(row state.BodyRow, key uint32, ticks uint16) (most, gaps float32, stands bool) {
	bodies := s.in.Bodies
	above, flatAbove := float32(0), true
	for range maxStack {
		s.clusters.visit(row)
		sc, below := s.weightBelow(row, key, above)
		load := bodyLoad{normalLoad: above + below, count: onePointContact}
		if flatAbove && sc.Count == 2 {
			load.count = twoPointContact
		}
		var own loadLimit
		m := &bodies.Motion[row]
		part := float32(0.5*load.normalLoad) * bodies.Dynamics[row].InvMass / s.limitFor(row, &own).of(load, m)
		most = max(most, part)
		if ticks > 0 && part > 1 && m.RefusedTicks == 0 {
			m.LoadTicks = max(m.LoadTicks, ticks)
		}
		if sc.Count > 0 {
			gaps += max(sc.Points[0].Separation, 0)
		}
		above, flatAbove = below, sc.Count == 2
		next, ok := row, false
		if next, key, ok = s.beyond(key); !ok || key == state.None {
			return most, gaps, !ok
		}
		row = next
	}
	return most, gaps, false
}

// weightBelow returns the contact below a body of a stack and the force on that contact due to the
// force above the body, N. Only the component of gravity along the normal counts.
func (s *Solver) weightBelow(row state.BodyRow, key uint32, above float32) (*state.SolverContact, float32) {
	c, bodies := s.in.Contacts, s.in.Bodies
	sc := &c.Solver[c.Rows[key>>1]]
	gx, gy := bodies.GravityOf(row, s.in.Params)
	pull := float32(sc.NormalX*gx) + float32(sc.NormalY*gy)
	if key&1 == 1 {
		pull = -pull
	}
	return sc, max(above+pull/bodies.Dynamics[row].InvMass, 0)
}

// isPushed reports whether a joint may press a body against its contact, or whether a force of the
// game or its weight does. An impact alone does not.
//
//go:noinline
func (s *Solver) isPushed(row state.BodyRow, limit *loadLimit) bool {
	bodies := s.in.Bodies
	x, y := s.externalAcceleration(row)
	return simd.Max(simd.Max(x, -x), simd.Max(y, -y)) > limit.overlap || bodies.Meta[bodies.Slots[row]].FirstJoint != state.None
}

// isLightest reports whether dynamic bodies touch a body and all of them have at least twice its
// mass, as crates on a plank have. Under a load of several times the body's weight soft contacts
// with them do not come to rest.
//
//go:noinline
func (s *Solver) isLightest(row state.BodyRow) (lightest bool) {
	c, bodies := s.in.Contacts, s.in.Bodies
	for key := bodies.Meta[bodies.Slots[row]].FirstContact; key != state.None; key = c.Next(key) {
		contact := c.Rows[key>>1]
		other := bodies.Dynamics[bodies.Rows[c.Pair[contact].Across(key)]].InvMass
		if c.Solver[contact].Count == 0 || other == 0 {
			continue
		}
		if lightest = float32(minNeighborRatio*other) <= bodies.Dynamics[row].InvMass; !lightest {
			return false
		}
	}
	return lightest
}
