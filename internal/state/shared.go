package state

import "github.com/carom2d/carom/shape"

// Most worlds have few different filters and materials for many colliders, so a collider keeps a
// handle: a pointer to a value that nothing changes. Equal values mostly have the same handle,
// because the last different values are cached. Package unique would find all equal values, but
// adds 48 kB to every program for js/wasm.

// MaterialHandle stands for the physical properties of a collider. The zero handle has none.
type MaterialHandle struct{ value *MaterialAndDensity }

// Value returns the properties.
func (h MaterialHandle) Value() MaterialAndDensity { return *h.value }

// Material returns the material without a copy. Nothing may write to it.
func (h MaterialHandle) Material() *shape.Material { return &h.value.Material }

// filterHandle stands for a filter. The handle of a free slot may be zero.
type filterHandle struct{ value *shape.Filter }

// recent are the last different values, each kept once.
type recent[T comparable] struct {
	values [8]*T
	oldest uint8
}

func (r *recent[T]) find(x T) *T {
	for _, v := range r.values {
		if v != nil && *v == x {
			return v
		}
	}
	v := new(T)
	*v = x
	r.values[r.oldest] = v
	r.oldest = (r.oldest + 1) % uint8(len(r.values))
	return v
}

// SetMaterialAndDensity changes the physical properties of a collider. Zeros of either sign are
// equal, so all become positive: otherwise the sign that a world reads back would depend on
// the other colliders.
func (s *Colliders) SetMaterialAndDensity(slot ColliderSlot, x MaterialAndDensity) {
	s.Meta[slot].MaterialAndDensity = MaterialHandle{s.materials.find(x.positive())}
}

func (x MaterialAndDensity) positive() MaterialAndDensity {
	m := &x.Material
	for _, v := range []*float64{&m.Friction, &m.Restitution, &m.RollingResistance, &m.TangentSpeed, &m.StaticFriction, &m.SlipLeft, &m.SlipRight, &x.Density, &x.Mass, &x.CrushThreshold} {
		*v += 0
	}
	return x
}

// SetFilter changes the filter of a collider. The filter is normalized.
func (s *Colliders) SetFilter(slot ColliderSlot, f shape.Filter) {
	s.filters[slot] = filterHandle{s.knownFilters.find(f)}
	s.shapes++
}

// Filter returns the filter of a collider, normalized.
func (s *Colliders) Filter(slot ColliderSlot) shape.Filter {
	return filterOf(s.filters[slot])
}

func filterOf(h filterHandle) (f shape.Filter) {
	if h.value != nil {
		f = *h.value
	}
	return f
}
