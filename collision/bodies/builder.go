package bodies

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/collision/crush"
	"github.com/carom2d/carom/collision/sensors"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/islands"
)

// Setting is the part of a world's configuration that the builder reads.
type Setting struct {
	_          [0]func() // not comparable, so no program has code for a comparison
	SleepSpeed float64   // below which bodies may fall asleep, m/s
	NoSleep    bool
}

// Calls are the functions by which the builder reports its changes to the world.
type Calls struct {
	Removes func(state.ColliderSlot)                             // a collider is about to be removed
	Leaves  func(sensor state.ColliderSlot, id state.ColliderID) // a collider left a sensor that ends
}

// Parts are the stages and tables that the builder changes.
type Parts struct {
	Pipeline *collision.Pipeline
	Links    *islands.Stage
	Sensing  *sensors.Stage
	Crushing *crush.Stage
	Sensors  *state.Sensors
	Chains   *state.Chains
	Areas    *state.Areas
}

// Builder makes and changes bodies and their colliders.
type Builder struct {
	p        *collision.Pipeline `column:"fixed"`
	links    *islands.Stage      `column:"fixed"`
	sensing  *sensors.Stage      `column:"fixed"`
	crushing *crush.Stage        `column:"fixed"`
	sensors  *state.Sensors      `column:"fixed"`
	chains   *state.Chains       `column:"fixed"`
	areas    *state.Areas        `column:"fixed"`
	calls    Calls               `column:"fixed"`
	setting  Setting             `column:"derived"`

	staticChanges uint64 `column:"fixed"` // see StaticChanges

	adoptJoints func(*reordering) `column:"fixed"` // nil until the first joint
}

// New returns the builder of a world's bodies.
func New(x Parts, calls Calls) Builder {
	return Builder{
		p: x.Pipeline, links: x.Links, sensing: x.Sensing, crushing: x.Crushing,
		sensors: x.Sensors, chains: x.Chains, areas: x.Areas, calls: calls,
	}
}

// Configure sets the part of the configuration that the builder reads.
func (b *Builder) Configure(x Setting) { b.setting = x }

// StaticChanges returns the number of insertions, removals and moves of proxies of static bodies.
func (b *Builder) StaticChanges() uint64 { return b.staticChanges }

// noteStatic counts a change of a proxy if the body is static.
func (b *Builder) noteStatic(slot state.BodySlot) {
	if b.p.Bodies.Meta[slot].Type == body.Static {
		b.staticChanges++
	}
}

// Recount counts the colliders of each kind in tables that were read from a file.
func (b *Builder) Recount() {
	for i := range b.p.Shapes.Meta {
		if c := state.ColliderSlot(i); b.p.Shapes.At(c) != 0 {
			b.p.CountFlags(b.p.Shapes.Link[i].Flags, +1)
			b.crushing.Add(c)
		}
	}
}

// UseJoints prepares the links and the builder for joints. Only calls that create joints call it,
// so a program without joints links neither their constraints nor their definitions.
func (b *Builder) UseJoints() {
	b.links.UseJoints()
	b.adoptJoints = (*reordering).adoptJoints
}
