package area

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Fluid is water, or another fluid: it lifts bodies and slows them down. It fills the area or,
// within the area, the part below Surface.
//
// The buoyancy is the weight of the fluid that a body displaces, under the gravity of the body and
// against its direction, at the centroid of the submerged part. Area and centroid of that part have
// closed forms, see package shape/outline. So a log floats level at the depth of Archimedes and a
// boat rights itself. Where colliders of a body overlap, the fluid counts twice.
//
// Without drag a floating body keeps its energy. A body so light that it swings within twelve ticks
// loses energy: its buoyancy is the mean along its motion in the tick. With joints or contacts such
// a body swings more slowly than a real one: its effective mass is so large that a period takes six
// ticks. Drag never reverses a motion, and only removes energy, however strong it is and however
// light the body.
//
// Neither buoyancy nor drag has a reaction on a body that carries the area.
type Fluid struct {
	Density float64    // kg/m^2; zero means 1
	Flow    mgl64.Vec2 // velocity of the fluid, m/s, in the area's frame
	// LinearDrag slows the body as the displaced fluid is slowed, 1/s: a body of the fluid's
	// density that is wholly in it loses this part of its velocity in a second. It acts on the
	// whole submerged part, so it slows a turning disc too.
	LinearDrag float64
	// QuadraticDrag is the drag coefficient: the force on the outline that moves against the fluid
	// is Density/2 v^2 times QuadraticDrag, per metre perpendicular to the motion. Discs have about
	// 1, plates 2.
	QuadraticDrag float64
	// Surface is the height of the fluid along the area's y axis over its x axis, m, in the area's
	// frame: points of ascending x, level beyond both ends. One point is a level surface. Without
	// points the fluid fills the area. Area.SetSurface changes the surface without allocations, for
	// waves. In a world whose y points down the area is turned by half a turn, so that its y axis
	// points up.
	Surface []mgl64.Vec2
	Replace bool // in place of the fluids of lower priorities
}

// Reasons for which a surface is rejected.
var (
	// ErrNotAscending is wrapped when a point of a surface does not lie to the right of the one
	// before.
	ErrNotAscending = errors.New("does not lie to the right of the point before")
	// ErrSecondFluid is wrapped when an area has two fluids.
	ErrSecondFluid = errors.New("is a second fluid")
)

// maxMedium bounds the numbers of fluids and winds: squares and products of them stay finite.
const maxMedium = 1e9

func (f Fluid) checked(prefix string, unit float64) (Effect, error) {
	f.Density = cmp.Or(f.Density, 1)
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
	if err := CheckSurface(prefix+"Surface", f.Surface); err != nil {
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

// CheckSurface returns a *geom.FieldError for points (m) that cannot be the surface of a fluid.
func CheckSurface(field string, points []mgl64.Vec2) error {
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
