package screen

import (
	"cmp"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Pointer is a mouse whose button is down, or a finger on the glass.
type Pointer struct {
	ID int        // tells fingers apart; the mouse has MousePointer
	At mgl64.Vec2 // m, in the world
}

// MousePointer is the ID of the mouse. Fingers have others.
const MousePointer = -1

// Drag lets pointers drag dynamic bodies by springs: mouse joints to the ground. The zero Drag
// takes the body exactly below a pointer.
type Drag struct {
	Slack  float64           // m: the largest distance from a pointer to the body that it takes
	Filter world.QueryFilter // the bodies that may be taken
	// Strength is the largest acceleration, in m/s^2, that the spring gives to the body that it
	// holds; zero means 500 times Config.LengthUnit, which also lifts the bodies that lie on it.
	// Hertz is the stiffness of the spring; zero means 5.
	Strength, Hertz float64

	grips []grip
}

// grip is a pointer of the last Update and the joint by which it holds a body, if any.
type grip struct {
	pointer int
	joint   world.Mouse
}

// Update follows the pointers that are down in this frame, between steps. A new pointer takes the
// body below it. A pointer that is gone releases its body. A pointer that was set down on no body
// takes none until it is set down again.
func (d *Drag) Update(w *world.World, pointers []Pointer) error {
	for i := len(d.grips) - 1; i >= 0; i-- {
		g := &d.grips[i]
		if g.joint.Valid() && g.joint.World() != w { // the game was restarted
			g.joint = world.Mouse{}
		}
		if slices.ContainsFunc(pointers, func(p Pointer) bool { return p.ID == g.pointer }) {
			continue
		}
		if g.joint.Valid() {
			if err := g.joint.Destroy(); err != nil {
				return err
			}
		}
		d.grips = slices.Delete(d.grips, i, i+1)
	}
	for _, p := range pointers {
		if err := d.follow(w, p); err != nil {
			return err
		}
	}
	return nil
}

func (d *Drag) follow(w *world.World, p Pointer) error {
	for _, g := range d.grips {
		if g.pointer != p.ID {
			continue
		}
		if g.joint.Valid() && g.joint.Target() != p.At {
			return g.joint.SetTarget(p.At)
		}
		return nil
	}
	g := grip{pointer: p.ID}
	if b, ok := d.below(w, p.At); ok {
		var err error
		if g.joint, err = d.take(w, b, p.At); err != nil {
			return err
		}
	}
	d.grips = append(d.grips, g)
	return nil
}

// below returns the dynamic body at a point, or else the nearest one within the slack.
func (d *Drag) below(w *world.World, at mgl64.Vec2) (world.Body, bool) {
	for c := range w.OverlapPoint(at, d.Filter) {
		if canTake(c.Body()) {
			return c.Body(), true
		}
	}
	if !(d.Slack > 0) {
		return world.Body{}, false
	}
	for n := range w.NearestColliders(world.PointAt(at), d.Slack, 0, d.Filter) {
		if canTake(n.Body) {
			return n.Body, true
		}
	}
	return world.Body{}, false
}

func canTake(b world.Body) bool { return b.Type() == body.Dynamic && b.Enabled() }

func (d *Drag) take(w *world.World, b world.Body, at mgl64.Vec2) (world.Mouse, error) {
	strength := cmp.Or(d.Strength, 500*w.Config().LengthUnit)
	def := world.MouseAt(b, at)
	def.SpringHertz = d.Hertz
	def.MaxForce = strength * b.Mass()
	return w.CreateMouse(w.Ground(), b, def)
}

// Release lets go of all bodies.
func (d *Drag) Release() error {
	for _, g := range d.grips {
		if g.joint.Valid() {
			if err := g.joint.Destroy(); err != nil {
				return err
			}
		}
	}
	d.grips = d.grips[:0]
	return nil
}

// Held returns the joint by which a pointer holds a body, and whether there is one.
func (d *Drag) Held(pointer int) (world.Mouse, bool) {
	for _, g := range d.grips {
		if g.pointer == pointer && g.joint.Valid() {
			return g.joint, true
		}
	}
	return world.Mouse{}, false
}

// AppendLines appends the two ends of each spring, m: the point of the body, and the pointer.
func (d *Drag) AppendLines(dst [][2]mgl64.Vec2) [][2]mgl64.Vec2 {
	for _, g := range d.grips {
		if g.joint.Valid() {
			_, held := g.joint.Anchors()
			dst = append(dst, [2]mgl64.Vec2{held, g.joint.Target()})
		}
	}
	return dst
}
