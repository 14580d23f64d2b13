package snapshot

import (
	"reflect"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/statefile"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// Version is the version of the format. A release that adds or removes a state column or a field of
// one takes the next version, and still reads the files of the releases before it.
const Version = 1

// Format is the name of the format in a file.
const Format = "carom snapshot"

// Magic begins every file.
var Magic = [8]byte{0x8b, 'c', 'a', 'r', 'o', 'm', '\r', '\n'}

// Scheme describes the types of the columns. World is the type of pointers in handles, which are
// left out, and field the type of effects of areas that are functions of the game.
func Scheme(n *Names, world, field reflect.Type) *statefile.Scheme {
	s := statefile.NewScheme(newGameValues(n))
	s.Skip(world, reflect.TypeFor[error]())
	s.MayBeInfinite(reflect.TypeFor[geom.Box32]()) // boxes of half-planes; NaN marks free boxes
	state.DescribeTypes(s)
	statefile.Via(s, recording.PolygonOf, readPolygon)
	moved := shape.Transformed(describedShape{}, 0, mgl64.Vec2{})
	statefile.Variant(s, valueOfShape,
		kindOf[shape.Circle]("circle"), kindOf[shape.Capsule]("capsule"), kindOf[shape.Segment]("segment"),
		kindOf[shape.Polygon]("polygon"), kindOf[shape.Ellipse]("ellipse"), kindOf[shape.HalfEllipse]("halfEllipse"),
		kindOf[shape.Sector]("sector"), kindOf[shape.HalfPlane]("halfPlane"), kindOf[shape.ChainSegment]("chainSegment"),
		statefile.Kind{Name: "transformed", Type: reflect.TypeOf(moved)})
	statefile.Variant[area.Effect](s, nil,
		kindOf[area.Gravity]("gravity"), kindOf[area.PointGravity]("pointGravity"), kindOf[area.Damping]("damping"),
		kindOf[area.Conveyor]("conveyor"), statefile.Kind{Name: "field", Type: field}, kindOf[area.Fluid]("fluid"), kindOf[area.Wind]("wind"))
	return s
}

func kindOf[T any](name string) statefile.Kind {
	return statefile.Kind{Name: name, Type: reflect.TypeFor[T]()}
}

// describedShape stands for any shape of the game's own.
type describedShape struct{}

func (describedShape) Support(mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{} }

// valueOfShape returns the built-in shape that a pointer points to, and other shapes as they are.
func valueOfShape(s shape.Support) shape.Support {
	inner, angle, offset := shape.Placement(s)
	if angle == 0 && offset == (mgl64.Vec2{}) && reflect.PointerTo(reflect.TypeOf(inner)) == reflect.TypeOf(s) {
		return inner
	}
	return s
}

// readPolygon makes a polygon again.
func readPolygon(at statefile.Place, w recording.Polygon) (shape.Polygon, error) {
	p, err := w.Read()
	if err != nil {
		return p, statefile.Invalid(at.String(), "%v", err)
	}
	return p, nil
}
