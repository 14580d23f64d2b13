package world

import (
	"fmt"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// AreaEffect is what an area does to the bodies in it: AreaGravity, AreaPointGravity, AreaDamping,
// AreaConveyor, AreaField, AreaFluid or AreaWind. See AreaDef for how effects combine.
//
// To add an effect, write its type in a file of its own, area_<name>.go, with the methods below. apply
// loops over pass.inside(), the bodies whose centre of mass lies in the area, or over
// pass.overlapping(), all that are in it. It asks pass.acts for each, and then adds to its
// influence: addForce, or a field of its own. The effect's kind is a new effectKind unless it
// replaces one that is there. Documents need its entry in world/scene/areas.go.
type AreaEffect interface {
	// checked returns the effect as a value that shares nothing with the caller, with defaults
	// filled in, or the error of the first field that cannot be used. Names of fields begin with prefix.
	checked(prefix string, lengthUnit float64) (AreaEffect, error)
	// apply acts on the bodies of the area that pass is at.
	apply(pass *areaPass)
}

// effectKind is a kind of effects: those of one kind add up or replace each other.
type effectKind uint8

const (
	gravityEffect effectKind = iota
	dampingEffect
	conveyorEffect
	forceEffect
	fluidEffect
	windEffect
	effectKinds
)

const maxAreaEffects = 64

// ValidateEffect returns the *geom.FieldError that World.CreateArea would return for an effect in a world of
// the given Config.LengthUnit.
func ValidateEffect(e AreaEffect, lengthUnit float64) error {
	_, err := e.checked("", lengthUnit)
	return err
}

// checkEffects checks the effects of a definition and makes them the area's own.
func (w *World) checkEffects(effects []AreaEffect) ([]AreaEffect, error) {
	if err := checkOneFluid(effects); err != nil {
		return nil, err
	}
	if len(effects) > maxAreaEffects {
		return nil, geom.NewFieldError("Effects", len(effects), geom.ErrOutOfRange)
	}
	own := slices.Clone(effects)
	for i, e := range effects {
		field := fmt.Sprintf("Effects[%d]", i)
		if e == nil {
			return nil, geom.NewFieldError(field, e, geom.ErrDegenerate)
		}
		checked, err := e.checked(field+".", w.config.LengthUnit)
		if err != nil {
			return nil, err
		}
		own[i] = checked
	}
	return own, nil
}

// areaPass is what the effects of a tick add up in. The areas come in their order, and each body's sums are
// its own, so the result does not depend on the order of bodies.
type areaPass struct {
	w *World

	// The area that the pass is at.
	slot      areaSlot
	priority  int32
	whole     bool
	convex    shape.Convex
	now       geom.Transform // the area's frame when the tick begins
	transform geom.Transform // where the forces of the tick are taken: see sampleTime
	velocity  geom.Vec2      // of the carrying body's centre of mass, m/s
	spin      float64        // of the carrying body, rad/s
	pivot     geom.Vec2      // its centre of mass at transform

	overlaps, insides    []state.BodySlot // see overlapping and inside
	overlapsOf, insideOf areaSlot         // plus one: the area they are of
	influences           []influence
	media                media   // fluids and winds
	placeOf              []int32 // by body slot: place in influences plus one, or zero

	// The search for the bodies in an area.
	found      []state.BodySlot // ascending
	seen       []uint32         // by body slot: the stamp of the last search that found it
	stamp      uint32
	quiet      bool // see areas.changes
	boxesServe bool // custom shapes are found by their boxes
	visit      func(uint32) bool
	ids        []BodyID
}

// influence sums up what areas do to a body in a tick.
type influence struct {
	body     state.BodySlot
	mass     float64   // kg
	scale    float64   // of gravity
	position geom.Vec2 // of the centre of mass, where the forces of the tick are taken: see sampleTime
	center   geom.Vec2 // of mass, when the tick begins
	velocity geom.Vec2 // when the tick begins, m/s
	spin     float64   // rad/s

	gravity        geom.Vec2 // of areas alone, m/s^2, before the factor of the body
	linearDamping  float64   // of areas alone, 1/s
	angularDamping float64
	conveyed       geom.Vec2 // change of velocity by conveyors, m/s
	force          geom.Vec2 // N
	torque         float64   // N m, about the centre of mass

	medium int32 // the sum in media plus one, or zero

	acted    [effectKinds]bool
	floor    [effectKinds]int32 // the priority below which effects are silent
	replaced [effectKinds]bool  // so is what the body has without areas

	ownLinearDamping, ownAngularDamping float32 // of the body, to restore
}

// poseAfter returns where a body is some time after the tick began if nothing acts on it. An influence holds
// until the next call of of: that may move them all.
func (p *areaPass) poseAfter(e *influence, after float64) geom.Transform {
	r := p.w.bodies.Pose[p.w.bodies.Row(e.body)].R
	if e.spin != 0 {
		r = geom.RotFromAngle(float64(after * e.spin)).Mul(r)
	}
	return geom.Transform{P: e.center.MulAdd(after, e.velocity), R: r}
}

// acts reports whether an effect of the present area acts on a body, and notes that it does.
func (p *areaPass) acts(e *influence, kind effectKind, replace bool) bool {
	if e.replaced[kind] && p.priority < e.floor[kind] {
		return false
	}
	if replace {
		e.replaced[kind], e.floor[kind] = true, p.priority
	}
	e.acted[kind] = true
	return true
}

// addForce adds a force (N) at a point of the world, m, given where the forces of the tick are taken.
func (e *influence) addForce(force, point geom.Vec2) {
	e.force = e.force.Add(force)
	e.torque += point.Sub(e.position).Cross(force)
}

// velocityAt returns the velocity of the area's frame at a point, m/s.
func (p *areaPass) velocityAt(point geom.Vec2) geom.Vec2 {
	return p.velocity.MulAdd(p.spin, point.Sub(p.pivot).LeftPerp())
}

// of returns the influence on a dynamic body that is awake. It holds until the next call, which may move
// them all.
func (p *areaPass) of(b state.BodySlot) *influence {
	if i := p.placeOf[b]; i > 0 {
		return &p.influences[i-1]
	}
	w := p.w
	row, m := w.bodies.Row(b), &w.bodies.Meta[b]
	st, d := &w.bodies.State[row], &w.bodies.Dynamics[row]
	v := geom.Vec2{X: float64(st.VX), Y: float64(st.VY)}
	center := w.bodies.Pose[row].P
	p.influences = append(p.influences, influence{
		body: b, mass: m.Mass, scale: float64(d.GravityScale),
		position: center.MulAdd(w.sampleTime(), v), center: center, velocity: v, spin: float64(st.W),
		ownLinearDamping: d.LinearDamping, ownAngularDamping: d.AngularDamping,
	})
	p.placeOf[b] = int32(len(p.influences))
	return &p.influences[len(p.influences)-1]
}

// sampleTime is how long after a tick began the forces of its areas are taken, s: at the place where a
// body is then if nothing else acts on it.
//
// With a constant acceleration a over n sub-steps of h the integrator moves a body by
//
//	v' = v + n h a,   x' = x + n h v + h h a n (n + 1) / 2
//
// With dt = n h and b = (n + 1) / (2 n) that is x' = x + dt v + b dt dt a, which is the same as a drift
// for (1 - b) dt, a kick at the place reached, and a drift for b dt:
//
//	y = x + (1 - b) dt v,   v' = v + dt a(y),   x' = y + b dt v'
//
// So with the field taken at y each of the three is a shear, and the tick is symplectic: the energy in a field
// at rest oscillates and does not drift. Taken at x it would drift by 3/8 (w dt)^2 in a tick.
func (w *World) sampleTime() float64 {
	n := float64(w.config.SubSteps)
	return w.config.Timestep * ((n - 1) / (2 * n))
}
