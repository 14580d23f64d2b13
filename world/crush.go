package world

import "github.com/go-gl/mathgl/mgl64"

// Crush reports a body that was pressed together by more than the CrushThreshold of one of its
// colliders, in every tick in which it was.
type Crush struct {
	Body      Body
	Collider  Collider   // whose threshold it is, and which bore a part of the force
	Force     float64    // N, see Body.CrushForce
	Direction mgl64.Vec2 // unit: the body was pressed along it from both sides
}

// CrushForce returns the force that pressed the body together in the last tick, N: the part of
// the forces on it that opposed each other. A box on the floor has none. The lowest of a
// stack has the weight of those above it. Between a press and an anvil it is the force of the
// press.
//
// With the normal impulses of its contacts and the forces of its joints along a direction,
// the force is the smaller of the sums that push one way and the other, divided by the
// timestep, for the direction in which it is largest. Of the two sides at least one is contacts
// alone, so a body that only hangs between joints is not pressed. The largest is found to 0.2 %
// of the forces on the body.
// A sleeping body has the force with which it fell asleep.
func (b Body) CrushForce() float64 {
	return b.w.crushing.Force(b.slot())
}

// publishCrushes reports the bodies that are pressed above the thresholds of their colliders.
func (w *World) publishCrushes() {
	for _, c := range w.crushing.Update() {
		w.events.Crushes = append(w.events.Crushes, Crush{w.bodyAt(c.Body), w.colliderAt(c.Collider), c.Force, c.Direction.Mgl()})
	}
}
