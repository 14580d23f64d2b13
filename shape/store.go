package shape

import (
	"unique"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/id"
)

// ID is a collider's slot and generation.
type ID id.ID

// Slot is the stable index of a collider.
type Slot uint32

// Owner is the slot of the body that carries a collider. Shapes know nothing
// else of bodies.
type Owner uint32

// None ends the list of a body's colliders.
const None = ^uint32(0)

// ColliderFlags are the yes-or-no properties of a collider.
type ColliderFlags uint32

// The flags.
const (
	ColliderSensor ColliderFlags = 1 << iota
	ColliderContactEvents
	ColliderHitEvents
	ColliderPreSolve
	ColliderSensorEvents // found by sensors
	ColliderStatic       // its body does not move
)

// Link ties a collider to its body: hot, beside Geometry.
type Link struct {
	Owner  Owner
	Next   uint32  // next collider of the same body, or None
	Margin float32 // how far the broadphase box exceeds the tight one, m
	Flags  ColliderFlags
}

// Meta is the cold record of a collider.
type Meta struct {
	ID                 ID
	Shape              Support // as the user gave it; a ChainSegment for a chain
	UserData           any
	MaterialAndDensity unique.Handle[MaterialAndDensity]
	Chain              uint32 // slot of the chain it belongs to, or None
	Prev               uint32 // previous collider of the same body, or None
}

// MaterialAndDensity is the matter of a collider. Most worlds have a few kinds of
// matter for many colliders, so each collider keeps a handle only.
type MaterialAndDensity struct {
	Material Material
	Density  float64 // kg/m^2
}

// Handle returns the one handle of equal values. Zeros of either sign are equal, so all
// become positive: otherwise the sign that a world reads back would depend on the other
// worlds of the program.
func (s MaterialAndDensity) Handle() unique.Handle[MaterialAndDensity] {
	m := &s.Material
	for _, v := range []*float64{&m.Friction, &m.Restitution, &m.RollingResistance, &m.TangentSpeed, &s.Density} {
		*v += 0
	}
	return unique.Make(s)
}

// Store is the table of colliders. Slots are stable and there are no rows:
// contacts reach colliders by slot, bodies by their lists.
type Store struct {
	Geometry []Geometry
	Link     []Link
	Filter   []Filter // normalized
	Meta     []Meta
	Arena    Arena

	ids         id.Pool
	outlines    outlinePool
	freeCustoms []uint32 // unused indices of Arena.Customs
	scratch     Arena    // of compile and MassOf
}

// Convex returns the compiled shape of a collider.
func (s *Store) Convex(slot Slot) Convex {
	return Convex{Geometry: &s.Geometry[slot], Arena: &s.Arena}
}

// Len returns the number of colliders.
func (s *Store) Len() int { return s.ids.Len() }

// Cap returns one more than the largest slot ever used.
func (s *Store) Cap() int { return len(s.Geometry) }

// Alive reports whether the collider exists.
func (s *Store) Alive(i ID) bool { return s.ids.Alive(id.ID(i)) }

// At returns the ID of an occupied slot, or zero.
func (s *Store) At(slot Slot) ID { return ID(s.ids.At(uint32(slot))) }

// Slot returns the slot of an ID.
func (i ID) Slot() Slot { return Slot(id.ID(i).Slot()) }

// Add makes a collider from a valid shape and returns its slot. It fails, and
// changes nothing, when the shape is refused. The caller fills the columns.
func (s *Store) Add(support Support, origin geom.Vec2) (Slot, error) {
	g, err := s.compile(support, origin)
	if err != nil {
		return 0, err
	}
	cid := ID(s.ids.New())
	slot := cid.Slot()
	if int(slot) == len(s.Geometry) {
		s.Geometry = grow.Append(s.Geometry, Geometry{})
		s.Link = grow.Append(s.Link, Link{})
		s.Filter = grow.Append(s.Filter, Filter{})
		s.Meta = grow.Append(s.Meta, Meta{})
	}
	s.commit(&g)
	s.Geometry[slot] = g
	s.Link[slot] = Link{Next: None}
	s.Meta[slot] = Meta{ID: cid, Shape: support, Chain: None, Prev: None}
	return slot, nil
}

// Replace gives a collider another shape, or the same about another origin. It
// fails, and changes nothing, when the shape is refused.
func (s *Store) Replace(slot Slot, support Support, origin geom.Vec2) error {
	g, err := s.compile(support, origin)
	if err != nil {
		return err
	}
	s.release(&s.Geometry[slot])
	s.commit(&g)
	s.Geometry[slot] = g
	s.Meta[slot].Shape = support
	return nil
}

// compile compiles a shape into the scratch arena: a refused shape leaves no trace.
func (s *Store) compile(support Support, origin geom.Vec2) (Geometry, error) {
	s.clearScratch()
	return Compile(support, origin, &s.scratch)
}

func (s *Store) clearScratch() {
	a := &s.scratch
	a.Vertices, a.Normals, a.Customs = a.Vertices[:0], a.Normals[:0], a.Customs[:0]
}

// commit copies a compiled shape from the scratch arena to the store's own.
func (s *Store) commit(g *Geometry) {
	switch n := len(s.freeCustoms); {
	case len(s.scratch.Customs) > 0 && n > 0:
		g.First = s.freeCustoms[n-1]
		s.freeCustoms = s.freeCustoms[:n-1]
		s.Arena.Customs[g.First] = s.scratch.Customs[0]
	case len(s.scratch.Customs) > 0:
		g.First = uint32(len(s.Arena.Customs))
		s.Arena.Customs = append(s.Arena.Customs, s.scratch.Customs[0])
	case g.Count > 0:
		g.First = s.outlines.acquire(&s.Arena, s.scratch.Vertices, s.scratch.Normals)
	}
	clear(s.scratch.Customs) // or the scratch would keep the shape alive after its collider
}

// release gives back a geometry's part of the arena.
func (s *Store) release(g *Geometry) {
	switch {
	case g.Kind == KindCustom:
		s.Arena.Customs[g.First] = nil
		s.freeCustoms = append(s.freeCustoms, g.First)
	case g.Count > 0:
		s.outlines.release(&s.Arena, g.First, uint32(g.Count))
	}
}

// Remove destroys a collider. The caller has taken it off its body's list.
func (s *Store) Remove(slot Slot) {
	s.release(&s.Geometry[slot])
	s.ids.Free(id.ID(s.Meta[slot].ID))
	s.Geometry[slot] = Geometry{}
	s.Link[slot] = Link{Next: None}
	s.Meta[slot] = Meta{Chain: None, Prev: None}
}

// MassOf is Arena.MassOf with the store's scratch.
func (s *Store) MassOf(support Support, density float64) (Mass, error) {
	s.clearScratch()
	return s.scratch.MassOf(support, density)
}
