package world

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape/outline"
	"github.com/go-gl/mathgl/mgl64"
)

// AreaWind is moving air, or air at rest that slows what moves in it. It acts on the outline
// that meets it, within the area, so a leaf tumbles and a plate feels nothing edge-on.
//
// With the velocity v of the air past a part of the outline and q = Density/2 v^2 the force per
// metre of it is, when it meets the wind at an angle a (a right angle meets it squarely),
//
//	q Drag sin a         along the wind
//	q Lift sin a cos a   across it, away from the side that it meets
//
// so the drag of a body is q Drag times its width across the wind. A part that another collider hides is met
// all the same. Drag takes energy from the motion past the air and lift none, at any strength and timestep.
type AreaWind struct {
	Velocity mgl64.Vec2 // m/s, in the area's frame
	Density  float64    // kg/m^2; zero means 1
	Drag     float64    // coefficient; zero means 1
	Lift     float64    // coefficient; a flat plate has about 2
	Replace  bool       // in place of the winds of lower priorities
}

func (a AreaWind) checked(prefix string, unit float64) (AreaEffect, error) {
	if a.Density == 0 {
		a.Density = 1
	}
	if a.Drag == 0 {
		a.Drag = 1
	}
	for _, x := range []struct {
		name  string
		value float64
	}{{"Density", a.Density}, {"Drag", a.Drag}, {"Lift", a.Lift}} {
		if err := checkMedium(prefix+x.name, x.value); err != nil {
			return nil, err
		}
	}
	return a, checkMediumVelocity(prefix+"Velocity", a.Velocity, unit)
}

func (a AreaWind) apply(p *areaPass) {
	m := &p.media
	m.beginArea(p)
	velocity := p.transform.R.Apply(geom.From(a.Velocity))
	for _, b := range p.overlapping() {
		e := p.of(b)
		if !p.acts(e, windEffect, a.Replace) {
			continue
		}
		s := m.of(e)
		s.see(p, e, velocity, p.w.sampleTime())
		s.lifts = s.lifts || a.Lift > 0
		along := s.rotation.ApplyInverse(s.velocity)
		for c := p.accepted(p.w.firstCollider(b)); c != state.None; c = p.accepted(p.w.shapes.Link[c].Next) {
			met := m.cut(p.w.shapes.Convex(state.ColliderSlot(c)), s.pose)
			m.facets = outline.AppendFacets(m.facets[:0], met, along)
			for _, facet := range m.facets {
				s.addFacet(facet, 0.5*a.Density*a.Drag, 0.5*a.Density*a.Lift)
			}
		}
	}
}
