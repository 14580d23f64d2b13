package broadphase

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/stretchr/testify/require"
)

// script reads a list of calls out of bytes. It never ends early: missing
// bytes are zero.
type script struct{ bytes []byte }

func (s *script) next() int {
	if len(s.bytes) == 0 {
		return 0
	}
	b := s.bytes[0]
	s.bytes = s.bytes[1:]
	return int(b)
}

// box returns a box on a coarse lattice, so that sides coincide, sometimes far
// away, huge or a point.
func (s *script) box() geom.Box32 {
	position, size := s.next(), s.next()
	b := geom.Box32{MinX: float32(position & 15), MinY: float32(position >> 4)}
	b.MaxX, b.MaxY = b.MinX+float32(size&7)/2, b.MinY+float32(size>>3&7)/2
	switch size >> 6 {
	case 1:
		b.MinX, b.MaxX = b.MinX-40, b.MaxX-40
	case 2:
		b.MinX, b.MinY, b.MaxX, b.MaxY = b.MinX*1e6, b.MinY*1e6, b.MaxX*1e6, b.MaxY*1e6
	case 3:
		b.MaxX += float32(int(1) << (position & 15))
	}
	return b
}

// insertBlock inserts a block of boxes, enough for the grid to be used.
func (s *script) insertBlock(g *harness) {
	corner, size := s.box(), 0.5+float32(s.next()&3)/2
	for i := range uint32(90) {
		id := 100 + i
		if _, ok := g.model.proxies[id]; ok {
			continue
		}
		x, y := corner.MinX+float32(i%10), corner.MinY+float32(i/10)
		g.insert(Proxy{id, Moving, 1, geom.Box32{MinX: x, MinY: y, MaxX: x + size, MaxY: y + size}})
	}
}

// shiftEvery moves every so manyth proxy by a common step.
func (s *script) shiftEvery(g *harness) {
	every, step := uint32(s.next()&3)+1, s.next()
	x, y := float32(step&15-8)/4, float32(step>>4-8)/4
	var ids []uint32
	var boxes []geom.Box32
	for _, id := range g.model.ids() {
		if id%every == 0 {
			b := g.model.proxies[id].Box
			ids = append(ids, id)
			boxes = append(boxes, geom.Box32{MinX: b.MinX + x, MinY: b.MinY + y, MaxX: b.MaxX + x, MaxY: b.MaxY + y})
		}
	}
	g.update(ids, boxes)
}

// indexRange drives all implementations and the model by a script.
func (s *script) run(t *testing.T) {
	g := newHarness()
	must := func(err error) {
		require.NoError(t, err)
	}
	for range 400 {
		if len(s.bytes) == 0 {
			break
		}
		op, id := s.next(), uint32(s.next()&127)
		if _, ok := g.model.proxies[id]; !ok {
			g.insert(Proxy{id, Class(op % classes), uint64(op >> 2), s.box()})
			continue
		}
		switch op % 9 {
		case 0, 1:
			g.move(id, s.box())
		case 2:
			g.remove(id)
		case 3:
			g.reclassify(id, Class(s.next()%classes), uint64(op>>2))
		case 4:
			g.invalidate(id)
		case 5:
			s.shiftEvery(g)
		case 6:
			s.insertBlock(g)
		case 7:
			must(g.check())
		case 8:
			box, d := s.box(), s.next()
			must(g.queries(box, geom.Vec2{X: float64(d&15 - 8), Y: float64(d>>4 - 8)}, float64(op>>6), 1, uint64(s.next())))
		}
	}
	must(g.check())
	must(g.check())
}

// FuzzTree runs lists of calls through every implementation and the model.
func FuzzTree(f *testing.F) {
	r := rand.New(rand.NewPCG(9, 1))
	for _, n := range []int{0, 20, 300, 1500} {
		calls := make([]byte, n)
		for i := range calls {
			calls[i] = byte(r.Uint32())
		}
		f.Add(calls)
	}
	f.Fuzz(func(t *testing.T, calls []byte) { (&script{calls}).run(t) })
}
