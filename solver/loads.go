package solver

import (
	"math"
	"slices"
	"sync/atomic"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/solver/direct"
)

// Loads.
//
// The soft contacts of the colours yield like springs with a stiffness proportional to the mass of
// the lighter body. Under a load of many times its own mass a body sinks into its support, and a
// stack of bodies leans. So the contacts of a body leave the colours when two bodies around it
// press it harder than such springs can carry. Package direct solves them exactly.
//
// Three kinds of bodies count as loaded: bodies between two others, in a stack or under a press, or
// between more that are all heavier, bodies that a force, a joint or their weight presses against
// another, and bodies that bear a good part of the weight of a far heavier body. In a heap all
// bodies share the load along many paths. So a cluster with loops, or with neighbours that have
// further contacts, is refused unless it bears a heavy body or a kinematic body squeezes it. Some
// contacts within an articulation close no loop: without their common solution its joints part when
// its bodies hit each other. The bodies of a refused cluster are left to the colours for a while.
// The articulation of a loaded body is a part of its cluster: see bonds.go. Bodies of articulations
// count as loaded when something hits them, too: see findRigid. A body on another joint with a
// dynamic body is left to the colours.
//
// In a stack of bodies that lie flat on each other, all bodies are in the cluster of a loaded one.
// A stack that is direct in one part and soft in another sways without end: the direct part takes
// no energy from the sway, and the shared softness of the other part feeds it (sharedSoftness).
const (
	maxLoadTicks      = 12 // the memory of loads: a body stays loaded for the difference without a load
	refusedTicks      = 64 // for which the bodies of a refused cluster do not count as loaded
	maxLoops          = 2  // of a cluster that may be refused, and of contacts that lead out of it
	maxInner          = 4  // contacts between bodies of one articulation that close no loop
	heavyOctaves      = 3
	heavyMassRatio    = 1 << heavyOctaves // times the mass of a body that a heavy neighbour has at least
	minHeavyShare     = 0.05              // share of the weight of the heavy neighbour that a loaded body bears at least
	neighborOctaves   = 1
	minNeighborRatio  = 1 << neighborOctaves // times the mass of a body between more than two others that each has at least
	crowdedLoadFactor = 32                   // times the load acceleration of one slop, from which a body of more contacts counts as between two others
	tiltFrequency2    = 190                  // 1/s^2, (2 pi 2.2 Hz)^2: times MaxExtent, the load acceleration from which a stack leans
	minTiltLoadRatio  = 2                    // loads below so many times the body's own weight never make it lean
)

// newlyHeavyTicks are the HeavyTicks of a body that begins to bear a far heavier one.
const newlyHeavyTicks = maxLoadTicks + 1

// clusters finds the clusters of a tick.
type clusters struct {
	loads         []bodyLoad      // by body row
	placeOf       []int32         // by body row: index in members, or notMember
	placed        []state.BodyRow // rows that have an index in placeOf
	forgotten     bool            // placeOf must be rewritten
	members       []state.BodyRow
	bearing       []bool // by member: it is loaded, or in a stack with a loaded body
	contacts      []state.ContactRow
	bonds         []direct.Bond       // of the articulations of the members
	articulations []int               // of the members
	begun         []state.ContactSlot // contacts that began in this tick
	stacked       []state.BodyRow     // scratch of foreseeLoads, by contact that began
	loaded        [][]state.BodyRow   // by block of bodies: the loaded bodies
	typicalMass   uint32              // bits of the inverse mass of the first dynamic body
	uneven        uint32              // atomic; zero: no awake body has minNeighborRatio times the mass of another one
	shrinker      grow.Shrinker       // of begun
	limit         loadLimit
	kept          bool // the cluster that is gathered bears a heavy body, or a kinematic body squeezes it
	ways          int  // contacts that lead out of it
	wraps         int  // contacts of bodies with ropes around them, less one for each body
	inner         int  // contacts between two bodies of one articulation
	slack         int  // contacts between two bodies of one articulation that do not press
	set           direct.Set
}

const notMember = -1

// loadLimit holds the load accelerations from which bodies count as loaded: half the sum of the
// normal forces over the mass, m/s^2.
type loadLimit struct {
	_             [0]func() // not comparable, so no program has code for a comparison
	overlap, tilt float32   // that make a soft contact overlap by a slop, and that make a stack lean
	heavyShare    float32   // change of velocity of a heavy body by the impulse that counts, m/s
	h, invH       float32
	perBody       bool // there are bodies with their own gravity
}

// makeLoadLimit derives the limits from the parameters. In equilibrium a contact of angular
// frequency w under a load that accelerates a unit of effective mass by a overlaps by a/w^2. The
// effective mass of two equal bodies is half the mass of one. So the overlap under a load at the
// limit is one slop.
func makeLoadLimit(p *step.Params) loadLimit {
	w := float32(2 * math.Pi * min(p.ContactHertz, p.InvH/8))
	g := float32(math.Sqrt(float64(float32(p.GravityX*p.GravityX) + float32(p.GravityY*p.GravityY))))
	overlap := float32(float32(0.5*p.LinearSlop) * float32(w*w))
	limit := loadLimit{overlap: overlap, h: p.H, invH: p.InvH, perBody: p.HasOwnGravity}
	limit.setGravity(g)
	return limit
}

// setGravity sets the limits that depend on the gravity, m/s^2.
func (t *loadLimit) setGravity(g float32) {
	weight := g
	if weight == 0 {
		weight = t.overlap // without weights only impacts count
	}
	t.tilt, t.heavyShare = minTiltLoadRatio*g, minHeavyShare*float32(weight*t.h)
}

// limitFor returns the limits for a body: the limits of the world, or the limits for the body's own
// gravity, which are written to own.
func (s *Solver) limitFor(row state.BodyRow, own *loadLimit) *loadLimit {
	limit, bodies := &s.clusters.limit, s.in.Bodies
	if !limit.perBody || bodies.Motion[row].StepFlags&state.StepFlagOwnGravity == 0 {
		return limit
	}
	*own = *limit
	own.setGravity(bodies.OwnGravityAt(row).Length())
	return own
}

// of returns the limit for a body.
func (t *loadLimit) of(l bodyLoad, m *state.BodyMotion) float32 {
	limit := t.overlap
	if l.count.flat() {
		limit = simd.Min(limit, simd.Max(float32(tiltFrequency2*m.MaxExtent), t.tilt))
	}
	return limit
}

// markHeavyNeighbor makes the lighter body of a new contact count as loaded in the coming tick if
// the other body is far heavier and only heavy or immovable bodies hold the lighter one. In that
// tick the lighter body may have to stop the heavy one.
func markHeavyNeighbor(bodies *state.Bodies, c *state.Contacts, slotA, slotB uint32) {
	light, heavy := bodies.Rows[slotA], bodies.Rows[slotB]
	if bodies.Dynamics[light].InvMass < bodies.Dynamics[heavy].InvMass {
		light, heavy = heavy, light
	}
	if !isHeavy(bodies, heavy, light) {
		return
	}
	held := false
	for key := bodies.Meta[bodies.Slots[light]].FirstContact; key != state.None; key = c.Next(key) {
		if c.Meta[key>>1].Color == state.None {
			continue
		}
		other := bodies.Rows[c.Pair[c.Rows[key>>1]].Across(key)]
		if bodies.Dynamics[other].InvMass > 0 && !isHeavy(bodies, other, light) {
			return
		}
		held = held || other != heavy
	}
	if m := &bodies.Motion[light]; held {
		m.LoadTicks, m.HeavyTicks = max(m.LoadTicks, state.LoadedTicks), max(m.HeavyTicks, state.LoadedTicks)
	}
}

// isHeavy reports whether a dynamic body is far heavier than another.
func isHeavy(bodies *state.Bodies, heavy, light state.BodyRow) bool {
	return isFarLighter(bodies.Dynamics[light].InvMass, bodies.Dynamics[heavy].InvMass)
}

// updateLoads counts the ticks under load of the bodies from row lo up to hi.
func (s *Solver) updateLoads(lo, hi int) {
	motions, dynamics, loads := s.in.Bodies.Motion[lo:hi], s.in.Bodies.Dynamics[lo:hi], s.clusters.loads[lo:hi]
	dynamics, loads = dynamics[:len(motions)], loads[:len(motions)]
	world := &s.clusters.limit
	overlap, least := math.Float32bits(world.overlap), math.Float32bits(simd.Min(world.overlap, world.tilt))
	crowded := overlap
	if s.clusters.uneven == 0 && s.in.Joints == nil {
		crowded = math.Float32bits(float32(crowdedLoadFactor * world.overlap))
	}
	var own loadLimit
	for i := range motions {
		m, l := &motions[i], loads[i]
		a := float32(float32(0.5*l.normalLoad) * float32(dynamics[i].InvMass*world.invH))
		// Bodies with two contacts may lean, and bodies that bear a heavy one. Free bodies of one
		// mass bear much in a crowd. Nearly all bodies are below this bound, so the branch is well
		// predicted.
		contacts, bound := l.count.contacts(), overlap
		if contacts > 2 {
			bound = crowded
		}
		if contacts == 2 || l.count.heavy() {
			bound = least
		}
		if math.Float32bits(a) <= bound && !world.perBody && m.LoadTicks|m.HeavyTicks|m.OverconstrainedTicks|m.RefusedTicks == 0 {
			continue
		}
		overconstrained := m.OverconstrainedTicks > 0
		m.OverconstrainedTicks -= min(m.OverconstrainedTicks, 1)
		m.HeavyTicks -= min(m.HeavyTicks, 1)
		if m.RefusedTicks > 0 {
			m.RefusedTicks--
			continue
		}
		limit := world
		if world.perBody {
			limit = s.limitFor(state.BodyRow(lo+i), &own)
		}
		between := contacts == 2 || contacts > 2 && (overconstrained || a > float32(crowdedLoadFactor*limit.overlap)) ||
			contacts == 1 && a > limit.overlap && s.isPushed(state.BodyRow(lo+i), limit) ||
			contacts > 2 && a > limit.overlap && s.clusters.uneven != 0 && !l.count.similar() && s.isLightest(state.BodyRow(lo+i))
		switch {
		case contacts > 0 && a > limit.overlap && s.articulationOf(state.BodyRow(lo+i)) >= 0:
			m.LoadTicks = maxLoadTicks
			if l.count.heavy() {
				m.HeavyTicks = maxLoadTicks
			}
		case !between && !l.count.heavy() || !(a > limit.of(l, m)):
			m.LoadTicks -= min(m.LoadTicks, 1)
		case l.count.heavy():
			m.LoadTicks = max(m.LoadTicks, min(m.LoadTicks+1, maxLoadTicks), state.LoadedTicks)
			if m.HeavyTicks == 0 {
				m.HeavyTicks = newlyHeavyTicks
			} else {
				m.HeavyTicks = maxLoadTicks
			}
		default:
			m.LoadTicks = max(m.LoadTicks, min(m.LoadTicks+1, maxLoadTicks))
		}
	}
}

// findClusters gathers the contacts of the loaded bodies into clusters and marks the contacts, so
// that they are in no bundle.
func (s *Solver) findClusters() {
	k, bodies := &s.clusters, s.in.Bodies
	k.limit = makeLoadLimit(s.in.Params)
	k.loads = grow.Resize(k.loads, bodies.Awake())
	k.set.Reset()
	if len(k.begun) > 0 {
		s.foreseeLoads()
	}
	k.begun = grow.Empty(k.begun, &k.shrinker)
	k.loaded = grow.Resize(k.loaded, par.Blocks(bodies.Awake(), loadBlock))
	k.typicalMass, k.uneven = 0, 0
	for row := 0; row < bodies.Awake() && k.typicalMass == 0; row++ {
		k.typicalMass = math.Float32bits(bodies.Dynamics[row].InvMass)
	}
	s.in.Pool.Run(len(k.loaded), (*loadTask)(s))
	found := false
	for _, rows := range k.loaded {
		for _, row := range rows {
			if !found {
				found = true
				k.clearPlaces(bodies.Len())
			}
			if joints := s.joints.joints; joints != nil && bodies.Motion[row].HeavyTicks > 0 {
				joints.articulate(s, row)
			}
			// A body of a refused cluster no longer counts as loaded.
			if k.placeOf[row] == notMember && s.isLoaded(row) {
				s.gatherCluster(row)
			}
		}
	}
}

// loadTask finds the loaded bodies, in blocks of rows, finds out whether the masses are uneven, and
// clears the sums of all bodies.
type loadTask Solver

const loadBlock = 1024

// Do lists the loaded bodies of a block. Of two bodies of which one has twice the mass of the
// other, one differs from the typical mass by more than a quarter of an octave.
func (t *loadTask) Do(block, _ int) {
	s := (*Solver)(t)
	k := &s.clusters
	lo, hi := par.Span(block, s.in.Bodies.Awake(), loadBlock)
	clear(k.loads[lo:hi])
	loaded, uneven := k.loaded[block][:0], uint32(0)
	motions, dynamics := s.in.Bodies.Motion[lo:hi], s.in.Bodies.Dynamics[lo:hi]
	dynamics = dynamics[:len(motions)]
	for i := range motions {
		if mass := math.Float32bits(dynamics[i].InvMass); mass-k.typicalMass+neighborOctaves*octave/4 > neighborOctaves*octave/2 && mass > 0 {
			uneven = 1
		}
		if row := state.BodyRow(lo + i); motions[i].LoadTicks >= state.LoadedTicks && (motions[i].HeavyTicks > 0 || s.isLoaded(row)) {
			loaded = append(loaded, row)
		}
	}
	k.loaded[block] = loaded
	if uneven != 0 {
		atomic.StoreUint32(&k.uneven, uneven)
	}
}

// clearPlaces clears the indices of all rows. Few rows have one.
func (k *clusters) clearPlaces(rows int) {
	known := len(k.placeOf)
	if k.forgotten {
		k.forgotten, k.placed, known = false, k.placed[:0], 0
	}
	for _, row := range k.placed {
		k.placeOf[row] = notMember
	}
	k.placed = k.placed[:0]
	k.placeOf = grow.Resize(k.placeOf, rows)
	for i := min(known, rows); i < rows; i++ {
		k.placeOf[i] = notMember
	}
}

// gatherCluster gathers the cluster of a loaded body: all loaded bodies that are linked with it
// through each other or through a common neighbour, and their contacts.
func (s *Solver) gatherCluster(start state.BodyRow) {
	k, c := &s.clusters, s.in.Contacts
	k.members, k.contacts, k.bonds, k.kept, k.ways = k.members[:0], k.contacts[:0], k.bonds[:0], false, 0
	k.articulations, k.bearing, k.wraps, k.inner, k.slack = k.articulations[:0], k.bearing[:0], 0, 0, 0
	s.addMember(start)
	for at := 0; at < len(k.members); at++ {
		if joints := s.joints.joints; joints != nil {
			joints.addBonds(s, k.members[at])
		}
		s.gatherContacts(k.members[at])
	}
	loops := 1 - len(k.members)
	if k.wraps > 0 { // links that are drawn around a body come near each other
		loops -= k.wraps + k.slack
	} else {
		loops -= min(k.inner, maxInner)
	}
	for _, art := range k.articulations { // the cycles of joints do not count
		loops += len(s.articulations.Bodies(art)) - 1
	}
	for _, contact := range k.contacts {
		if a, b := s.bodyRowsOf(int32(contact)); k.placeOf[a] != notMember && k.placeOf[b] != notMember {
			loops++
		}
	}
	if len(k.contacts) == 0 {
		return
	}
	if (k.kept || loops+k.ways <= maxLoops) && k.set.Gather(k.contacts, k.bonds, k.members, k.placeOf, s.in.Bodies, c) {
		for _, row := range k.contacts {
			c.Pair[row].Flags |= state.ContactDirect
		}
		return
	}
	for _, row := range k.members {
		if m := &s.in.Bodies.Motion[row]; m.LoadTicks >= state.LoadedTicks {
			m.LoadTicks, m.RefusedTicks = 0, refusedTicks
		}
	}
}

// gatherContacts adds the contacts of a member of the cluster, and its neighbours.
func (s *Solver) gatherContacts(row state.BodyRow) {
	k, c, bodies := &s.clusters, s.in.Contacts, s.in.Bodies
	loaded, own, wraps := k.bearing[k.placeOf[row]], s.articulationOf(row), -1
	asked, answer := -1, false // isWrapped, of the last rope
	heavy := loaded && bodies.Motion[row].HeavyTicks > 0
	overconstrained := loaded && bodies.Motion[row].OverconstrainedTicks > 0
	for key := bodies.Meta[bodies.Slots[row]].FirstContact; key != state.None; key = c.Next(key) {
		if c.Meta[key>>1].Color == state.None {
			continue
		}
		contact := c.Rows[key>>1]
		other := bodies.Rows[c.Pair[contact].Across(key)]
		dynamic := bodies.State[other].Flags&state.FlagDynamic != 0
		otherLoaded := dynamic && s.bears(other, row, key)
		rope := s.articulationOf(other)
		wrapped := rope >= 0 && (loaded || otherLoaded || slices.Contains(k.articulations, rope))
		if wrapped && rope != asked {
			asked, answer = rope, s.joints.joints.isWrapped(s, row, own, rope)
		}
		if wrapped = wrapped && answer; wrapped {
			wraps++
		}
		added := loaded && (!otherLoaded || k.placeOf[row] < k.placeOf[other]) // a contact of two loaded bodies occurs twice
		switch {
		case loaded || otherLoaded:
			if dynamic && k.placeOf[other] == notMember {
				s.addMember(other)
				k.bearing[k.placeOf[other]] = otherLoaded
				added = loaded
			}
			k.kept = k.kept || heavy && isHeavy(bodies, other, row) || overconstrained && bodies.Meta[bodies.Slots[other]].Type == body.Kinematic
		case !dynamic:
			added = own >= 0
		case own >= 0 && own == rope: // it leads nowhere
		case wrapped: // the contact stays in the colours, and the turn of the link counts a way
			k.ways--
		default:
			k.ways++
		}
		if !added {
			continue
		}
		k.contacts = append(k.contacts, contact)
		if rope < 0 || rope != own {
			continue
		}
		k.inner++
		if sc := &c.Solver[contact]; sc.Count == 0 || sc.Points[0].NormalImpulse == 0 {
			k.slack++
		}
	}
	k.wraps += max(wraps, 0)
}

// bears reports whether a dynamic body is a bearing member of the current cluster, or becomes one
// when it is reached from a member through a contact.
func (s *Solver) bears(row, from state.BodyRow, key uint32) bool {
	k := &s.clusters
	if s.isLoaded(row) || k.isBearing(row) {
		return true
	}
	return k.placeOf[row] == notMember && k.isBearing(from) && s.isStack(key)
}

// isBearing reports whether a body is a bearing member of the current cluster.
func (k *clusters) isBearing(row state.BodyRow) bool {
	place := int(k.placeOf[row])
	return place != notMember && place < len(k.members) && k.members[place] == row && k.bearing[place]
}

// isStack reports whether the bodies behind a contact lie flat on each other, in a row that ends
// with its last body or on a body that does not move, and are in no cluster yet. Such a row touches
// no other cluster.
func (s *Solver) isStack(key uint32) bool {
	c := s.in.Contacts
	for range maxStack {
		if c.Solver[c.Rows[key>>1]].Count != 2 {
			return false
		}
		row, next, ok := s.beyond(key)
		if !ok {
			return s.in.Bodies.State[row].Flags&state.FlagDynamic == 0
		}
		if s.clusters.placeOf[row] != notMember || !s.mayBeLoaded(row) {
			return false
		}
		if next == state.None {
			return true
		}
		key = next
	}
	return false
}

// isLoaded reports whether a dynamic body counts as loaded.
//
//go:noinline
func (s *Solver) isLoaded(row state.BodyRow) bool {
	return s.in.Bodies.Motion[row].LoadTicks >= state.LoadedTicks && s.mayBeLoaded(row)
}

// mayBeLoaded reports whether a dynamic body may count as loaded.
func (s *Solver) mayBeLoaded(row state.BodyRow) bool {
	bodies := s.in.Bodies
	if bodies.Dominant != 0 && s.touchesUneven(row) {
		return false
	}
	return s.in.Joints == nil || !s.joints.joints.isJointed(s, row)
}

// touchesUneven reports whether a body has a contact with a body of another dominance. Such a
// contact is left to the colours: to this contact one of the two bodies has no mass, and to the
// others it has.
func (s *Solver) touchesUneven(row state.BodyRow) bool {
	c, bodies := s.in.Contacts, s.in.Bodies
	for key := bodies.Meta[bodies.Slots[row]].FirstContact; key != state.None; key = c.Next(key) {
		p := &c.Pair[c.Rows[key>>1]]
		if c.Meta[key>>1].Color != state.None && bodies.Uneven(p.BodyA, p.BodyB) {
			return true
		}
	}
	return false
}

// addMember adds a body to the current cluster.
func (s *Solver) addMember(row state.BodyRow) {
	k := &s.clusters
	k.placeOf[row] = int32(len(k.members))
	k.members, k.bearing = append(k.members, row), append(k.bearing, s.isLoaded(row))
	k.placed = append(k.placed, row)
}

// clearClusters clears the marks of the contacts.
func (s *Solver) clearClusters() {
	set := &s.clusters.set
	for i := range set.Cap() {
		for n := range set.Len(i) {
			s.in.Contacts.Pair[set.Contact(i, n)].Flags &^= state.ContactDirect
		}
	}
}
