package state

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/table"
	"github.com/carom2d/carom/shape"
)

// ColliderID is a collider's slot and generation.
type ColliderID id.ID

// ColliderSlot is the stable index of a collider.
type ColliderSlot uint32

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
	ColliderOneWay       // OneWay holds its direction
	ColliderSeesSensors  // a sensor that reports other sensors too
	ColliderHitListener  // the game subscribes to its hits
	ColliderPart         // a part of a compound
)

// ColliderWantsHits are the flags of which one makes a collider report hits.
const ColliderWantsHits = ColliderHitEvents | ColliderHitListener

// ColliderLink ties a collider to its body. It is read together with Geometry.
type ColliderLink struct {
	Owner  BodySlot
	Next   uint32  // next collider of the same body, or None
	Margin float32 // how far the broadphase box exceeds the tight one, m
	Flags  ColliderFlags
}

// ColliderMeta is the cold record of a collider.
type ColliderMeta struct {
	_                  [0]func() // not comparable, so no program has code for a comparison
	ID                 ColliderID
	Shape              shape.Support // as the user gave it; a ChainSegment for a chain
	UserData           any
	MaterialAndDensity MaterialHandle
	Chain              uint32 // number of the chain it belongs to; with ColliderPart, slot of the compound's first part; or None
	Prev               uint32 // previous collider of the same body, or None
}

// MaterialAndDensity are the physical properties of a collider.
type MaterialAndDensity struct {
	Material shape.Material
	Density  float64 // kg/m^2
	Mass     float64 // kg, from which the density follows; zero: the density was given

	CrushThreshold float64 // N, zero for none
}

// Colliders is the table of colliders. Slots are stable and there are no rows:
// contacts reach colliders by slot, bodies by their lists.
type Colliders struct {
	table.Identities[ColliderSlot]

	Geometry []shape.Geometry `column:"derived"` // from the shapes and the centres of mass
	Link     []ColliderLink   `column:"state"`
	filters  []filterHandle   `column:"state"` // normalized
	Meta     []ColliderMeta   `column:"state"`
	Arena    shape.Arena      `column:"derived"`
	OneWay   []geom.Vec2      `column:"state"` // by slot, of those with ColliderOneWay: unit, in the body's frame

	outlines      outlinePool                `column:"derived"`
	customs       []customShape              `column:"derived"` // beside Arena.Customs
	freeCustoms   []uint32                   `column:"derived"` // unused indices of Arena.Customs
	fits          boxFits                    `column:"scratch"`
	scratch       shape.Arena                `column:"scratch"` // of compile and MassOf
	scratchCustom customShape                `column:"scratch"`
	materials     recent[MaterialAndDensity] `column:"scratch"`
	knownFilters  recent[shape.Filter]       `column:"scratch"`
	shapes        uint64                     `column:"derived"` // rises when a collider or its shape or filter changes
	shapeHash     uint64                     `column:"scratch"` // of hashedShapes-1
	hashedShapes  uint64                     `column:"scratch"`
}

// Convex returns the compiled shape of a collider.
func (s *Colliders) Convex(slot ColliderSlot) shape.Convex {
	return shape.Convex{Geometry: &s.Geometry[slot], Arena: &s.Arena}
}

// Len returns the number of colliders.
func (s *Colliders) Len() int { return s.Living() }

// Cap returns one more than the largest slot ever used.
func (s *Colliders) Cap() int { return len(s.Geometry) }

// Alive reports whether the collider exists.
func (s *Colliders) Alive(i ColliderID) bool { return s.AliveID(id.ID(i)) }

// At returns the ID of an occupied slot, or zero.
func (s *Colliders) At(slot ColliderSlot) ColliderID { return ColliderID(s.IDAt(slot)) }

// SlotOf returns the slot of an ID, also of a collider that is gone.
func (s *Colliders) SlotOf(i ColliderID) ColliderSlot { return s.SlotOfID(id.ID(i)) }

// OwnerOf returns the body that carries a collider.
func (s *Colliders) OwnerOf(c ColliderSlot) BodySlot { return s.Link[c].Owner }

// Add makes a collider from a valid shape and returns its slot. It fails, and
// changes nothing, when the shape is refused. The caller fills the columns.
func (s *Colliders) Add(support shape.Support, origin geom.Vec2) (ColliderSlot, error) {
	g, err := s.compile(support, origin)
	if err != nil {
		return 0, err
	}
	slot := s.NewSlot()
	cid := s.At(slot)
	if int(slot) == len(s.Geometry) {
		s.Geometry = grow.Append(s.Geometry, shape.Geometry{})
		s.Link = grow.Append(s.Link, ColliderLink{})
		s.filters = grow.Append(s.filters, filterHandle{})
		s.Meta = grow.Append(s.Meta, ColliderMeta{})
	}
	s.commit(&g)
	s.Geometry[slot] = g
	s.ForgetBoxFit(slot)
	s.Link[slot] = ColliderLink{Next: None}
	s.Meta[slot] = ColliderMeta{ID: cid, Shape: support, Chain: None, Prev: None}
	s.shapes++
	return slot, nil
}

// SetOneWay gives a collider a direction, unit, or none for the zero vector.
func (s *Colliders) SetOneWay(slot ColliderSlot, direction geom.Vec2) {
	if direction == (geom.Vec2{}) {
		s.Link[slot].Flags &^= ColliderOneWay
		return
	}
	if int(slot) >= len(s.OneWay) {
		s.OneWay = growZero(s.OneWay, int(slot)+1)
	}
	s.Link[slot].Flags |= ColliderOneWay
	s.OneWay[slot] = direction
}

// OneWayOf returns the direction of a one-way collider, or zero.
func (s *Colliders) OneWayOf(slot ColliderSlot) geom.Vec2 {
	if s.Link[slot].Flags&ColliderOneWay == 0 {
		return geom.Vec2{}
	}
	return s.OneWay[slot]
}

// WholeOf returns the collider that the game knows: for a part of a compound the first part, for
// any other collider the collider itself.
func (s *Colliders) WholeOf(slot ColliderSlot) ColliderSlot {
	if s.Link[slot].Flags&ColliderPart != 0 {
		return ColliderSlot(s.Meta[slot].Chain)
	}
	return slot
}

// IsChained reports whether a collider is a segment of a chain.
func (s *Colliders) IsChained(slot ColliderSlot) bool {
	return s.Meta[slot].Chain != None && s.Link[slot].Flags&ColliderPart == 0
}

// NextPart returns the next part of a compound, or None. A collider that is not a part has no next
// part. The parts lie side by side in the list of their body, the first one last.
//
//go:noinline
func (s *Colliders) NextPart(slot uint32) uint32 {
	next := s.Meta[slot].Prev
	if s.Link[slot].Flags&ColliderPart == 0 || next == None || s.WholeOf(ColliderSlot(next)) != s.WholeOf(ColliderSlot(slot)) {
		return None
	}
	return next
}

// LastPart returns the last part of a compound, and any other collider itself.
func (s *Colliders) LastPart(slot ColliderSlot) ColliderSlot {
	last := uint32(slot)
	for next := s.NextPart(last); next != None; next = s.NextPart(next) {
		last = next
	}
	return ColliderSlot(last)
}

// SwapShapes exchanges the shapes of two colliders of one body.
func (s *Colliders) SwapShapes(a, b ColliderSlot) {
	s.Geometry[a], s.Geometry[b] = s.Geometry[b], s.Geometry[a]
	s.Meta[a].Shape, s.Meta[b].Shape = s.Meta[b].Shape, s.Meta[a].Shape
	s.ForgetBoxFit(a)
	s.ForgetBoxFit(b)
	s.shapes++
}

// Replace gives a collider another shape, or the same about another origin. It
// fails, and changes nothing, when the shape is refused.
func (s *Colliders) Replace(slot ColliderSlot, support shape.Support, origin geom.Vec2) error {
	g, err := s.compile(support, origin)
	if err != nil {
		return err
	}
	s.release(&s.Geometry[slot])
	s.commit(&g)
	s.Geometry[slot] = g
	s.Meta[slot].Shape = support
	s.ForgetBoxFit(slot)
	s.shapes++
	return nil
}

// compile compiles a shape into the scratch arena: a refused shape leaves no trace.
func (s *Colliders) compile(support shape.Support, origin geom.Vec2) (shape.Geometry, error) {
	s.clearScratch()
	g, err := shape.Compile(support, origin, &s.scratch)
	if err == nil && g.Kind == shape.KindCustom {
		s.scratchCustom = describeCustom(support, shape.Convex{Geometry: &g, Arena: &s.scratch})
	}
	return g, err
}

func (s *Colliders) clearScratch() {
	a := &s.scratch
	a.Vertices, a.Normals, a.Customs = a.Vertices[:0], a.Normals[:0], a.Customs[:0]
}

// commit copies a compiled shape from the scratch arena to Arena.
func (s *Colliders) commit(g *shape.Geometry) {
	switch n := len(s.freeCustoms); {
	case len(s.scratch.Customs) > 0 && n > 0:
		g.First = s.freeCustoms[n-1]
		s.freeCustoms = s.freeCustoms[:n-1]
		s.Arena.Customs[g.First], s.customs[g.First] = s.scratch.Customs[0], s.scratchCustom
	case len(s.scratch.Customs) > 0:
		g.First = uint32(len(s.Arena.Customs))
		s.Arena.Customs = append(s.Arena.Customs, s.scratch.Customs[0])
		s.customs = append(s.customs, s.scratchCustom)
	case g.Count > 0:
		g.First = s.outlines.acquire(&s.Arena, s.scratch.Vertices, s.scratch.Normals)
	}
	clear(s.scratch.Customs) // or the scratch would keep the shape alive after its collider
}

// release gives back a geometry's part of the arena.
func (s *Colliders) release(g *shape.Geometry) {
	switch {
	case g.Kind == shape.KindCustom:
		s.Arena.Customs[g.First] = nil
		s.freeCustoms = append(s.freeCustoms, g.First)
	case g.Count > 0:
		s.outlines.release(&s.Arena, g.First, uint32(g.Count))
	}
}

// Remove destroys a collider. The caller has taken it off its body's list.
func (s *Colliders) Remove(slot ColliderSlot) {
	s.release(&s.Geometry[slot])
	s.FreeSlot(slot)
	s.Geometry[slot] = shape.Geometry{}
	s.ForgetBoxFit(slot)
	s.Link[slot] = ColliderLink{Next: None}
	s.Meta[slot] = ColliderMeta{Chain: None, Prev: None}
	s.shapes++
}

// MassOf is shape.Arena.MassOf with the scratch arena of the table.
func (s *Colliders) MassOf(support shape.Support, density float64) (shape.Mass, error) {
	s.clearScratch()
	return s.scratch.MassOf(support, density)
}

// MassesOfParts is shape.Arena.MassesOfParts with the scratch arena of the table.
func (s *Colliders) MassesOfParts(parts []shape.Support, density float64) ([]shape.Mass, error) {
	s.clearScratch()
	return s.scratch.MassesOfParts(parts, density)
}
