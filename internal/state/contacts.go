package state

import (
	"slices"
	"unsafe"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/table"
	"github.com/carom2d/carom/manifold"
)

// ContactID is a contact's slot and generation. Events carry it.
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
	ContactReusable                             // its manifold may be reused
	ContactNormalOfB                            // the normal is one of B and turns with it, else with A
	ContactReuseFailed                          // its manifold could not be reused the last time

	// The properties by which the solver sorts contacts, set by UpdatePointFlag and
	// UpdateSurfaceFlags. It reads them for all contacts, and pairs are a fifth of the memory.
	ContactTwoPoints
	ContactHasSurface // rolling resistance or a moving surface
	ContactPlainArc   // ContactArc without ContactHasSurface
	ContactBouncy     // restitution

	// The surface at the points is an arc, on A and on B: as the body turns, the contact point
	// stays in place and does not turn with the body.
	ContactCurvedA
	ContactCurvedB

	// The one point is on an arc whose centre of curvature the solver follows as the body turns.
	// See SolverContact.SetArcRadii.
	ContactArc

	ContactDirect // in this tick package direct solves it
	ContactOneWay // a collider is one-way; OneWay holds the state of the contact
	ContactParts  // a collider is part of a compound
)

// SolverContact is the part of a contact that the solver reads: 96 bytes, no pointers, so that
// each lies in two cache lines. Anchors are relative to the centres of mass, in
// the world's axes. Anchors and separations were computed in float64 and then narrowed.
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

// WithoutImpulses returns the point with all impulses zero.
func (p SolverPoint) WithoutImpulses() SolverPoint {
	p.NormalImpulse, p.TangentImpulse, p.TotalImpulse = 0, 0, 0
	return p
}

// AddImpulses adds a share of the impulses of another point.
func (p *SolverPoint) AddImpulses(of *SolverPoint, share float32) {
	p.NormalImpulse += float32(share * of.NormalImpulse)
	p.TangentImpulse += float32(share * of.TangentImpulse)
	p.TotalImpulse += float32(share * of.TotalImpulse)
}

// SetArcRadii sets the radii of curvature of the arcs of A and B that the solver follows, m; zero:
// none. They are stored in place of the second point, which a contact with ContactArc does not
// have.
func (s *SolverContact) SetArcRadii(a, b float32) { s.Points[1].AX, s.Points[1].BX = a, b }

// ArcRadii returns the radii of curvature of a contact with ContactArc.
func (s *SolverContact) ArcRadii() (a, b float32) { return s.Points[1].AX, s.Points[1].BX }

var _ [96]byte = [unsafe.Sizeof(SolverContact{})]byte{}

// Surface holds the surface properties that most contacts do not have: 16 bytes. The flag
// ContactHasSurface of the pair marks the contacts that have them, so only those are read.
type Surface struct {
	Restitution       float32
	RollingResistance float32 // rolling resistance, as a length, m
	TangentSpeed      float32 // m/s, of B's surface against A's
	RollingImpulse    float32 // N m s
}

var _ [16]byte = [unsafe.Sizeof(Surface{})]byte{}

// ManifoldCache is the manifold as it was last computed in full, in A's frame, with the pose of B
// that it was computed for: 64 bytes. While the bodies hardly move against each other the manifold
// is reused instead of computed again. With a Pose whose rotation is zero the cache is empty.
type ManifoldCache struct {
	Pose             geom.Transform
	NormalX, NormalY float32
	Points           [2]CachedPoint
}

// CachedPoint is a contact point half way between the surfaces, in A's frame.
type CachedPoint struct{ X, Y, Separation float32 }

var _ [64]byte = [unsafe.Sizeof(ManifoldCache{})]byte{}

// SeparationBound takes the place of the points in the ManifoldCache of a contact without points.
type SeparationBound struct {
	AllowedMotion float32 // distance that B may move in A's frame before the shapes are tested again, m
	Reach         float32 // upper bound of the distance of B's points from its body's centre, m
	Hint          manifold.FeatureHint
}

// SeparationBound returns the bound that a contact without points keeps.
func (m *ManifoldCache) SeparationBound() SeparationBound {
	return SeparationBound{m.Points[0].X, m.Points[0].Y, manifold.FeatureHint(m.Points[0].Separation)}
}

// SetSeparationBound replaces the points by a bound. Faces have small numbers, which a float32
// holds.
func (m *ManifoldCache) SetSeparationBound(g SeparationBound) {
	m.Points[0] = CachedPoint{g.AllowedMotion, g.Reach, float32(g.Hint)}
}

// ContactPair holds the slots of the two colliders and of their bodies, and flags.
type ContactPair struct {
	ColliderA, ColliderB uint32
	BodyA, BodyB         uint32
	Flags                ContactFlags
}

// UpdatePointFlag sets ContactTwoPoints. It must follow every change of the number of points.
func (p *ContactPair) UpdatePointFlag(s *SolverContact) {
	p.Flags &^= ContactTwoPoints
	if s.Count == 2 {
		p.Flags |= ContactTwoPoints
	}
}

// SetArc sets whether the solver follows an arc.
func (p *ContactPair) SetArc(follows bool) {
	p.Flags &^= ContactArc | ContactPlainArc
	if !follows {
		return
	}
	p.Flags |= ContactArc
	if p.Flags&ContactHasSurface == 0 {
		p.Flags |= ContactPlainArc
	}
}

// UpdateSurfaceFlags sets ContactHasSurface, ContactPlainArc and ContactBouncy. It must follow
// every change of the surface.
func (p *ContactPair) UpdateSurfaceFlags(s *Surface) {
	f := p.Flags &^ (ContactHasSurface | ContactPlainArc | ContactBouncy)
	if s.RollingResistance != 0 || s.TangentSpeed != 0 {
		f |= ContactHasSurface
	} else if f&ContactArc != 0 {
		f |= ContactPlainArc
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

// reset makes the row describe a contact without edges and colour.
func (m *ContactMeta) reset() {
	m.Edges = [2]ContactEdge{}
	m.Color, m.Index = None, 0
}

// OneWayState is the state of a contact of a one-way collider.
type OneWayState uint8

// The bits.
const (
	OneWayDecided  OneWayState = 1 << iota // a tick has decided about the contact
	OneWayHeld                             // the other collider came wholly from the open side
	OneWayDropping                         // the game let go of it: it passes until the two are apart
)

// Holds reports whether the contact may have points.
func (o OneWayState) Holds() bool { return o&(OneWayHeld|OneWayDropping) == OneWayHeld }

// ContactEdge is a link in a body's list of contacts. An edge is named by its key,
// slot*2 + side.
type ContactEdge struct{ Next, Prev uint32 }

// Contacts is the table of contacts. A row is awake or asleep.
type Contacts struct {
	table.Table[ContactSlot, ContactRow]

	Pair    []ContactPair   `column:"state"`
	Solver  []SolverContact `column:"state"`
	Surface []Surface       `column:"state"` // rare, see rare.go
	Cone    []FrictionCone  `column:"state"` // rare; where the pair has ContactCone
	Cache   []ManifoldCache `column:"state"`
	Meta    []ContactMeta   `column:"state"` // by slot

	// Colors holds the Color of the Meta of each awake row, or NoColor, to be read in the order of
	// the rows.
	Colors []uint8 `column:"derived"`

	// By slot, as long as the largest slot that needed an entry: worlds without such contacts
	// have none.
	OneWay      []OneWayState `column:"state"` // of contacts with ContactOneWay
	UserNumbers []uint64      `column:"state"` // the game's own

	Written  column.Marks  `column:"scratch"` // entries of Meta; whoever writes one sets its mark
	shrinker grow.Shrinker `column:"scratch"`
	held     heldContact   `column:"scratch"`
	moves    table.Moves   `column:"scratch"` // of a batch of changes
	copies   rowCopies     `column:"scratch"`
	resets   metaResets    `column:"scratch"`
}

// heldContact is one row of all columns.
type heldContact struct {
	_       [0]func() // not comparable, so no program has code for a comparison
	pair    ContactPair
	solver  SolverContact
	surface Surface
	cone    FrictionCone
	cache   ManifoldCache
	color   uint8
}

// NoColor is None in Colors.
const NoColor uint8 = 0xff

// IDOf returns the ID of a slot, or zero when it is free.
func (c *Contacts) IDOf(s ContactSlot) ContactID { return ContactID(c.IDAt(s)) }

// Slot returns the slot of an ID.
func (i ContactID) Slot() ContactSlot { return ContactSlot(id.ID(i).Slot()) }

// Alive reports whether the contact exists.
func (c *Contacts) Alive(i ContactID) bool { return c.AliveID(id.ID(i)) }

// Next returns the key after key in the list of contacts that starts at BodyMeta.FirstContact, or
// None.
func (c *Contacts) Next(key uint32) uint32 { return c.Meta[key>>1].Edges[key&1].Next }

// EntryAt returns the key after another in the list of a body, and the identity of the contact of
// that other key, or zero when it is gone.
func (c *Contacts) EntryAt(key uint32) (next uint32, i id.ID) {
	return c.Next(key), c.IDAt(ContactSlot(key >> 1))
}

// Across returns the body at the other end of the contact of a key.
func (p *ContactPair) Across(key uint32) uint32 {
	if key&1 == 0 {
		return p.BodyB
	}
	return p.BodyA
}

// Other returns the other body of a contact.
func (c *Contacts) Other(s ContactSlot, b BodySlot) BodySlot {
	pair := &c.Pair[c.Rows[s]]
	if pair.BodyA == uint32(b) {
		return BodySlot(pair.BodyB)
	}
	return BodySlot(pair.BodyA)
}

// Add makes an awake contact. The caller links its edges.
func (c *Contacts) Add(p ContactPair) ContactSlot {
	slot, row := c.Insert(c, Awake)
	c.Meta = grow.Resize(c.Meta, c.Cap())
	c.Written.Set(int(slot))
	if p.Flags&ContactOneWay != 0 {
		c.NeedOneWay(slot)
	}
	c.Fill(row, &p)
	return slot
}

// Fill writes the row and the entries by slot of a new contact, and nothing else.
func (c *Contacts) Fill(row ContactRow, p *ContactPair) {
	q := &c.Pair[row] // field by field: a processor waits for a copy of data just written in other pieces
	q.ColliderA, q.ColliderB, q.BodyA, q.BodyB, q.Flags = p.ColliderA, p.ColliderB, p.BodyA, p.BodyB, p.Flags
	c.Solver[row] = SolverContact{}
	setRare(c.Surface, int(row), Surface{})
	setRare(c.Cone, int(row), FrictionCone{})
	c.Cache[row] = ManifoldCache{}
	c.Colors[row] = NoColor
	slot := c.Slots[row]
	c.Meta[slot].reset()
	if int(slot) < len(c.OneWay) {
		c.OneWay[slot] = 0
	}
	if int(slot) < len(c.UserNumbers) {
		c.UserNumbers[slot] = 0
	}
}

// NeedOneWay gives the contact an entry in OneWay. It goes before Fill of a contact with
// ContactOneWay.
func (c *Contacts) NeedOneWay(slot ContactSlot) {
	if n := int(slot) + 1; n > len(c.OneWay) {
		c.OneWay = growZero(c.OneWay, n)
	}
}

// Reserve makes room for so many more contacts.
func (c *Contacts) Reserve(n int) {
	c.Table.Reserve(n)
	c.Pair = grow.Reserve(c.Pair, n)
	c.Solver = grow.Reserve(c.Solver, n)
	c.Surface = reserveRare(c.Surface, n)
	c.Cone = reserveRare(c.Cone, n)
	c.Cache = grow.Reserve(c.Cache, n)
	c.Colors = grow.Reserve(c.Colors, n)
	c.Meta = grow.Reserve(c.Meta, max(c.Living()+n-len(c.Meta), 0))
}

// Fit frees the memory of rows that have been empty for some time: a heap that falls in has more
// contacts than later. Each tick calls it once, when it has the most contacts.
func (c *Contacts) Fit() {
	room, shrinks := c.shrinker.Fit(c.Len(), cap(c.Solver))
	if !shrinks {
		return
	}
	c.Slots, c.Pair, c.Solver, c.Cache = slices.Clip(c.Slots), slices.Clip(c.Pair), slices.Clip(c.Solver), slices.Clip(c.Cache)
	c.Surface, c.Cone, c.Colors = slices.Clip(c.Surface), slices.Clip(c.Cone), slices.Clip(c.Colors)
	c.Reserve(room - c.Len() + 1)
}

// UserNumber returns the game's number of a contact, zero unless it was set.
func (c *Contacts) UserNumber(s ContactSlot) uint64 {
	if int(s) < len(c.UserNumbers) {
		return c.UserNumbers[s]
	}
	return 0
}

// SetUserNumber changes the game's number of a contact.
func (c *Contacts) SetUserNumber(s ContactSlot, n uint64) {
	if int(s) >= len(c.UserNumbers) {
		if n == 0 {
			return
		}
		c.UserNumbers = growZero(c.UserNumbers, int(s)+1)
	}
	c.UserNumbers[s] = n
}

// growZero returns a column by slot with n entries, the new ones zero.
func growZero[T any](column []T, n int) []T {
	old := len(column)
	column = grow.Resize(column, n)
	clear(column[old:])
	return column
}

// Remove destroys a contact. The caller has unlinked its edges.
func (c *Contacts) Remove(s ContactSlot) {
	c.Table.Remove(c, s)
	c.Meta[s].reset()
	c.Written.Set(int(s))
}

// Wake moves a contact into the awake partition.
func (c *Contacts) Wake(s ContactSlot) { c.Move(c, s, Awake) }

// Sleep moves a contact into the sleeping partition.
func (c *Contacts) Sleep(s ContactSlot) { c.Move(c, s, Asleep) }

// Arrange puts the awake contacts into the given order, which lists all of them.
func (c *Contacts) Arrange(order []ContactSlot) {
	if len(order) != c.Awake() {
		panic("contacts: an order that does not list the awake contacts")
	}
	c.Table.Arrange(c, order)
}

// AppendRow, TruncateRows, CopyRow, HoldRow and ReleaseRow move the columns for the table.
func (c *Contacts) AppendRow() { c.resizeRows(len(c.Pair) + 1) }

func (c *Contacts) resizeRows(n int) {
	c.Pair = grow.Resize(c.Pair, n)
	c.Solver = grow.Resize(c.Solver, n)
	c.Surface = resizeRare(c.Surface, n)
	c.Cone = resizeRare(c.Cone, n)
	c.Cache = grow.Resize(c.Cache, n)
	c.Colors = grow.Resize(c.Colors, n)
}

// TruncateRows shortens all columns.
func (c *Contacts) TruncateRows(n int) {
	c.Pair, c.Solver, c.Cache, c.Colors = c.Pair[:n], c.Solver[:n], c.Cache[:n], c.Colors[:n]
	c.Surface, c.Cone = resizeRare(c.Surface, n), resizeRare(c.Cone, n)
}

// CopyRow copies one row over another in all columns.
func (c *Contacts) CopyRow(to, from int) {
	c.Pair[to] = c.Pair[from]
	c.Solver[to] = c.Solver[from]
	copyRare(c.Surface, to, from)
	copyRare(c.Cone, to, from)
	c.Cache[to] = c.Cache[from]
	c.Colors[to] = c.Colors[from]
}

// HoldRow keeps a copy of a row.
func (c *Contacts) HoldRow(r int) {
	h := &c.held
	h.pair = c.Pair[r]
	h.solver = c.Solver[r]
	h.surface = rareAt(c.Surface, r)
	h.cone = rareAt(c.Cone, r)
	h.cache = c.Cache[r]
	h.color = c.Colors[r]
}

// ReleaseRow writes the kept row.
func (c *Contacts) ReleaseRow(r int) {
	h := &c.held
	c.Pair[r] = h.pair
	c.Solver[r] = h.solver
	setRare(c.Surface, r, h.surface)
	setRare(c.Cone, r, h.cone)
	c.Cache[r] = h.cache
	c.Colors[r] = h.color
}

// Validate panics when the table contradicts itself.
func (c *Contacts) Validate() {
	c.Table.Validate("contacts", len(c.Pair), len(c.Solver), rareLen(c.Surface, c.Len()), rareLen(c.Cone, c.Len()), len(c.Cache), len(c.Colors))
}
