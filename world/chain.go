package world

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// Chain is a handle to a chain of segments on a body. The zero Chain is none.
// Methods other than Valid panic with "world: use of a destroyed chain" once it is
// gone.
type Chain struct {
	w     *World
	first ColliderID
}

// AttachChain puts a chain of one-sided segments on the body, each a collider of its own with its
// own material, without mass. Def.OneWay holds for all segments and should point to their open
// side: see Chain.SetOneWay. Def.Material is the default for segments whose material the chain
// leaves nil. It returns a *geom.FieldError, and changes nothing, when the chain cannot be used.
func (b Body) AttachChain(c shape.Chain, def ColliderDef) (Chain, error) {
	slot, err := b.beginChange(recording.BodyAttachChain, func(r callRecorder) { r.value(c).value(def) })
	if err != nil {
		return Chain{}, err
	}
	defer b.w.endChange()
	if err := def.validate(); err != nil {
		return Chain{}, err
	}
	segments, err := c.Segments()
	if err != nil {
		return Chain{}, err
	}
	for i, s := range segments {
		if err := s.Validate(); err != nil {
			return Chain{}, err
		}
		if m := c.Material(i); m != nil {
			if err := m.Validate(); err != nil {
				return Chain{}, err
			}
		}
	}
	if def.Mass > 0 {
		return Chain{}, geom.NewFieldError("Mass", def.Mass, geom.ErrOutOfRange)
	}
	def.Massless = true
	w := b.w
	index := w.chains.Alloc()
	ids := make([]ColliderID, 0, len(segments))
	for i, s := range segments {
		segmentDef := def
		if m := c.Material(i); m != nil {
			segmentDef.Material = m
		}
		collider, err := w.attach(slot, s, &segmentDef, index)
		if err != nil {
			panic("world: a valid segment of a chain was refused: " + err.Error())
		}
		ids = append(ids, collider.id)
	}
	w.chains.Segments[index] = ids
	return Chain{w, ids[0]}, nil
}

// Chain returns the chain that the collider is a segment of, and whether it is.
func (c Collider) Chain() (Chain, bool) {
	slot := c.slot()
	if !c.w.shapes.IsChained(slot) {
		return Chain{}, false
	}
	return Chain{c.w, c.w.chains.Segments[c.w.shapes.Meta[slot].Chain][0]}, true
}

// Valid reports whether the chain exists.
func (c Chain) Valid() bool {
	first := Collider{c.w, c.first}
	if !first.Valid() {
		return false
	}
	chain, ok := first.Chain() // after a Restore another collider may have the identity
	return ok && chain == c
}

// Body returns the body that carries the chain.
func (c Chain) Body() Body { return c.Segments()[0].Body() }

// Shape returns the chain as it was given, without materials: each segment knows
// its own. An open chain around a square is the same as a closed one.
func (c Chain) Shape() shape.Chain {
	segments := c.Segments()
	segmentAt := func(i int) shape.ChainSegment { return segments[i].Shape().(shape.ChainSegment) }
	chain := shape.Chain{Points: make([]mgl64.Vec2, 0, len(segments)+1)}
	for i := range segments {
		chain.Points = append(chain.Points, segmentAt(i).A)
	}
	// After the last segment comes the first, and before the first the last.
	first, last := segmentAt(0), segmentAt(len(segments)-1)
	chain.Closed = len(segments) > 2 && last.B == first.A && last.After == first.B && first.Before == last.A
	if !chain.Closed {
		chain.Points = append(chain.Points, last.B)
	}
	return chain
}

// Segments returns the colliders of the chain in order. Their materials and user
// data may be changed one by one. Calls that would take a segment out of its chain, or
// change its filter or shape, return ErrChained.
func (c Chain) Segments() []Collider {
	if !c.Valid() {
		panic("world: use of a destroyed chain")
	}
	segments := c.w.chains.Segments[c.w.shapes.Meta[c.w.shapes.SlotOf(c.first)].Chain]
	list := make([]Collider, 0, len(segments))
	for _, id := range segments {
		list = append(list, Collider{c.w, id})
	}
	return list
}

// Destroy takes the whole chain off its body. The bodies that touched it wake up.
func (c Chain) Destroy() error {
	segments := c.Segments()
	owner := segments[0].owner()
	if err := c.w.beginChange(recording.ChainDestroy, uint64(c.first), nil); err != nil {
		return err
	}
	defer c.w.endChange()
	c.w.linking.WakeTouching(owner)
	c.w.linking.Wake(owner)
	for _, s := range segments {
		c.w.builder.RemoveCollider(c.w.shapes.SlotOf(s.id))
	}
	c.w.builder.UpdateExtents(owner)
	return nil
}
