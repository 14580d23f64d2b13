package broadphase

import "github.com/carom2d/carom/geom"

// each calls yield for every proxy of an order whose box may overlap b, until
// yield returns false; it reports whether it came to the end.
func (o *order) each(b geom.Box, yield func(id uint32) bool) bool {
	var p strip
	whole := true
	sweep := func(e edge) bool {
		if !p.within(e) {
			return false
		}
		whole = yield(e.id)
		return whole
	}
	for more := p.begin(o, b); more; more = p.climb(b) {
		for rows := true; rows && whole; rows = p.along() {
			o.tree.AscendGreaterOrEqual(p.start(), sweep)
		}
		if !whole {
			return false
		}
	}
	return true
}

// Pairs appends the new pairs in ascending order of (A, B).
func (s *Sweep) Pairs(dst []Pair) []Pair {
	s.found = s.found[:0]
	for _, id := range s.changed {
		st := s.state[id]
		if st&present == 0 || st.class() == Query {
			continue
		}
		s.sweep(id, Moving)
		if st.class() == Moving {
			s.sweep(id, Resting)
		}
	}
	s.settle()
	s.found, s.spare = sortKeys(s.found, s.spare)
	for _, k := range s.found {
		dst = append(dst, Pair{uint32(k >> 32), uint32(k)})
	}
	return dst
}

// sweep finds the new pairs of one changed proxy in the order of one class. Of
// two changed Moving proxies the one with the lower ID finds the pair, and a
// changed Moving proxy those with Resting ones.
func (s *Sweep) sweep(id uint32, class Class) {
	own := s.state[id].class()
	s.orders[class].each(s.boxes[id].Wide(), func(other uint32) bool {
		if !s.fresh(id, other) {
			return true
		}
		if class == Moving && s.state[other]&listed != 0 && (own == Resting || id >= other) {
			return true
		}
		s.found = append(s.found, key(id, other))
		return true
	})
}

// Query visits every proxy whose box overlaps, class by class in sweep order.
func (s *Sweep) Query(box geom.Box32, mask uint64, visit func(id uint32) bool) {
	for class := range s.orders {
		if !s.search(Class(class), box, mask, visit) {
			return
		}
	}
}

// QueryClass visits the proxies of one class whose box overlaps, in sweep order.
func (s *Sweep) QueryClass(class Class, box geom.Box32, mask uint64, visit func(id uint32) bool) {
	checkClass(class)
	s.search(class, box, mask, visit)
}

// search visits one class and reports whether it saw the whole of it.
func (s *Sweep) search(class Class, box geom.Box32, mask uint64, visit func(id uint32) bool) bool {
	return s.orders[class].each(box.Wide(), func(other uint32) bool {
		if s.category[other]&mask == 0 || !s.boxes[other].Overlaps(box) {
			return true
		}
		return visit(other)
	})
}

// Ray visits what the ray meets, class by class in sweep order.
func (s *Sweep) Ray(ray geom.Ray, radius, maxFraction float64, mask uint64, visit func(id uint32, limit float64) float64) {
	b := makeRay(ray, radius, maxFraction, mask)
	s.follow(&b, ray.Translation, maxFraction, visit)
}

// Cast visits what the moving box meets, class by class in sweep order.
func (s *Sweep) Cast(box geom.Box32, translation geom.Vec2, maxFraction float64, mask uint64, visit func(id uint32, limit float64) float64) {
	b := makeBeam(box.Wide(), translation, maxFraction, mask)
	s.follow(&b, translation, maxFraction, visit)
}

// follow visits what a beam meets, among all that overlaps the box around its
// whole way.
func (s *Sweep) follow(b *beam, d geom.Vec2, limit float64, visit func(id uint32, limit float64) float64) {
	if limit < 0 {
		return
	}
	end := d.Mul(limit)
	way := b.box.Union(geom.Box{Min: b.box.Min.Add(end), Max: b.box.Max.Add(end)})
	for class := range s.orders {
		whole := s.orders[class].each(way, func(other uint32) bool {
			if s.category[other]&b.mask == 0 || b.meets(s.boxes[other], limit) == missed {
				return true
			}
			limit = min(limit, visit(other, limit))
			return limit >= 0
		})
		if !whole {
			return
		}
	}
}
