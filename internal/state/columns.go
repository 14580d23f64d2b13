package state

import (
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/fphash"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/shape"
)

// The columns of the tables, for snapshots. Each table has Columns, which lists its state, and
// Restored, which derives the rest from it.

// Columns adds the columns of the table to a list.
func (s *Bodies) Columns(l *column.List) {
	now, stable := s.Table.Now, s.Table.StableRows
	l.State("State", column.Slice(&s.State).Timed(&s.Table))
	l.State("Dynamics", column.Slice(&s.Dynamics).Timed(&s.Table).DigestedIf(now, stable).ClearedByTicks(l))
	l.State("Pose", column.Slice(&s.Pose).Timed(&s.Table))
	l.State("LastPose", column.Slice(&s.LastPose).InTurns().Timed(&s.Table))
	l.State("Motion", column.Slice(&s.Motion).InTurns().Timed(&s.Table))
	l.State("Gravity", column.Slice(&s.Gravity).ZeroWhenEmpty(s.Len).Timed(&s.Table).DigestedIf(now, stable))
	l.State("Meta", column.Slice(&s.Meta).HashedBy(column.Fold(&s.Meta, s.hashMeta)).Timed(&s.Written).DigestedBy(column.Fold(&s.Meta, s.digestMeta), l))
	l.Derived("Dominant", column.Number(&s.Dominant))
	s.Table.Columns(l) // behind those whose rows it describes
}

// CountCalls gives the table the counter of the game's calls that may change anything.
func (s *Bodies) CountCalls(calls *uint64) {
	s.Table.CountCalls(calls)
	s.Written.SetAllByCalls(calls)
}

// Restored derives data from the columns after they were restored.
func (s *Bodies) Restored(from *column.Store) {
	s.Table.Restored(from)
	s.centers++
}

func (s *Bodies) hashMeta(h *column.Hasher, list []BodyMeta) {
	for i := range list {
		m := &list[i]
		if m.ID == 0 {
			continue
		}
		flags := uint64(m.Type) | uint64(uint8(m.Dominance))<<8
		for k, on := range [...]bool{m.Disabled, m.MassOverride, m.NeverSleep, m.Fresh, m.HasOwnGravity} {
			if on {
				flags |= 1 << (16 + k)
			}
		}
		h.Uint64(s.canonical(m.ID))
		h.Uint64(flags | uint64(uint32(m.ContactCount))<<32)
		h.Uint64(uint64(m.FirstContact)<<32 | uint64(m.FirstJoint))
		m.hashNumbers(h)
	}
}

func (m *BodyMeta) hashNumbers(h *column.Hasher) {
	h.Float64(m.LocalCenter.X)
	h.Float64(m.LocalCenter.Y)
	h.Float64(m.Mass)
	h.Float64(m.Inertia)
	h.Float64(m.SleepSpeed)
	h.Float64(m.OwnGravity.X)
	h.Float64(m.OwnGravity.Y)
	if key := m.Key(); key != 0 {
		h.Uint64(key)
	}
}

// digestMeta folds in the fields that only calls of the game change. The other fields follow from
// the edges of contacts and joints, and from the list of fresh bodies.
func (s *Bodies) digestMeta(h *column.Hasher, list []BodyMeta) {
	for i := range list {
		m := &list[i]
		if m.ID == 0 {
			continue
		}
		flags := uint64(m.Type) | uint64(uint8(m.Dominance))<<8
		for k, on := range [...]bool{m.Disabled, m.MassOverride, m.NeverSleep, m.HasOwnGravity} {
			if on {
				flags |= 1 << (16 + k)
			}
		}
		h.Uint64(s.canonical(m.ID))
		h.Uint64(flags)
		m.hashNumbers(h)
	}
}

// Columns adds the columns of the table to a list.
func (s *Colliders) Columns(l *column.List) {
	s.Identities.Columns(l)
	l.State("Link", column.Slice(&s.Link).Since(l.Calls))
	l.State("Filter", column.Slice(&s.filters).Since(l.Calls).HashedBy(column.Fold(&s.filters, hashFilters)))
	l.State("Meta", column.Slice(&s.Meta).Since(l.Calls).HashedBy(column.Fold(&s.Meta, s.hashMeta)))
	l.State("OneWay", column.Slice(&s.OneWay).Since(l.Calls))
	l.Derived("Geometry", column.Slice(&s.Geometry).Since(l.Calls).Watched())
	l.Derived("Arena.Vertices", column.Slice(&s.Arena.Vertices).Since(l.Calls).Watched())
	l.Derived("Arena.Normals", column.Slice(&s.Arena.Normals).Since(l.Calls))
	l.Derived("Arena.Customs", column.Slice(&s.Arena.Customs).Since(l.Calls))
	l.Derived("customs", column.Slice(&s.customs).Since(l.Calls))
	l.Derived("freeCustoms", column.Slice(&s.freeCustoms).Since(l.Calls))
	l.Derived("outlines.entries", column.Slice(&s.outlines.entries).Since(l.Calls).Watched())
	l.Derived("outlines.freeEntries", column.Slice(&s.outlines.freeEntries).Since(l.Calls))
	for i := range s.outlines.freeRanges {
		l.Derived("outlines.freeRanges", column.Slice(&s.outlines.freeRanges[i]).Since(l.Calls))
	}
}

// Restored derives data from the columns after they were restored.
func (s *Colliders) Restored(from *column.Store) {
	s.fits.forgetAll()
	if len(column.Changed(from, &s.Geometry))+len(column.Changed(from, &s.Arena.Vertices))+len(column.Changed(from, &s.outlines.entries)) > 0 {
		s.shapes++
		s.outlines.restored(&s.Arena)
	}
}

func hashFilters(h *column.Hasher, list []filterHandle) {
	for _, handle := range list {
		f := filterOf(handle)
		h.Uint64(f.Category)
		h.Uint64(f.Mask)
		h.Uint64(uint64(uint32(f.Group)))
		h.Bool(f.Ghost)
	}
}

// hashMeta folds in the cold records and the shapes.
func (s *Colliders) hashMeta(h *column.Hasher, list []ColliderMeta) {
	var handle MaterialHandle
	properties := uint64(0)
	for i := range list {
		m := &list[i]
		if m.ID == 0 {
			continue
		}
		if m.MaterialAndDensity != handle { // most are like the one before
			handle = m.MaterialAndDensity
			properties = hashProperties(handle.Value())
		}
		h.Uint64(s.canonical(m.ID))
		h.Uint64(uint64(m.Chain)<<32 | uint64(m.Prev))
		h.Uint64(properties)
	}
	if s.hashedShapes != s.shapes+1 {
		s.hashedShapes, s.shapeHash = s.shapes+1, s.hashShapes()
	}
	h.Uint64(s.shapeHash)
}

func hashProperties(p MaterialAndDensity) uint64 {
	h, m := fphash.New(), &p.Material
	for _, x := range [...]float64{
		m.Friction, m.Restitution, m.RollingResistance, m.TangentSpeed, m.StaticFriction, m.SlipLeft, m.SlipRight,
		p.Density, p.Mass, p.CrushThreshold,
	} {
		h.Float64(x)
	}
	h.Uint64(uint64(m.FrictionCombine)<<16 | uint64(m.RestitutionCombine)<<8 | uint64(uint8(m.Priority)))
	h.Uint64(m.ID)
	return h.Sum()
}

// hashShapes returns the hash of the compiled shapes. Custom shapes are known by their bounding
// circles only.
func (s *Colliders) hashShapes() uint64 {
	h := fphash.New()
	for i := range s.Geometry {
		g := &s.Geometry[i]
		h.Uint64(uint64(g.Kind)<<32 | uint64(g.Count))
		for _, x := range [...]float64{g.Radius, g.Center.X, g.Center.Y, g.BoundingRadius, g.A.X, g.A.Y, g.B.X, g.B.Y} {
			h.Float64(x)
		}
		if g.Kind == shape.KindCustom {
			continue
		}
		for _, v := range s.Arena.Vertices[g.First:][:g.Count] {
			h.Float64(v.X)
			h.Float64(v.Y)
		}
	}
	return h.Sum()
}

// restored finds the heads of the lists of entries with equal hashes. A head is an entry in use
// that is not the next of another.
func (o *outlinePool) restored(arena *shape.Arena) {
	if o.heads == nil {
		o.heads = map[uint64]uint32{}
	}
	clear(o.heads)
	o.hasPrevious.ClearAll()
	o.hasPrevious.Grow(len(o.entries))
	for i := range o.entries {
		if e := &o.entries[i]; e.refs > 0 && e.next != None {
			o.hasPrevious.Set(e.next)
		}
	}
	for i := range o.entries {
		if e := &o.entries[i]; e.refs > 0 && !o.hasPrevious.Has(uint32(i)) {
			o.heads[hashOf(arena.Vertices[e.first:][:e.count], arena.Normals[e.first:][:e.count])] = uint32(i)
		}
	}
}

// Columns adds the columns of the table to a list.
func (c *Contacts) Columns(l *column.List) {
	l.State("Pair", column.Slice(&c.Pair).InTurns().Timed(&c.Table).Filled())
	l.State("Solver", column.Slice(&c.Solver).InTurns().Timed(&c.Table).Filled())
	l.State("Surface", column.Slice(&c.Surface).InTurns().ZeroWhenEmpty(c.Len).Timed(&c.Table))
	l.State("Cone", column.Slice(&c.Cone).InTurns().ZeroWhenEmpty(c.Len).Timed(&c.Table))
	l.State("Cache", column.Slice(&c.Cache).InTurns().Timed(&c.Table).Filled())
	l.State("Meta", column.Slice(&c.Meta).InTurns().Timed(&c.Written).Watched())
	l.State("OneWay", column.Slice(&c.OneWay))
	l.State("UserNumbers", column.Slice(&c.UserNumbers))
	c.Table.Columns(l) // behind those whose rows it describes
}

// Restored derives data from the columns after they were restored. It reports whether the
// solver must derive the colours again.
func (c *Contacts) Restored(from *column.Store) (relink bool) {
	meta := len(column.Changed(from, &c.Meta)) > 0 // Changed is quickest in the order of the columns
	if !c.Table.Restored(from) && !meta {
		return false
	}
	c.Colors = grow.Resize(c.Colors, len(c.Slots))
	for row := range c.Colors {
		c.Colors[row] = NoColor // package solver knows which have one
	}
	return true
}

// Columns adds the columns of the islands to a list.
func (s *Islands) Columns(l *column.List) {
	l.State("islandOf", column.Slice(&s.islandOf).InTurns().Timed(&s.writtenBodies))
	l.State("next", column.Slice(&s.next).InTurns().Timed(&s.writtenBodies))
	l.State("prev", column.Slice(&s.prev).InTurns().Timed(&s.writtenBodies))
	l.State("table", column.Slice(&s.table).InTurns().Timed(&s.writtenIslands))
	l.State("free", column.Slice(&s.free))
	l.State("islandCount", column.Number(&s.islandCount))
	l.State("bodyCount", column.Number(&s.bodyCount))
	l.State("readyCalls", column.Number(&s.readyCalls))
}

// Restored derives data from the columns after they were restored.
func (s *Islands) Restored() {
	s.version++
}
