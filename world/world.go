package world

import (
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/collision/bodies"
	"github.com/carom2d/carom/collision/continuous"
	"github.com/carom2d/carom/collision/crush"
	"github.com/carom2d/carom/collision/impacts"
	"github.com/carom2d/carom/collision/sensors"
	"github.com/carom2d/carom/integrator"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/islands"
	"github.com/carom2d/carom/solver"
	"github.com/carom2d/carom/solver/projection"
)

// World is a physics world. No two goroutines may call its methods, or its handles' methods, at
// once, except methods that only read: these may run on many goroutines between steps and changes.
// Other use from two goroutines panics. The check costs a few nanoseconds a call and finds nearly
// all misuse. Different worlds are independent.
type World struct {
	config Config      `column:"state"`
	params step.Params `column:"state"`

	space
	contacts   *state.Contacts    `column:"part"`
	joints     *state.Joints      `column:"part"`
	pipeline   collision.Pipeline `column:"part"`
	ccd        continuous.Stage   `column:"part"`
	sensing    sensors.Stage      `column:"part"`
	crushing   crush.Stage        `column:"part"`
	impacts    impacts.Stage      `column:"part"`
	areaStage  areaStage          `column:"part"` // nil as long as there was no area
	solver     *solver.Solver     `column:"part"`
	islands    state.Islands      `column:"part"`
	linking    islands.Stage      `column:"part"`
	builder    bodies.Builder     `column:"part"`
	integrator integrator.Stepper `column:"part"`
	pool       *par.Pool          `column:"fixed"`

	// The steps of a tick for joints; nil as long as there was none.
	countTurns, projectJoints, publishStresses func(*World) `column:"fixed"`

	door              door    `column:"fixed"`
	runningDeferred   bool    `column:"fixed"`   // a function given to AfterStep is running
	sumsImpulses      bool    `column:"scratch"` // the tick is one of several in a Step, whose impulses are added up
	manifoldsAtPose   bool    `column:"state"`   // the manifolds belong to the poses in Pose; else to the poses in LastPose
	accumulator       float64 `column:"state"`   // s, not yet stepped
	wholeTicks        bool    `column:"state"`   // nothing was carried into the last Step, nor over from it
	ticks             uint64  `column:"state"`
	timeBefore        float64 `column:"state"` // s, simulated until the configuration changed the last time
	ticksBefore       uint64  `column:"state"` // ticks until then
	minParallelBodies int     `column:"fixed"` // with fewer awake bodies a tick is not shared out

	events        Events        `column:"state"`
	pendingEvents Events        `column:"state"`   // of the game's calls between ticks
	eventsVersion uint64        `column:"derived"` // counts the changes of events
	eventIndex    eventIndex    `column:"derived"`
	subscriptions subscriptions `column:"fixed"`
	deferredCalls []func()      `column:"fixed"`
	profile       Profile       `column:"scratch"`
	scratch       scratch       `column:"scratch"`
	sensors       state.Sensors `column:"part"`
	areas         state.Areas   `column:"part"`
	chains        state.Chains  `column:"part"`
	keys          keyIndex      `column:"derived"`
	blast         blast         `column:"state"`
	views         viewPool      `column:"fixed"`
	columns       *column.List  `column:"fixed"`   // see stateColumns
	store         *column.Store `column:"fixed"`   // see stateStore
	recording     callRecorder  `column:"fixed"`   // while one is made
	calls         uint64        `column:"derived"` // of the game that may have changed anything, and quarantines: see calledForRow

	restores     uint64     `column:"fixed"` // see Versions
	shapeChanges uint64     `column:"fixed"` // see Versions
	observers    []Observer `column:"fixed"`
	heldTime     float64    `column:"fixed"` // s, of calls of Tick that observers slow down

	changedSinceTick bool `column:"derived"` // by a call or a restore: there may be forces that the coming tick clears
}

// scratch is storage that one call fills and the next may overwrite.
type scratch struct {
	bodies         []state.BodySlot
	sortedContacts []state.ContactSlot
	contactEdit    ContactEdit
	stressedJoints []state.JointSlot
	stopped        []state.BodyRow
	projection     *projection.Projection // of jointed bodies; nil: no jointed body was stopped yet
	masses         []foundMass
	finalize       finalizeTask
	begins         beginTask
	ends           endTask
	solverInput    solver.Input
	memory         *grow.Memory // of the search for pairs, then of the solver; nil: they do not share any
}

// beforeFirst is called before the first world is made, or nil. Only programs for GOOS=js have it,
// which have one thread.
var beforeFirst func()

// New makes an empty world. It returns a *geom.FieldError for a configuration
// that cannot be used.
func New(config Config) (*World, error) {
	if err := config.validate(); err != nil {
		return nil, err
	}
	if warmUp := beforeFirst; warmUp != nil {
		beforeFirst = nil // warmUp makes a world too
		warmUp()
	}
	w := &World{
		config:            config,
		contacts:          &state.Contacts{},
		joints:            state.NewJoints(),
		solver:            solver.New(),
		minParallelBodies: defaultMinParallelBodies,
	}
	broad := config.Broadphase.fresh()
	if t, ok := broad.(*broadphase.Tree); ok {
		w.scratch.memory = t.Memory()
	}
	w.space.init(w, state.NewBodies(), &state.Colliders{}, broad)
	w.space.door = &w.door
	w.pipeline = collision.Pipeline{
		Bodies: w.bodies, Shapes: w.shapes, Contacts: w.contacts, Broadphase: broad,
		Tolerance: collision.Tolerance{
			Speculative: speculativeDistance * config.LengthUnit,
			Margin:      boxMargin * config.LengthUnit,
			Slop:        linearSlop * config.LengthUnit,
		},
		Rules:    w.makeRules(),
		Timestep: config.Timestep,
	}
	w.linking = islands.New(&w.pipeline, w.islandCalls())
	w.linking.Islands, w.linking.Joints, w.linking.Solver = &w.islands, w.joints, w.solver
	w.ccd = continuous.New(&w.pipeline)
	w.sensing = sensors.New(&w.pipeline, &w.ccd, &w.sensors)
	w.crushing = crush.New(&w.pipeline, &w.linking)
	w.impacts = impacts.New(&w.pipeline)
	w.builder = bodies.New(bodies.Parts{
		Pipeline: &w.pipeline, Links: &w.linking, Sensing: &w.sensing, Crushing: &w.crushing,
		Sensors: &w.sensors, Chains: &w.chains, Areas: &w.areas,
	}, w.builderCalls())
	w.pool = par.New(config.workerCount())
	w.updateStepParams()
	w.builder.UseFreshSlots(config.Stable)
	return w, nil
}

// Must returns v, and panics when err is not nil. It is for programs whose
// definitions are constants, such as examples and tests.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Check panics when err is not nil: Must for calls that return an error alone.
//
//go:noinline
func Check(err error) {
	if err != nil {
		panic(err)
	}
}

// Close stops the world's workers. A closed world can still be read, but
// neither stepped nor changed. Closing twice is harmless. Closing from a callback
// of a step panics; closing from AfterStep ends the step. A world that is no
// longer referenced is collected with its workers.
func (w *World) Close() {
	switch s := w.door.word.Load(); {
	case s&(doorTicking|doorCallback) != 0:
		panic("world: Close during a step")
	case s&doorChanging != 0:
		panic("world: Close during a change by another goroutine")
	}
	open := !w.door.has(doorClosed)
	_ = w.StopRecording() // a writer that failed was reported then
	w.door.word.Or(doorClosed)
	w.pool.Close()
	if open {
		for _, o := range w.observers {
			o.Closed(w)
		}
	}
}

// StopRecording writes the rest of the recording, ends it and returns the writer's error. Without a
// recording it does nothing. Close does the same, but returns no error.
func (w *World) StopRecording() error {
	if s := w.door.word.Load(); s&(doorTicking|doorChanging) != 0 {
		refuseReading(s)
		return ErrStepping
	}
	r := w.recording
	if r == nil {
		return nil
	}
	w.recording, w.joints.Listener = nil, nil
	return r.stop()
}
