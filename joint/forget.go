package joint

// Forget drops the impulses and the load of a joint that no longer acts, so that it
// starts cold when it acts again: what they were has nothing to do with what they
// will be, and they may not even be numbers if a body was blown up. Angles with
// whole turns are kept if they are numbers.
func (s *Store) Forget(slot Slot) {
	row := s.Rows[slot]
	s.Load[row] = Load{}
	l := &s.Link[row]
	l.Flags &^= Stressed
	s.levers[l.BodyA], s.levers[l.BodyB] = lever{}, lever{}
	switch l.Kind {
	case KindRevolute:
		r := &s.pins[l.Data]
		r.jx, r.jy, r.angle = 0, 0, number(r.angle)
		if int(l.Data) < len(s.axles) {
			s.axles[l.Data].forget()
		}
	case KindGear, KindCustom:
		w := s.wides.at(l.Data)
		clear(w.impulses)
		g := &w.gear
		g.impulse = 0
		g.angles = [2]float64{number(g.angles[0]), number(g.angles[1])}
	case KindMember:
	default:
		b := s.bonds.at(l.Data)
		b.blockImpulses = [3]float32{}
		b.axisImpulses = [2]axisImpulses{}
		b.driveImpulses = [2]float32{}
		b.angle, b.angleA, b.angleB = number(b.angle), number(b.angleA), number(b.angleB)
		if b.tooth != b.tooth {
			b.tooth, b.toothed = 0, false
		}
	}
}

// number returns x, or zero for what is no number or infinite.
func number(x float64) float64 {
	if x-x != 0 {
		return 0
	}
	return x
}
