package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

func TestDebugSlide(t *testing.T) {
	var ws [2]*world.World
	var bs [2]world.Body
	for i, nc := range []bool{false, true} {
		w := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -10}, NoContinuous: nc})
		ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
		for i := range 200 {
			attachShape(t, ground, shape.OffsetBox(0.5, 0.5, mgl64.Vec2{float64(i), -0.5}, 0))
		}
		ws[i] = w
		bs[i] = addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.2}, LinearVelocity: mgl64.Vec2{5, 0}, AngularVelocity: -25}, shape.Circle{Radius: 0.2}, world.ColliderDef{Material: &shape.Material{}})
	}
	for tick := range 1800 {
		for _, w := range ws {
			w.Tick()
		}
		if bs[0].Position() != bs[1].Position() {
			t.Log(tick, bs[0].Position(), bs[1].Position())
			for x := range bs[0].Contacts() {
				t.Log("    ", x.Normal, x.Points())
			}
			break
		}
	}
}
