package recording

import (
	"fmt"
	"math"
	"reflect"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// replayedShape stands for a shape of the game's own: it has the recorded answers.
//
// A replay may ask a question that was not asked then. A search through a tree ends at a hit or
// leaves out objects behind it. The order in which it finds objects depends on the queries of the
// game, which are not recorded; the result does not. For such a question the hull of the recorded
// points answers. It lies inside the shape, so a ray or a sweep hits it no earlier than the shape,
// which the search had left out for a nearer object. If an answer matters after all, the hashes of
// the tick show it.
type replayedShape struct {
	skin     float64
	answers  map[question][4]float64
	farthest [hullSectors]mgl64.Vec2 // the recorded point for each direction of a circle of them
	known    [hullSectors]bool
}

// hullSectors is the number of directions in which the hull of the recorded points is kept.
const hullSectors = 512

// sectorOf returns the sector of a direction. Sectors are equal parts of a square's border, which
// needs no angles.
func sectorOf(d mgl64.Vec2) int {
	size := math.Abs(d[0]) + math.Abs(d[1])
	if !(size > 0) || math.IsInf(size, 0) {
		return 0
	}
	turn := d[1] / size // -1 to 1 on the right, and back on the left
	if d[0] < 0 {
		turn = 2 - turn
	}
	return int((turn+1)*(hullSectors/4)) % hullSectors
}

// widen takes a recorded point into the hull.
func (s *replayedShape) widen(d, p mgl64.Vec2) {
	i := sectorOf(d)
	if old := s.farthest[i]; s.known[i] {
		h, most := geom.From(p).Dot(geom.From(d)), geom.From(old).Dot(geom.From(d))
		if !(h > most || h == most && (p[0] < old[0] || p[0] == old[0] && p[1] < old[1])) {
			return
		}
	}
	s.farthest[i], s.known[i] = p, true
}

// Answers are the shapes of the game's own in a replay, which give the recorded answers. The zero
// value has none.
type Answers struct{ shapes map[uint64]*replayedShape }

// Read takes in the answers that Shapes.Take returned.
func (l *Answers) Read(log []byte) error {
	items := tape.NewItems(log)
	for !items.Empty() {
		a := items.Record()
		index := a.Uint()
		q := question{a.Uint(), a.Uint(), a.Uint()}
		answer := [4]float64{a.Float(), a.Float()}
		if q.kind != askedSupport {
			answer[2], answer[3] = a.Float(), a.Float()
		}
		if a.Err() != nil {
			return a.Err()
		}
		s := l.of(index)
		s.answers[q] = answer
		if q.kind == askedSupport {
			s.widen(mgl64.Vec2{math.Float64frombits(q.x), math.Float64frombits(q.y)}, mgl64.Vec2{answer[0], answer[1]})
		}
	}
	return items.Err()
}

func (l *Answers) of(index uint64) *replayedShape {
	s := l.shapes[index]
	if s == nil {
		s = &replayedShape{answers: map[question][4]float64{}}
		if l.shapes == nil {
			l.shapes = map[uint64]*replayedShape{}
		}
		l.shapes[index] = s
	}
	return s
}

// Custom reads a shape of the game's own.
func (d *Decoder) Custom(tree any) (shape.Support, error) {
	var x struct {
		Shape           uint64
		Skin            float64
		Feature, Masser bool
		Angle           float64
		Offset          mgl64.Vec2
	}
	if err := d.assignStruct(reflect.ValueOf(&x).Elem(), tree); err != nil {
		return nil, err
	}
	if !(x.Skin >= 0) {
		return nil, fmt.Errorf("world: a recorded skin radius of %v: %w", x.Skin, tape.ErrItem)
	}
	s := d.Answers.of(x.Shape)
	s.skin = x.Skin
	support := s.asked(x.Feature, x.Masser)
	if x.Angle != 0 || x.Offset != (mgl64.Vec2{}) {
		return shape.Transformed(support, x.Angle, x.Offset), nil
	}
	return support, nil
}

// asked returns the shape with the methods of the game's shape.
func (s *replayedShape) asked(features, mass bool) shape.Support {
	switch {
	case features && mass:
		return replayedFeatureMass{replayedFeature{s}}
	case features:
		return replayedFeature{s}
	case mass:
		return replayedMass{s}
	}
	return s
}

// Support returns the recorded point, or the farthest of the hull.
func (s *replayedShape) Support(d mgl64.Vec2) mgl64.Vec2 {
	if a, ok := s.answers[questionOf(askedSupport, d[0], d[1])]; ok {
		return mgl64.Vec2{a[0], a[1]}
	}
	best, most := mgl64.Vec2{}, math.Inf(-1)
	for i, p := range s.farthest {
		if h := geom.From(p).Dot(geom.From(d)); s.known[i] && h > most {
			best, most = p, h
		}
	}
	return best
}

func (s *replayedShape) SkinRadius() float64 { return s.skin }

type replayedFeature struct{ *replayedShape }

// FarthestFeature returns the recorded side, or a point.
func (s replayedFeature) FarthestFeature(d mgl64.Vec2) (a, b mgl64.Vec2) {
	if x, ok := s.answers[questionOf(askedFeature, d[0], d[1])]; ok {
		return mgl64.Vec2{x[0], x[1]}, mgl64.Vec2{x[2], x[3]}
	}
	p := s.Support(d)
	return p, p
}

type replayedMass struct{ *replayedShape }

// Mass returns the recorded mass, or none.
func (s replayedMass) Mass(density float64) shape.Mass {
	x := s.answers[questionOf(askedMass, density, 0)]
	return shape.Mass{Mass: x[0], Center: geom.Vec2{X: x[1], Y: x[2]}, Inertia: x[3]}
}

// replayedFeatureMass knows both.
type replayedFeatureMass struct{ replayedFeature }

// Mass returns the recorded mass, or none.
func (s replayedFeatureMass) Mass(density float64) shape.Mass {
	return replayedMass(s.replayedFeature).Mass(density)
}
