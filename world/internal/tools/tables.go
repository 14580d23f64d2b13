package tools

import (
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
)

// Parts are the tables of a world, and its counts of changes.
type Parts struct {
	Bodies     *state.Bodies
	Shapes     *state.Colliders
	Contacts   *state.Contacts
	Islands    *state.Islands
	Areas      *state.Areas
	Broadphase broadphase.Broadphase
	Pool       *par.Pool

	Calls, Restores, ShapeChanges uint64 // see Versions
}

// Tables read the tables of a world. They serve until the next call that changes the world.
type Tables struct{ p Parts }

// Read returns the Tables of a world.
func Read(p Parts) Tables { return Tables{p} }

// TraceBlocks makes the world's pool record the times of its blocks in t; nil ends this. Then the
// caller of Step runs all blocks. A Reconfigure ends the record.
func (t Tables) TraceBlocks(trace *par.Trace) { t.p.Pool.SetTrace(trace) }

// Versions are numbers that rise when parts of a world change, for programs that keep a picture of
// it. A part is unchanged while its number is unchanged. Only the motion of awake bodies in ticks
// has no number.
type Versions struct {
	Calls     uint64 // calls of the game that may have changed something
	Rows      uint64 // bodies that came, went, fell asleep, woke or were restored
	Colliders uint64 // colliders that came or went, their shapes and filters
	Shapes    uint64 // shapes and one-way directions of colliders that exist: Collider.SetShape, SetOneWay, Restore
	Islands   uint64 // islands and the bodies in them
}

// Versions returns the versions of the parts of the world.
func (t Tables) Versions() Versions {
	return Versions{
		Calls: t.p.Calls + t.p.Restores, Rows: t.p.Bodies.Version(), Colliders: t.p.Shapes.Version(),
		Shapes: t.p.ShapeChanges + t.p.Restores, Islands: t.p.Islands.Version(),
	}
}
