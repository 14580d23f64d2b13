package world_test

import (
	"strings"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// What the columns of a world hold is what its heap holds, and it keeps within bounds: troughs of
// mixed bodies, at first in the air and then in heaps. With -v the test lists all columns.
func TestMemoryColumns(t *testing.T) {
	const bodies = 5000
	empty := heapSize()
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true}))
	defer w.Close()
	addTroughs(t, w, bodies/troughBodies, false)
	for _, stage := range []struct {
		ticks int
		most  float64 // bytes per body
	}{{0, 630}, {150, 1510}} {
		tickTimes(w, stage.ticks)
		heap := (heapSize() - empty) / bodies
		list := world.MemoryColumns(w)
		t.Logf("%d ticks, %.0f bytes of heap per body, %d contacts\n%s", stage.ticks, heap, w.Counters().Contacts, world.MemoryTable(list, bodies))
		sum := 0
		for _, c := range list {
			sum += c.Bytes
			if strings.HasSuffix(c.Name, "contacts.Surface") || strings.HasSuffix(c.Name, "contacts.Cone") || strings.HasSuffix(c.Name, "bodies.Gravity") {
				t.Errorf("%s has memory, and nothing needs it", c.Name)
			}
		}
		listed := float64(sum) / bodies
		require.InEpsilon(t, heap, listed, 0.1)
		require.Less(t, listed, stage.most)
	}
}
