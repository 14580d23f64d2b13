package world

import (
	"reflect"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/snapshot"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// stateColumns returns the list of all columns of the world, for hashes and files. It is made at
// the first use.
func (w *World) stateColumns() *column.List {
	if w.columns == nil {
		w.countCalls()
		w.columns = w.listColumns()
	}
	return w.columns
}

// schemeKey distinguishes worlds with different columns.
type schemeKey struct {
	stable     bool
	broadphase uint8
}

// stateStore returns the store that saves and restores the columns. It is made at the first use.
func (w *World) stateStore() *column.Store {
	if w.store == nil {
		w.countCalls()
		roots := []column.Root{
			column.RootOf(w), column.RootOf(w.bodies), column.RootOf(w.shapes), column.RootOf(w.contacts), column.RootOf(w.joints),
			column.RootOf(w.solver), w.keeper().Root(),
		}
		scheme := column.SchemeOf(schemeKey{w.config.Stable, w.config.Broadphase.number()}, roots, w.listColumns)
		w.store = column.NewStore(scheme, roots, &w.calls)
	}
	return w.store
}

// countCalls gives the tables the counter of the game's calls that may change any row.
func (w *World) countCalls() {
	w.bodies.CountCalls(&w.calls)
	w.contacts.CountCalls(&w.calls)
	w.joints.CountCalls(&w.calls)
}

func (w *World) listColumns() *column.List {
	l := &column.List{
		Calls:   func() uint64 { return w.calls },
		Settled: func() bool { return !w.changedSinceTick },
	}
	l.Begin(snapshot.PartClock)
	w.clockColumns(l)
	l.Begin(snapshot.PartBodies)
	w.bodies.Columns(l)
	if w.config.Stable {
		w.bodies.NameColumns(l)
	}
	w.linking.Columns(l)
	l.Begin(snapshot.PartColliders)
	w.shapes.Columns(l)
	if w.config.Stable {
		w.shapes.NameColumns(l)
	}
	l.State("chains.segments", column.Slice(&w.chains.Segments).NotHashed())
	l.State("chains.free", column.Slice(&w.chains.Free))
	w.crushing.Columns(l)
	l.Derived("HitColliders", column.Number(&w.pipeline.HitColliders)) // StateHash counts the columns: this is its place
	l.Begin(snapshot.PartContacts)
	w.contacts.Columns(l)
	w.pipeline.Columns(l)
	w.solver.Columns(l)
	w.impacts.Columns(l, w.config.Stable)
	l.Begin(snapshot.PartJoints)
	w.joints.Columns(l)
	if w.config.Stable {
		w.joints.NameColumns(l)
	}
	l.Begin(snapshot.PartIslands)
	w.islands.Columns(l)
	l.Begin(snapshot.PartAreas)
	w.areas.Columns(l, state.AreaHashes{Places: w.hashPlaces, Meta: snapshot.HashAreaMeta, Point: hashPoint, Members: w.hashBodyID})
	l.Begin(snapshot.PartSensors)
	w.sensors.Columns(l, w.hashColliderID)
	l.Begin(snapshot.PartBroadphase)
	w.keeper().Columns(l)
	l.Begin(snapshot.PartEvents)
	w.events.columns(w, l, "")
	w.pendingEvents.columns(w, l, "pending.")
	l.State("blast.hits", column.Slice(&w.blast.hits).NotHashed())
	l.Derived("PartColliders", column.Number(&w.pipeline.PartColliders)) // last, for the same reason
	return l
}

// calledForRow marks the row of a body as the only change of a call, and takes back the count of
// the call. Games push bodies in every tick; hashes and snapshots then skip the rows of all other
// bodies.
func (w *World) calledForRow(row state.BodyRow) {
	w.calls--
	w.bodies.MarkRow(row)
}

// keeper returns the broadphase as an interface that saves its proxies in a snapshot.
func (w *World) keeper() broadphase.Keeper { return w.pipeline.Broadphase.(broadphase.Keeper) }

func (w *World) clockColumns(l *column.List) {
	l.State("config", column.Value(&w.config, hashConfig))
	l.State("params", column.Value(&w.params, hashParams))
	l.State("accumulator", column.Value(&w.accumulator, (*column.Hasher).Float64))
	l.State("wholeTicks", column.Value(&w.wholeTicks, func(*column.Hasher, bool) {})) // of the picture only
	l.State("ticks", column.Number(&w.ticks))
	l.State("timeBefore", column.Value(&w.timeBefore, (*column.Hasher).Float64))
	l.State("ticksBefore", column.Number(&w.ticksBefore))
	l.State("manifoldsAtPose", column.Value(&w.manifoldsAtPose, (*column.Hasher).Bool))
}

// hashConfig leaves out settings that do not change the result: the workers, the kind of broadphase
// and the callbacks.
func hashConfig(h *column.Hasher, c Config) {
	for _, x := range [...]float64{
		c.Gravity[0], c.Gravity[1], c.Timestep, c.LengthUnit, c.ContactHertz, c.ContactDamping, c.ContactPushSpeed, c.JointHertz,
		c.JointDamping, c.RestitutionThreshold, c.HitThreshold, c.MaxSpeed, c.SleepSpeed, c.SleepTime,
	} {
		h.Float64(x)
	}
	h.Uint64(uint64(c.MaxTicks))
	h.Uint64(uint64(c.SubSteps))
	h.Bool(c.NoSleep)
	h.Bool(c.NoContinuous)
	if c.Stable {
		h.Bool(true)
	}
}

// hashParams folds in the parameters that do not follow from the configuration.
func hashParams(h *column.Hasher, p step.Params) {
	h.Bool(p.HasOwnGravity)
	h.Float64(float64(p.MaxOwnGravity))
}

func (w *World) hashPlaces(h *column.Hasher, list []state.AreaPlace) {
	for i := range list {
		place := list[i]
		place.Body = BodyID(w.bodies.Canonical(id.ID(place.Body)))
		snapshot.HashValue(h, reflect.ValueOf(&place).Elem())
	}
}
