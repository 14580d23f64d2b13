package world

import (
	"errors"
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape/outline"
	"github.com/go-gl/mathgl/mgl64"
)

// AreaFluid is water, or another fluid: it carries bodies up and slows them down. It reaches up
// to the border of the area or, within the area, up to Surface.
//
// The buoyancy is the weight of the fluid that a body displaces, under the gravity of the body
// and against its direction, at the centroid of the submerged part. Area and centroid of that part have
// closed forms for all shapes, see package shape/outline, so a log floats level at the depth of
// Archimedes and a boat rights itself. Where colliders of a body overlap, the fluid counts twice.
//
// Without drag a floating body keeps its energy. Drag never turns a motion round, and takes
// energy only, however strong it is and however light the body. A body far lighter than the fluid
// swings more slowly than it would: as if it had so much mass that a period takes six ticks.
//
// On a body that carries the area, neither buoyancy nor drag react.
type AreaFluid struct {
	Density float64    // kg/m^2; zero means 1
	Flow    mgl64.Vec2 // velocity of the fluid, m/s, in the area's frame
	// LinearDrag slows the body as the displaced fluid is slowed, 1/s: a body of the fluid's
	// density that is wholly in it loses this part of its velocity in a second. It acts all over
	// the submerged part, so it slows a turning disc too.
	LinearDrag float64
	// QuadraticDrag is the drag coefficient: the force on the outline that moves against the fluid is
	// Density/2 v^2 times this, per metre across the motion. Discs have about 1, plates 2.
	QuadraticDrag float64
	// Surface is the height of the fluid along the area's y axis over its x axis, m, in the area's frame:
	// points of ascending x, level beyond both ends. One point is a level. None means that all of
	// the area is fluid. Area.SetSurface changes it without garbage, for waves.
	Surface []mgl64.Vec2
	Replace bool // in place of the fluids of lower priorities
}

// Reasons for which a surface is rejected.
var (
	// ErrNotAscending is wrapped when a point of a surface does not lie to the right of the one before.
	ErrNotAscending = errors.New("does not lie to the right of the point before")
	// ErrNoFluid is returned by Area.SetSurface.
	ErrNoFluid = errors.New("world: the area has no fluid")
	// ErrSecondFluid is wrapped when an area has two fluids.
	ErrSecondFluid = errors.New("is a second fluid")
)

// maxMedium bounds the numbers of fluids and winds: squares and products of them stay finite.
const maxMedium = 1e9

func (f AreaFluid) checked(prefix string, unit float64) (AreaEffect, error) {
	if f.Density == 0 {
		f.Density = 1
	}
	for _, x := range []struct {
		name  string
		value float64
	}{{"Density", f.Density}, {"LinearDrag", f.LinearDrag}, {"QuadraticDrag", f.QuadraticDrag}} {
		if err := checkMedium(prefix+x.name, x.value); err != nil {
			return nil, err
		}
	}
	if err := checkMediumVelocity(prefix+"Flow", f.Flow, unit); err != nil {
		return nil, err
	}
	if err := checkSurface(prefix+"Surface", f.Surface); err != nil {
		return nil, err
	}
	f.Surface = append([]mgl64.Vec2(nil), f.Surface...)
	return f, nil
}

func checkMedium(field string, x float64) error {
	if err := geom.CheckNotNegative(field, x); err != nil {
		return err
	}
	if x > maxMedium {
		return geom.NewFieldError(field, x, geom.ErrOutOfRange)
	}
	return nil
}

func checkMediumVelocity(field string, v mgl64.Vec2, unit float64) error {
	if err := geom.CheckPoint(field, geom.From(v)); err != nil {
		return err
	}
	if geom.From(v).Length() > maxMedium*unit {
		return geom.NewFieldError(field, v, geom.ErrOutOfRange)
	}
	return nil
}

func checkSurface(field string, points []mgl64.Vec2) error {
	if err := geom.CheckExtents(field, points); err != nil {
		return err
	}
	for i := 1; i < len(points); i++ {
		if !(points[i][0] > points[i-1][0]) {
			return geom.NewFieldError(fmt.Sprintf("%s[%d]", field, i), points[i], ErrNotAscending)
		}
	}
	return nil
}

func (f AreaFluid) apply(p *areaPass) {
	m := &p.media
	m.beginArea(p)
	flow := p.transform.R.Apply(geom.From(f.Flow))
	for _, b := range p.overlapping() {
		e := p.of(b)
		if !p.acts(e, fluidEffect, f.Replace) {
			continue
		}
		s := m.of(e)
		samples := p.fluidSamples(e)
		for i := range samples {
			after := p.w.sampleTime()
			if samples > 1 {
				after = p.w.config.Timestep * ((float64(i) + 0.5) / float64(samples))
			}
			s.see(p, e, flow, after)
			f.displaceAll(p, b, s, 1/float64(samples))
		}
	}
}

// maxFluidSamples is the largest number of poses in a tick for which a fluid looks at a body.
const maxFluidSamples = 8

// fluidSamples returns for how many poses along its motion in the tick a fluid looks at a body: for one, unless the
// body is so fast that it might pass the surface between two ticks. The work that the buoyancy does on it is then
// about that of its whole way.
func (p *areaPass) fluidSamples(e *influence) int {
	way := float64(e.velocity.Length() * p.w.config.Timestep)
	extent := float64(p.w.bodies.Motion[p.w.bodies.Row(e.body)].MaxExtent)
	if !(way > extent/2) {
		return 1
	}
	return int(min(math.Ceil(4*way/extent), maxFluidSamples))
}

// displaceAll adds a part of the buoyancy and drag on all colliders of a body.
func (f *AreaFluid) displaceAll(p *areaPass, b state.BodySlot, s *mediumSum, part float64) {
	m, surface := &p.media, p.w.areas.Surface[p.slot]
	for c := p.accepted(p.w.firstCollider(b)); c != state.None; c = p.accepted(p.w.shapes.Link[c].Next) {
		wet := m.cut(p.w.shapes.Convex(state.ColliderSlot(c)), s.pose)
		if len(surface) > 0 {
			m.below = outline.Below(m.below[:0], wet, surface, &m.scratch)
			wet = m.below
		}
		s.displace(m, wet, f, part)
	}
}

// displace adds the buoyancy and drag on the submerged part of a collider, in the frame of the area.
func (s *mediumSum) displace(m *media, wet []outline.Piece, f *AreaFluid, part float64) {
	if len(wet) == 0 {
		return
	}
	density := float64(part * f.Density)
	moments := outline.MomentsOf(wet, s.center)
	if moments.Area > 0 {
		first := s.rotation.Apply(moments.First)
		s.displaced += float64(density * moments.Area)
		s.first = s.first.MulAdd(density, first)
		if f.LinearDrag > 0 {
			s.addResistance(f.LinearDrag*density, moments.Area, first, moments.Second)
		}
		for i := range wet {
			if p := &wet[i]; p.Cut {
				m.waterlines = append(m.waterlines, waterline{
					density: density, next: s.lines,
					a: s.rotation.Apply(p.A.Sub(s.center)), b: s.rotation.Apply(p.B.Sub(s.center)),
				})
				s.lines = int32(len(m.waterlines))
			}
		}
	}
	if f.QuadraticDrag > 0 {
		m.facets = outline.AppendFacets(m.facets[:0], wet, s.rotation.ApplyInverse(s.velocity))
		for _, facet := range m.facets {
			s.addFacet(facet, 0.5*density*f.QuadraticDrag, 0)
		}
	}
}
