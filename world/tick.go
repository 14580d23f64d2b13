package world

import (
	"fmt"
	"time"

	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver"
)

const longestStep = 1e9 // s

// Step lets dt seconds pass: it runs as many whole ticks as fit and keeps the rest for
// the next call. It runs Config.MaxTicks at most; the time of further ticks is lost, so
// that a slow machine runs slowly instead of falling behind for ever. It returns the
// number of ticks that ran. Events gather over all of them. Frames are drawn at
// Body.RenderPose. Step panics for a dt that is negative, not a number or above 1e9 s.
func (w *World) Step(dt float64) int {
	if !(dt >= 0) || dt > longestStep {
		panic(fmt.Sprintf("world: Step with dt %v", dt))
	}
	if w.observers != nil && !w.door.has(doorBusy) {
		return w.observed(dt, false)
	}
	return w.step(dt)
}

func (w *World) step(dt float64) int {
	w.beginStep(recording.Step, dt)
	defer w.endStep()
	whole := w.accumulator == 0
	w.accumulator += dt
	n := 0
	for w.accumulator >= w.config.Timestep*almostOne {
		if n == w.config.MaxTicks {
			w.accumulator = 0 // time lost: the game is slower than its clock
			whole = false
			break
		}
		if w.runBeforeTick(); w.door.has(doorClosed) {
			break
		}
		w.stepTick(n)
		n++
		if w.door.has(doorClosed) { // by a function given to AfterStep
			break
		}
	}
	if n > 0 || dt > 0 { // a Step of no time leaves the picture as it is
		w.wholeTicks = whole && w.accumulator == 0
	}
	if n == 0 {
		w.tellOfCalls()
	}
	return n
}

// Tick runs exactly one tick. It neither uses nor changes the time that Step
// has carried over.
func (w *World) Tick() {
	if w.observers != nil && !w.door.has(doorBusy) {
		w.observed(w.config.Timestep, true)
		return
	}
	w.runTick()
}

func (w *World) runTick() {
	w.beginStep(recording.TickStep, 0)
	defer w.endStep()
	if w.runBeforeTick(); !w.door.has(doorClosed) {
		w.singleTick()
	}
}

// stepNothing is a Step that runs no tick, whatever time is carried over.
func (w *World) stepNothing() {
	w.beginStep(recording.Step, 0)
	defer w.endStep()
	w.tellOfCalls()
}

// tellOfCalls calls the subscriptions for the events of the game's calls in a Step without a tick.
// The next Step drops these events.
func (w *World) tellOfCalls() { w.subscriptions.deliver(&w.events, &w.door) }

// almostOne is the fraction of a timestep that is enough for a tick: a frame of exactly one
// timestep must run a tick despite rounding errors.
const almostOne = 1 - 1e-9

// stepTick runs tick n of a Step.
func (w *World) stepTick(n int) {
	w.accumulator = max(w.accumulator-w.config.Timestep, 0)
	w.sumsImpulses = n > 0 || w.accumulator >= w.config.Timestep*almostOne
	w.impacts.Sums.CountTick(n)
	w.tick()
}

// singleTick runs the tick of Tick.
func (w *World) singleTick() {
	w.sumsImpulses = false
	w.impacts.Sums.CountTick(0)
	w.tick()
	w.wholeTicks = w.accumulator == 0
}

// beginStep takes the world for a Step of a duration or for a Tick.
func (w *World) beginStep(c recording.Call, dt float64) {
	w.enterStep()
	if w.recording != nil {
		if r := w.recording.call(c); c == recording.Step {
			r.float(dt)
		}
	}
	w.startEvents()
}

// endStep gives the world back after a Step.
func (w *World) endStep() {
	if w.recording != nil {
		w.recording.endStep()
	}
	w.leaveStep()
}

// runBeforeTick lets the game prepare a tick.
func (w *World) runBeforeTick() {
	if w.config.BeforeTick != nil {
		w.config.BeforeTick(w)
	}
}

// startEvents drops the events of the last step.
func (w *World) startEvents() {
	w.events.reset()
	w.subscriptions.delivered = [eventKinds]int{}
	w.eventsVersion++
	w.events.appendFrom(&w.pendingEvents)
}

// tick is one fixed timestep: a list of stages. The table in ARCHITECTURE.md lists the data
// that each stage reads and writes, and the order that fixes its result.
func (w *World) tick() {
	if w.config.Stable && w.ticks == 0 {
		w.putInOrder()
	}
	if w.recording != nil {
		w.recording.beginTick()
	}
	w.beginTick()
	defer w.endTick()
	p := &w.profile

	w.run(&p.Pairs, (*World).findPairs)       // moved boxes -> contacts, in the order of the pairs
	w.run(&p.Evaluate, (*World).evaluate)     // poses, shapes -> manifolds, flags of changed contacts
	w.run(&p.Transition, (*World).transition) // flags of changed contacts -> colours, islands, begin and end events
	w.run(&p.Areas, (*World).applyAreas)      // areas, poses -> gravity, damping and forces of this tick, area events
	w.run(&p.Solve, (*World).solve)           // contacts, joints, forces -> motion of the step, impulses
	w.run(&p.Finalize, (*World).finalize)     // motion -> poses, sleep timers, flags of fast bodies
	w.run(&p.Continuous, (*World).continuous) // fast bodies -> poses that do not pass through static and kinematic bodies
	w.run(&p.Refit, (*World).refit)           // poses -> boxes that were left, tree
	w.run(&p.Bullets, (*World).bullets)       // fast bullets -> poses that do not pass through anything
	w.run(&p.Sensors, (*World).updateSensors) // boxes -> sensor events
	w.run(&p.Sleep, (*World).updateSleep)     // timers, islands -> partition
	w.run(&p.Publish, (*World).publishEvents) // impulses, loads -> hits, stressed and broken joints

	w.finishTick()
}

// run runs a stage of the tick and stores its duration. A method expression is no
// closure, so nothing is allocated.
func (w *World) run(duration *time.Duration, stage func(*World)) {
	stage(w)
	w.profile.lap(duration)
}

// beginTick begins a tick: the workers stand by until it is over.
func (w *World) beginTick() {
	w.enterTick()
	w.linking.ForgetFresh()
	w.events.appendFrom(&w.pendingEvents) // of calls since the tick before
	w.tickPool().BeginBurst()
	w.profile.start()
}

// finishTick ends a tick whose stages have all run.
func (w *World) finishTick() {
	w.profile.stop()
	w.ticks++
	if invariant.Enabled {
		w.validate()
	}
	w.eventsVersion++
	w.changedSinceTick = false
	w.leaveTick()
	if w.recording != nil {
		w.recording.endTick()
	}
	w.subscriptions.deliver(&w.events, &w.door)
	w.runDeferred()
}

// endTick sends the workers to rest. After a panic, most likely in the game's own code, the tables
// are inconsistent and the world is broken.
func (w *World) endTick() {
	w.pool.EndBurst()
	w.breakTick()
}

// findPairs runs the broadphase and creates contacts. A contact between two sleeping bodies
// sleeps too.
func (w *World) findPairs() {
	for _, slot := range w.pipeline.FindPairs(w.tickPool()) {
		pair := &w.contacts.Pair[w.contacts.Row(slot)]
		if !w.bodies.IsAwake(state.BodySlot(pair.BodyA)) && !w.bodies.IsAwake(state.BodySlot(pair.BodyB)) {
			w.contacts.Sleep(slot)
		}
	}
}

func (w *World) evaluate() {
	w.pipeline.Evaluate(w.tickPool())
	w.manifoldsAtPose = true
	if w.pipeline.PreSolveColliders > 0 && w.config.PreSolve != nil {
		w.preSolve()
	}
}

func (w *World) solve() {
	w.scratch.solverInput = solver.Input{
		Params: &w.params, Bodies: w.bodies, Contacts: w.contacts, Joints: w.joints, Islands: &w.islands,
		Pool: w.tickPool(), Integrator: &w.integrator, Memory: w.scratch.memory,
	}
	if w.joints.WithCallbacks() > 0 {
		w.beginCallback()
		defer w.endCallback()
	}
	w.solver.Solve(&w.scratch.solverInput)
	w.pipeline.RestoreSurfaces()
	if w.joints.Awake() > 0 {
		w.countTurns(w)
	}
	if w.sumsImpulses {
		w.impacts.Sums.Add(w.contacts)
	}
}

// finalize advances the poses. Bodies whose motion is no longer finite are back at
// their last good pose; they are disabled and reported.
func (w *World) finalize() {
	task := &w.scratch.finalize
	task.w = w
	blocks := par.Blocks(w.bodies.Awake(), finalizeBlock)
	for len(task.nonFinite) < blocks {
		task.nonFinite = append(task.nonFinite, nil)
	}
	w.tickPool().Run(blocks, task)
	w.manifoldsAtPose = false
	first := len(w.events.Quarantines)
	for _, rows := range task.nonFinite[:blocks] {
		for _, row := range rows {
			w.events.Quarantines = append(w.events.Quarantines, Quarantine{w.bodyAt(w.bodies.Slots[row])})
		}
	}
	for _, q := range w.events.Quarantines[first:] {
		w.calls++
		w.builder.Disable(w.bodies.SlotOf(q.Body.id))
	}
}

func (w *World) refit() { w.pipeline.Refit(w.tickPool(), 2*w.config.Timestep) }

func (w *World) continuous() {
	if w.config.NoContinuous {
		w.ccd.Skip()
	} else {
		w.ccd.FastBodies(w.tickPool())
		w.closeJoints()
	}
}

// closeJoints closes the joints that sweeps have parted.
func (w *World) closeJoints() {
	if w.projectJoints != nil {
		w.projectJoints(w)
	}
}

func (w *World) bullets() {
	w.profile.setIdle(w.areaStage == nil && !w.ccd.HasBullets())
	if !w.config.NoContinuous && w.ccd.Bullets() {
		w.closeJoints()
		w.refit()
	}
	if w.areaStage != nil {
		w.areaStage.End()
	}
}

// AfterStep runs f when the current tick has ended, or at once when the world is not stepping.
// Callbacks use it to create and destroy. Deferred functions run in the order of the calls, between
// the ticks of one Step too. They may change the world but not step it. If one panics, the
// functions after it run after the next tick.
func (w *World) AfterStep(f func()) {
	w.checkReadable()
	if f == nil {
		panic("world: AfterStep without a function")
	}
	if w.door.has(doorCallback) {
		w.deferredCalls = append(w.deferredCalls, f)
		return
	}
	f()
}

// observed runs Step or Tick between the calls of the observers. It returns the number of ticks.
func (w *World) observed(dt float64, isTick bool) (n int) {
	list := w.observers
	scaled := dt
	for _, o := range list {
		if scaled = o.BeforeStep(w, scaled); !(scaled >= 0) {
			scaled = 0
		}
	}
	switch {
	case !isTick:
		n = w.step(min(scaled, longestStep))
	case scaled == dt:
		w.runTick()
		n = 1
	default: // one call in two runs a tick at half the speed
		w.heldTime += scaled
		for ; w.heldTime >= dt*almostOne && !w.door.has(doorClosed); n++ {
			if n == w.config.MaxTicks {
				w.heldTime = 0 // time lost, as in Step
				break
			}
			w.heldTime = max(0, w.heldTime-dt)
			w.runTick()
		}
		if n == 0 {
			w.stepNothing()
		}
	}
	for _, o := range list {
		o.AfterStep(w)
	}
	return n
}
