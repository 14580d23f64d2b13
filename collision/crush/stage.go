package crush

import (
	"slices"

	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/islands"
)

// Crush is a body with a crush force above a collider's threshold.
type Crush struct {
	Body      state.BodySlot
	Collider  state.ColliderSlot
	Force     float64   // N
	Direction geom.Vec2 // unit
}

// Stage finds the crush forces of bodies.
type Stage struct {
	p     *collision.Pipeline `column:"fixed"`
	links *islands.Stage      `column:"fixed"` // of the joints

	crushable []state.ColliderSlot `column:"derived"` // ascending

	found     []Crush    `column:"scratch"`
	pressures []pressure `column:"scratch"`
}

// New returns the stage for the contacts of a pipeline and the joints of a stage of islands.
func New(p *collision.Pipeline, links *islands.Stage) Stage { return Stage{p: p, links: links} }

// Add adds a collider to the crushable ones if its material has a threshold.
func (s *Stage) Add(c state.ColliderSlot) {
	if s.p.Shapes.Meta[c].MaterialAndDensity.Value().CrushThreshold > 0 {
		i, _ := slices.BinarySearch(s.crushable, c)
		s.crushable = append(s.crushable, 0)
		copy(s.crushable[i+1:], s.crushable[i:])
		s.crushable[i] = c
	}
}

// Remove removes a collider from the crushable ones before the collider is destroyed.
func (s *Stage) Remove(c state.ColliderSlot) {
	if i, ok := slices.BinarySearch(s.crushable, c); ok {
		s.crushable = slices.Delete(s.crushable, i, i+1)
	}
}

// TakeList takes over the crushable colliders of another stage.
func (s *Stage) TakeList(from *Stage) { s.crushable = from.crushable }

// Columns adds the column of the crushable colliders to a list.
func (s *Stage) Columns(l *column.List) { l.Derived("crushable", column.Slice(&s.crushable)) }

// Force returns the crush force of a body, N.
func (s *Stage) Force(slot state.BodySlot) float64 {
	var buffer [16]pressure
	force, _ := crush(s.appendPressures(buffer[:0], slot))
	return force
}

// Update returns the awake bodies whose crush forces exceed the thresholds of their colliders, by
// ascending collider. The list is valid until the next call.
func (s *Stage) Update() []Crush {
	s.found = s.found[:0]
	for _, c := range s.crushable {
		slot := s.p.Shapes.OwnerOf(c)
		if !s.p.Bodies.IsAwake(slot) || !s.bearsLoad(slot, c) {
			continue
		}
		s.pressures = s.appendPressures(s.pressures[:0], slot)
		force, direction := crush(s.pressures)
		if force > s.p.Shapes.Meta[c].MaterialAndDensity.Value().CrushThreshold {
			s.found = append(s.found, Crush{slot, c, force, direction})
		}
	}
	return s.found
}

// bearsLoad reports whether a contact presses on a collider.
func (s *Stage) bearsLoad(slot state.BodySlot, c state.ColliderSlot) bool {
	for contact := range s.p.EachContact(slot) {
		row := s.p.Contacts.Row(contact)
		pair, sc := &s.p.Contacts.Pair[row], &s.p.Contacts.Solver[row]
		if !s.p.IsOf(pair, c) {
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
