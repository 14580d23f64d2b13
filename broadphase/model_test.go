package broadphase

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
)

// model is the contract of Broadphase in the plainest form, with
// a set of old pairs instead of old boxes.
type model struct {
	proxies  map[uint32]Proxy
	oldPairs map[Pair]bool
}

func newModel() *model {
	return &model{proxies: map[uint32]Proxy{}, oldPairs: map[Pair]bool{}}
}

// forgetPairs drops all old pairs of a proxy.
func (m *model) forgetPairs(id uint32) {
	for p := range m.oldPairs {
		if p.A == id || p.B == id {
			delete(m.oldPairs, p)
		}
	}
}

// ids returns the IDs in use, ascending.
func (m *model) ids() []uint32 {
	return slices.Sorted(maps.Keys(m.proxies))
}

// overlapping returns all pairs that overlap and may be reported, ascending.
func (m *model) overlapping() []Pair {
	var all []Proxy
	for _, id := range m.ids() {
		all = append(all, m.proxies[id])
	}
	var pairs []Pair
	for i := range all {
		p := &all[i]
		for j := i + 1; j < len(all); j++ {
			q := &all[j]
			if p.Class == QueryOnly || q.Class == QueryOnly || Immovable.has(p.Class) && Immovable.has(q.Class) {
				continue
			}
			if boxesOverlap(p.Box, q.Box) {
				pairs = append(pairs, Pair{p.ID, q.ID})
			}
		}
	}
	return pairs
}

// boxesOverlap tests for overlap by the four ways of being disjoint.
func boxesOverlap(b, c geom.Box32) bool {
	disjoint := b.MaxX < c.MinX || c.MaxX < b.MinX || b.MaxY < c.MinY || c.MaxY < b.MinY
	return !disjoint
}

func (m *model) pairs() []Pair {
	var newPairs []Pair
	now := m.overlapping()
	for _, p := range now {
		if !m.oldPairs[p] {
			newPairs = append(newPairs, p)
		}
	}
	clear(m.oldPairs)
	for _, p := range now {
		m.oldPairs[p] = true
	}
	return newPairs
}

// query returns the IDs that Query must visit, ascending.
func (m *model) query(box geom.Box32, mask uint64) []uint32 {
	var ids []uint32
	for _, id := range m.ids() {
		if p := m.proxies[id]; p.Category&mask != 0 && boxesOverlap(p.Box, box) {
			ids = append(ids, id)
		}
	}
	return ids
}

// harness drives several implementations and the model through the same calls.
type harness struct {
	model   *model
	impls   []Broadphase
	mirrors []Mirror // of impls
}

// allBroadphases returns one of each implementation, and a Tree that shares its work.
func allBroadphases() []Broadphase {
	shared := NewTree()
	shared.SetPool(par.New(3))
	return []Broadphase{NewTree(), shared, NewSweep(), NewBrute()}
}

func newHarness() *harness {
	h := &harness{model: newModel(), impls: allBroadphases()}
	h.mirrors = make([]Mirror, len(h.impls))
	return h
}

func (h *harness) insert(p Proxy) {
	h.model.proxies[p.ID] = p
	for _, b := range h.impls {
		b.Insert(p)
	}
}

func (h *harness) move(id uint32, box geom.Box32) {
	p := h.model.proxies[id]
	p.Box = box
	h.model.proxies[id] = p
	for _, b := range h.impls {
		b.Move(id, box)
	}
}

func (h *harness) update(ids []uint32, boxes []geom.Box32) {
	for i, id := range ids {
		p := h.model.proxies[id]
		p.Box = boxes[i]
		h.model.proxies[id] = p
	}
	for _, b := range h.impls {
		b.Update(ids, boxes)
	}
}

func (h *harness) remove(id uint32) {
	h.model.forgetPairs(id)
	delete(h.model.proxies, id)
	for _, b := range h.impls {
		b.Remove(id)
	}
}

func (h *harness) reclassify(id uint32, class Class, category uint64) {
	h.model.forgetPairs(id)
	p := h.model.proxies[id]
	p.Class, p.Category = class, category
	h.model.proxies[id] = p
	for _, b := range h.impls {
		b.Reclassify(id, class, category)
	}
}

func (h *harness) invalidate(id uint32) {
	h.model.forgetPairs(id)
	for _, b := range h.impls {
		b.Invalidate(id)
	}
}

// check compares all results and returns the first difference.
func (h *harness) check() error {
	want := h.model.pairs()
	for _, b := range h.impls {
		b.Validate()
		got := b.Pairs(nil)
		if !slices.Equal(got, want) {
			return fmt.Errorf("%T reports %d pairs %v, wanted %d: %v", b, len(got), truncate(got), len(want), truncate(want))
		}
		if again := b.Pairs(nil); len(again) != 0 {
			return fmt.Errorf("%T reports %d pairs twice", b, len(again))
		}
		b.Validate()
		if b.Len() != len(h.model.proxies) {
			return fmt.Errorf("%T has %d proxies, wanted %d", b, b.Len(), len(h.model.proxies))
		}
		for id, p := range h.model.proxies {
			if b.Box(id) != p.Box || b.Boxes()[id] != p.Box {
				return fmt.Errorf("%T gives proxy %d the box %v, wanted %v", b, id, b.Box(id), p.Box)
			}
		}
	}
	return nil
}

// truncate shortens a list for printing.
func truncate[T any](s []T) []T { return s[:min(len(s), 12)] }

// queries compares the results of a query, a ray and a cast.
func (h *harness) queries(box geom.Box32, d geom.Vec2, radius, limit float64, mask uint64) error {
	want := h.model.query(box, mask)
	ray := geom.Ray{Origin: box.ToBox().Center(), Translation: d}
	var rays, casts []uint32
	var answering []Queries
	for _, b := range h.impls {
		answering = append(answering, b)
	}
	for i, b := range h.impls {
		h.mirrors[i].Copy(b)
		answering = append(answering, h.mirrors[i].Queries())
	}
	for i, b := range answering {
		if got := queryHits(b, box, mask); !slices.Equal(got, want) {
			return fmt.Errorf("%T finds %v in %v, wanted %v", b, truncate(got), box, truncate(want))
		}
		gotRays := castHits(func(visit func(uint32, float64) float64) { b.RayCast(ray, radius, limit, mask, visit) })
		gotCasts := castHits(func(visit func(uint32, float64) float64) { b.BoxCast(box, d, limit, mask, visit) })
		if i == 0 {
			rays, casts = gotRays, gotCasts
			continue
		}
		if !slices.Equal(gotRays, rays) {
			return fmt.Errorf("%T meets %v by %v, %T meets %v", b, truncate(gotRays), ray, h.impls[0], truncate(rays))
		}
		if !slices.Equal(gotCasts, casts) {
			return fmt.Errorf("%T meets %v casting %v along %v, %T meets %v", b, truncate(gotCasts), box, d, h.impls[0], truncate(casts))
		}
	}
	for _, id := range rays {
		if h.model.proxies[id].Category&mask == 0 {
			return fmt.Errorf("a ray meets proxy %d in spite of its category", id)
		}
	}
	return nil
}

// queryHits returns the IDs that a query visits, ascending.
func queryHits(b Queries, box geom.Box32, mask uint64) []uint32 {
	var ids []uint32
	b.Query(AllClasses, box, mask, func(id uint32) bool {
		ids = append(ids, id)
		return true
	})
	slices.Sort(ids)
	return ids
}

// castHits returns the IDs that a ray or cast visits when nothing clips it, ascending.
func castHits(cast func(visit func(uint32, float64) float64)) []uint32 {
	var ids []uint32
	cast(func(id uint32, limit float64) float64 {
		ids = append(ids, id)
		return limit
	})
	slices.Sort(ids)
	return ids
}

// randomBox returns a box somewhere in a square of the given half width, of a
// size between smallest and largest, with small sizes as likely as large ones.
func randomBox(r *rand.Rand, half, smallest, largest float64) geom.Box32 {
	size := func() float64 { return smallest * pow(largest/smallest, r.Float64()) }
	x, y := (2*r.Float64()-1)*half, (2*r.Float64()-1)*half
	return geom.Box{
		Min: geom.Vec2{X: x, Y: y},
		Max: geom.Vec2{X: x + size(), Y: y + size()},
	}.ToBox32()
}
