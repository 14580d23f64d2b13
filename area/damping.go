package area

import "github.com/carom2d/carom/geom"

// Damping slows bodies down, as body.Def.LinearDamping and AngularDamping do: a body that falls at
// g reaches the speed g / Linear.
type Damping struct {
	Linear  float64 // 1/s
	Angular float64 // 1/s
	Replace bool    // in place of the damping of lower priorities and of the body
}

// maxDamping is the largest damping, 1/s: float32 holds it with room to spare.
const maxDamping = 1e18

func (d Damping) checked(prefix string, _ float64) (Effect, error) {
	for _, f := range []struct {
		name  string
		value float64
	}{{"Linear", d.Linear}, {"Angular", d.Angular}} {
		if err := geom.CheckNotNegative(prefix+f.name, f.value); err != nil {
			return nil, err
		}
		if f.value > maxDamping {
			return nil, geom.NewFieldError(prefix+f.name, f.value, geom.ErrOutOfRange)
		}
	}
	return d, nil
}
