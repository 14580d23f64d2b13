package world

import (
	"fmt"

	"github.com/carom2d/carom/internal/snapshot"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/statefile"
	"github.com/carom2d/carom/solver"
)

// checkState checks a state that was read from a file, after its tables. Like Validate it panics
// with a sentence, which becomes an error.
func (w *World) checkState() {
	w.linking.Check()
	w.checkClock()
	w.events.check()
	w.pendingEvents.check()
	w.impacts.Check()
}

func (w *World) checkClock() {
	const longest = 1e18 // s
	for _, x := range [...]float64{w.accumulator, w.timeBefore, float64(w.params.MaxOwnGravity)} {
		if !(x >= 0 && x <= longest) {
			panic(fmt.Sprintf("clock: %v is out of range", x))
		}
	}
	switch {
	case w.accumulator > longestStep+1000: // Save within a long Step
		panic(fmt.Sprintf("clock: a carried time of %v s", w.accumulator))
	case w.ticksBefore > w.ticks:
		panic("clock: more ticks before the last change than now")
	}
}

func (e *Events) check() {
	for kind, n := range [eventKinds]int{
		contactBegins: len(e.ContactBegins), contactEnds: len(e.ContactEnds), hits: len(e.Hits),
		sensorBegins: len(e.SensorBegins), sensorEnds: len(e.SensorEnds),
	} {
		if len(e.owners[kind]) != n {
			panic("events: an event has no owners")
		}
	}
}

// rebuild derives all derived data from columns that were read from a file. Its error reports
// contradictions in the columns.
func (w *World) rebuild(customs []state.CustomRecord) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = statefile.Invalid("content", "%v", r)
		}
	}()
	tables := snapshot.Tables{
		Bodies: w.bodies, Shapes: w.shapes, Contacts: w.contacts, Joints: w.joints, Islands: &w.islands,
		Chains: &w.chains, Areas: &w.areas, Sensors: &w.sensors, Proxies: w.keeper(), Columns: w.store,
		Colors: solver.ColorCount, LengthUnit: w.config.LengthUnit, Stable: w.config.Stable, Ticks: w.ticks,
	}
	tables.Check()
	w.checkState()
	if err := tables.Rebuild(customs); err != nil {
		return err
	}
	w.builder.Recount()
	w.restored()
	w.rebind()
	w.solver.Check(w.contacts, w.joints, w.bodies)
	w.validate()
	return nil
}
