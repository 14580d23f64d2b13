package areas

import (
	"math"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/shape"
)

// Change is a body that entered or left an area. The body may no longer exist.
type Change struct {
	_      [0]func() // not comparable, so no program has code for a comparison
	Area   state.AreaSlot
	Body   state.BodyID
	Begins bool
}

// Setting is the part of a world's configuration that the stage reads.
type Setting struct {
	_          [0]func() // not comparable, so no program has code for a comparison
	Gravity    geom.Vec2 // of the world, m/s^2
	LengthUnit float64   // m
	SubSteps   int
}

// FieldPoint is a body for which a function of the game evaluates a field.
type FieldPoint struct {
	_                  [0]func() // not comparable, so no program has code for a comparison
	Body               state.BodySlot
	Position, Velocity geom.Vec2 // m, m/s; see area.FieldPoint
	Mass               float64   // kg
}

// Calls are the functions of the world that the stage calls in a tick.
type Calls struct {
	Wake func(state.BodySlot) // wakes the island of a body
	// Acceleration (m/s^2) and Force (N) call a function of a field.
	Acceleration, Force func(area.Functions, FieldPoint) geom.Vec2
}

// Stage finds the bodies in each area and applies the effects of the areas to them in a tick. It
// owns scratch only: the areas are in the table.
type Stage struct {
	p      *collision.Pipeline `column:"fixed"`
	table  *state.Areas        `column:"fixed"`
	params *step.Params        `column:"fixed"`
	calls  Calls               `column:"fixed"`

	setting Setting `column:"derived"`

	// Sleeping bodies have not moved between two ticks if there was no call between the ticks and
	// no body fell asleep after the first.
	lastChanges uint64 `column:"derived"` // of the world, at the last tick
	quiet       bool   `column:"scratch"` // nothing asleep has moved since the last tick

	changes []Change `column:"scratch"`

	present    present     `column:"scratch"`
	influences []influence `column:"scratch"`
	placeOf    []int32     `column:"scratch"` // by body slot: the place in influences plus one, or zero
	drag       DragEffects `column:"scratch"` // fluids and winds
	immersions []immersion `column:"scratch"`
	search     search      `column:"scratch"`
}

// present is the area that the stage is processing.
type present struct {
	slot      state.AreaSlot
	priority  int32
	whole     bool
	convex    shape.Convex
	now       geom.Transform // the area's frame when the tick begins
	transform geom.Transform // the frame at the sample time of the forces: see sampleTime
	velocity  geom.Vec2      // of the carrying body's centre of mass, m/s
	spin      float64        // of the carrying body, rad/s
	pivot     geom.Vec2      // the carrying body's centre of mass at that time

	overlaps, insides                      []state.BodySlot // see overlapping and inside
	hasOverlaps, hasInsides, hasDragBorder bool
}

// New returns the stage for the bodies and colliders of a pipeline and the table of areas. It
// reports the gravity of single bodies to params.
func New(p *collision.Pipeline, table *state.Areas, params *step.Params, calls Calls) *Stage {
	return &Stage{p: p, table: table, params: params, calls: calls}
}

// Configure sets the part of the configuration that the stage reads.
func (s *Stage) Configure(x Setting) { s.setting = x }

// Forget makes the next tick search all bodies, because the state was replaced.
func (s *Stage) Forget() { s.lastChanges, s.table.FellAsleep = math.MaxUint64, true }

// Apply finds the bodies in each area and applies the effects of the areas to the bodies for this
// tick. It visits areas in the order of priorities, and areas of equal priority in the order of
// slots. It returns the bodies that entered or left an area, valid until the next call. The
// argument counts the calls that have changed the world, and the ticks.
func (s *Stage) Apply(changes uint64) []Change {
	if len(s.table.Order) == 0 {
		GatherOwnGravities(s.table, s.p.Bodies, s.params)
		return nil
	}
	s.params.HasOwnGravity, s.params.MaxOwnGravity = false, 0
	s.changes = s.changes[:0]
	s.quiet = changes == s.lastChanges+1 && !s.table.FellAsleep // the last tick's end counts as one
	s.lastChanges, s.table.FellAsleep = changes, false
	if s.quiet && s.p.Bodies.Awake() == 0 {
		return nil
	}
	s.placeOf = grow.Resize(s.placeOf, s.p.Bodies.Cap())
	clear(s.placeOf)
	s.influences, s.immersions = s.influences[:0], s.immersions[:0]
	s.drag.Begin()
	for _, slot := range s.table.Order {
		if s.begin(slot) {
			for _, e := range s.table.Meta[slot].Effects {
				s.apply(e)
			}
		}
	}
	for i := range s.influences {
		s.applyInfluence(&s.influences[i])
	}
	gatherOwnGravities(s.p.Bodies, s.params)
	return s.changes
}

// begin makes an area the present one and updates the list of its bodies. It reports whether the
// area acts.
func (s *Stage) begin(slot state.AreaSlot) bool {
	frame, isThere := s.place(slot)
	place := &s.table.Place[slot]
	moved := s.hasMoved(place, frame, isThere)
	if moved {
		place.Last, place.Present = frame, isThere
	}
	switch {
	case !place.Whole:
		s.updateMembers(isThere, moved)
	case moved:
		s.wakeAccepted(slot) // also when the carrying body was disabled
	}
	return isThere && len(s.table.Meta[slot].Effects) > 0
}

// place makes an area the present one. It returns the area's frame, and whether the area exists.
func (s *Stage) place(slot state.AreaSlot) (frame geom.Transform, isThere bool) {
	place := &s.table.Place[slot]
	frame, isThere = s.table.Frame(slot, s.p.Bodies)
	at := &s.present
	at.slot, at.priority, at.whole, at.convex = slot, place.Priority, place.Whole, s.table.Convex[slot]
	at.now, at.transform = frame, frame
	at.velocity, at.spin, at.pivot = geom.Vec2{}, 0, frame.P
	at.hasOverlaps, at.hasInsides, at.hasDragBorder = false, false, false
	if place.Body != 0 {
		s.predictFrame(place)
	}
	return frame, isThere
}

// predictFrame moves the frame of an area on a body to the sample time of the forces.
func (s *Stage) predictFrame(place *state.AreaPlace) {
	bodies, at := s.p.Bodies, &s.present
	carrier := bodies.SlotOf(place.Body)
	row := bodies.Row(carrier)
	st, pose := &bodies.State[row], bodies.Pose[row]
	at.velocity, at.spin = geom.Vec2{X: float64(st.VX), Y: float64(st.VY)}, float64(st.W)
	t := s.sampleTime()
	at.pivot = pose.P.MulAdd(t, at.velocity)
	pose.P = at.pivot
	if at.spin != 0 {
		pose.R = geom.RotFromAngle(t * at.spin).Mul(pose.R)
	}
	at.transform = state.OriginOf(pose, bodies.Meta[carrier].LocalCenter).Mul(place.Local)
}

// turnSlop is the angle by which an area on a dynamic body turns before it wakes others, rad.
const turnSlop = 0.005

// hasMoved reports whether an area has moved since it last woke its bodies.
func (s *Stage) hasMoved(place *state.AreaPlace, t geom.Transform, isThere bool) bool {
	if isThere != place.Present {
		return true
	}
	if t == place.Last || !isThere {
		return false
	}
	if !s.isDynamic(s.p.Bodies.SlotOf(place.Body)) {
		return true
	}
	slop := s.p.Tolerance.Slop
	return t.P.Sub(place.Last.P).LengthSquared() > float64(slop*slop) || math.Abs(place.Last.R.InverseMul(t.R).S) > turnSlop
}

// End restores the gravity, damping and mass of the bodies after the tick. Forces are cleared
// already.
func (s *Stage) End() {
	for i := range s.influences {
		e := &s.influences[i]
		if e.acted[gravityEffect] {
			s.p.Bodies.ResetGravity(e.body)
		}
		if e.acted[dampingEffect] {
			d := &s.p.Bodies.Dynamics[s.p.Bodies.Row(e.body)]
			d.LinearDamping, d.AngularDamping = e.ownLinearDamping, e.ownAngularDamping
		}
		if e.drag > 0 {
			d := &s.p.Bodies.Dynamics[s.p.Bodies.Row(e.body)]
			d.InvMass, d.InvInertia = e.ownInvMass, e.ownInvInertia
		}
	}
	s.influences = s.influences[:0]
}

// GatherOwnGravities is Apply in a world without areas: it tells the later stages which awake
// bodies have their own gravity.
func GatherOwnGravities(table *state.Areas, bodies *state.Bodies, params *step.Params) {
	params.HasOwnGravity, params.MaxOwnGravity = false, 0
	if table.OwnGravities > 0 {
		gatherOwnGravities(bodies, params)
	}
}

func gatherOwnGravities(bodies *state.Bodies, params *step.Params) {
	bodies.OwnGravityRows.ClearAll()
	bodies.OwnGravityRows.Grow(bodies.Awake())
	for r := range bodies.Awake() {
		if bodies.Motion[r].StepFlags&state.StepFlagOwnGravity != 0 {
			bodies.OwnGravityRows.Set(uint32(r))
			params.HasOwnGravity = true
			params.MaxOwnGravity = max(params.MaxOwnGravity, bodies.OwnGravityAt(state.BodyRow(r)).Length())
		}
	}
}
