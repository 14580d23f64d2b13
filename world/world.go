package world

import (
	"errors"
	"fmt"
	"iter"

	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/collision/bodies"
	"github.com/carom2d/carom/collision/continuous"
	"github.com/carom2d/carom/collision/crush"
	"github.com/carom2d/carom/collision/impacts"
	"github.com/carom2d/carom/collision/sensors"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/integrator"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/islands"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/solver"
	"github.com/go-gl/mathgl/mgl64"
)

// Errors that name no field.
var (
	// ErrStepping is returned by calls that would change the world while it steps.
	ErrStepping = errors.New("world: the world is stepping")
	// ErrClosed is returned by calls that would change a closed world.
	ErrClosed = errors.New("world: the world is closed")
	// ErrBroken is the value with which all calls panic that step, change or query a world
	// whose tick was left half done by a panic.
	ErrBroken = errors.New("world: a panic has left a tick half done, the world can only be read and closed")
	// ErrForeign is wrapped when a definition names a body of another world.
	ErrForeign = errors.New("belongs to another world")
	// ErrDestroyed is wrapped when a definition names something destroyed.
	ErrDestroyed = errors.New("is destroyed")
	// ErrSameBody is wrapped when a joint names one body twice.
	ErrSameBody = errors.New("is the same body twice")
	// ErrImmovable is wrapped when a joint names two bodies that are not dynamic.
	ErrImmovable = errors.New("is not dynamic and neither is the other")
	// ErrGround is returned by calls that would change the ground.
	ErrGround = errors.New("world: the ground cannot be changed")
)

// World is a physics world. Its methods, and those of its handles, must not be called from
// two goroutines at once, except those that only read: these may run on many goroutines
// between steps and changes. Other use from two goroutines panics when it is found, which
// costs a few nanoseconds a call and is nearly always. Different worlds are independent.
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

	door              door    `column:"fixed"`
	runningDeferred   bool    `column:"fixed"`   // a function given to AfterStep is running
	sumsImpulses      bool    `column:"scratch"` // the tick is one of several in a Step, whose impulses are added up
	manifoldsAtPose   bool    `column:"state"`   // the manifolds belong to the poses in Pose; else to those in Last
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
	masses         []foundMass
	finalize       finalizeTask
	begins         beginTask
	ends           endTask
	solverInput    solver.Input
}

// New makes an empty world. It returns a *geom.FieldError for a configuration
// that cannot be used.
func New(config Config) (*World, error) {
	if err := config.validate(); err != nil {
		return nil, err
	}
	w := &World{
		config:            config,
		contacts:          &state.Contacts{},
		joints:            state.NewJoints(),
		solver:            solver.New(),
		minParallelBodies: defaultMinParallelBodies,
	}
	broad := config.Broadphase.fresh()
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
func Check(err error) {
	if err != nil {
		panic(err)
	}
}

// updateStages tells stages the parts of the configuration that they keep.
func (w *World) updateStages() {
	c := &w.config
	w.ccd.GravityPerTick = geom.From(c.Gravity).Mul(c.Timestep)
	w.builder.Configure(bodies.Setting{SleepSpeed: c.SleepSpeed, NoSleep: c.NoSleep})
	if w.areaStage != nil {
		w.configureAreas()
	}
}

// updateStepParams derives the parameters of a tick from the configuration.
func (w *World) updateStepParams() {
	c := &w.config
	h := c.Timestep / float64(c.SubSteps)
	w.updateStages()
	w.params = step.Params{
		DT: float32(c.Timestep), H: float32(h), InvH: float32(1 / h), SubSteps: c.SubSteps,
		GravityX: float32(c.Gravity[0]), GravityY: float32(c.Gravity[1]),
		ContactHertz: float32(c.ContactHertz), ContactDamping: float32(c.ContactDamping),
		ContactPushSpeed: float32(c.ContactPushSpeed),
		JointHertz:       float32(c.JointHertz), JointDamping: float32(c.JointDamping),
		RestitutionThreshold: float32(c.RestitutionThreshold),
		MaxSpeed:             float32(c.MaxSpeed), MaxRotation: maxRotation,
		LinearSlop: float32(linearSlop * c.LengthUnit),
		SleepTime:  float32(c.SleepTime),
	}
}

// makeRules hands the game's callbacks to the pipeline, in terms of slots.
func (w *World) makeRules() collision.Rules {
	r := collision.Rules{JointForbids: w.linking.Connected, PreSolve: w.config.PreSolve != nil, PreSolveSweep: w.preSolveSweep}
	if f := w.config.ShouldCollide; f != nil {
		r.ShouldCollide = func(a, b state.ColliderSlot) bool {
			w.beginCallback()
			accepted := f(w.colliderAt(a), w.colliderAt(b))
			w.endCallback()
			if r := w.answerRecorder(); r != nil {
				r.call(recording.FilterAnswer).uint(uint64(w.colliderAt(a).id)).uint(uint64(w.colliderAt(b).id)).bool(accepted)
			}
			return accepted
		}
	}
	if f := w.config.MixFriction; f != nil {
		r.MixFriction = func(a, b *shape.Material) float64 { return w.mix("MixFriction", f, a, b, maxMixedFriction) }
	}
	if f := w.config.MixRestitution; f != nil {
		r.MixRestitution = func(a, b *shape.Material) float64 {
			return w.mix("MixRestitution", f, a, b, shape.MaxRestitution)
		}
	}
	return r
}

// maxMixedFriction is the largest result of MixFriction, as for the field of a material.
const maxMixedFriction = 1e18

// mix calls a mixer of the game and checks its result.
func (w *World) mix(name string, f func(a, b shape.Material) float64, a, b *shape.Material, most float64) float64 {
	w.beginCallback()
	x := f(*a, *b)
	w.endCallback()
	if r := w.answerRecorder(); r != nil {
		r.call(recording.Answer).float(x)
	}
	if !(x >= 0 && x <= most) {
		panic(fmt.Sprintf("world: %s returned %v", name, x))
	}
	return x
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

// AfterStep runs f when the current tick has ended, or at once when the world is not
// stepping. A callback creates and destroys by it. Deferred functions run in the order in
// which they were given, between the ticks of one Step too. They may change the world but
// not step it. If one panics, those behind it run after the next tick.
func (w *World) AfterStep(f func()) {
	w.checkReadable()
	if w.door.has(doorCallback) {
		w.deferredCalls = append(w.deferredCalls, f)
		return
	}
	f()
}

// Config returns the configuration with its defaults filled in. SetConfig changes it.
func (w *World) Config() Config {
	w.checkReadable()
	return w.config
}

// Gravity returns the acceleration of gravity, m/s^2.
func (w *World) Gravity() mgl64.Vec2 {
	w.checkReadable()
	return w.config.Gravity
}

// SetGravity changes gravity, m/s^2, and wakes all bodies that have a weight.
func (w *World) SetGravity(g mgl64.Vec2) error {
	if err := w.beginChange(recording.SetGravity, 0, func(r callRecorder) { r.vec(g) }); err != nil {
		return err
	}
	defer w.endChange()
	if err := checkGravity(g); err != nil {
		return err
	}
	if g == w.config.Gravity {
		return nil
	}
	w.config.Gravity = g
	w.updateStepParams()
	w.linking.WakeWeights()
	return nil
}

// Ticks returns how many ticks have run.
func (w *World) Ticks() uint64 {
	w.checkReadable()
	return w.ticks
}

// Time returns the simulated time in seconds.
func (w *World) Time() float64 { return w.timeAt(w.Ticks()) }

// Alpha returns where the picture lies between the last two ticks, from 0 to 1. Step with the real
// time of each frame: Alpha is the time carried over in timesteps, below 1, and the picture is one
// timestep older than the clock. Tick or Step by whole timesteps, with nothing carried over: Alpha
// is 1, and the picture shows the last tick.
func (w *World) Alpha() float64 {
	w.checkReadable()
	if w.wholeTicks {
		return 1
	}
	return min(w.accumulator/w.config.Timestep, 1-0x1p-53)
}

// Ground returns the static body that every world has, at the origin and
// without colliders: the other body of joints to the world.
func (w *World) Ground() Body {
	w.checkReadable()
	return w.bodyAt(state.Ground)
}

// BodyCount returns the number of bodies, the ground not counted.
func (w *World) BodyCount() int {
	w.checkReadable()
	return w.bodies.Len() - 1
}

// Bodies yields the bodies in ascending order of their slots, without the
// ground. The world must not change meanwhile, but for the body just yielded.
func (w *World) Bodies() iter.Seq[Body] {
	return func(yield func(Body) bool) {
		w.checkReadable()
		for slot := 1; slot < w.bodies.Cap(); slot++ {
			if i := w.bodies.Meta[slot].ID; i != 0 && w.bodies.Alive(i) && !yield(Body{w, i}) {
				return
			}
			w.checkReadable()
		}
	}
}
