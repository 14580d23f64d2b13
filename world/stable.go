package world

import (
	"slices"
	"sort"
)

// putInOrder gives bodies, colliders and joints the slots and rows that they would have after
// creation in the order of the keys. The rest of a world that has not ticked is in order: see
// package bodies.
func (w *World) putInOrder() {
	config := w.config
	config.Workers = 1
	to := Must(New(config))
	defer to.Close()
	w.builder.Reorder(&to.builder)
	w.takeTables(to)
	w.sortEvents()
}

// takeTables gives this world the tables of another world, which nothing else uses. Areas and
// events name bodies and colliders by identities, so they stay.
func (w *World) takeTables(from *World) {
	rules, reuse := w.pipeline.Rules, w.pipeline.NoManifoldReuse
	w.pipeline = from.pipeline
	w.pipeline.Rules, w.pipeline.NoManifoldReuse = rules, reuse
	w.bodies, w.shapes, w.boxes = from.bodies, from.shapes, from.boxes
	w.contacts, w.joints, w.solver, w.islands = from.contacts, from.joints, from.solver, from.islands
	w.sensors, w.chains = from.sensors, from.chains
	w.linking.Joints, w.linking.Solver = w.joints, w.solver
	w.linking.TakeFresh(&from.linking)
	w.crushing.TakeList(&from.crushing)
	w.columns, w.store = nil, nil // both name variables of the old tables
	if w.recording != nil {
		w.recording.tablesTaken()
	}
	w.keys.forget()
	w.restores++
	w.eventsVersion++
	w.calls++
	w.changedSinceTick = true
	w.forgetAreas()
}

// sortEvents puts the events of a world without a tick into the order of slots.
func (w *World) sortEvents() {
	for _, e := range [...]*Events{&w.events, &w.pendingEvents} {
		for _, list := range [...]*[]Body{&e.Sleeps, &e.Wakes} {
			*list = slices.Clone(*list)
			sort.Stable(bodiesByID(*list))
		}
	}
}

// bodiesByID are bodies of one world.
type bodiesByID []Body

func (x bodiesByID) Len() int           { return len(x) }
func (x bodiesByID) Less(i, k int) bool { return x[i].w.bodies.CompareIDs(x[i].id, x[k].id) < 0 }
func (x bodiesByID) Swap(i, k int)      { x[i], x[k] = x[k], x[i] }
