package world

import (
	"reflect"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/statefile"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// snapshotVersion is the version of the format that is written. Every older one is read: see snapshotHistory.
const snapshotVersion = 3

// snapshotHistory says how the format has changed. A release that adds a field of a state column, or a column, takes the next
// version and puts the field into Added; one that removes a field puts it into Removed. What a zero does not
// stand for is filled in by rebuild, by the version.
var snapshotHistory = statefile.History{
	Added: map[string]uint32{"clock/wholeTicks": 2, "clock/config.Stable": 3, "bodies/Meta.gameData.Key": 3},
}

// snapshotScheme describes the types of the columns.
func snapshotScheme(n *Names) *statefile.Scheme {
	s := statefile.NewScheme(newGameValues(n), snapshotHistory)
	s.Skip(reflect.TypeFor[*World](), reflect.TypeFor[error]())
	s.MayBeInfinite(reflect.TypeFor[geom.Box32]()) // those of half-planes; NaN marks free ones
	state.DescribeTypes(s)
	statefile.Via(s, writtenPolygonOf, readPolygon)
	moved := shape.Transformed(describedShape{}, 0, mgl64.Vec2{})
	statefile.Variant(s, valueOfShape,
		kindOf[shape.Circle]("circle"), kindOf[shape.Capsule]("capsule"), kindOf[shape.Segment]("segment"),
		kindOf[shape.Polygon]("polygon"), kindOf[shape.Ellipse]("ellipse"), kindOf[shape.HalfEllipse]("halfEllipse"),
		kindOf[shape.Sector]("sector"), kindOf[shape.HalfPlane]("halfPlane"), kindOf[shape.ChainSegment]("chainSegment"),
		statefile.Kind{Name: "transformed", Type: reflect.TypeOf(moved)})
	statefile.Variant[AreaEffect](s, nil,
		kindOf[AreaGravity]("gravity"), kindOf[AreaPointGravity]("pointGravity"), kindOf[AreaDamping]("damping"),
		kindOf[AreaConveyor]("conveyor"), kindOf[AreaField]("field"), kindOf[AreaFluid]("fluid"), kindOf[AreaWind]("wind"))
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

// writtenPolygon is a shape.Polygon.
type writtenPolygon struct {
	Points []mgl64.Vec2
	Radius float64
}

func writtenPolygonOf(p shape.Polygon) writtenPolygon {
	return writtenPolygon{p.Points(), p.SkinRadius()}
}

// readPolygon makes the polygon again. NewPolygon keeps points that are in order, but refuses some of the boxes that
// RoundedBox makes.
func readPolygon(at statefile.Place, w writtenPolygon) (shape.Polygon, error) {
	if len(w.Points) == 4 {
		half := w.Points[2]
		if box := shape.RoundedBox(half[0], half[1], w.Radius); box.Validate() == nil && [4]mgl64.Vec2(box.Points()) == [4]mgl64.Vec2(w.Points) {
			return box, nil
		}
	}
	p, err := shape.NewPolygon(w.Points, w.Radius)
	if err != nil {
		return p, statefile.Invalid(at.String(), "%v", err)
	}
	return p, nil
}
