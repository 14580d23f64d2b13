package crush

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// pressure is a force on a body, N.
type pressure struct {
	force   geom.Vec2
	contact bool // of a contact, not of a joint
}

// appendPressures appends the forces of the last tick on a body.
func (s *Stage) appendPressures(dst []pressure, slot state.BodySlot) []pressure {
	rate := 1 / s.p.Timestep
	for contact := range s.p.EachContact(slot) {
		row := s.p.Contacts.Row(contact)
		sc := &s.p.Contacts.Solver[row]
		impulse := 0.0
		for i := range sc.Count {
			impulse += state.Finite(float64(sc.Points[i].TotalImpulse))
		}
		if !(impulse > 0) {
			continue
		}
		f := geom.Vec2{X: float64(sc.NormalX), Y: float64(sc.NormalY)}.Mul(float64(impulse * rate))
		if s.p.Contacts.Pair[row].BodyA == uint32(slot) {
			f = f.Neg()
		}
		dst = append(dst, pressure{f, true})
	}
	for key := s.p.Bodies.Meta[slot].FirstJoint; key != state.None; key = s.links.Joints.Next(key) {
		row := s.links.Joints.Row(state.JointSlot(key >> 1))
		if s.links.Joints.Link[row].Flags&state.JointLinked == 0 {
			continue
		}
		load := &s.links.Joints.Load[row]
		f := geom.Vec2{X: state.Finite(float64(load.ForceX)), Y: state.Finite(float64(load.ForceY))}
		if key&1 == 0 { // the load is the load on the other body
			f = f.Neg()
		}
		if f != (geom.Vec2{}) {
			dst = append(dst, pressure{f, false})
		}
	}
	return dst
}

// crushDirections are the directions that crush tries, over half a turn: one of them is within
// pi/64 of the best.
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
	// As long as the same forces push each way, the force is the smaller of two dot products with
	// sums of forces. It is largest along one of the sums, or where the two products are equal.
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
	if direction.X < 0 || direction.X == 0 && direction.Y < 0 { // choose one of the two
		direction = direction.Neg()
	}
	return force, direction
}

// opposedForce returns the smaller of the sums of forces that push along n and against it. At least
// one of the two sums is of contacts alone.
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
