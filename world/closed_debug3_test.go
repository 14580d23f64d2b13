package world_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

func TestDebugRoom(t *testing.T) {
	seed, _ := strconv.Atoi(os.Getenv("SEED"))
	k, _ := strconv.Atoi(os.Getenv("BODY"))
	to, _ := strconv.Atoi(os.Getenv("TICK"))
	c := newClosedRoom(uint64(seed))
	t.Log(c.corners)
	w := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, c.gravity}})
	c.build(t, w)
	f := &c.flying[k]
	t.Log(f.name, f.shape, f.def)
	b := addBody(t, w, f.def, f.shape, world.ColliderDef{Material: &f.material, Filter: shape.Filter{Group: -1}})
	for tick := range to + 2 {
		w.Tick()
		if tick > to-4 {
			t.Log(tick, b.WorldCenter(), b.Angle(), b.LinearVelocity(), b.AngularVelocity(), inside(c.corners, b.WorldCenter()))
			for x := range b.Contacts() {
				t.Log("    ", x.Normal, x.Points())
			}
		}
	}
}
