package solver

import (
	"math"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/solver/direct"
)

// Loads.
//
// The soft contacts of the colours yield like springs whose stiffness goes with the mass of the
// lighter body. Under a load of so many times its own mass a body sinks into its
// support, and a stack of bodies leans. So the contacts of a body that is pressed from two sides
// with more force than such springs bear leave the colours, and package direct solves
// them exactly.
//
// A body on a joint with another dynamic body is left to the colours too, for its joint would have to
// be a part of the same system. A body counts as loaded if it keeps being pressed for some ticks, so that heaps in motion are
// left to the colours. A body with more than maxLoadedContacts contacts is part of a heap, whose
// contacts share the load among each other; it counts as loaded from far larger loads on.
const (
	loadTicks         = 2  // ticks under load after which a body counts as loaded
	maxLoadTicks      = 12 // the memory of loads: a body stays loaded for the difference without a load
	maxLoadedContacts = 2
	heapLoadFactor    = 12  // times the load from which a body in a heap counts as loaded
	heavyMassRatio    = 8   // a neighbour of so many times the mass loads a body at once
	tiltFrequency2    = 190  // 1/s^2, (2 pi 1.2 Hz)^2: times MaxExtent, the load acceleration from which a stack leans
	minTiltLoadRatio  = 2   // loads below so many times the body's own weight never make it lean
)

// bodyLoad sums up the contacts of a body during a tick.
type bodyLoad struct {
	press    float32 // sum of the normal impulses in the last sub-step, N s
	contacts uint8
	points   uint8
	heavy    bool // one of its contacts is with a far heavier dynamic body
}

// clusters finds the clusters of a tick.
type clusters struct {
	loads    []bodyLoad // by body row
	placeOf  []int32    // by body row: place in members, or notMember
	visited  []state.BodyRow
	members  []state.BodyRow
	contacts []state.ContactRow
	limit    loadLimit
	set      direct.Set
}

const notMember = -1

// loadLimit holds the load accelerations, half the sum of the normal forces over the mass, m/s^2,
// from which bodies count as loaded.
type loadLimit struct{ sink, tilt, invH float32 }

// makeLoadLimit derives the limits from the parameters. In equilibrium a contact of angular
// frequency w under a load that accelerates a unit of effective mass by a overlaps by a/w^2. The
// effective mass of two equal bodies is half the mass of one. So the overlap under a load of the
// limit is one slop.
func makeLoadLimit(p *step.Params) loadLimit {
	w := float32(2 * math.Pi * min(p.ContactHertz, p.InvH/8))
	g := math.Sqrt(float64(float32(p.GravityX*p.GravityX) + float32(p.GravityY*p.GravityY)))
	return loadLimit{sink: float32(float32(0.5*p.LinearSlop) * float32(w*w)), tilt: minTiltLoadRatio * float32(g), invH: p.InvH}
}

// of returns the limit for a body.
func (t *loadLimit) of(l bodyLoad, m *state.BodyMotion) float32 {
	limit := t.sink
	if l.points == 2*l.contacts {
		limit = lesser(limit, greater(float32(tiltFrequency2*m.MaxExtent), t.tilt))
	}
	if l.contacts > maxLoadedContacts {
		limit *= heapLoadFactor
	}
	return limit
}

// markHeavyNeighbor makes the lighter body of a new contact count as loaded in the coming tick if
// the other one is far heavier.
func markHeavyNeighbor(bodies *state.Bodies, slotA, slotB uint32) {
	a, b := bodies.Rows[slotA], bodies.Rows[slotB]
	ma, mb := bodies.Dynamics[a].InvMass, bodies.Dynamics[b].InvMass
	if ma == 0 || mb == 0 {
		return
	}
	switch {
	case ma > float32(heavyMassRatio*mb):
	case mb > float32(heavyMassRatio*ma):
		a = b
	default:
		return
	}
	m := &bodies.Motion[a]
	m.LoadTicks = max(m.LoadTicks, loadTicks)
}

// recordLoad adds a contact to the loads of its bodies. Only dynamic bodies are written: the lanes
// of a colour may share others.
func (s *Solver) recordLoad(a, b int32, ma, mb, impulse float32, points int) {
	loads := s.clusters.loads
	if ma > 0 {
		loads[a].add(impulse, points, mb > 0 && ma > float32(heavyMassRatio*mb))
	}
	if mb > 0 {
		loads[b].add(impulse, points, ma > 0 && mb > float32(heavyMassRatio*ma))
	}
}

func (l *bodyLoad) add(impulse float32, points int, heavy bool) {
	if impulse == 0 {
		return // a contact with a gap
	}
	l.press += impulse
	l.contacts = min(l.contacts, 100) + 1
	l.points = min(l.points, 200) + uint8(points)
	l.heavy = l.heavy || heavy
}

// recordBundleLoads adds the contacts of a bundle to the loads of their bodies. Padding has no masses.
func (s *Solver) recordBundleLoads(h *header, points []point) {
	for l := range h.a {
		impulse := points[0].impulse[l]
		if len(points) == 2 {
			impulse += points[1].impulse[l]
		}
		s.recordLoad(h.a[l], h.b[l], h.ma[l], h.mb[l], impulse, len(points))
	}
}

// recordClusterLoads does the same for the contacts of a cluster.
func (s *Solver) recordClusterLoads(i int) {
	c, dynamics := s.in.Contacts, s.in.Bodies.Dynamics
	set := &s.clusters.set
	for n := range set.Len(i) {
		row := set.Contact(i, n)
		sc := &c.Solver[row]
		impulse := float32(0)
		for _, q := range sc.Points[:sc.Count] {
			impulse += q.NormalImpulse
		}
		a, b := s.bodyRowsOf(int32(row))
		s.recordLoad(int32(a), int32(b), dynamics[a].InvMass, dynamics[b].InvMass, impulse, int(sc.Count))
	}
}

// updateLoads counts the ticks under load of the bodies from row lo up to hi.
func (s *Solver) updateLoads(lo, hi int) {
	motions, dynamics, loads := s.in.Bodies.Motion[lo:hi], s.in.Bodies.Dynamics[lo:hi], s.clusters.loads[lo:hi]
	dynamics, loads = dynamics[:len(motions)], loads[:len(motions)]
	limit := &s.clusters.limit
	for i := range motions {
		m, l := &motions[i], loads[i]
		m.SqueezeTicks -= min(m.SqueezeTicks, 1)
		a := float32(float32(0.5*l.press) * float32(dynamics[i].InvMass*limit.invH))
		switch {
		case l.contacts == 0 && m.LoadTicks == 0:
		case l.contacts < 2 && !l.heavy || !(a > limit.of(l, m)):
			m.LoadTicks -= min(m.LoadTicks, 1)
		case l.heavy:
			m.LoadTicks = max(min(m.LoadTicks+1, maxLoadTicks), loadTicks)
		default:
			m.LoadTicks = min(m.LoadTicks+1, maxLoadTicks)
		}
	}
}

// findClusters gathers the contacts of the loaded bodies into clusters and marks them, so that they
// are in no bundle.
func (s *Solver) findClusters() {
	k, bodies := &s.clusters, s.in.Bodies
	k.limit = makeLoadLimit(s.in.Params)
	k.loads = grow.Resize(k.loads, bodies.Awake())
	clear(k.loads)
	k.set.Reset()
	for row := range bodies.Motion[:bodies.Awake()] {
		if bodies.Motion[row].LoadTicks < loadTicks || !s.isLoaded(state.BodyRow(row)) {
			continue
		}
		if len(k.visited) == 0 {
			k.placeOf = grow.Resize(k.placeOf, bodies.Len())
			for i := range k.placeOf {
				k.placeOf[i] = notMember
			}
		}
		if k.placeOf[row] == notMember {
			s.gatherCluster(state.BodyRow(row))
		}
	}
	k.visited = k.visited[:0]
}

// gatherCluster gathers the cluster of a loaded body: all loaded bodies that are linked with it by
// way of each other or of a common neighbour, and their contacts.
func (s *Solver) gatherCluster(start state.BodyRow) {
	k, c, bodies := &s.clusters, s.in.Contacts, s.in.Bodies
	k.members, k.contacts = k.members[:0], k.contacts[:0]
	s.addMember(start)
	for at := 0; at < len(k.members); at++ {
		row := k.members[at]
		loaded := s.isLoaded(row)
		for key := bodies.Meta[bodies.Slots[row]].FirstContact; key != state.None; {
			slot, side := state.ContactSlot(key>>1), key&1
			meta := &c.Meta[slot]
			key = meta.Edges[side].Next
			if meta.Color == state.None {
				continue
			}
			contact := c.Rows[slot]
			a, b := s.bodyRowsOf(int32(contact))
			other := [2]state.BodyRow{b, a}[side]
			dynamic := bodies.State[other].Flags&state.FlagDynamic != 0
			otherLoaded := dynamic && s.isLoaded(other)
			if !loaded && !otherLoaded {
				continue
			}
			if dynamic && k.placeOf[other] == notMember {
				s.addMember(other)
			}
			// A contact of two loaded bodies comes up twice.
			if loaded && (!otherLoaded || k.placeOf[row] < k.placeOf[other]) {
				k.contacts = append(k.contacts, contact)
			}
		}
	}
	if len(k.contacts) > 0 && k.set.Gather(k.contacts, k.members, k.placeOf, bodies, c) {
		for _, row := range k.contacts {
			c.Pair[row].Flags |= state.ContactDirect
		}
	}
}

// isLoaded reports whether a dynamic body counts as loaded.
func (s *Solver) isLoaded(row state.BodyRow) bool {
	bodies, j := s.in.Bodies, s.in.Joints
	if bodies.Motion[row].LoadTicks < loadTicks {
		return false
	}
	if j == nil {
		return true
	}
	for key := bodies.Meta[bodies.Slots[row]].FirstJoint; key != state.None; key = j.Next(key) {
		l := &j.Link[j.Rows[key>>1]]
		other := [2]uint32{l.BodyB, l.BodyA}[key&1]
		if bodies.State[bodies.Rows[other]].Flags&state.FlagDynamic != 0 {
			return false
		}
	}
	return true
}

// addMember adds a body to the cluster that is gathered.
func (s *Solver) addMember(row state.BodyRow) {
	k := &s.clusters
	k.placeOf[row] = int32(len(k.members))
	k.members = append(k.members, row)
	k.visited = append(k.visited, row)
}

// clearClusters takes the marks off the contacts.
func (s *Solver) clearClusters() {
	set := &s.clusters.set
	for i := range set.Cap() {
		for n := range set.Len(i) {
			s.in.Contacts.Pair[set.Contact(i, n)].Flags &^= state.ContactDirect
		}
	}
}
