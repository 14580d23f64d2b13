package area

import (
	"cmp"

	"github.com/go-gl/mathgl/mgl64"
)

// Wind is moving air, or air at rest that slows bodies in it. It acts on the part of the outline
// that faces it, within the area, so a leaf tumbles and a plate edge-on has no force.
//
// With the velocity v of the air past a part of the outline and q = Density/2 v^2 the force per
// metre of it is, when it meets the wind at an angle a (a right angle meets it squarely),
//
//	q Drag sin a         along the wind
//	q Lift sin a cos a   across it, away from the side that it meets
//
// so the drag of a body is q Drag times its width across the wind. Colliders do not shield each
// other. Drag takes energy from the motion relative to the air and lift takes none, at any strength
// and timestep.
type Wind struct {
	Velocity mgl64.Vec2 // m/s, in the area's frame
	Density  float64    // kg/m^2; zero means 1
	Drag     float64    // coefficient; zero means 1
	Lift     float64    // coefficient; a flat plate has about 2
	Replace  bool       // in place of the winds of lower priorities
}

func (a Wind) checked(prefix string, unit float64) (Effect, error) {
	a.Density = cmp.Or(a.Density, 1)
	a.Drag = cmp.Or(a.Drag, 1)
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
