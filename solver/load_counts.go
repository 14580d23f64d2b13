package solver

import (
	"math"

	"github.com/carom2d/carom/internal/state"
)

// bodyLoad sums up the contacts of a body during a tick. It has 8 bytes, because every contact adds
// to two.
type bodyLoad struct {
	_          [0]func() // not comparable, so no program has code for a comparison
	normalLoad float32   // sum of the normal impulses in the last sub-step, N s
	count      loadCount
}

// loadCount counts the pressing contacts of a body, in the lower half, and their points. The
// highest bit of all is set if the body bears a far heavier one, and the highest bit of the lower
// half if a dynamic body touches it that has less than twice its mass.
type loadCount uint32

const (
	onePointContact  loadCount = 1 + 1<<16
	twoPointContact  loadCount = 1 + 2<<16
	loadCountHeavy   loadCount = 1 << 31
	loadCountSimilar loadCount = 1 << 15
	loadContactsMask loadCount = loadCountSimilar - 1
)

func (n loadCount) contacts() int { return int(n & loadContactsMask) }

func (n loadCount) heavy() bool { return n&loadCountHeavy != 0 }

func (n loadCount) similar() bool { return n&loadCountSimilar != 0 }

// flat reports whether all contacts have two points.
func (n loadCount) flat() bool { return n&^loadCountHeavy>>16 == 2*(n&loadContactsMask) }

// recordLoad adds a pressing contact to the loads of its bodies. It writes only dynamic bodies,
// because the lanes of a colour may share other bodies.
func (s *Solver) recordLoad(a, b state.BodyRow, ma, mb, impulse float32, n loadCount) {
	if ma > 0 {
		s.clusters.loads[a].add(impulse, n)
	}
	if mb > 0 {
		s.clusters.loads[b].add(impulse, n)
	}
	if s.clusters.uneven == 0 || ma == 0 || mb == 0 {
		return
	}
	order := massOrder(ma, mb)
	s.clusters.loads[a].count |= similar(order)
	s.clusters.loads[b].count |= similar(-order)
	if oneIsFarHeavier(order) {
		s.recordHeavyLoad(a, b, ma, mb, impulse)
	}
}

// octave is the distance of the bits of a positive float32 from the bits of twice the number.
const octave = 1 << 23

// massOrder compares the inverse masses of two dynamic bodies. It is octave where the first inverse
// mass is twice the second, and negative where it is smaller.
func massOrder(ma, mb float32) int32 {
	return int32(math.Float32bits(ma)) - int32(math.Float32bits(mb))
}

// similar returns loadCountSimilar for a body that touches another one of less than
// minNeighborRatio times its mass, and else zero.
func similar(order int32) loadCount {
	return loadCount(uint32(order-neighborOctaves*octave)>>16) & loadCountSimilar
}

// oneIsFarHeavier reports whether one of two dynamic bodies is far heavier than the other.
func oneIsFarHeavier(order int32) bool {
	return uint32(order+heavyOctaves*octave) > 2*heavyOctaves*octave
}

func (l *bodyLoad) add(normalLoad float32, n loadCount) {
	l.normalLoad += normalLoad
	l.count += n
}

// isFarLighter compares inverse masses. An immovable body is not heavy.
func isFarLighter(light, heavy float32) bool {
	return heavy > 0 && light > float32(heavyMassRatio*heavy)
}

// loadedMask has all bits set for an impulse above zero, and none otherwise.
func loadedMask(impulse float32) uint32 {
	const infinity = 0x7f800000
	return uint32((int64(math.Float32bits(impulse)-1) - infinity) >> 63)
}

// recordHeavyLoad marks a body that changes the velocity of a far heavier body by much.
func (s *Solver) recordHeavyLoad(a, b state.BodyRow, ma, mb, impulse float32) {
	light, heavy, heavyInvMass := b, a, ma
	if ma > mb {
		light, heavy, heavyInvMass = a, b, mb
	}
	var own loadLimit
	if limit := s.limitFor(heavy, &own); impulse > 0 && float32(impulse*heavyInvMass) > limit.heavyShare {
		s.clusters.loads[light].count |= loadCountHeavy
	}
}

// recordBundleLoads adds the contacts in the first lanes of a bundle to the loads of their bodies.
// Padding has no impulse and no mass. A branch on whether a contact presses could not be predicted,
// so a contact that does not press adds zeros.
func (s *Solver) recordBundleLoads(h *header, points []point, lanes int) {
	loads, uneven := s.clusters.loads, s.clusters.uneven != 0
	n, first, second := onePointContact, &points[0].impulse, &noImpulses
	if len(points) == 2 {
		n, second = twoPointContact, &points[1].impulse
	}
	for l := range first[:lanes] {
		ma, mb, impulse := h.ma[l], h.mb[l], first[l]+second[l]
		loaded := loadedMask(impulse)
		j, count := math.Float32frombits(math.Float32bits(impulse)&loaded), n&loadCount(loaded)
		if ma > 0 {
			loads[h.a[l].Row()].add(j, count)
		}
		if mb > 0 {
			loads[h.b[l].Row()].add(j, count)
		}
		if !uneven || ma == 0 || mb == 0 {
			continue
		}
		a, b, order := h.a[l].Row(), h.b[l].Row(), massOrder(ma, mb)
		loads[a].count |= similar(order)
		loads[b].count |= similar(-order)
		if oneIsFarHeavier(order) {
			s.recordHeavyLoad(a, b, ma, mb, impulse)
		}
	}
}

// noImpulses are the impulses of the second points of contacts with one point.
var noImpulses perLane

// recordClusterLoads adds the contacts of a cluster to the loads of their bodies.
func (s *Solver) recordClusterLoads(i int) {
	c, dynamics := s.in.Contacts, s.in.Bodies.Dynamics
	set := &s.clusters.set
	for k := range set.Len(i) {
		row := set.Contact(i, k)
		sc := &c.Solver[row]
		impulse, n := sc.Points[0].NormalImpulse, onePointContact
		if sc.Count == 2 {
			impulse, n = impulse+sc.Points[1].NormalImpulse, twoPointContact
		}
		if sc.Count > 0 && impulse > 0 {
			a, b := s.bodyRowsOf(int32(row))
			s.recordLoad(a, b, dynamics[a].InvMass, dynamics[b].InvMass, impulse, n)
		}
	}
}
