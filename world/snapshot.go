package world

import (
	"errors"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
)

// ErrNoSnapshot is returned when a Snapshot is restored that is nil or empty.
var ErrNoSnapshot = errors.New("world: nothing was saved into the snapshot")

// Snapshot is the state of a world at one time: see World.Save. The zero Snapshot is ready. It may
// be used again, then Save allocates no new memory. It must not be copied.
//
// Snapshots share equal parts of columns. If most bodies of a world rest, a ring of snapshots takes
// about the memory of one snapshot and the changes.
type Snapshot struct {
	_       [0]func() // not comparable
	columns column.Copy
	config  Config
	world   *World
	ticks   uint64
	time    float64
}

// Ticks returns how many ticks had run when the world was saved.
func (s *Snapshot) Ticks() uint64 { return s.ticks }

// Time returns the simulated time when the world was saved, s.
func (s *Snapshot) Time() float64 { return s.time }

// Bytes returns the size of the state. Parts shared with other snapshots count too.
func (s *Snapshot) Bytes() int { return s.columns.Bytes() }

// Save saves the state of the world into a snapshot, in place of the state that the snapshot held.
// The state is all data on which the future depends and all data that the game can read. It
// includes sleep, warm starting, events, the configuration and the time that Step has carried over.
//
// Values of the game are kept as references: user data, shapes of the game's own, the constraints
// and laws of joints, and effects of areas. The game must save their contents itself, and
// characters too, which are plain values.
//
// Save may be called between the ticks, in BeforeTick and AfterStep too. In the other callbacks of
// a step it returns ErrStepping.
func (w *World) Save(s *Snapshot) error {
	if err := w.beginSaving(); err != nil {
		return err
	}
	defer w.endSaving()
	if s == nil {
		return ErrNoSnapshot
	}
	w.stateStore().Save(&s.columns)
	s.world, s.config, s.ticks, s.time = w, w.config, w.ticks, w.timeAt(w.ticks)
	return nil
}

// Restore brings the world back to the state in which a snapshot was saved. From there it continues
// bit for bit as it did then, if the same calls follow. The handles of that moment are valid again.
// Handles to bodies, colliders and joints created since are invalid. But the world assigns the same
// identities again, so such a handle may later refer to an object that the game creates after the
// call.
//
// The snapshot may be of another world with the same LengthUnit, Broadphase and Stable: this world
// then becomes a copy of it, and its handles are found by their identities, as in BodyByID.
// Otherwise the error wraps ErrForeign. It is ErrNoSnapshot for a Snapshot into which nothing was
// saved, and ErrStepping during a Step, in BeforeTick and AfterStep too.
//
// Functions are not part of the state. This world keeps its callbacks of Config and its Workers.
// Subscriptions to bodies and colliders that the snapshot does not contain are cancelled; the
// others stay. A subscription that has ended since the Save, by Cancel or with its body, does not
// begin again. So a game that goes back in time reads Events, or subscribes after the Restore to
// the bodies that have come back. Slices and iterators from before the call are no longer valid.
// Views stay valid.
func (w *World) Restore(s *Snapshot) error {
	if err := w.enterChange(); err != nil {
		return err
	}
	defer w.endChange()
	w.calls-- // the columns know which parts a restore changes
	switch {
	case w.door.has(doorInStep):
		return ErrStepping
	case s == nil || s.columns.Empty():
		return ErrNoSnapshot
	case s.config.LengthUnit != w.config.LengthUnit:
		return geom.NewFieldError("LengthUnit", s.config.LengthUnit, ErrForeign)
	case s.config.Broadphase != w.config.Broadphase:
		return geom.NewFieldError("Broadphase", s.config.Broadphase, ErrForeign)
	case s.config.Stable != w.config.Stable:
		return geom.NewFieldError("Stable", s.config.Stable, ErrForeign)
	}
	w.restore(s)
	if w.recording != nil {
		w.recording.restored()
	}
	return nil
}

func (w *World) restore(s *Snapshot) {
	config := w.config
	w.restores++
	w.keeper().BeforeRestore()
	if undoesCalls := w.stateStore().Restore(&s.columns); w.columns != nil {
		w.columns.Restored(w.store, undoesCalls)
	}
	w.config.keepFunctions(&config)
	w.config.Workers = config.Workers
	w.pipeline.Timestep = w.config.Timestep
	w.updateStages()
	w.restored()
	if s.world != w {
		w.rebind()
	}
	w.restoreSubscriptions()
}

// rebind makes the handles in the state refer to this world.
func (w *World) rebind() {
	w.events.rebind(w)
	w.pendingEvents.rebind(w)
	for i := range w.blast.hits {
		w.blast.hits[i].Body.w = w
	}
}

// restored derives all derived data after the columns were restored.
func (w *World) restored() {
	w.bodies.Restored(w.store)
	w.shapes.Restored(w.store)
	contacts, joints := w.contacts.Restored(w.store), w.joints.Restored(w.store)
	w.islands.Restored()
	if w.joints.Cap() > 0 { // also if all are gone: the next tick still forgets their articulations
		w.useJoints()
	}
	if contacts || joints {
		w.solver.Relink(w.contacts, w.joints, w.bodies)
	}
	w.solver.Restored()
	w.keeper().AfterRestore(w.store)
	w.builder.UseFreshSlots(w.config.Stable && w.ticks == 0)
	w.keys.forget()
	w.changedSinceTick = true
	if len(w.areas.Meta) > 0 {
		w.useAreas()
	}
	w.forgetAreas()
	w.eventsVersion++
}

// keepFunctions takes over the callbacks of another configuration.
func (c *Config) keepFunctions(from *Config) {
	c.BeforeTick, c.ShouldCollide, c.PreSolve = from.BeforeTick, from.ShouldCollide, from.PreSolve
	c.MixFriction, c.MixRestitution = from.MixFriction, from.MixRestitution
}

// restoreSubscriptions cancels the subscriptions of destroyed bodies and colliders, and makes the
// colliders of the others report the events that they need.
func (w *World) restoreSubscriptions() {
	s := &w.subscriptions
	s.skip(&w.events) // they were told in the Step that the snapshot followed
	if s.count == 0 {
		return
	}
	w.calls++
	for place := range s.list {
		x := &s.list[place]
		switch key := x.key; {
		case x.id == 0:
		case key.isBody && w.bodies.Alive(BodyID(key.owner)) || !key.isBody && w.shapes.Alive(ColliderID(key.owner)):
			w.updateHitListeners(key)
		default:
			s.remove(int32(place))
		}
	}
}

// Fork returns an independent world that is in the same state and continues the same. The two may
// be used on different goroutines.
//
// The two worlds share the data that a snapshot keeps as references: user data, shapes of the
// game's own, constraints and laws of joints, effects of areas, and the callbacks of Config, which
// are then called for both worlds. Subscriptions stay with the first world. The handles of the fork
// are found by their identities, as in BodyByID.
func (w *World) Fork() (*World, error) {
	var s Snapshot
	if err := w.Save(&s); err != nil {
		return nil, err
	}
	fork, err := New(w.config)
	if err != nil {
		return nil, err
	}
	fork.minParallelBodies = w.minParallelBodies
	fork.pipeline.NoManifoldReuse = w.pipeline.NoManifoldReuse
	fork.sensing.MaxMarkedAlways = w.sensing.MaxMarkedAlways
	return fork, fork.Restore(&s)
}
