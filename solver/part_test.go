package solver

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/par"
	"github.com/stretchr/testify/require"
)

// In whatever number of pieces the passes over a colour are cut, each row is in one of
// them, and those of its contacts that begin the row are of one of the piece's parts.
func TestPiecesHoldEveryRowOnce(t *testing.T) {
	for _, workers := range []int{1, 2, 3, 16} {
		pool := par.New(workers)
		w, islands := archipelago(rand.New(rand.NewPCG(41, uint64(workers))), 200, true)
		w.solver.ShareFrom(0)
		w.solver.GroupUpTo(6)
		w.step(1)
		s, b := w.solver, &w.solver.rest
		s.in = *w.input(islands, pool)
		s.gather(pool)
		s.plant()
		b.load(rest)
		require.Equal(t, partsFor(workers), s.sorting.parts)
		cut := 0
		for colour, blocks := range b.byColour {
			if colour != overflow {
				cut = max(cut, blocks.hi-blocks.lo)
			}
			var found [classes][]int32
			for i, block := range b.blocks[blocks.lo:blocks.hi] {
				for _, c := range b.chunks[block.lo:block.hi] {
					require.Equal(t, b.contactsOf(colour, c.contacts, i, blocks.hi-blocks.lo), c)
					for row := c.lo; row < c.hi; row++ {
						found[c.contacts] = append(found[c.contacts], row)
					}
				}
			}
			for k, sp := range b.spans[colour] {
				checkRows(t, sp, found[k])
				for _, n := range []int{s.sorting.parts, b.preparations()} {
					var rows []int32
					for i := range n {
						c := b.contactsOf(colour, class(k), i, n)
						for row := c.lo; row < c.hi; row++ {
							rows = append(rows, row)
							if n > 1 && n == s.sorting.parts && colour != overflow {
								first := b.rows.contact[k][row*Lanes]
								tag := s.tagOf(&w.contacts.Pair[first])
								require.EqualValues(t, i, s.grouping.partOf[tag>>tagTract%tracts])
							}
						}
					}
					checkRows(t, sp, rows)
				}
			}
		}
		require.Equal(t, workers > 1, cut > 1, "some colour is cut")
		pool.Close()
	}
}

// checkRows requires all rows of a span in their order.
func checkRows(t *testing.T, sp span, rows []int32) {
	require.Len(t, rows, sp.hi-sp.lo)
	for i, row := range rows {
		require.EqualValues(t, sp.lo+i, row)
	}
}

// The parts of the rest have as many bodies each, but for a tract.
func TestPartsAreEven(t *testing.T) {
	pool := par.New(2)
	defer pool.Close()
	for _, limit := range []int{0, 8} {
		w, islands := archipelago(rand.New(rand.NewPCG(43, 44)), 300, false)
		w.solver.GroupUpTo(limit)
		w.solver.in = *w.input(islands, pool)
		w.solver.gather(pool)
		g, total := &w.solver.grouping, 0
		bodies := make([]int, len(g.blocks))
		for i, block := range g.blocks {
			for _, sp := range g.pieces[block.lo:block.hi] {
				bodies[i] += sp.hi - sp.lo
			}
			total += bodies[i]
		}
		require.Len(t, bodies, partsFor(2))
		for _, n := range bodies {
			require.InDelta(t, total/len(bodies), n, float64(int(1)<<w.solver.sorting.shift))
		}
	}
}
