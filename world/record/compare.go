package record

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/carom2d/carom/world"
)

// Difference is the first difference between two replays, or between a recording and its replay.
type Difference struct {
	Tick  int      // of the recording
	Parts []string // of the state, such as "contacts"; see world.StateHashes
	// Body is the first body, in the order of slots, that differs; zero if no body differs.
	Body  world.BodyID
	Name  string // of the body
	Field string // such as "position"; empty if it is not known
	A, B  string // the values: recorded and replayed, or of the two recordings; empty if they are not known
}

// String describes the difference in one line.
func (d *Difference) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "tick %d", d.Tick)
	if d.Body != 0 {
		fmt.Fprintf(&b, ", body %d", d.Body.Slot())
	}
	if d.Name != "" {
		fmt.Fprintf(&b, " (%s)", d.Name)
	}
	if d.Field != "" {
		fmt.Fprintf(&b, ": %s", d.Field)
	}
	switch {
	case d.A != "":
		fmt.Fprintf(&b, " %s and %s", d.A, d.B)
	case d.B != "":
		fmt.Fprintf(&b, " %s in the replay", d.B)
	}
	if len(d.Parts) > 0 {
		fmt.Fprintf(&b, " [%s]", strings.Join(d.Parts, ", "))
	}
	return b.String()
}

// Verify replays the recording and returns the first difference between recorded and replayed
// states, or nil. A replay differs only if the recording was made by another release or was not
// written by a world. Verify finds a difference in the motion of bodies in its tick, with the first
// body and its first field among position, angle, linear and angular velocity. It finds other
// differences when it next compares the whole state, with the parts.
func (r *Recording) Verify() (*Difference, error) {
	p, err := r.Player()
	if err != nil {
		return nil, err
	}
	defer p.Close()
	for {
		ok, err := p.Step()
		if err != nil || !ok {
			return nil, err
		}
		if d := p.Difference(); d != nil {
			return d, nil
		}
	}
}

// Diff replays two recordings side by side and returns the first difference between them, or nil.
// It compares the whole state in each tick, and names the first body in the order of slots and its
// first field.
func Diff(a, b *Recording) (*Difference, error) {
	p, err := a.Player()
	if err != nil {
		return nil, fmt.Errorf("the first recording: %w", err)
	}
	defer p.Close()
	q, err := b.Player()
	if err != nil {
		return nil, fmt.Errorf("the second recording: %w", err)
	}
	defer q.Close()
	for {
		if d := compare(p.World(), q.World()); d != nil {
			d.Tick = p.Tick()
			return d, nil
		}
		more, err := p.Step()
		if err != nil {
			return nil, fmt.Errorf("the first recording: %w", err)
		}
		alsoMore, err := q.Step()
		if err != nil {
			return nil, fmt.Errorf("the second recording: %w", err)
		}
		if more != alsoMore {
			return &Difference{Tick: min(p.Tick(), q.Tick()), Field: "ticks", A: fmt.Sprint(a.Ticks()), B: fmt.Sprint(b.Ticks())}, nil
		}
		if !more {
			return nil, nil
		}
	}
}

// bodyField is a field in which bodies may differ.
type bodyField struct {
	name  string
	value func(world.Body) string
}

var bodyFields = []bodyField{
	{"position", func(b world.Body) string { return vector(b.Position()) }},
	{"angle", func(b world.Body) string { return number(b.Angle()) }},
	{"linear velocity", func(b world.Body) string { return vector(b.LinearVelocity()) }},
	{"angular velocity", func(b world.Body) string { return number(b.AngularVelocity()) }},
	{"type", func(b world.Body) string { return fmt.Sprint(b.Type()) }},
	{"awake", func(b world.Body) string { return fmt.Sprint(b.Awake()) }},
	{"enabled", func(b world.Body) string { return fmt.Sprint(b.Enabled()) }},
	{"mass", func(b world.Body) string { return number(b.Mass()) }},
	{"inertia", func(b world.Body) string { return number(b.Inertia()) }},
	{"center of mass", func(b world.Body) string { return vector(b.LocalCenter()) }},
	{"linear damping", func(b world.Body) string { return number(b.LinearDamping()) }},
	{"angular damping", func(b world.Body) string { return number(b.AngularDamping()) }},
	{"gravity scale", func(b world.Body) string { return number(b.GravityScale()) }},
	{"gravity", func(b world.Body) string { return vector(b.Gravity()) }},
	{"dominance", func(b world.Body) string { return fmt.Sprint(b.Def().Dominance) }},
	{"locks", func(b world.Body) string {
		d := b.Def()
		return fmt.Sprint(d.LockX, d.LockY, d.LockRotation)
	}},
	{"bullet", func(b world.Body) string { return fmt.Sprint(b.Bullet()) }},
	{"fast rotation", func(b world.Body) string { return fmt.Sprint(b.Def().FastRotation) }},
	{"never sleep", func(b world.Body) string { return fmt.Sprint(b.NeverSleep()) }},
	{"sleep speed", func(b world.Body) string { return number(b.SleepSpeed()) }},
	{"name", func(b world.Body) string { return b.Name() }},
	{"colliders", func(b world.Body) string {
		return listOf(b.Colliders(), func(c world.Collider) string { return fmt.Sprintf("%d %T %+v", c.ID(), c.Shape(), c.Material()) })
	}},
}

// sharedFields are fields that depend on two bodies. They count only if no body differs in its own
// fields, because the contacts of a body that moves differently are also contacts of the floor.
var sharedFields = []bodyField{
	{"contacts", func(b world.Body) string {
		return listOf(b.Contacts(), func(c world.Contact) string { return fmt.Sprintf("%d %+v", c.ID(), c.Points()) })
	}},
	{"joints", func(b world.Body) string {
		return listOf(b.Joints(), func(j world.Joint) string { return fmt.Sprintf("%d %v", j.ID(), j.Kind()) })
	}},
}

// listOf writes the objects of a body.
func listOf[T any](objects iter.Seq[T], text func(T) string) string {
	var list []string
	for x := range objects {
		list = append(list, text(x))
	}
	return strings.Join(list, "; ")
}

// number writes all digits, and distinguishes a negative zero from zero.
func number(x float64) string {
	if x == 0 && math.Signbit(x) {
		return "-0"
	}
	return fmt.Sprintf("%v", x)
}

func vector(v [2]float64) string { return "(" + number(v[0]) + ", " + number(v[1]) + ")" }

// compare returns the first difference between two worlds, or nil.
func compare(a, b *world.World) *Difference {
	parts := a.StateHashes().Differences(b.StateHashes())
	if len(parts) == 0 {
		return nil
	}
	d := &Difference{Parts: parts}
	bodiesA, bodiesB := slices.Collect(a.Bodies()), slices.Collect(b.Bodies())
	if d.compareBodies(bodiesA, bodiesB, bodyFields) || d.compareBodies(bodiesA, bodiesB, sharedFields) {
		return d
	}
	if x, y := fmt.Sprintf("%+v", plainConfig(a)), fmt.Sprintf("%+v", plainConfig(b)); x != y {
		d.Field, d.A, d.B = "configuration", x, y
	}
	return d
}

// compareBodies finds the first body, in the order of slots, that differs in one of the given
// fields or that only one world has.
func (d *Difference) compareBodies(a, b []world.Body, fields []bodyField) bool {
	for i := 0; i < len(a) || i < len(b); i++ {
		switch {
		case i == len(a) || i < len(b) && b[i].ID().Slot() < a[i].ID().Slot():
			d.Body, d.Name, d.Field, d.A, d.B = b[i].ID(), b[i].Name(), "existence", "is not there", "is there"
			return true
		case i == len(b) || a[i].ID() != b[i].ID():
			d.Body, d.Name, d.Field, d.A, d.B = a[i].ID(), a[i].Name(), "existence", "is there", "is not there"
			return true
		}
		for _, f := range fields {
			if x, y := f.value(a[i]), f.value(b[i]); x != y {
				d.Body, d.Name, d.Field, d.A, d.B = a[i].ID(), a[i].Name(), f.name, x, y
				return true
			}
		}
	}
	return false
}

// plainConfig returns the configuration without its functions.
func plainConfig(w *world.World) world.Config {
	c := w.Config()
	c.BeforeTick, c.ShouldCollide, c.PreSolve, c.MixFriction, c.MixRestitution = nil, nil, nil, nil, nil
	return c
}
