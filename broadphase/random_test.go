package broadphase

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/long"
	"github.com/stretchr/testify/require"

	"github.com/carom2d/carom/geom"
)

func pow(x, y float64) float64 { return math.Pow(x, y) }

// scenario describes a random world: how many proxies there are, how
// the boxes look, and how often each kind of call comes.
type scenario struct {
	name              string
	count             int
	half              float64 // of the square they are in
	smallest, largest float64 // sizes
	immovable, moving float64 // shares of the classes; the rest is QueryOnly
	moved             float64 // share of the proxies that move per step
	step              float64 // how far, at most, relative to the size
	batch             bool    // by Update
	churn             int     // insertions, removals and changes per step
	teleport          float64 // chance that a box moves anywhere
	special           float64 // chance that a box is infinite, huge, far out or a point
}

var scenarios = []scenario{
	{name: "quiet", count: 300, half: 8, smallest: 0.5, largest: 1, immovable: 0.2, moving: 0.7, moved: 0.03, step: 0.3, churn: 1},
	{name: "busy", count: 300, half: 8, smallest: 0.5, largest: 1, immovable: 0.2, moving: 0.7, moved: 1, step: 0.3, batch: true, churn: 2},
	{name: "busy, one by one", count: 300, half: 8, smallest: 0.5, largest: 1, immovable: 0.2, moving: 0.7, moved: 1, step: 0.3, churn: 2},
	{name: "half", count: 300, half: 8, smallest: 0.5, largest: 1, immovable: 0.1, moving: 0.85, moved: 0.5, step: 0.5, batch: true, churn: 1},
	{name: "quarter", count: 500, half: 10, smallest: 0.5, largest: 1, immovable: 0.2, moving: 0.75, moved: 0.25, step: 0.5, batch: true, churn: 1},
	{name: "sizes", count: 250, half: 20, smallest: 0.01, largest: 20, immovable: 0.2, moving: 0.7, moved: 0.8, step: 0.5, batch: true, churn: 2},
	{name: "dense", count: 120, half: 0.5, smallest: 0.5, largest: 1, immovable: 0.2, moving: 0.7, moved: 0.7, step: 0.5, batch: true, churn: 3},
	{name: "sparse", count: 300, half: 1e6, smallest: 1, largest: 1e5, immovable: 0.2, moving: 0.7, moved: 0.9, step: 2, batch: true, churn: 3, teleport: 0.1},
	{name: "special", count: 200, half: 30, smallest: 0.5, largest: 3, immovable: 0.2, moving: 0.7, moved: 0.9, step: 1, batch: true, churn: 3, teleport: 0.05, special: 0.1},
	{name: "special, one by one", count: 200, half: 30, smallest: 0.5, largest: 3, immovable: 0.2, moving: 0.7, moved: 0.2, step: 1, churn: 5, teleport: 0.05, special: 0.1},
	{name: "heavy churn", count: 60, half: 6, smallest: 0.5, largest: 1, immovable: 0.2, moving: 0.7, moved: 0.5, step: 1, churn: 40},
}

func (s *scenario) box(r *rand.Rand) geom.Box32 {
	b := randomBox(r, s.half, s.smallest, s.largest)
	if r.Float64() >= s.special {
		return b
	}
	inf := float32(math.Inf(1))
	switch r.IntN(7) {
	case 0:
		b.MinX, b.MaxX = -inf, inf
	case 1:
		b.MinX, b.MaxX, b.MinY = -inf, inf, -inf
	case 2:
		b = geom.Box32{MinX: -inf, MinY: -inf, MaxX: inf, MaxY: inf}
	case 3:
		b.MaxX, b.MaxY = b.MinX, b.MinY
	case 4:
		b.MinX, b.MaxX = b.MinX+1e20, b.MaxX+1e20
	case 5:
		b.MinX, b.MaxX = -3e38, 3e38
	case 6:
		b = geom.Box32{MinX: inf, MinY: inf, MaxX: inf, MaxY: inf}
	}
	return b
}

func (s *scenario) class(r *rand.Rand) Class {
	switch f := r.Float64(); {
	case f < s.immovable/2:
		return Static
	case f < s.immovable:
		return Kinematic
	case f < s.immovable+s.moving:
		return Moving
	}
	return QueryOnly
}

// moveBox returns where a box goes in a step.
func (s *scenario) moveBox(r *rand.Rand, b geom.Box32) geom.Box32 {
	w, v := b.MaxX-b.MinX, b.MaxY-b.MinY
	if r.Float64() < s.teleport || !geom.Finite(float64(w)) || !geom.Finite(float64(v)) {
		return s.box(r)
	}
	maxStep := float32(s.step) * max(w, v)
	x, y := (2*r.Float32()-1)*maxStep, (2*r.Float32()-1)*maxStep
	return geom.Box32{MinX: b.MinX + x, MinY: b.MinY + y, MaxX: b.MinX + x + w, MaxY: b.MinY + y + v}
}

// advance moves and changes proxies as the scenario says.
func (s *scenario) advance(r *rand.Rand, g *harness) {
	var ids []uint32
	var boxes []geom.Box32
	for _, id := range g.model.ids() {
		if r.Float64() < s.moved {
			ids = append(ids, id)
			boxes = append(boxes, s.moveBox(r, g.model.proxies[id].Box))
		}
	}
	if s.batch {
		g.update(ids, boxes)
	} else {
		for i, id := range ids {
			g.move(id, boxes[i])
		}
	}
	for range s.churn {
		s.change(r, g)
	}
}

func (s *scenario) change(r *rand.Rand, g *harness) {
	id := uint32(r.IntN(s.count * 5 / 4))
	if _, ok := g.model.proxies[id]; !ok {
		g.insert(Proxy{id, s.class(r), r.Uint64() & r.Uint64(), s.box(r)})
		return
	}
	switch r.IntN(6) {
	case 0, 1, 2:
		g.remove(id)
	case 3:
		g.reclassify(id, s.class(r), r.Uint64()&r.Uint64())
	case 4:
		g.invalidate(id)
	default:
		g.move(id, s.box(r))
		g.move(id, s.box(r))
	}
}

// TestImplementationsMatchModel runs random worlds through every implementation and the model.
func TestImplementationsMatchModel(t *testing.T) {
	for i, h := range scenarios {
		t.Run(h.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, uint64(i)))
			g := newHarness()
			for id := range uint32(h.count) {
				g.insert(Proxy{id, h.class(r), r.Uint64() & r.Uint64(), h.box(r)})
			}
			for step := range long.Pick(15, 2000) {
				require.NoError(t, g.check(), "step %d", step)
				for range 4 {
					box := randomBox(r, h.half*1.2, h.smallest, h.half)
					d := geom.Vec2{X: (r.Float64() - 0.5) * h.half * 2, Y: (r.Float64() - 0.5) * h.half * 2}
					switch r.IntN(5) {
					case 0:
						d.X = 0
					case 1:
						d.Y = 0
					}
					err := g.queries(box, d, r.Float64()*h.smallest, r.Float64(), r.Uint64()&r.Uint64())
					require.NoError(t, err, "step %d", step)
				}
				h.advance(r, g)
			}
		})
	}
}

// TestMisusePanics: every call with an ID that is not in use, or with a box that is
// empty, panics with a sentence and changes nothing.
func TestMisusePanics(t *testing.T) {
	nan := float32(math.NaN())
	good := geom.Box32{MaxX: 1, MaxY: 1}
	bad := []geom.Box32{{MinX: nan, MaxX: 1, MaxY: 1}, {MinX: 2, MaxX: 1, MaxY: 1}, {MinY: 2, MaxX: 1, MaxY: 1}, {MaxX: 1, MaxY: nan}}
	for _, b := range allBroadphases() {
		t.Run(fmt.Sprintf("%T", b), func(t *testing.T) {
			panics := func(text string, f func()) {
				t.Helper()
				require.PanicsWithValue(t, text, f)
				b.Validate()
			}
			b.Insert(Proxy{ID: 1, Box: good})
			panics("broadphase: proxy 1 exists already", func() { b.Insert(Proxy{ID: 1, Box: good}) })
			panics("broadphase: class 4 does not exist", func() { b.Insert(Proxy{ID: 2, Class: 4, Box: good}) })
			panics("broadphase: class 9 does not exist", func() { b.Reclassify(1, 9, 0) })
			everyone := func(uint32) bool { return true }
			panics("broadphase: a class of the set 10001 does not exist", func() { b.Query(17, good, 1, everyone) })
			panics("broadphase: a class of the set 10001 does not exist", func() { b.QueryClasses(17, good, 1, everyone) })
			for _, id := range []uint32{0, 2, 1 << 20} {
				text := fmt.Sprintf("broadphase: proxy %d does not exist", id)
				panics(text, func() { b.Remove(id) })
				panics(text, func() { b.Move(id, good) })
				panics(text, func() { b.Update([]uint32{id}, []geom.Box32{good}) })
				panics(text, func() { b.Reclassify(id, Moving, 0) })
				panics(text, func() { b.Invalidate(id) })
				panics(text, func() { b.Box(id) })
			}
			for _, box := range bad {
				panics(fmt.Sprintf("broadphase: box %v of proxy 1 is empty or not a number", box), func() { b.Move(1, box) })
				panics(fmt.Sprintf("broadphase: box %v of proxy 3 is empty or not a number", box), func() { b.Insert(Proxy{ID: 3, Box: box}) })
			}
			panics("broadphase: update of 1 proxies with 0 boxes", func() { b.Update([]uint32{1}, nil) })
			require.Equal(t, 1, b.Len())
			require.Equal(t, good, b.Box(1))
		})
	}
}
