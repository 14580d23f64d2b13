package solver

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
)

// Solver holds the colours, which last, and the rows, which a tick rebuilds.
type Solver struct {
	colors          [colorCount]color
	minParallelWork int // the least amount of work for a colour that goes to the pool

	// Everything below is scratch of one Solve.
	in                   Input
	soft                 coefficients
	wide                 wideCoefficients
	grouping             grouping
	sort                 bucketSort
	articulationGraph    joint.Graph
	articulationsByGroup articulationsByGroup
	global               batch    // what goes by colours
	workerBatches        []*batch // by worker: the group that it solves
	passes               []pass
	stages               []stage
	activeStages         span    // the stages that the pool runs at present
	bouncyContacts       []int32 // contact rows with restitution, by colour
	restitution          restitution
	savedMass            []savedMass  // by body row, while ballast is on
	loads                []loadRecord // by body row
	upX, upY             float32      // against gravity, unit, or zero

	gravity              float32 // m/s^2
	maxCarriedPerImpulse float32 // kg of load that an upward impulse of 1 N s can stand for
}

// New returns a solver without constraints.
func New() *Solver {
	s := &Solver{minParallelWork: defaultMinParallelWork, grouping: grouping{maxBodies: maxGroupBodies, minAwake: minAwakeToGroup}}
	s.global.solver = s
	return s
}

// SetMinParallelWork sets the least amount of work, in contacts and for each colour in use, that goes
// to the pool: zero shares everything. The results are the same for every amount.
func (s *Solver) SetMinParallelWork(contacts int) { s.minParallelWork = contacts }

// Integrator integrates the awake bodies. It is told a range of rows; different
// ranges may be called at the same time.
type Integrator interface {
	// BeginTick opens a tick: bodies in total are awake.
	BeginTick(bodies *state.Bodies, p *step.Params)
	// IntegrateVelocities applies gravity, forces and damping over a sub-step. In every
	// sub-step but the first it also repeats what the constraints did in the last.
	IntegrateVelocities(first bool, lo, hi int)
	// IntegratePositions advances the positions by a sub-step.
	IntegratePositions(lo, hi int)
}

// Input is what a Solve works on. All of it is needed but Joints, Islands and Pool.
type Input struct {
	Params     *step.Params
	Bodies     *state.Bodies
	Contacts   *state.Contacts
	Joints     *joint.Joints // nil: no joints
	Islands    *Islands      // of all bodies that contacts and joints link; nil: unknown
	Pool       *par.Pool     // nil: the caller alone
	Integrator Integrator
}

// Solve runs the constraints through one tick: it reads the contacts' points and
// the joints, writes velocities and the motion D* of the awake bodies, and stores the
// impulses. Poses stay as they are. Warm, it allocates nothing.
func (s *Solver) Solve(in *Input) {
	s.in = *in
	s.soft = makeCoefficients(in.Params)
	s.wide.set(&s.soft)
	in.Integrator.BeginTick(in.Bodies, in.Params)
	s.savedMass = grow.Resize(s.savedMass, in.Bodies.Awake())
	s.loads = grow.Resize(s.loads, in.Bodies.Awake())
	s.findGravityAxis()
	pool := in.Pool
	if s.workEstimate() < s.minParallelWork*s.barriersPerPass() {
		pool = nil
	}
	if in.Joints != nil {
		s.articulationGraph.BeginTick(in.Joints, in.Bodies)
		joint.ApplyLevers(in.Joints, in.Bodies)
	}
	s.sortConstraints(pool)
	s.assignArticulations()
	s.plan(pool.Workers())
	s.applyRestitution(pool)
	s.runStages(pool)
	if in.Joints != nil {
		joint.RemoveLevers(in.Joints, in.Bodies)
		s.articulationGraph.EndTick(in.Joints, in.Bodies)
	}
	s.in = Input{} // a forgotten world can be collected
}

// defaultMinParallelWork is the work of a colour, in contacts, from which to share it among workers
// pays: a pass takes microseconds then, the barrier behind it and the bodies that wander
// from core to core take one.
const defaultMinParallelWork = 400

// barriersPerPass returns how many there were in a pass of the last tick, but no fewer than there
// are in any: groups need none.
func (s *Solver) barriersPerPass() int {
	const minBarriers = 5
	if len(s.grouping.groups) > 1 {
		return minBarriers
	}
	return max(s.Colors(), minBarriers)
}

// workEstimate returns how much there is to do, in contacts; bodies are integrated for a
// fraction of what a contact costs.
func (s *Solver) workEstimate() int {
	n := s.in.Bodies.Awake() / 8
	for i := range s.colors {
		n += len(s.colors[i].contacts) + len(s.colors[i].joints)
	}
	return n
}
