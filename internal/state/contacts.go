package state

import (
	"unsafe"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/manifold"
)

// ContactID is a contact's slot and generation: what events carry.
type ContactID id.ID

// ContactSlot is the stable index of a contact; colours, islands and bodies store it.
type ContactSlot uint32

// ContactRow is the dense index of a contact, valid between structural changes.
type ContactRow int32

// ContactFlags of a contact.
type ContactFlags uint32

// The flags.
const (
	ContactTouching    ContactFlags = 1 << iota // the manifold has points
	ContactDisjoint                             // the boxes no longer overlap: destroy it in the transition stage
	ContactStarted                              // the manifold got its first points in this tick
	ContactStopped                              // the manifold lost its last points in this tick
	ContactHitEvents                            // a collider asked for hit events
	ContactNoEvents                             // no collider asked for begin and end events
	ContactPreSolve                             // a collider asked for the pre-solve callback
	ContactStaticPair                           // one of the bodies is not dynamic
	ContactLinked                               // the solver and the islands know it
	ContactReusable                             // its manifold may be carried along
	ContactNormalOfB                            // the normal is one of B and turns with it, else with A
	ContactReuseFailed                          // its manifold could not be carried along the last time

	// What the solver sorts contacts by, as Note and UpdateSurfaceFlags find it: it asks all
	// contacts, and their pairs take a fifth of the memory.
	ContactTwoPoints
	ContactHasSurface // rolling resistance or a moving surface
	ContactBouncy     // restitution

	// The surface at the points is an arc, on A and on B: where it touches stays behind as
	// the body turns, more nearly than it goes along.
	ContactCurvedA
	ContactCurvedB
)

// Solid is the part of a contact that the solver reads: 96 bytes, no pointers, so that
// each lies in two cache lines. Anchors are relative to the centres of mass and turned to
// the world's axes; they and the separation were formed in float64 and then narrowed.
type SolverContact struct {
	NormalX, NormalY float32 // unit, from body A to body B
	Friction         float32
	Count            uint32 // points, 0 to 2
	Points           [2]SolverPoint
}

// SolverPoint is a contact point as the solver reads it.
type SolverPoint struct {
	AX, AY, BX, BY float32 // anchors from the centres of mass, world axes, m
	Separation     float32 // m, at the poses at the start of the step
	NormalImpulse  float32 // N s per sub-step, kept from step to step
	TangentImpulse float32 // N s per sub-step
	TotalImpulse   float32 // sum of the normal impulses of all sub-steps, N s
	NormalVelocity float32 // m/s when the step began, negative when approaching
	Feature        uint32
}

var _ [96]byte = [unsafe.Sizeof(SolverContact{})]byte{}

// Surface is what most contacts have none of: 16 bytes. The flags of the pair say which
// do, so that nobody reads the others.
type Surface struct {
	Restitution       float32
	RollingResistance float32 // rolling resistance, as a length, m
	TangentSpeed      float32 // m/s, of B's surface against A's
	RollingImpulse    float32 // N m s
}

var _ [16]byte = [unsafe.Sizeof(Surface{})]byte{}

// Memory is the manifold as it was last computed in full, in A's frame, with the
// pose of B that it was computed for: 64 bytes. While the bodies hardly move
// against each other it is carried along instead of computed again. A Pose whose
// rotation is zero remembers nothing.
type ManifoldCache struct {
	Pose             geom.Transform
	NormalX, NormalY float32
	Points           [2]CachedPoint
}

// CachedPoint is a contact point half way between the surfaces, in A's frame.
type CachedPoint struct{ X, Y, Separation float32 }

var _ [64]byte = [unsafe.Sizeof(ManifoldCache{})]byte{}

// SeparationBound is what the Memory of a contact without points holds in the place of points.
type SeparationBound struct {
	AllowedMotion float32 // how far B may move in A's frame before the shapes are looked at again, m
	Reach         float32 // at most how far B's points are from its body's centre, and a little more, m
	Hint          manifold.FeatureHint
}

// SeparationBound returns what a contact without points remembers.
func (m *ManifoldCache) SeparationBound() SeparationBound {
	return SeparationBound{m.Points[0].X, m.Points[0].Y, manifold.FeatureHint(m.Points[0].Separation)}
}

// SetSeparationBound replaces the points by a gap. Faces have small numbers, which a float32 holds.
func (m *ManifoldCache) SetSeparationBound(g SeparationBound) {
	m.Points[0] = CachedPoint{g.AllowedMotion, g.Reach, float32(g.Hint)}
}

// ContactPair names who touches: collider slots, the slots of their bodies, and flags.
type ContactPair struct {
	ColliderA, ColliderB uint32
	BodyA, BodyB         uint32
	Flags                ContactFlags
}

// UpdatePointFlag sets the flag that tells the number of points. It must follow every change of that.
func (p *ContactPair) UpdatePointFlag(s *SolverContact) {
	p.Flags &^= ContactTwoPoints
	if s.Count == 2 {
		p.Flags |= ContactTwoPoints
	}
}

// UpdateSurfaceFlags sets the flags that tell what surface there is. It must follow every change.
func (p *ContactPair) UpdateSurfaceFlags(s *Surface) {
	f := p.Flags &^ (ContactHasSurface | ContactBouncy)
	if s.RollingResistance != 0 || s.TangentSpeed != 0 {
		f |= ContactHasSurface
	}
	if s.Restitution > 0 {
		f |= ContactBouncy
	}
	p.Flags = f
}

// ContactMeta is the cold record of a contact, indexed by Slot: 24 bytes.
type ContactMeta struct {
	Edges [2]ContactEdge // in the lists of body A and body B
	Color uint32         // the solver's colour, or None
	Index uint32         // place in that colour
}

// ContactEdge is a link in a body's list of contacts. An edge is named by its key,
// slot*2 + side.
type ContactEdge struct{ Next, Prev uint32 }

// Contacts is the table of contacts, partitioned [awake | asleep].
type Contacts struct {
	Pair    []ContactPair
	Solver  []SolverContact
	Surface []Surface
	Cache   []ManifoldCache
	Slots   []ContactSlot // the slot in each row

	Rows []ContactRow  // the row of each slot
	Meta []ContactMeta // by Slot

	ids     id.Pool
	awake   int
	version uint64
}

// Len returns the number of contacts.
func (c *Contacts) Len() int { return len(c.Slots) }

// Awake returns how many rows, from row 0, are awake.
func (c *Contacts) Awake() int { return c.awake }

// Version returns how often a row has changed hands. While it stays the same, so do the
// rows of all slots.
func (c *Contacts) Version() uint64 { return c.version }

// ContactRow returns the row of a slot.
func (c *Contacts) Row(s ContactSlot) ContactRow { return c.Rows[s] }

// IsAwake reports whether a contact is in the awake part.
func (c *Contacts) IsAwake(s ContactSlot) bool { return int(c.Rows[s]) < c.awake }

// IDOf returns the ID of a slot, or zero when it is free.
func (c *Contacts) IDOf(s ContactSlot) ContactID { return ContactID(c.ids.At(id.Slot(s))) }

// Cap returns one more than the largest slot ever used.
func (c *Contacts) Cap() int { return len(c.Meta) }

// ContactSlot returns the slot of an ID.
func (i ContactID) Slot() ContactSlot { return ContactSlot(id.ID(i).Slot()) }

// Alive reports whether the contact exists.
func (c *Contacts) Alive(i ContactID) bool { return c.ids.Alive(id.ID(i)) }

// Add makes an awake contact. The caller links its edges.
func (c *Contacts) Add(p ContactPair) ContactSlot {
	slot := ContactID(c.ids.New()).Slot()
	if int(slot) == len(c.Meta) {
		c.Meta = grow.Append(c.Meta, ContactMeta{})
		c.Rows = grow.Append(c.Rows, 0)
	}
	row, last := ContactRow(c.awake), ContactRow(len(c.Slots))
	c.Pair = grow.Append(c.Pair, p)
	c.Solver = grow.Append(c.Solver, SolverContact{})
	c.Surface = grow.Append(c.Surface, Surface{})
	c.Cache = grow.Append(c.Cache, ManifoldCache{})
	c.Slots = grow.Append(c.Slots, slot)
	if row != last { // the first that sleeps makes way
		c.move(last, row)
		c.Pair[row], c.Solver[row], c.Cache[row] = p, SolverContact{}, ManifoldCache{}
		c.Surface[row], c.Slots[row] = Surface{}, slot
	}
	c.awake++
	c.version++
	c.Rows[slot] = row
	c.Meta[slot] = ContactMeta{Color: None}
	return slot
}

// Remove destroys a contact. The caller has unlinked its edges.
func (c *Contacts) Remove(s ContactSlot) {
	hole, last := c.Rows[s], ContactRow(len(c.Slots)-1)
	if c.IsAwake(s) {
		c.awake--
		c.move(hole, ContactRow(c.awake))
		hole = ContactRow(c.awake)
	}
	c.move(hole, last)
	c.Pair = c.Pair[:last]
	c.Solver = c.Solver[:last]
	c.Surface = c.Surface[:last]
	c.Cache = c.Cache[:last]
	c.Slots = c.Slots[:last]
	c.version++
	c.ids.Free(c.ids.At(id.Slot(s)))
	c.Meta[s] = ContactMeta{Color: None}
}

// Wake moves a contact into the awake part.
func (c *Contacts) Wake(s ContactSlot) {
	if !c.IsAwake(s) {
		c.swap(c.Rows[s], ContactRow(c.awake))
		c.awake++
	}
}

// Sleep moves a contact into the sleeping part.
func (c *Contacts) Sleep(s ContactSlot) {
	if c.IsAwake(s) {
		c.awake--
		c.swap(c.Rows[s], ContactRow(c.awake))
	}
}

// move copies a row over another that is about to go.
func (c *Contacts) move(to, from ContactRow) {
	if to == from {
		return
	}
	c.Pair[to], c.Solver[to], c.Cache[to] = c.Pair[from], c.Solver[from], c.Cache[from]
	c.Surface[to] = c.Surface[from]
	slot := c.Slots[from]
	c.Slots[to], c.Rows[slot] = slot, to
}

// Arrange puts the awake contacts into the given order, which lists all of them.
func (c *Contacts) Arrange(order []ContactSlot) {
	if len(order) != c.awake {
		panic("manifold: an order that does not list the awake contacts")
	}
	for r, slot := range order {
		start := ContactRow(r)
		first := c.Slots[start]
		if first == slot {
			continue
		}
		c.version++
		// Along the cycle each goes where it belongs, the first of it at last.
		pair, solver, surface, cache := c.Pair[start], c.Solver[start], c.Surface[start], c.Cache[start]
		hole := start
		for slot != first {
			from := c.Rows[slot]
			c.move(hole, from)
			hole = from
			slot = order[hole]
		}
		c.Pair[hole], c.Solver[hole], c.Surface[hole], c.Cache[hole] = pair, solver, surface, cache
		c.Slots[hole], c.Rows[first] = first, hole
	}
}

// swap exchanges two rows in every column: but for Add, Remove and Arrange the only place
// where rows move.
func (c *Contacts) swap(a, b ContactRow) {
	if a == b {
		return
	}
	c.version++
	c.Pair[a], c.Pair[b] = c.Pair[b], c.Pair[a]
	c.Solver[a], c.Solver[b] = c.Solver[b], c.Solver[a]
	c.Surface[a], c.Surface[b] = c.Surface[b], c.Surface[a]
	c.Cache[a], c.Cache[b] = c.Cache[b], c.Cache[a]
	c.Slots[a], c.Slots[b] = c.Slots[b], c.Slots[a]
	c.Rows[c.Slots[a]] = a
	c.Rows[c.Slots[b]] = b
}

// Validate panics when the table contradicts itself.
func (c *Contacts) Validate() {
	n := len(c.Slots)
	if len(c.Pair) != n || len(c.Solver) != n || len(c.Surface) != n || len(c.Cache) != n {
		panic("manifold: columns differ in length")
	}
	for r, s := range c.Slots {
		if c.Rows[s] != ContactRow(r) || c.IDOf(s) == 0 {
			panic("manifold: slot and row disagree")
		}
	}
}
