package state

import "slices"

// CopyPlaces copies rows, poses and velocities, and the identities and centres of mass of the cold
// records, into a table that serves queries only. The rest of that table does not change. Columns
// that have not changed since the last copy are not copied again, so the table must always be a
// copy of the same table.
func (s *Bodies) CopyPlaces(source *Bodies) {
	s.CopyRows(&source.Table)
	s.Pose = append(s.Pose[:0], source.Pose...)
	s.State = append(s.State[:0], source.State[:source.Awake()]...)
	if s.centers == source.centers && len(s.Meta) == len(source.Meta) {
		return
	}
	s.centers = source.centers
	s.CopyNames(&source.Identities)
	s.Meta = slices.Grow(s.Meta[:0], len(source.Meta))[:len(source.Meta)]
	for slot := range source.Meta {
		m := &source.Meta[slot]
		s.Meta[slot] = BodyMeta{ID: m.ID, LocalCenter: m.LocalCenter}
	}
}

// CopyShapes copies shapes into a table that serves queries only, with filters, owners, flags,
// identities and compounds. It copies nothing if nothing has changed since the last copy, so the
// table must always be a copy of the same table.
func (s *Colliders) CopyShapes(source *Colliders) {
	if s.shapes == source.shapes && len(s.Geometry) == len(source.Geometry) {
		return
	}
	s.shapes = source.shapes
	s.CopyNames(&source.Identities)
	s.Geometry = append(s.Geometry[:0], source.Geometry...)
	s.Link = append(s.Link[:0], source.Link...)
	s.filters = append(s.filters[:0], source.filters...)
	s.Meta = slices.Grow(s.Meta[:0], len(source.Meta))[:len(source.Meta)]
	for slot := range source.Meta {
		m := &source.Meta[slot]
		s.Meta[slot] = ColliderMeta{ID: m.ID, Chain: m.Chain, Prev: m.Prev}
	}
	s.Arena.Vertices = append(s.Arena.Vertices[:0], source.Arena.Vertices...)
	s.Arena.Normals = append(s.Arena.Normals[:0], source.Arena.Normals...)
	s.Arena.Customs = append(s.Arena.Customs[:0], source.Arena.Customs...)
}

// Version rises whenever a collider comes or goes, or its shape or filter changes.
func (s *Colliders) Version() uint64 { return s.shapes }
