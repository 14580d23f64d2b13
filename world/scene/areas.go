package scene

import (
	"fmt"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
)

// Area is an area of the world. Body is the name of the body that carries it; the empty name means
// none. Def.Body and Def.UserData are not part of the document, nor are effects of the type
// world.AreaField, which are functions.
type Area struct {
	Body string
	Def  world.AreaDef
}

func walkArea(f visitor, a *Area, in *surroundings) {
	d := &a.Def
	f.text("name", &d.Name, MaxText)
	f.text("body", &a.Body, MaxText)
	f.object("shape", d.Shape != nil, func(f visitor) { walkShape(f, &d.Shape, in) })
	f.point("position", &d.Position, numberRange{min: -in.maxPosition, max: in.maxPosition})
	f.number("angle", &d.Angle, anyAngle)
	whole(f, "priority", &d.Priority, -maxPriority, maxPriority)
	f.object("filter", d.Filter != shape.Filter{}, func(f visitor) { walkFilter(f, &d.Filter) })
	f.flag("disabled", &d.Disabled)
	f.flag("noEvents", &d.NoEvents)
	list(f, "effects", &d.Effects, maxEffects, func(f visitor, e *area.Effect) { walkEffect(f, e, in) })
	f.finish(func() error { return checkFluids(d.Effects) })
}

const (
	maxEffects  = 64 // of an area
	maxPriority = 1e6
)

// The names of the effects in a document.
const (
	nameGravity      = "gravity"
	namePointGravity = "pointGravity"
	nameDamping      = "damping"
	nameConveyor     = "conveyor"
	nameFluid        = "fluid"
	nameWind         = "wind"
)

var effectNames = []string{nameGravity, namePointGravity, nameDamping, nameConveyor, nameFluid, nameWind}

// effectName returns the name of an effect's type, or "" for a type that a document cannot hold.
func effectName(e area.Effect) string {
	switch e.(type) {
	case area.Gravity:
		return nameGravity
	case area.PointGravity:
		return namePointGravity
	case area.Damping:
		return nameDamping
	case area.Conveyor:
		return nameConveyor
	case area.Fluid:
		return nameFluid
	case area.Wind:
		return nameWind
	}
	return ""
}

// walkEffect describes the fields of every effect; "type" selects them.
func walkEffect(f visitor, e *area.Effect, in *surroundings) {
	name := effectName(*e)
	if name == "" && !f.reading() {
		f.fail("type", fmt.Errorf("%T %w", *e, ErrNotInScene))
		return
	}
	f.choice("type", &name, true, effectNames...)
	switch name {
	case nameGravity:
		g, _ := (*e).(area.Gravity)
		f.point("acceleration", &g.Acceleration, anyRate)
		f.flag("replace", &g.Replace)
		storeEffect(f, e, g, in)
	case namePointGravity:
		g, _ := (*e).(area.PointGravity)
		f.point("center", &g.Center, localPosition)
		f.number("strength", &g.Strength, anyRate)
		f.number("distance", &g.Distance, optionalLength.withZero(1))
		f.number("innerRadius", &g.InnerRadius, optionalLength)
		falloffs.visit(f, "falloff", &g.Falloff)
		f.flag("replace", &g.Replace)
		storeEffect(f, e, g, in)
	case nameDamping:
		d, _ := (*e).(area.Damping)
		f.number("linear", &d.Linear, nonNegativeRate)
		f.number("angular", &d.Angular, nonNegativeRate)
		f.flag("replace", &d.Replace)
		storeEffect(f, e, d, in)
	case nameConveyor:
		c, _ := (*e).(area.Conveyor)
		f.point("velocity", &c.Velocity, anyRate)
		f.number("maxAcceleration", &c.MaxAcceleration, nonNegativeRate.withZero(10))
		f.flag("replace", &c.Replace)
		storeEffect(f, e, c, in)
	case nameFluid:
		walkFluid(f, e, in)
	case nameWind:
		walkWind(f, e, in)
	}
}

// storeEffect stores an effect whose fields are complete, and checks it.
func storeEffect(f visitor, e *area.Effect, created area.Effect, in *surroundings) {
	if f.reading() {
		*e = created
	}
	f.finish(func() error { return area.Validate(created, in.unit) })
}

var falloffs = enumerate(area.InverseSquare, area.Inverse, area.Constant, area.Linear)

func (b *builder) area(a *Area) error {
	def := a.Def
	if a.Body != "" {
		def.Body = b.bodyNamed(a.Body)
	}
	created, err := b.world.CreateArea(def)
	if err != nil {
		return err
	}
	b.contents.Areas = append(b.contents.Areas, created)
	return nil
}

func (c *capture) area(a world.Area) {
	created := Area{Def: a.Def()}
	d := &created.Def
	if a.Body().Valid() {
		created.Body = c.name(a.Body())
	}
	d.Shape = unplaced(d.Shape)
	d.Body, d.UserData = world.Body{}, nil
	d.Filter = withoutDefaults(d.Filter)
	c.scene.Areas = append(c.scene.Areas, created)
}

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
