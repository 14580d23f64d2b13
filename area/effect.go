package area

import (
	"fmt"
	"slices"

	"github.com/carom2d/carom/geom"
)

// Effect is an effect of an area on the bodies in it: Gravity, PointGravity, Damping, Conveyor,
// Fluid, Wind or Field. The effects of an area are values that nothing changes.
//
// A new effect is a type in a file of its own with the method below, a case of the stage in package
// collision/areas, and an entry in world/scene/areas.go for documents.
type Effect interface {
	// checked returns the effect as a value that shares nothing with the caller, with defaults
	// filled in, or the error of the first field that cannot be used. Names of fields begin with
	// prefix.
	checked(prefix string, lengthUnit float64) (Effect, error)
}

// MaxEffects is the largest number of effects of an area.
const MaxEffects = 64

// Validate returns the *geom.FieldError with which World.CreateArea would refuse an effect, in a
// world with the given Config.LengthUnit.
func Validate(e Effect, lengthUnit float64) error {
	_, err := e.checked("", lengthUnit)
	return err
}

// Check checks the effects of an area and returns values of its own, with defaults filled in. The
// error is a *geom.FieldError of the field Effects.
func Check(effects []Effect, lengthUnit float64) ([]Effect, error) {
	if err := checkOneFluid(effects); err != nil {
		return nil, err
	}
	if len(effects) > MaxEffects {
		return nil, geom.NewFieldError("Effects", len(effects), geom.ErrOutOfRange)
	}
	own := slices.Clone(effects)
	for i, e := range effects {
		field := fmt.Sprintf("Effects[%d]", i)
		if e == nil {
			return nil, geom.NewFieldError(field, e, geom.ErrDegenerate)
		}
		checked, err := e.checked(field+".", lengthUnit)
		if err != nil {
			return nil, err
		}
		own[i] = checked
	}
	return own, nil
}

// checkOneFluid rejects a second fluid.
func checkOneFluid(effects []Effect) error {
	fluids := 0
	for i, e := range effects {
		if _, ok := e.(Fluid); !ok {
			continue
		}
		if fluids++; fluids > 1 {
			return geom.NewFieldError(fmt.Sprintf("Effects[%d]", i), "area.Fluid", ErrSecondFluid)
		}
	}
	return nil
}

// FluidOf returns the fluid among effects, and whether there is one.
func FluidOf(effects []Effect) (f Fluid, ok bool) {
	for _, e := range effects {
		if f, ok = e.(Fluid); ok {
			break
		}
	}
	return f, ok
}

// CheckPriority returns the *geom.FieldError of a priority outside -1e6 to 1e6.
func CheckPriority(priority int) error {
	const most = 1000000
	if priority < -most || priority > most {
		return geom.NewFieldError("Priority", priority, geom.ErrOutOfRange)
	}
	return nil
}
