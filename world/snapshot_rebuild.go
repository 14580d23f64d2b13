package world

import (
	"github.com/carom2d/carom/internal/snapshot"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/statefile"
	"github.com/carom2d/carom/solver"
)

// rebuild derives all that is not state from columns that were read from a file. Its error tells
// what in them contradicts itself.
func (w *World) rebuild(customs []state.CustomRecord) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = statefile.Invalid("content", "%v", r)
		}
	}()
	tables := snapshot.Tables{
		Bodies: w.bodies, Shapes: w.shapes, Contacts: w.contacts, Joints: w.joints, Islands: &w.islands,
		Chains: &w.chains, Areas: &w.areas, Sensors: &w.sensors, Proxies: w.keeper(),
		Colors: solver.ColorCount, LengthUnit: w.config.LengthUnit, Stable: w.config.Stable, Ticks: w.ticks,
	}
	tables.Check()
	w.checkState()
	if err := tables.Rebuild(customs); err != nil {
		return err
	}
	w.builder.Recount()
	w.restored()
	w.events.rebind(w)
	w.pendingEvents.rebind(w)
	w.solver.Check(w.contacts, w.joints, w.bodies)
	w.validate()
	return nil
}
