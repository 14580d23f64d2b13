package broadphase

import "github.com/carom2d/carom/geom"

// Pairs appends the new pairs in ascending order of (A, B).
func (s *Sweep) Pairs(dst []Pair) []Pair {
	s.found = s.found[:0]
	for _, id := range s.changed {
		st := s.state[id]
		if st&flagPresent == 0 || st.class() == QueryOnly {
			continue
		}
		s.sweepProxy(id, Moving)
		if st.class() == Moving {
			s.sweepProxy(id, Static)
			s.sweepProxy(id, Kinematic)
		}
	}
	s.commit()
	s.found, s.sortBuf = sortKeys(s.found, s.sortBuf)
	for _, k := range s.found {
		dst = append(dst, Pair{uint32(k >> 32), uint32(k)})
	}
	return dst
}

// sweepProxy finds the new pairs of one changed proxy in the order of one class. Of two changed
// Moving proxies, the one with the lower ID finds the pair. Of a changed Moving proxy and an
// Immovable proxy, the Moving proxy finds it.
func (s *Sweep) sweepProxy(id uint32, class Class) {
	own := s.state[id].class()
	s.orders[class].each(s.boxes[id].ToBox(), func(other uint32) bool {
		if !s.isNewPair(id, other) {
			return true
		}
		if class == Moving && s.state[other]&flagChanged != 0 && (own != Moving || id >= other) {
			return true
		}
		s.found = append(s.found, pairKey(id, other))
		return true
	})
}

// Query visits the proxies of some classes whose box overlaps, class by class in sweep order.
func (s *Sweep) Query(among Classes, box geom.Box32, mask uint64, visit func(id uint32) bool) {
	checkClasses(among)
	for class := range Class(classes) {
		if among.has(class) && !s.queryOrder(class, box, mask, visit) {
			return
		}
	}
}

// QueryClasses is Query: a Sweep needs no repair.
func (s *Sweep) QueryClasses(among Classes, box geom.Box32, mask uint64, visit func(id uint32) bool) {
	s.Query(among, box, mask, visit)
}

// queryOrder visits one class and reports whether it came to the end.
func (s *Sweep) queryOrder(class Class, box geom.Box32, mask uint64, visit func(id uint32) bool) bool {
	return s.orders[class].each(box.ToBox(), func(other uint32) bool {
		if s.category[other]&mask == 0 || !s.boxes[other].Overlaps(box) {
			return true
		}
		return visit(other)
	})
}

// RayCast visits the proxies that the ray meets, class by class in sweep order.
func (s *Sweep) RayCast(ray geom.Ray, radius, maxFraction float64, mask uint64, visit func(id uint32, limit float64) float64) {
	b := makeSweptRay(ray, radius, maxFraction, mask)
	s.visitSwept(&b, ray.Translation, maxFraction, visit)
}

// BoxCast visits the proxies that the moving box meets, class by class in sweep order.
func (s *Sweep) BoxCast(box geom.Box32, translation geom.Vec2, maxFraction float64, mask uint64, visit func(id uint32, limit float64) float64) {
	b := makeSweptBox(box.ToBox(), translation, maxFraction, mask)
	s.visitSwept(&b, translation, maxFraction, visit)
}

// visitSwept visits the proxies that a swept box meets, among those that overlap the box
// around its whole motion.
func (s *Sweep) visitSwept(b *sweptBox, d geom.Vec2, limit float64, visit func(id uint32, limit float64) float64) {
	if limit < 0 {
		return
	}
	end := d.Mul(limit)
	motionBound := b.box.Union(geom.Box{Min: b.box.Min.Add(end), Max: b.box.Max.Add(end)})
	for class := range s.orders {
		complete := s.orders[class].each(motionBound, func(other uint32) bool {
			if s.category[other]&b.mask == 0 || b.hitFraction(s.boxes[other], limit) == noHit {
				return true
			}
			limit = min(limit, visit(other, limit))
			return limit >= 0
		})
		if !complete {
			return
		}
	}
}

// each calls yield for every proxy of an order whose box may overlap b, until yield returns
// false. It reports whether it came to the end.
func (o *order) each(b geom.Box, yield func(id uint32) bool) bool {
	var p sweepCursor
	complete := true
	sweep := func(e edge) bool {
		if !p.inRow(e) {
			return false
		}
		complete = yield(e.id)
		return complete
	}
	for more := p.begin(o, b); more; more = p.advanceLevel(b) {
		for rows := true; rows && complete; rows = p.advanceRow() {
			o.tree.AscendGreaterOrEqual(p.startEdge(), sweep)
		}
		if !complete {
			return false
		}
	}
	return true
}
