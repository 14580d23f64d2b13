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
// it did. It does not if that collider has a contact with the third one already.
func (p *Pipeline) PassContact(contact state.ContactSlot, from, to state.ColliderSlot) (passed bool) {
	row := p.Contacts.Row(contact)
	pair := &p.Contacts.Pair[row]
	ground, other := &pair.ColliderA, pair.ColliderB
	if *ground != uint32(from) {
		ground, other = &pair.ColliderB, pair.ColliderA
	}
	if p.hasContact(to, state.ColliderSlot(other)) {
		return false
	}
	*ground = uint32(to)
	p.Contacts.Cache[row] = state.ManifoldCache{}
	p.invalidated = true
	return true
}
