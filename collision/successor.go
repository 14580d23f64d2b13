package collision

import "github.com/carom2d/carom/internal/state"

// IsAlike reports whether two colliders of one body, neither of which is a part of a compound or a
// sensor, differ in their shapes and user data only.
func (p *Pipeline) IsAlike(a, b state.ColliderSlot) bool {
	s := p.Shapes
	flags := s.Link[a].Flags
	return flags == s.Link[b].Flags && flags&(state.ColliderPart|state.ColliderSensor) == 0 && s.Filter(a) == s.Filter(b) &&
		s.OneWayOf(a) == s.OneWayOf(b) && s.Meta[a].MaterialAndDensity.Value() == s.Meta[b].MaterialAndDensity.Value()
}

// PassContact gives a contact a collider in place of another one that is alike, and reports whether
// it did. It does not if that collider has a contact with the third one already, which it returns.
func (p *Pipeline) PassContact(contact state.ContactSlot, from, to state.ColliderSlot) (taken state.ContactSlot, passed bool) {
	row := p.Contacts.Row(contact)
	pair := &p.Contacts.Pair[row]
	ground, other := &pair.ColliderA, pair.ColliderB
	if *ground != uint32(from) {
		ground, other = &pair.ColliderB, pair.ColliderA
	}
	if taken, found := p.ContactOf(to, state.ColliderSlot(other)); found {
		return taken, false
	}
	*ground = uint32(to)
	p.Contacts.Cache[row] = state.ManifoldCache{}
	p.invalidated = true
	return contact, true
}

// Merge gives a contact the points and the impulses of another contact of the same two bodies, and
// reports whether it did. The contact keeps the outermost points of both, and the impulses are
// shared between these so that force and torque stay. Contacts with different normals do not merge.
// A contact on an arc has one point, so it merges only with a contact in the same place.
func (p *Pipeline) Merge(into, from state.ContactSlot) (merged bool) {
	to, row := p.Contacts.Row(into), p.Contacts.Row(from)
	pair, other := &p.Contacts.Pair[to], &p.Contacts.Pair[row]
	a, b := &p.Contacts.Solver[to], &p.Contacts.Solver[row]
	cos := float32(a.NormalX*b.NormalX) + float32(a.NormalY*b.NormalY)
	if pair.BodyA != other.BodyA || cos < 1-1e-6 || a.Count == 0 || b.Count == 0 {
		return false
	}
	l := pointsInLine{x: -a.NormalY, y: a.NormalX}
	l.add(a)
	l.add(b)
	first, last := l.ends()
	if (pair.Flags|other.Flags)&state.ContactArc != 0 {
		if float64(l.at(last)-l.at(first)) > p.Tolerance.Slop {
			return false
		}
		first, last = 0, 0
	} else if a.Count == 2 && l.at(0) > l.at(1) {
		first, last = last, first
	}
	l.putInto(a, first, last)
	pair.UpdatePointFlag(a)
	if pair.Flags&other.Flags&state.ContactHasSurface != 0 {
		p.Contacts.Surface[to].RollingImpulse += p.Contacts.Surface[row].RollingImpulse
	}
	return true
}

// pointsInLine are the points of two contacts along a surface.
type pointsInLine struct {
	x, y   float32 // the direction of the surface
	points [4]state.SolverPoint
	n      int
}

func (l *pointsInLine) add(c *state.SolverContact) {
	l.n += copy(l.points[l.n:], c.Points[:c.Count])
}

// at is the place of a point, m.
func (l *pointsInLine) at(i int) float32 {
	return float32(l.x*l.points[i].AX) + float32(l.y*l.points[i].AY)
}

func (l *pointsInLine) ends() (first, last int) {
	for i := range l.n {
		if l.at(i) < l.at(first) {
			first = i
		}
		if l.at(i) > l.at(last) {
			last = i
		}
	}
	return first, last
}

// putInto gives a contact two of the points, or one that is both, and the impulses of all.
func (l *pointsInLine) putInto(c *state.SolverContact, first, last int) {
	length := l.at(last) - l.at(first)
	c.Count = 1
	c.Points[0] = l.points[first].WithoutImpulses()
	if length != 0 {
		c.Count = 2
		c.Points[1] = l.points[last].WithoutImpulses()
	}
	for i := range l.n {
		share := float32(0)
		if length != 0 {
			share = (l.at(i) - l.at(first)) / length
			c.Points[1].AddImpulses(&l.points[i], share)
		}
		c.Points[0].AddImpulses(&l.points[i], 1-share)
	}
}
