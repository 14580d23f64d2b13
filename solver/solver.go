package solver

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/solver/articulation"
	"github.com/carom2d/carom/solver/schedule"
)

// Solver holds the colours, which last, and the bundles, which each tick rebuilds.
type Solver struct {
	colorsOf        []uint32                         `column:"derived"` // by body slot: the colours in which a dynamic body has a constraint, as bits
	constraints     [colorCount]schedule.Constraints `column:"derived"` // of each colour
	order           *schedule.Order                  `column:"part"`
	articulations   articulation.Graph               `column:"part"`
	impacts         []impact                         `column:"state"` // new contacts that may be impacts, and impacts of the last ticks
	newJoints       func() jointPasses               `column:"fixed"` // makes the passes of a batch; nil: see UseJoints
	minParallelWork int                              `column:"fixed"` // the least work that goes to the pool

	// Everything below is scratch of one Solve.
	in                 Input              `column:"scratch"`
	joints             groupJoints        `column:"scratch"`
	articulationPlace  []int32            `column:"scratch"` // by articulation: its place in its batch
	rigidArticulations []bool             `column:"scratch"` // by articulation: its joints may be bonds
	clusters           clusters           `column:"scratch"`
	recoloring         recoloring         `column:"scratch"` // of one Recolor
	workerBatches      []*batch           `column:"scratch"` // by worker: the group that the worker solves
	*scratch           `column:"scratch"` // own or borrowed while Solve runs
	own                *scratch           `column:"part"` // nil: the world has been small up to now
}

// New returns a solver without constraints.
func New() *Solver {
	s := &Solver{minParallelWork: defaultMinParallelWork}
	s.order = schedule.NewOrder(&s.constraints)
	return s
}

// SetMinParallelWork sets the smallest amount of work that goes to the pool, in contacts. Zero
// shares all work. The results are the same for every amount.
func (s *Solver) SetMinParallelWork(contacts int) { s.minParallelWork = contacts }

// SetMaxGroupBodies limits the bodies of a group of islands that one worker solves alone, and makes
// groups even in small worlds. Zero makes no groups. The results are the same for every number.
func (s *Solver) SetMaxGroupBodies(bodies int) { s.order.SetMaxGroupBodies(bodies) }

// ReorderContacts sorts the awake contacts by the order of their bodies in memory, if there are at
// least minContacts and too many are out of order. No result depends on it.
func (s *Solver) ReorderContacts(contacts *state.Contacts, bodies *state.Bodies, minContacts int) {
	s.order.ReorderContacts(contacts, bodies, minContacts)
}

// Integrator integrates the awake bodies in a range of rows. Different ranges may be integrated at
// the same time. Kernels of the passes before may not have run yet: code outside kernels must call
// simd.Flush before it accesses State.
type Integrator interface {
	// BeginTick opens a tick.
	BeginTick(bodies *state.Bodies, p *step.Params)
	// IntegrateVelocities applies gravity, forces and damping over a sub-step. In every sub-step
	// but the first it also repeats the change that the constraints made in the previous sub-step.
	IntegrateVelocities(first bool, lo, hi int)
	// IntegratePositions advances the positions by a sub-step.
	IntegratePositions(lo, hi int)
}

// Input holds the tables of a world. All fields are required except Joints, Islands, Pool
// and Memory.
type Input struct {
	_          [0]func() // not comparable, so no program has code for a comparison
	Params     *step.Params
	Bodies     *state.Bodies
	Contacts   *state.Contacts
	Joints     *state.Joints  // nil: no joints; UseJoints must have been called for others
	Islands    *state.Islands // of all bodies that contacts and joints link; nil: unknown
	Pool       *par.Pool      // nil: the caller alone
	Integrator Integrator
	Memory     *grow.Memory // free until Solve returns; nil: the solver has its own
}

// Solve runs the constraints through one tick. It reads the contacts' points and the joints, writes
// the velocities and the motion D* of the awake bodies, and stores the impulses. Poses do not
// change. A warm Solve allocates nothing.
func (s *Solver) Solve(in *Input) {
	s.in = *in
	if s.joints.joints == nil {
		s.in.Joints = nil
	}
	if s.own == nil && in.Contacts.Awake() > maxBorrowing {
		s.own = new(scratch)
	}
	s.takeScratch()
	s.soft = makeCoefficients(in.Params)
	s.wide.set(&s.soft)
	in.Integrator.BeginTick(in.Bodies, in.Params)
	s.correction = correctionOf(&s.soft, in.Params)
	if s.in.Joints != nil {
		s.global.joints.findArticulations(s)
	}
	s.findClusters()
	if len(s.impacts) > 0 {
		s.beginImpacts()
	}
	pool := in.Pool
	if s.sharedWork() < s.minParallelWork {
		pool = nil
	}
	s.buildOrder(pool)
	s.listPasses()
	s.applyRestitution(pool)
	if alone := pool == nil && s.order.Groups() == 1; !alone {
		s.plan(pool.Workers())
		s.runStages(pool)
	} else if s.order.HasGlobal() {
		s.global.solveGroup(schedule.Global)
		simd.Flush()
	}
	s.clearClusters()
	if len(s.impacts) > 0 {
		s.endImpacts()
	}
	if s.restitution.jointCount > 0 {
		s.global.joints.storeBounces(&s.in)
	}
	s.giveScratch()
	s.in = Input{} // so that a forgotten world can be collected
}

// buildOrder builds the order of the tick.
func (s *Solver) buildOrder(pool *par.Pool) {
	in := schedule.Input{Bodies: s.in.Bodies, Contacts: s.in.Contacts, Joints: s.in.Joints, Islands: s.in.Islands}
	in.Clusters, in.Memory = &s.clusters.set, s.memory
	if in.Joints != nil {
		in.Articulations = &s.articulations
	}
	s.order.Build(in, pool)
}

// defaultMinParallelWork is the work, in contacts, from which sharing it among workers pays.
const defaultMinParallelWork = 1200

// sharedWork estimates the work that workers can share, in contacts: the contacts of the colours
// that are cut, or with groups the contacts of all colours. A body costs a quarter of a contact.
func (s *Solver) sharedWork() int {
	n := s.in.Bodies.Awake() / 4
	least := minSharedBundles * bundleSize
	if s.order.Groups() > 1 {
		least = 0
	}
	for i := range s.constraints {
		if count := s.constraints[i].Len(); count >= least {
			n += count
		}
	}
	return n
}
