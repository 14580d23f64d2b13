package state

import "github.com/carom2d/carom/joint"

// ScaleImpulses multiplies the impulses that contacts keep from tick to tick: they are per
// sub-step, and a force at rest is the same in sub-steps of another length. Contacts of a body with
// a point faster than speed, m/s, are left out. An impulse that has just stopped a body is no force
// that lasts: multiplied, it throws the body back.
func (c *Contacts) ScaleImpulses(bodies *Bodies, factor, speed float32) {
	for row := range c.Solver {
		p := &c.Pair[row]
		if !bodies.slowerThan(BodySlot(p.BodyA), speed) || !bodies.slowerThan(BodySlot(p.BodyB), speed) {
			continue
		}
		for i := range c.Solver[row].Points {
			q := &c.Solver[row].Points[i]
			q.NormalImpulse = float32(q.NormalImpulse * factor)
			q.TangentImpulse = float32(q.TangentImpulse * factor)
		}
		if row < len(c.Surface) {
			c.Surface[row].RollingImpulse = float32(c.Surface[row].RollingImpulse * factor)
		}
	}
}

// slowerThan reports whether the centre of a body and its rotation are both slower than a speed.
func (b *Bodies) slowerThan(slot BodySlot, speed float32) bool {
	row := b.Row(slot)
	s, rim := &b.State[row], float32(b.State[row].W*b.Motion[row].MaxExtent)
	return max(s.VX, -s.VX, s.VY, -s.VY, rim, -rim) <= speed
}

// findFast finds the islands of a body with a point faster than a speed.
func (s *Islands) findFast(bodies *Bodies, speed float32) {
	s.visited.Grow(len(s.table))
	s.visited.ClearAll()
	for b, i := range s.islandOf {
		if i != None && !bodies.slowerThan(BodySlot(b), speed) {
			s.visited.Set(i)
		}
	}
}

// isFast reports whether findFast found the island of a body.
func (s *Islands) isFast(b uint32) bool {
	i := s.Of(BodySlot(b))
	return i != None && s.visited.Has(i)
}

// ScaleImpulses does the same for joints. It leaves out all joints of an island with a body that is
// too fast: a joint that is brought back passes its impulse on to joints of bodies at rest.
func (s *Joints) ScaleImpulses(bodies *Bodies, islands *Islands, factor, speed float32) {
	islands.findFast(bodies, speed)
	for row := range s.Link {
		l := &s.Link[row]
		if islands.isFast(l.BodyA) || islands.isFast(l.BodyB) {
			continue
		}
		switch l.Kind {
		case joint.KindRevolute:
			r := &s.RevolutePoints[l.Data]
			r.Jx, r.Jy = float32(r.Jx*factor), float32(r.Jy*factor)
			if int(l.Data) < len(s.RevoluteAngles) {
				s.RevoluteAngles[l.Data].scaleImpulses(factor)
			}
		case joint.KindGear, joint.KindCustom:
			w := s.multiBodies.at(l.Data)
			w.Gear.Impulse = float32(w.Gear.Impulse * factor)
			for i := range w.Impulses {
				w.Impulses[i] *= float64(factor)
			}
		case JointCompanion:
		default:
			s.generics.at(l.Data).scaleImpulses(factor)
		}
	}
}

func (x *RevoluteAngle) scaleImpulses(factor float32) {
	for _, j := range [...]*float32{&x.SpringImpulse, &x.MotorImpulse, &x.LowerImpulse, &x.UpperImpulse} {
		*j = float32(*j * factor)
	}
}

func (b *GenericJoint) scaleImpulses(factor float32) {
	b.InvH = float32(b.InvH / factor)
	for i := range b.BlockImpulses {
		b.BlockImpulses[i] = float32(b.BlockImpulses[i] * factor)
	}
	for i := range b.PlanarImpulses {
		b.PlanarImpulses[i] = float32(b.PlanarImpulses[i] * factor)
	}
	for i := range b.ScalarImpulses {
		x := &b.ScalarImpulses[i]
		for _, j := range [...]*float32{&x.HoldImpulse, &x.SpringImpulse, &x.MotorImpulse, &x.LowerImpulse, &x.UpperImpulse} {
			*j = float32(*j * factor)
		}
	}
}
