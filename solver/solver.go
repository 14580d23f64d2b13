package solver

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/manifold"
)

// Solver holds the colours, which last, and the rows, which a tick rebuilds.
type Solver struct {
	colours [colourCap]colour
	share   int // the least amount of work for a colour that goes to the pool

	// Everything below is scratch of one Solve.
	in       Input
	soft     coefficients
	wide     wideCoefficients
	grouping grouping
	sorting  sorting
	woods    woods
	rest     batch    // what goes by colours
	desks    []*batch // by worker: the group that it solves
	passes   []work
	stages   []stage
	now      span    // the stages that the pool runs at present
	bouncing []int32 // contact rows with restitution, by colour
	impacts  impacts
	bare     []bare   // by body row, while ballast is on
	burden   []burden // by body row
	upX, upY float32  // against gravity, unit, or zero

	pullOfGravity float32 // m/s^2
	mostWeight    float32 // kg of load that an upward impulse of 1 N s can stand for
}

// New returns a solver without constraints.
func New() *Solver {
	s := &Solver{share: worthSharing, grouping: grouping{limit: groupBodies, least: leastToGroup}}
	s.rest.of = s
	return s
}

// ShareFrom sets the least amount of work, in contacts and for each colour in use, that goes
// to the pool: zero shares everything. The results are the same for every amount.
func (s *Solver) ShareFrom(work int) { s.share = work }

// Motion integrates the awake bodies. It is told a range of rows; different
// ranges may be called at the same time.
type Motion interface {
	// Begin opens a tick: bodies in total are awake.
	Begin(bodies *body.Store, p *step.Params)
	// Accelerate applies gravity, forces and damping over a sub-step. In every
	// sub-step but the first it also repeats what the constraints did in the last.
	Accelerate(first bool, lo, hi int)
	// Move advances the positions by a sub-step.
	Move(lo, hi int)
}

// Input is what a Solve works on. All of it is needed but Joints, Islands and Pool.
type Input struct {
	Params   *step.Params
	Bodies   *body.Store
	Contacts *manifold.Contacts
	Joints   *joint.Store // nil: no joints
	Islands  *Islands     // of all bodies that contacts and joints link; nil: unknown
	Pool     *par.Pool    // nil: the caller alone
	Motion   Motion
}

// Solve runs the constraints through one tick: it reads the contacts' points and
// the joints, writes velocities and the motion D* of the awake bodies, and stores the
// impulses. Poses stay as they are. Warm, it allocates nothing.
func (s *Solver) Solve(in *Input) {
	s.in = *in
	s.soft = makeCoefficients(in.Params)
	s.wide.set(&s.soft)
	in.Motion.Begin(in.Bodies, in.Params)
	s.bare = grow.Fit(s.bare, in.Bodies.Awake())
	s.burden = grow.Fit(s.burden, in.Bodies.Awake())
	s.findUp()
	pool := in.Pool
	if s.amount() < s.share*s.barriers() {
		pool = nil
	}
	if in.Joints != nil {
		in.Joints.Plant(in.Bodies)
	}
	s.gather(pool)
	s.plant()
	s.plan(pool.Workers())
	s.impact(pool)
	s.runStages(pool)
	if in.Joints != nil {
		in.Joints.Relieve(in.Bodies)
	}
	s.in = Input{} // a forgotten world can be collected
}

// worthSharing is the work of a colour, in contacts, from which to share it among workers
// pays: a pass takes microseconds then, the barrier behind it and the bodies that wander
// from core to core take one.
const worthSharing = 400

// barriers returns how many there were in a pass of the last tick, but no fewer than there
// are in any: groups need none.
func (s *Solver) barriers() int {
	const least = 5
	if len(s.grouping.groups) > 1 {
		return least
	}
	return max(s.Colours(), least)
}

// amount returns how much there is to do, in contacts; bodies are integrated for a
// fraction of what a contact costs.
func (s *Solver) amount() int {
	n := s.in.Bodies.Awake() / 8
	for i := range s.colours {
		n += len(s.colours[i].contacts) + len(s.colours[i].joints)
	}
	return n
}
