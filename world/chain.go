package world

import (
	"errors"

	"github.com/carom2d/carom/shape"
)

// ErrChained is returned when a segment of a chain is changed alone.
var ErrChained = errors.New("world: the collider is part of a chain")

// chains lists the colliders of every chain. A chain dies with its body, or
// whole.
type chains struct{ segments [][]shape.ID }

// Chain is a handle to a chain of segments on a body. The zero Chain is none.
type Chain struct {
	w     *World
	index uint32
	first shape.ID
}

// AttachChain puts a chain of one-sided segments on the body, each a collider of
// its own with its own material. Def.Material is the default for segments whose
// material the chain leaves nil. It returns a *geom.FieldError, and changes
// nothing, when the chain cannot be used.
func (b Body) AttachChain(c shape.Chain, def ColliderDef) (Chain, error) {
	slot, err := b.editable()
	if err != nil {
		return Chain{}, err
	}
	if err := def.validate(); err != nil {
		return Chain{}, err
	}
	segments, err := c.Segments()
	if err != nil {
		return Chain{}, err
	}
	w := b.w
	index := uint32(len(w.chains.segments))
	ids := make([]shape.ID, 0, len(segments))
	for i, s := range segments {
		own := def
		if m := c.Material(i); m != nil {
			own.Material = m
		}
		collider, err := w.attach(slot, s, &own, index)
		if err != nil {
			for _, id := range ids {
				w.removeCollider(id.Slot())
			}
			return Chain{}, err
		}
		ids = append(ids, collider.id)
	}
	w.chains.segments = append(w.chains.segments, ids)
	return Chain{w, index, ids[0]}, nil
}

// Valid reports whether the chain exists.
func (c Chain) Valid() bool { return c.w != nil && c.w.shapes.Alive(c.first) }

// Segments returns the colliders of the chain in order.
func (c Chain) Segments() []Collider {
	if !c.Valid() {
		panic("world: use of a destroyed chain")
	}
	list := make([]Collider, 0, len(c.w.chains.segments[c.index]))
	for _, id := range c.w.chains.segments[c.index] {
		list = append(list, Collider{c.w, id})
	}
	return list
}

// Destroy takes the whole chain off its body. What touched it wakes up.
func (c Chain) Destroy() error {
	segments := c.Segments()
	if err := c.w.changeable(); err != nil {
		return err
	}
	owner := segments[0].owner()
	c.w.wakeTouching(owner)
	for _, s := range segments {
		c.w.removeCollider(s.id.Slot())
	}
	c.w.chains.segments[c.index] = nil
	c.w.updateExtents(owner)
	return nil
}
