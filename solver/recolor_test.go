package solver

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// Recolor, with its lists in one block and in several, leaves the colours and lists that
// LinkContact and UnlinkContact leave in the order of the changes.
func TestRecolorMatchesLinksInOrder(t *testing.T) {
	const bodies, static, contacts = 200, 5, 700
	for _, few := range []bool{true, false} {
		r := rand.New(rand.NewPCG(5, 6))
		b := bodyStore(bodies, static)
		tables, solvers := [2]*state.Contacts{{}, {}}, [2]*Solver{New(), New()}
		for range contacts {
			x, y := uint32(1+r.IntN(bodies)), uint32(1+r.IntN(bodies+static))
			for y == x {
				y = uint32(1 + r.IntN(bodies+static))
			}
			for _, c := range tables {
				c.Add(state.ContactPair{BodyA: x, BodyB: y})
			}
		}
		for range 20 {
			changes := randomChanges(r, tables[0], bodies, few)
			for i := range changes {
				if c := &changes[i]; c.Begins() {
					solvers[0].LinkContact(tables[0], c.Slot, b)
				} else {
					solvers[0].UnlinkContact(tables[0], c.Slot, b)
				}
			}
			solvers[1].Recolor(tables[1], changes, b)
			require.Equal(t, 1, solvers[1].RecolorBlocks(len(changes), 1))
			blocks := solvers[1].RecolorBlocks(len(changes), 2)
			require.Equal(t, few, blocks == 1)
			for block := range blocks {
				solvers[1].RecolorLists(block)
			}
			solvers[1].EndRecolor()
			solvers[1].Validate(tables[1], nil, b)
			require.Equal(t, solvers[0].constraints, solvers[1].constraints)
			require.Equal(t, tables[0].Meta, tables[1].Meta)
			require.Equal(t, tables[0].Colors, tables[1].Colors)
		}
		require.Positive(t, solvers[1].Colors())
	}
}

// randomChanges ends a third of the linked contacts of a table and begins a third of the others, or
// a tenth of each.
func randomChanges(r *rand.Rand, c *state.Contacts, dynamic uint32, few bool) (changes []state.ContactChange) {
	chance := 3
	if few {
		chance = 10
	}
	for slot := range state.ContactSlot(len(c.Meta)) {
		if c.IDOf(slot) == 0 || r.IntN(chance) > 0 && (few || r.IntN(2) > 0) {
			continue
		}
		p, flags := &c.Pair[c.Rows[slot]], state.ContactStarted
		if c.Meta[slot].Color != state.None {
			flags = state.ContactStopped
		}
		changes = append(changes, state.ContactChange{
			Slot: slot, Flags: flags, BodyA: state.BodySlot(p.BodyA), BodyB: state.BodySlot(p.BodyB),
			DynamicA: p.BodyA <= dynamic, DynamicB: p.BodyB <= dynamic, InvMassA: 1, InvMassB: 1,
		})
	}
	return changes
}
