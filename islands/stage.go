package islands

import (
	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver"
	"github.com/carom2d/carom/solver/schedule"
)

// Calls are the functions by which the stage tells the world of its changes.
type Calls struct {
	Sleeps, Wakes func(state.BodySlot)      // a body fell asleep, or woke
	Ends          func(state.ContactSlot)   // a contact that reports its end is about to end
	EndsEach      func([]state.ContactSlot) // so are several, in a transition
}

// Stage links bodies, and lets islands sleep and wake. It owns the list of fresh bodies; the links
// are in the tables of its pipeline and in the tables below.
type Stage struct {
	Islands *state.Islands `column:"fixed"`
	Joints  *state.Joints  `column:"fixed"`
	Solver  *solver.Solver `column:"fixed"` // which colours the links

	p        *collision.Pipeline `column:"fixed"`
	calls    Calls               `column:"fixed"`
	ofBodies bodyJoints          `column:"fixed"` // nil as long as there was no joint

	splitNeighbors state.Neighbors `column:"fixed"` // nil as long as no island was split

	fresh []state.BodySlot `column:"state"` // bodies made asleep since the last tick

	transition transition             `column:"scratch"`
	silent     []state.ContactSlot    `column:"scratch"` // contacts that begin or end without an event
	sleepers   sleeperSearch          `column:"scratch"`
	succession *succession            `column:"scratch"` // nil as long as no colliders were replaced
	scratch    scratch                `column:"scratch"`
	reorderer  schedule.BodyReorderer `column:"scratch"`
}

// scratch is storage that one call fills and the next may overwrite.
type scratch struct {
	bodies       []state.BodySlot
	contacts     []state.ContactSlot
	wakeContacts []state.ContactSlot
	joints       []state.JointSlot
	readyIslands []uint32
	islandBodies []state.BodySlot
}

// New returns the stage for the tables of a pipeline. The caller sets its tables.
func New(p *collision.Pipeline, calls Calls) Stage { return Stage{p: p, calls: calls} }

// TakeFresh takes over the fresh bodies of another stage.
func (s *Stage) TakeFresh(from *Stage) { s.fresh = from.fresh }

// Columns adds the column of the state that the stage owns.
func (s *Stage) Columns(l *column.List) { l.State("waking.fresh", column.Slice(&s.fresh)) }

// Check panics if a fresh body does not exist.
func (s *Stage) Check() {
	for _, b := range s.fresh {
		if int(b) >= len(s.p.Bodies.Meta) {
			panic("bodies: a fresh body does not exist")
		}
	}
}
