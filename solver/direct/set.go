package direct

import (
	"math"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver/profile"
)

// Set holds the clusters of a tick. The zero Set is ready.
type Set struct {
	clusters []cluster
	contacts []contact
	lines    []line
	bonds    []bond
	bodies   []member
	rows     []profile.Row   // of the bodies: the solutions are changes of velocity
	blocks   []profile.Block // the matrices of all clusters

	graph     profile.Graph    // scratch of Gather
	shrinkers [7]grow.Shrinker // of the lists: falling heaps bear more for a moment than heaps at rest
}

// cluster is one cluster of a Set, as ranges of its lists.
type cluster struct {
	_                       [0]func() // not comparable, so no program has code for a comparison
	contacts, lines, bodies column.Span
	bonds                   column.Span
	blocks                  column.Span
	firstBody               state.BodySlot
	factored                bool    // the blocks hold the factors for the active lines
	compliance              float64 // of lines, times their effective masses
	totalMass               float64 // kg
	energy                  float64 // twice the kinetic energy at the beginning of the tick, J, if there are bonds
	slop                    float64 // m
	cautious                bool    // points whose friction drives them stay active
	overconstrained         bool    // found in this tick
	overconstrainedTicks    uint16  // for which the bodies of the cluster count as overconstrained
}

// contact is a contact of a cluster.
type contact struct {
	_                [0]func() // not comparable, so no program has code for a comparison
	row              state.ContactRow
	rowA, rowB       state.BodyRow
	a, b             int32 // in Set.bodies, or noBody for a body that is not dynamic
	firstLine        int32 // in Set.lines: the normals, friction, and rolling resistance if there is any
	points           int32
	rolls            bool
	curvedA, curvedB bool
	nx, ny           float64
	ta, tb           float64 // arms of the tangent, m
	friction         float64
	hasCone          bool       // the friction depends on the direction or on whether it slides
	cone             [4]float64 // left and right while it slides, left and right until then
	slip             float64    // see state.FrictionCone
	left, right      float64    // coefficients at this slip
	rolling          float64    // rolling resistance as a length, m
	tangentSpeed     float64    // of B's surface relative to A's, m/s
	separation       [2]float64 // when the tick began, m
	current          [2]float64 // when the bodies last moved, m
	total            [2]float64 // sum of the impulses over the sub-steps, N s
}

// member is a dynamic body of a cluster.
type member struct {
	_            [0]func() // not comparable, so no program has code for a comparison
	row          state.BodyRow
	mass         profile.Vec3 // along x, y and of rotation; 1 where the body is held
	invMass      profile.Vec3 // zero where a lock holds the body
	freeInvMass  profile.Vec3 // without locks
	articulation int32        // of its bonds; negative: none
}

const noBody = -1

// Cap returns the number of clusters. Package schedule uses Cap and Body.
func (g *Set) Cap() int { return len(g.clusters) }

// Body returns a dynamic body of a cluster.
func (g *Set) Body(i int) (state.BodySlot, bool) { return g.clusters[i].firstBody, true }

// Len returns the number of contacts of a cluster.
func (g *Set) Len(i int) int { return int(g.clusters[i].contacts.Hi - g.clusters[i].contacts.Lo) }

// Contact returns the row of one contact of a cluster.
func (g *Set) Contact(i, n int) state.ContactRow {
	return g.contacts[int(g.clusters[i].contacts.Lo)+n].row
}

// Reset drops all clusters and keeps the memory.
func (g *Set) Reset() {
	s := &g.shrinkers
	g.clusters, g.contacts, g.lines = grow.Empty(g.clusters, &s[0]), grow.Empty(g.contacts, &s[1]), grow.Empty(g.lines, &s[2])
	g.bodies, g.blocks = grow.Empty(g.bodies, &s[3]), grow.Empty(g.blocks, &s[4])
	g.bonds, g.rows = grow.Empty(g.bonds, &s[5]), grow.Empty(g.rows, &s[6])
}

// maxBlocks is the largest profile of a cluster, in blocks, and maxWidth its widest row. A stack
// of n bodies has 2 n - 1 blocks in rows of two.
const (
	maxBlocks = 2048
	maxWidth  = 24
)

// maxNeighbors is the largest number of links of a body that is no hub, in a cluster with as many
// joints: a disc under a rope is a hub of the links that touch it.
const maxNeighbors = 12

// Gather adds a cluster of linked contacts and reports whether it is small enough to be solved
// here. The dynamic bodies of the contacts and bonds are listed without repetition. The list
// placeOf holds, by row, the index of a body in this list, and a negative number for all other
// bodies.
func (g *Set) Gather(rows []state.ContactRow, bonds []Bond, members []state.BodyRow, placeOf []int32, bodies *state.Bodies, c *state.Contacts) bool {
	k := cluster{
		contacts: column.Span{Lo: len(g.contacts)}, lines: column.Span{Lo: len(g.lines)}, bodies: column.Span{Lo: len(g.bodies)},
		blocks: column.Span{Lo: len(g.blocks)}, firstBody: bodies.Slots[members[0]], compliance: complianceOf(len(members)),
	}
	for _, row := range members {
		k.overconstrainedTicks = max(k.overconstrainedTicks, bodies.Motion[row].OverconstrainedTicks)
	}
	if k.overconstrainedTicks > 0 {
		k.compliance = overconstrainedCompliance
	}
	for _, row := range rows {
		p := &c.Pair[row]
		a, b := bodies.Rows[p.BodyA], bodies.Rows[p.BodyB]
		g.contacts = append(g.contacts, contact{row: row, rowA: a, rowB: b, a: max(placeOf[a], noBody), b: max(placeOf[b], noBody)})
	}
	k.contacts.Hi = len(g.contacts)
	g.gatherBonds(&k, bonds, placeOf)
	if !g.layOut(&k, members) {
		g.contacts, g.bodies, g.rows = g.contacts[:k.contacts.Lo], g.bodies[:k.bodies.Lo], g.rows[:k.bodies.Lo]
		g.bonds = g.bonds[:k.bonds.Lo]
		return false
	}
	k.bodies.Hi = len(g.bodies)
	for i := k.contacts.Lo; i < k.contacts.Hi; i++ {
		g.addLines(&g.contacts[i], c)
	}
	k.lines.Hi = len(g.lines)
	g.clusters = append(g.clusters, k)
	return true
}

// addLines makes room for the lines of a contact.
func (g *Set) addLines(p *contact, c *state.Contacts) {
	p.firstLine = int32(len(g.lines))
	p.points = int32(c.Solver[p.row].Count)
	p.rolling = float64(c.SurfaceAt(p.row).RollingResistance)
	p.rolls = p.rolling > 0
	n := p.points + 1
	if p.rolls {
		n++
	}
	for range n {
		g.lines = append(g.lines, line{})
	}
}

// pairs returns the number of pairs of bodies with a contact or a bond in a cluster.
func (k *cluster) pairs() int { return k.contacts.Hi - k.contacts.Lo + k.bonds.Hi - k.bonds.Lo }

// pair returns the two bodies of a pair: contacts come first, then bonds.
func (g *Set) pair(k *cluster, i int) (a, b *int32) {
	if i += k.contacts.Lo; i < k.contacts.Hi {
		return &g.contacts[i].a, &g.contacts[i].b
	}
	o := &g.bonds[i-k.contacts.Hi+k.bonds.Lo]
	return &o.a, &o.b
}

// toIndex replaces the place of a body in the list of members by its index in Set.bodies.
//
//go:noinline
func (k *cluster) toIndex(b *int32, place []int32) {
	if *b != noBody {
		*b = place[*b] + int32(k.bodies.Lo)
	}
}

// layOut orders the bodies of a cluster and makes room for the profile. It reports whether the
// profile is small enough.
func (g *Set) layOut(k *cluster, rows []state.BodyRow) bool {
	g.graph.Begin()
	for i := range k.pairs() {
		a, b := g.pair(k, i)
		g.graph.Link(*a, *b)
	}
	for i := k.bonds.Lo; i < k.bonds.Hi; i++ {
		b := &g.bonds[i]
		g.graph.Link(b.gear[0], b.gear[1])
		for _, body := range b.gear {
			g.graph.Link(b.a, body)
			g.graph.Link(b.b, body)
		}
	}
	most := int32(maxNeighbors)
	if k.bonds.Hi-k.bonds.Lo < maxNeighbors {
		most = math.MaxInt32
	}
	place := g.graph.Order(len(rows), most)
	if place == nil {
		panic("direct: a cluster is not connected")
	}
	g.bodies, g.rows = grow.Resize(g.bodies, k.bodies.Lo+len(rows)), grow.Resize(g.rows, k.bodies.Lo+len(rows))
	for i, row := range rows {
		g.bodies[k.bodies.Lo+int(place[i])] = member{row: row, articulation: -1}
	}
	blocks, width := g.graph.LayOut(g.rows[k.bodies.Lo:])
	if width > maxWidth || blocks > maxBlocks {
		return false
	}
	k.blocks.Hi = k.blocks.Lo + blocks
	g.blocks = grow.Resize(g.blocks, k.blocks.Hi)
	for i := range k.pairs() {
		a, b := g.pair(k, i)
		k.toIndex(a, place)
		k.toIndex(b, place)
	}
	for i := k.bonds.Lo; i < k.bonds.Hi; i++ {
		for n := range g.bonds[i].gear {
			k.toIndex(&g.bonds[i].gear[n], place)
		}
		for _, b := range [2]int32{g.bonds[i].a, g.bonds[i].b} {
			if b != noBody {
				g.bodies[b].articulation = g.bonds[i].id.Articulation
			}
		}
	}
	return true
}
