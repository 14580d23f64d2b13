package peers

import (
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/gallery"
)

// Scenes returns the scenes of package gallery that consist of boxes, edges and at most one motor,
// and a small pyramid.
func Scenes() []Scene {
	list := []Scene{read("small_pyramid", 120, gallery.Pyramid(20))}
	for _, s := range []struct {
		name  string
		ticks int
	}{{"large_pyramid", 120}, {"many_pyramids", 40}, {"smash", 150}, {"tumbler", 250}, {"washer", 60}} {
		scene, ok := gallery.ByName(s.name)
		if !ok {
			panic("peers: there is no scene " + s.name)
		}
		list = append(list, read(s.name, s.ticks, scene))
	}
	return list
}

// read lists the bodies of a scene at its beginning.
func read(name string, ticks int, scene gallery.Scene) Scene {
	w := scene.Start(world.Config{Workers: 1})
	defer w.Close()
	config := w.Config()
	s := Scene{Name: name, Gravity: config.Gravity[1], Sleep: !config.NoSleep, Ticks: ticks}
	for b := range w.Bodies() {
		if x := bodyOf(b); x.Radius != 0 || len(x.Shapes) > 0 {
			s.Bodies = append(s.Bodies, x)
		}
	}
	return s
}

func bodyOf(b world.Body) Body {
	def := b.Def()
	x := Body{
		X: def.Position[0], Y: def.Position[1], VX: def.LinearVelocity[0], VY: def.LinearVelocity[1],
		Angle: def.Angle, Omega: def.AngularVelocity, Asleep: def.Asleep,
		Kind: map[body.Type]Kind{body.Dynamic: Dynamic, body.Static: Static, body.Kinematic: Kinematic}[def.Type],
	}
	colliders := slices.Collect(b.Colliders())
	slices.Reverse(colliders) // the newest comes first
	for _, c := range colliders {
		x.Density = c.Density()
		switch s := c.Shape().(type) {
		case shape.Circle:
			x.Radius = s.Radius
		case shape.Segment:
			x.Shapes = append(x.Shapes, Shape{s.A, s.B})
		case shape.Polygon:
			var p Shape
			for _, v := range s.Points() {
				p = append(p, v)
			}
			x.Shapes = append(x.Shapes, p)
		}
	}
	for j := range b.Joints() {
		if r, ok := j.Revolute(); ok && r.BodyB() == b {
			x.Motor = r.Def().MotorSpeed
		}
	}
	return x
}
