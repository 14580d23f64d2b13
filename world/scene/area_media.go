package scene

import (
	"fmt"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/geom"
)

// walkFluid describes the fields of a fluid except its type.
func walkFluid(f visitor, e *area.Effect, in *surroundings) {
	x, _ := (*e).(area.Fluid)
	f.number("density", &x.Density, nonNegativeAmount.withZero(1))
	f.point("flow", &x.Flow, anyRate)
	f.number("linearDrag", &x.LinearDrag, nonNegativeRate)
	f.number("quadraticDrag", &x.QuadraticDrag, nonNegativeFactor)
	f.points("surface", &x.Surface, localPosition, in.limits.Points)
	f.flag("replace", &x.Replace)
	storeEffect(f, e, x, in)
}

// walkWind describes the fields of a wind except its type.
func walkWind(f visitor, e *area.Effect, in *surroundings) {
	x, _ := (*e).(area.Wind)
	f.point("velocity", &x.Velocity, anyRate)
	f.number("density", &x.Density, nonNegativeAmount.withZero(1))
	f.number("drag", &x.Drag, nonNegativeFactor.withZero(1))
	f.number("lift", &x.Lift, nonNegativeFactor)
	f.flag("replace", &x.Replace)
	storeEffect(f, e, x, in)
}

// checkFluids rejects an area with two fluids.
func checkFluids(effects []area.Effect) error {
	fluids := 0
	for i, e := range effects {
		if _, ok := e.(area.Fluid); !ok {
			continue
		}
		if fluids++; fluids > 1 {
			return geom.NewFieldError(fmt.Sprintf("Effects[%d]", i), nameFluid, area.ErrSecondFluid)
		}
	}
	return nil
}
