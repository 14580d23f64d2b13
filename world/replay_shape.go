package world

import (
	"fmt"
	"math"
	"reflect"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// replayedShape stands for a shape of the game's own: it knows the answers that were recorded.
type replayedShape struct {
	p       *Replay
	skin    float64
	answers map[question][4]float64
}

// Answers gives the replay the next answers of shapes of the game's own.
func (p *Replay) Answers(log []byte) error {
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
			return p.fail(a.Err())
		}
		p.replayedShape(index).answers[q] = answer
	}
	if items.Err() != nil {
		return p.fail(items.Err())
	}
	return nil
}

func (p *Replay) replayedShape(index uint64) *replayedShape {
	s := p.shapes[index]
	if s == nil {
		s = &replayedShape{p: p, answers: map[question][4]float64{}}
		if p.shapes == nil {
			p.shapes = map[uint64]*replayedShape{}
		}
		p.shapes[index] = s
	}
	return s
}

// customShape reads a shape of the game's own.
func (p *Replay) customShape(tree any) (shape.Support, error) {
	var d struct {
		Shape           uint64
		Skin            float64
		Feature, Masser bool
		Angle           float64
		Offset          mgl64.Vec2
	}
	if err := p.assignStruct(reflect.ValueOf(&d).Elem(), tree); err != nil {
		return nil, err
	}
	if !(d.Skin >= 0) {
		return nil, fmt.Errorf("world: a recorded skin radius of %v: %w", d.Skin, tape.ErrItem)
	}
	s := p.replayedShape(d.Shape)
	s.skin = d.Skin
	support := s.asked(d.Feature, d.Masser)
	if d.Angle != 0 || d.Offset != (mgl64.Vec2{}) {
		return shape.Transformed(support, d.Angle, d.Offset), nil
	}
	return support, nil
}

// asked returns the shape with the methods that the shape of the game had.
func (s *replayedShape) asked(features, mass bool) shape.Support {
	switch {
	case features && mass:
		return replayedFeatureMass{replayedFeature{s}, replayedMass{s}, s}
	case features:
		return replayedFeature{s}
	case mass:
		return replayedMass{s}
	}
	return s
}

// answer returns what the shape answered. Whoever looks at the replay may ask what was not asked before.
func (s *replayedShape) answer(q question) (a [4]float64, ok bool) {
	a, ok = s.answers[q]
	if !ok && s.p.counts() {
		panic(missingAnswer("a shape of the game's own is asked what it was not asked when it was recorded"))
	}
	return a, ok
}

// Support returns the recorded point, or the farthest of all recorded points.
func (s *replayedShape) Support(d mgl64.Vec2) mgl64.Vec2 {
	if a, ok := s.answer(questionOf(askedSupport, d[0], d[1])); ok {
		return mgl64.Vec2{a[0], a[1]}
	}
	best, most := mgl64.Vec2{}, math.Inf(-1)
	for q, a := range s.answers {
		p := mgl64.Vec2{a[0], a[1]}
		height := p.Dot(d)
		if q.kind == askedSupport && (height > most || height == most && (p[0] < best[0] || p[0] == best[0] && p[1] < best[1])) {
			best, most = p, height
		}
	}
	return best
}

// SkinRadius is that of the shape.
func (s *replayedShape) SkinRadius() float64 { return s.skin }

type replayedFeature struct{ *replayedShape }

// FarthestFeature returns the recorded side, or a point.
func (s replayedFeature) FarthestFeature(d mgl64.Vec2) (a, b mgl64.Vec2) {
	if x, ok := s.answer(questionOf(askedFeature, d[0], d[1])); ok {
		return mgl64.Vec2{x[0], x[1]}, mgl64.Vec2{x[2], x[3]}
	}
	p := s.Support(d)
	return p, p
}

type replayedMass struct{ *replayedShape }

// Mass returns the recorded mass, or none.
func (s replayedMass) Mass(density float64) shape.Mass {
	x, _ := s.answer(questionOf(askedMass, density, 0))
	return shape.Mass{Mass: x[0], Center: geom.Vec2{X: x[1], Y: x[2]}, Inertia: x[3]}
}

// replayedFeatureMass knows both. Its methods of a plain shape are those of the last field.
type replayedFeatureMass struct {
	feature replayedFeature
	mass    replayedMass
	*replayedShape
}

// FarthestFeature returns the recorded side, or a point.
func (s replayedFeatureMass) FarthestFeature(d mgl64.Vec2) (a, b mgl64.Vec2) {
	return s.feature.FarthestFeature(d)
}

// Mass returns the recorded mass, or none.
func (s replayedFeatureMass) Mass(density float64) shape.Mass { return s.mass.Mass(density) }
