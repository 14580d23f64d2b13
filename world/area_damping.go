package world

import (
	"github.com/carom2d/carom/geom"
)

// AreaDamping slows bodies down, as body.Def.LinearDamping and AngularDamping do: a body that falls at g
// reaches the speed g / Linear.
type AreaDamping struct {
	Linear  float64 // 1/s
	Angular float64 // 1/s
	Replace bool    // in place of the damping of lower priorities and of the body
}

func (d AreaDamping) checked(prefix string, _ float64) (AreaEffect, error) {
	for _, f := range []struct {
		name  string
		value float64
	}{{"Linear", d.Linear}, {"Angular", d.Angular}} {
		if err := geom.CheckNotNegative(prefix+f.name, f.value); err != nil {
			return nil, err
		}
		if err := checkFloat32Range(prefix+f.name, f.value); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func (d AreaDamping) apply(p *areaPass) {
	for _, b := range p.inside() {
		if e := p.of(b); p.acts(e, dampingEffect, d.Replace) {
			e.linearDamping += d.Linear
			e.angularDamping += d.Angular
		}
	}
}
