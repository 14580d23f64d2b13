package world

import (
	"math"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

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
// alone, so what only hangs between joints is not pressed. The largest is found to 0.2 %
// of the forces on the body.
// A sleeping body has the force with which it fell asleep.
func (b Body) CrushForce() float64 {
	var buffer [16]pressure
	force, _ := crush(b.w.pressures(buffer[:0], b.slot()))
	return force
}

// pressure is a force on a body, N.
type pressure struct {
	force   geom.Vec2
	contact bool // of a contact, not of a joint
}

// pressures appends the forces of the last tick on a body.
func (w *World) pressures(dst []pressure, slot state.BodySlot) []pressure {
	rate := 1 / w.config.Timestep
	for contact := range w.pipeline.EachContact(slot) {
		row := w.contacts.Row(contact)
		sc := &w.contacts.Solver[row]
		impulse := 0.0
		for i := range sc.Count {
			impulse += state.Finite(float64(sc.Points[i].TotalImpulse))
		}
		if !(impulse > 0) {
			continue
		}
		f := geom.Vec2{X: float64(sc.NormalX), Y: float64(sc.NormalY)}.Mul(float64(impulse * rate))
		if w.contacts.Pair[row].BodyA == uint32(slot) {
			f = f.Neg()
		}
		dst = append(dst, pressure{f, true})
	}
	for key := w.bodies.Meta[slot].FirstJoint; key != state.None; key = w.joints.Next(key) {
		row := w.joints.Row(state.JointSlot(key >> 1))
		if w.joints.Link[row].Flags&state.JointLinked == 0 {
			continue
		}
		load := &w.joints.Load[row]
		f := geom.Vec2{X: state.Finite(float64(load.ForceX)), Y: state.Finite(float64(load.ForceY))}
		if key&1 == 0 { // the load is that on the other body
			f = f.Neg()
		}
		if f != (geom.Vec2{}) {
			dst = append(dst, pressure{f, false})
		}
	}
	return dst
}

// crushDirections are the directions in which crush looks, over half a turn: one of them is
// within pi/64 of the best.
var crushDirections = func() (list [32]geom.Vec2) {
	for i := range list {
		list[i] = geom.RotFromAngle(float64(i) * (math.Pi / 32)).X()
	}
	return list
}()

// crush returns the largest opposed force and its direction.
func crush(forces []pressure) (force float64, direction geom.Vec2) {
	if len(forces) < 2 {
		return 0, geom.Vec2{}
	}
	try := func(n geom.Vec2) {
		if f := opposedForce(forces, n); f > force {
			force, direction = f, n
		}
	}
	for _, n := range crushDirections {
		try(n)
	}
	if force == 0 {
		return 0, geom.Vec2{}
	}
	// While the same forces push either way, the force is the smaller of two products with sums of
	// forces: it is largest along one of the sums, or where the products are equal.
	var contacts, joints [2]geom.Vec2 // along the direction, against it
	for _, p := range forces {
		side := 0
		if p.force.Dot(direction) < 0 {
			side = 1
		}
		if p.contact {
			contacts[side] = contacts[side].Add(p.force)
		} else {
			joints[side] = joints[side].Add(p.force)
		}
	}
	net := contacts[0].Add(contacts[1])
	for side := range contacts {
		for _, v := range [3]geom.Vec2{contacts[side], contacts[side].Add(joints[side]), net.Add(joints[side]).LeftPerp()} {
			n, _ := v.Unit()
			try(n)
		}
	}
	if direction.X < 0 || direction.X == 0 && direction.Y < 0 { // of the two, one is chosen
		direction = direction.Neg()
	}
	return force, direction
}

// opposedForce returns the smaller of the forces that push along n and against it, of which at
// least one is of contacts alone.
func opposedForce(forces []pressure, n geom.Vec2) float64 {
	var contacts, joints [2]float64 // along n, against it
	for _, p := range forces {
		f, side := p.force.Dot(n), 0
		if f < 0 {
			f, side = -f, 1
		}
		if p.contact {
			contacts[side] += f
		} else {
			joints[side] += f
		}
	}
	return max(min(contacts[0], contacts[1]+joints[1]), min(contacts[1], contacts[0]+joints[0]))
}

// crushable lists the colliders with a CrushThreshold, in ascending order of slots.
type crushable struct{ list []state.ColliderSlot }

func (s *crushable) add(c state.ColliderSlot) {
	i, _ := slices.BinarySearch(s.list, c)
	s.list = slices.Insert(s.list, i, c)
}

func (s *crushable) remove(c state.ColliderSlot) {
	if i, ok := slices.BinarySearch(s.list, c); ok {
		s.list = slices.Delete(s.list, i, i+1)
	}
}

// publishCrushes reports the awake bodies that are pressed above the thresholds of their
// colliders.
func (w *World) publishCrushes() {
	for _, c := range w.crushable.list {
		slot := w.ownerOf(c)
		if !w.bodies.IsAwake(slot) || !w.bearsLoad(slot, c) {
			continue
		}
		w.scratch.pressures = w.pressures(w.scratch.pressures[:0], slot)
		force, direction := crush(w.scratch.pressures)
		if force > w.shapes.Meta[c].MaterialAndDensity.Value().CrushThreshold {
			w.events.Crushes = append(w.events.Crushes, Crush{w.bodyAt(slot), w.colliderAt(c), force, direction.Mgl()})
		}
	}
}

// bearsLoad reports whether a contact presses on a collider.
func (w *World) bearsLoad(slot state.BodySlot, c state.ColliderSlot) bool {
	for contact := range w.pipeline.EachContact(slot) {
		row := w.contacts.Row(contact)
		pair, sc := &w.contacts.Pair[row], &w.contacts.Solver[row]
		if !w.isOf(pair, c) {
			continue
		}
		for i := range sc.Count {
			if sc.Points[i].TotalImpulse > 0 {
				return true
			}
		}
	}
	return false
}
