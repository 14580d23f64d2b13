package world_test

import (
	"testing"

	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

func TestDebugRoom(t *testing.T) {
	c := newClosedRoom(1114)
	t.Log(c.corners)
	w := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, c.gravity}})
	c.build(t, w)
	f := &c.flying[4]
	b := addBody(t, w, f.def, f.shape, world.ColliderDef{Material: &f.material, Filter: shape.Filter{Group: -1}})
	for tick := range 61 {
		w.Tick()
		if tick > 50 {
			t.Log(tick, b.WorldCenter(), b.Angle(), b.LinearVelocity(), b.AngularVelocity(), inside(c.corners, b.WorldCenter()))
			for x := range b.Contacts() {
				t.Log("    ", x.Normal, x.Points())
			}
		}
	}
}
