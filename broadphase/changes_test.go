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
		b.Insert(Proxy{ID: 2, Class: Kinematic, Category: 1, Box: box(0)})
		expect("insertion", Kinematic)
		b.Move(2, box(1))
		expect("move", Kinematic)
		b.Insert(Proxy{ID: 0, Class: Static, Category: 1, Box: box(0)})
		expect("insertion", Static)
		b.Insert(Proxy{ID: 1, Class: Moving, Category: 1, Box: box(0)})
		expect("insertion", Moving)
		b.Move(0, box(1))
		expect("move", Static)
		b.Update([]uint32{1}, []geom.Box32{box(2)})
		expect("update", Moving)
		b.Update([]uint32{0}, []geom.Box32{box(2)})
		expect("update", Static)
		b.Pairs(nil)
		b.QueryClasses(Immovable, box(0), 1, func(uint32) bool { return true })
		expect("nothing")
		b.Reclassify(0, Static, 2)
		expect("category", Static)
		b.Reclassify(1, QueryOnly, 1)
		expect("class", Moving, QueryOnly)
		b.Remove(0)
		expect("removal", Static)
		k := b.(Keeper)
		k.BeforeRestore()
		k.AfterRestore(nil)
		expect("restore", Static, Moving, QueryOnly, Kinematic)
	}
}
