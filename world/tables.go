package world

import "github.com/carom2d/carom/world/internal/tools"

// Tables returns what reads many things of the world at once, for the packages view and inspect,
// which keep a picture of it, and for the command's model of more workers. It is no part of what a
// game uses.
func (w *World) Tables() tools.Tables {
	w.checkReadable()
	return tools.Read(tools.Parts{
		Bodies: w.bodies, Shapes: w.shapes, Contacts: w.contacts, Islands: &w.islands, Areas: &w.areas, Broadphase: w.pipeline.Broadphase, Pool: w.pool,
		Calls: w.calls, Restores: w.restores, ShapeChanges: w.shapeChanges,
	})
}
