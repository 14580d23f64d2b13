package view

import (
	"slices"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/internal/tools"
	"github.com/go-gl/mathgl/mgl64"
)

// extraWriter writes the layers that are sent when they change: islands, names, areas.
type extraWriter struct {
	islands, names, areas keptSection
	areaShapes            []areaShape // by slot
	numbers               []uint32
	summaries             []tools.Area
	surface               []mgl64.Vec2
}

// keptSection is a section as it was last sent, and whether it was sent now.
type keptSection struct {
	sent, now []byte
	changed   bool
}

// areaShape is the number of the shape of an area.
type areaShape struct{ generation, shape uint32 }

func (x *extraWriter) forget() { clear(x.areaShapes) }

// extraChanges holds which extras may have changed since they were found.
type extraChanges struct{ calls, islands, shapes bool }

// find brings the layers up to date. Layers that were not in the last frame count as changed.
func (x *extraWriter) find(w *world.World, layers, last Layers, may extraChanges, shapes *shapeTable) {
	for _, s := range [...]*keptSection{&x.islands, &x.names, &x.areas} {
		s.changed = false
	}
	added := layers &^ last
	if layers&Islands != 0 && (may.islands || added&Islands != 0) {
		x.islands.begin()
		x.numbers = w.Tables().AppendIslands(x.numbers[:0])
		x.islands.now = appendSlots(x.islands.now, sectionIslands, x.numbers)
		x.islands.end(added&Islands != 0)
	}
	if layers&Names != 0 && (may.calls || added&Names != 0) {
		x.names.begin()
		x.names.now = appendNames(x.names.now, w)
		x.names.end(added&Names != 0)
	}
	if layers&Areas != 0 && (may.calls || added&Areas != 0) {
		x.areas.begin()
		x.appendAreas(w, shapes, may.shapes)
		x.areas.end(added&Areas != 0)
	}
}

func (s *keptSection) begin() { s.now = s.now[:0] }

func (s *keptSection) end(added bool) {
	s.changed = added || !slices.Equal(s.now, s.sent)
	s.now, s.sent = s.sent, s.now
}

// append appends all layers, or the layers that changed.
func (x *extraWriter) append(dst []byte, layers Layers, whole bool) []byte {
	for _, s := range [...]struct {
		layer Layers
		kept  *keptSection
	}{{Islands, &x.islands}, {Names, &x.names}, {Areas, &x.areas}} {
		if layers&s.layer != 0 && (whole || s.kept.changed) {
			dst = append(dst, s.kept.sent...)
		}
	}
	return dst
}

func appendNames(dst []byte, w *world.World) []byte {
	dst, at := beginSection(dst, sectionNames)
	n := 0
	for b := range w.Bodies() {
		name := b.Name()
		if name == "" {
			continue
		}
		dst = appendNumbers(dst, uint32(b.ID()), uint32(len(name)))
		dst = pad(append(dst, name...), at)
		n++
	}
	return endWhole(dst, at, n)
}

// endWhole is endSection for lists that replace the last list, even if they are empty.
func endWhole(dst []byte, at, n int) []byte {
	if n == 0 {
		return dst
	}
	return endSection(dst, at, n)
}

func (x *extraWriter) appendAreas(w *world.World, shapes *shapeTable, reshaped bool) {
	dst, at := beginSection(x.areas.now, sectionAreas)
	x.summaries = w.Tables().AppendAreas(x.summaries[:0])
	for i := range x.summaries {
		s := &x.summaries[i]
		slot, flags, carrier := uint32(s.ID), uint32(s.Effects)<<1, none
		if s.Disabled {
			flags |= 1
		}
		if s.Body != 0 {
			carrier = uint32(s.Body)
		}
		x.surface = w.Tables().AppendSurface(x.surface[:0], s.ID)
		dst = appendNumbers(dst, slot, uint32(s.ID>>32), carrier, x.shapeOf(s, shapes, reshaped), flags, uint32(len(x.surface)))
		dst = appendFloats(dst, s.Position[0], s.Position[1], s.Angle)
		dst = appendPoints(dst, x.surface)
	}
	x.areas.now = endWhole(dst, at, len(x.summaries))
}

func (x *extraWriter) shapeOf(s *tools.Area, shapes *shapeTable, reshaped bool) uint32 {
	slot, generation := uint32(s.ID), uint32(s.ID>>32)
	if int(slot) >= len(x.areaShapes) {
		x.areaShapes = growZero(x.areaShapes, int(slot)+1)
	}
	known := &x.areaShapes[slot]
	if known.generation != generation || reshaped {
		known.generation, known.shape = generation, none
		if s.Shape != nil {
			known.shape = shapes.number(s.Shape)
		}
	}
	return known.shape
}
