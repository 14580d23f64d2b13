package world

import (
	"reflect"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// The parts of the state, in the order of the columns.
const (
	partClock      = "clock"
	partBodies     = "bodies"
	partColliders  = "colliders"
	partContacts   = "contacts"
	partJoints     = "joints"
	partIslands    = "islands"
	partAreas      = "areas"
	partSensors    = "sensors"
	partBroadphase = "broadphase"
	partEvents     = "events"
)

// stateColumns returns the list of all columns of the world. It is made at the first use.
func (w *World) stateColumns() *column.List {
	if w.columns != nil {
		return w.columns
	}
	l := &column.List{
		Calls:   func() uint64 { return w.calls },
		Settled: func() bool { return !w.changedSinceTick },
	}
	l.Begin(partClock)
	w.clockColumns(l)
	l.Begin(partBodies)
	w.bodies.Columns(l)
	if w.config.Stable {
		w.bodies.NameColumns(l)
	}
	w.linking.Columns(l)
	l.Begin(partColliders)
	w.shapes.Columns(l)
	if w.config.Stable {
		w.shapes.NameColumns(l)
	}
	l.State("chains.segments", column.Slice(&w.chains.Segments).NotHashed())
	l.State("chains.free", column.Slice(&w.chains.Free))
	w.crushing.Columns(l)
	l.Begin(partContacts)
	w.contacts.Columns(l)
	w.pipeline.Columns(l)
	w.solver.Columns(l)
	l.State("impulses.step", column.Number(&w.impulses.step))
	l.State("impulses.ticks", column.Number(&w.impulses.ticks))
	l.State("impulses.sums", column.Slice(&w.impulses.sums).HashedBy(column.Fold(&w.impulses.sums, w.hashSums)))
	stops := column.Slice(&w.lastStops)
	if w.config.Stable {
		stops.HashedBy(column.Fold(&w.lastStops, w.hashLastStops))
	}
	l.State("lastStops", stops)
	l.Begin(partJoints)
	w.joints.Columns(l)
	if w.config.Stable {
		w.joints.NameColumns(l)
	}
	l.Begin(partIslands)
	w.islands.Columns(l)
	l.Begin(partAreas)
	w.areas.Columns(l, state.AreaHashes{Places: w.hashPlaces, Meta: hashAreaMeta, Point: hashPoint, Members: w.hashBodyID})
	l.Begin(partSensors)
	w.sensors.Columns(l, w.hashColliderID)
	l.Begin(partBroadphase)
	w.keeper().Columns(l)
	l.Begin(partEvents)
	w.events.columns(w, l, "")
	w.pendingEvents.columns(w, l, "pending.")
	l.State("blast.hits", column.Slice(&w.blast.hits).NotHashed())
	w.columns = l
	return l
}

// calledForRow notes that a call has changed the row of a body alone, and nothing that is not
// marked. Games push bodies in every tick, and the columns of all others need not be looked at
// then.
func (w *World) calledForRow(row state.BodyRow) {
	w.calls--
	w.bodies.MarkRow(row)
}

// keeper returns the broadphase as one whose proxies a snapshot keeps.
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

// hashConfig leaves out what does not change the result: the workers, the kind of broadphase and
// the callbacks.
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

func (w *World) hashLastStops(h *column.Hasher, list []lastStop) {
	for i := range list {
		w.hashColliderID(h, list[i].colliderA)
		w.hashColliderID(h, list[i].colliderB)
		h.Float64(list[i].fraction)
	}
}

// hashParams folds in what does not follow from the configuration.
func hashParams(h *column.Hasher, p step.Params) {
	h.Bool(p.HasOwnGravity)
	h.Float64(float64(p.MaxOwnGravity))
}

// hashSums folds in the sums of the last Step; others are never read.
func (w *World) hashSums(h *column.Hasher, list []impulseSum) {
	for i := range list {
		s := &list[i]
		if s.contact == 0 || s.step != w.impulses.step {
			continue
		}
		h.Uint64(uint64(s.contact))
		for _, x := range [...]float64{s.x, s.y, s.normal[0], s.normal[1], s.tangent[0], s.tangent[1]} {
			h.Float64(x)
		}
		h.Uint64(uint64(s.features[0])<<32 | uint64(s.features[1]))
	}
}

func (w *World) hashPlaces(h *column.Hasher, list []state.AreaPlace) {
	for i := range list {
		place := list[i]
		place.Body = BodyID(w.bodies.Canonical(id.ID(place.Body)))
		hashValue(h, reflect.ValueOf(&place).Elem())
	}
}

// hashAreaMeta folds in the numbers of the shapes and effects. Functions and shapes of the game's
// own are not known.
func hashAreaMeta(h *column.Hasher, list []state.AreaMeta) {
	for i := range list {
		m := &list[i]
		h.Uint64(uint64(m.ID))
		if m.Shape != nil && recording.ShapeName(m.Shape) != "" {
			hashValue(h, reflect.ValueOf(m.Shape))
		}
		for _, e := range m.Effects {
			hashValue(h, reflect.ValueOf(e))
		}
	}
}

// hashValue folds in the numbers of a value. There are few areas, and their records are of many
// kinds.
func hashValue(h *column.Hasher, v reflect.Value) {
	switch {
	case !v.IsValid():
	case v.CanFloat():
		h.Float64(v.Float())
	case v.CanInt():
		h.Uint64(uint64(v.Int()))
	case v.CanUint():
		h.Uint64(v.Uint())
	case v.Kind() == reflect.Bool:
		h.Bool(v.Bool())
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			hashValue(h, v.Field(i))
		}
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
		h.Uint64(uint64(v.Len()))
		for i := range v.Len() {
			hashValue(h, v.Index(i))
		}
	case v.Kind() == reflect.Interface && !v.IsNil():
		hashValue(h, v.Elem())
	}
}
