package impacts

import (
	"fmt"
	"slices"

	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/collision/continuous"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/state"
)

// lastStop is a pair of colliders that a sweep stopped in the tick before. Their contact is created
// in this tick.
type lastStop struct {
	colliderA, colliderB state.ColliderID // ascending slots
	fraction             float64
}

// Stage determines from contacts how bodies met.
type Stage struct {
	Sums Sums `column:"part"`

	p         *collision.Pipeline `column:"fixed"`
	lastStops []lastStop          `column:"state"`
	hits      hitTask             `column:"scratch"`
	found     []state.ContactSlot `column:"scratch"`
}

// New returns the stage for the contacts of a pipeline.
func New(p *collision.Pipeline) Stage { return Stage{p: p} }

// Columns adds the columns of the state that the stage owns to a list. In a stable world hashes do
// not depend on the order in which the world was built.
func (s *Stage) Columns(l *column.List, stable bool) {
	s.Sums.columns(l)
	stops := column.Slice(&s.lastStops)
	if stable {
		stops.HashedBy(column.Fold(&s.lastStops, s.hashStops))
	}
	l.State("lastStops", stops)
}

func (s *Stage) hashStops(h *column.Hasher, list []lastStop) {
	for i := range list {
		h.Uint64(uint64(s.p.Shapes.Canonical(id.ID(list[i].colliderA))))
		h.Uint64(uint64(s.p.Shapes.Canonical(id.ID(list[i].colliderB))))
		h.Float64(list[i].fraction)
	}
}

// Check panics if a state that was read from a file contradicts itself.
func (s *Stage) Check() {
	if !slices.IsSortedFunc(s.lastStops, s.compareLastStops) {
		panic("contacts: the last stops are not in order")
	}
	if len(s.Sums.sums) > len(s.p.Contacts.Meta) {
		panic("contacts: columns by slot differ in length")
	}
	if s.Sums.ticks < 0 {
		panic(fmt.Sprintf("clock: %d ticks in a step", s.Sums.ticks))
	}
}

// ApproachSpeed returns the speed at which a point of contact closes, at the present velocities.
func (s *Stage) ApproachSpeed(pair *state.ContactPair, sc *state.SolverContact, p *state.SolverPoint) float64 {
	a, b := &s.p.Bodies.State[s.p.Bodies.Row(state.BodySlot(pair.BodyA))], &s.p.Bodies.State[s.p.Bodies.Row(state.BodySlot(pair.BodyB))]
	velocity := func(v *state.BodyState, x, y float32) geom.Vec2 {
		return geom.Vec2{X: float64(v.VX) - float64(float64(v.W)*float64(y)), Y: float64(v.VY) + float64(float64(v.W)*float64(x))}
	}
	n := geom.Vec2{X: float64(sc.NormalX), Y: float64(sc.NormalY)}
	return state.Finite(velocity(a, p.AX, p.AY).Sub(velocity(b, p.BX, p.BY)).Dot(n))
}

// MeetingFraction returns the time at which a point of a contact, which approaches at a speed, met
// the other body, as a fraction of the tick.
func (s *Stage) MeetingFraction(pair *state.ContactPair, p *state.SolverPoint, speed float64) float64 {
	if len(s.lastStops) > 0 {
		a, b := state.ColliderSlot(min(pair.ColliderA, pair.ColliderB)), state.ColliderSlot(max(pair.ColliderA, pair.ColliderB))
		if stop := s.lastStopOf(a, b); stop != nil {
			return stop.fraction - 1
		}
	}
	gap := float64(p.Separation)
	switch {
	case gap <= 0:
		return 0
	case speed <= 0:
		return 1
	default:
		return min(1, gap/float64(speed*s.p.Timestep))
	}
}

// lastStopOf returns the stop of two colliders, or nil. It is asked for each contact that begins,
// and has no calls, unlike slices.BinarySearchFunc.
func (s *Stage) lastStopOf(a, b state.ColliderSlot) *lastStop {
	shapes, stops := s.p.Shapes, s.lastStops
	want := lastStop{colliderA: shapes.Meta[a].ID, colliderB: shapes.Meta[b].ID}
	low, high := 0, len(stops)
	for low < high {
		middle := int(uint(low+high) / 2)
		x := &stops[middle]
		id, wanted, slot := x.colliderA, want.colliderA, a
		if id == wanted {
			id, wanted, slot = x.colliderB, want.colliderB, b
		}
		at := shapes.SlotOf(id)
		switch {
		case id == wanted:
			return x
		case at < slot || at == slot && id < wanted:
			low = middle + 1
		default:
			high = middle
		}
	}
	return nil
}

func (s *Stage) compareLastStops(a, b lastStop) int {
	if c := s.p.Shapes.CompareIDs(a.colliderA, b.colliderA); c != 0 {
		return c
	}
	return s.p.Shapes.CompareIDs(a.colliderB, b.colliderB)
}

// KeepStops keeps the stops of this tick for the events of the next.
func (s *Stage) KeepStops(stops []continuous.Stop) {
	s.lastStops = s.lastStops[:0]
	for _, x := range stops {
		s.lastStops = append(s.lastStops, lastStop{s.p.Shapes.Meta[x.ColliderA].ID, s.p.Shapes.Meta[x.ColliderB].ID, x.Fraction})
	}
}
