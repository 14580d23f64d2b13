package broadphase

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/carom2d/carom/geom"
)

// The number of changes of a class rises with all that a query of the class may notice, and with
// nothing of another class.
func TestChangesRise(t *testing.T) {
	for name, b := range map[string]Broadphase{"tree": NewTree(), "sweep": NewSweep(), "brute": NewBrute()} {
		box := func(x float32) geom.Box32 { return geom.Box32{MinX: x, MinY: 0, MaxX: x + 1, MaxY: 1} }
		var last [classes]uint64
		expect := func(what string, risen ...Class) {
			t.Helper()
			for class := range Class(classes) {
				now := b.Changes(class)
				rose := false
				for _, c := range risen {
					rose = rose || c == class
				}
				require.Equal(t, rose, now > last[class], "%s: %s of class %d", name, what, class)
				last[class] = now
			}
		}
		b.Insert(Proxy{ID: 0, Class: Immovable, Category: 1, Box: box(0)})
		expect("insertion", Immovable)
		b.Insert(Proxy{ID: 1, Class: Moving, Category: 1, Box: box(0)})
		expect("insertion", Moving)
		b.Move(0, box(1))
		expect("move", Immovable)
		b.Update([]uint32{1}, []geom.Box32{box(2)})
		expect("update", Moving)
		b.Update([]uint32{0}, []geom.Box32{box(2)})
		expect("update", Immovable)
		b.Pairs(nil)
		b.QueryClass(Immovable, box(0), 1, func(uint32) bool { return true })
		expect("nothing")
		b.Reclassify(0, Immovable, 2)
		expect("category", Immovable)
		b.Reclassify(1, QueryOnly, 1)
		expect("class", Moving, QueryOnly)
		b.Remove(0)
		expect("removal", Immovable)
		k := b.(Keeper)
		k.BeforeRestore()
		k.AfterRestore(nil)
		expect("restore", Immovable, Moving, QueryOnly)
	}
}
