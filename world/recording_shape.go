package world

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"sync"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// Shapes of the game's own are functions of a direction, so a recording keeps what they answered to which direction: while a world is
// recorded its compiled shapes refer to stand-ins that pass every question on and note the answers that are new. The
// order in which workers ask does not matter then.

// question is what a shape was asked: the kind, and the bits of the direction or the density.
type question struct {
	kind uint64
	x, y uint64
}

const (
	askedSupport uint64 = iota
	askedFeature
	askedMass
)

func questionOf(kind uint64, x, y float64) question {
	return question{kind, math.Float64bits(x), math.Float64bits(y)}
}

// recordedShapes are the shapes of the game's own in a recording.
type recordedShapes struct {
	mutex   sync.Mutex
	count   uint64
	byValue map[any]*shapeRecord
	log     []byte // answers that are not yet written
}

// shapeRecord is one of them.
type shapeRecord struct {
	inner shape.Support
	skin  float64
	index uint64
	in    *recordedShapes
	known map[question]bool
}

// of returns the record of a shape.
func (l *recordedShapes) of(s shape.Support) *shapeRecord {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	key := identityOf(s)
	x := l.byValue[key]
	if x == nil {
		l.count++
		x = &shapeRecord{inner: s, index: l.count, in: l, known: map[question]bool{}}
		if r, ok := s.(shape.Rounder); ok {
			x.skin = r.SkinRadius()
		}
		if l.byValue == nil {
			l.byValue = map[any]*shapeRecord{}
		}
		l.byValue[key] = x
	}
	return x
}

// identityOf returns a key that equal values share, also for values that cannot be compared: slices in them count by their place in
// memory, which the record keeps in use.
func identityOf(s shape.Support) any {
	v := reflect.ValueOf(s)
	if v.Comparable() {
		return s
	}
	var b strings.Builder
	writeIdentity(&b, v)
	return b.String()
}

func writeIdentity(b *strings.Builder, v reflect.Value) {
	fmt.Fprintf(b, "%v(", v.Type())
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			writeIdentity(b, v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			writeIdentity(b, v.Index(i))
		}
	case reflect.Interface:
		if !v.IsNil() {
			writeIdentity(b, v.Elem())
		}
	case reflect.Slice:
		fmt.Fprintf(b, "%x %d", v.Pointer(), v.Len())
	case reflect.Map, reflect.Func, reflect.Pointer, reflect.Chan, reflect.UnsafePointer:
		fmt.Fprintf(b, "%x", v.Pointer())
	case reflect.Float32, reflect.Float64:
		fmt.Fprintf(b, "%x", math.Float64bits(v.Float()))
	default:
		fmt.Fprintf(b, "%v", v)
	}
	b.WriteByte(')')
}

// note records an answer that is new.
func (x *shapeRecord) note(q question, answer ...float64) {
	x.in.mutex.Lock()
	defer x.in.mutex.Unlock()
	if x.known[q] {
		return
	}
	x.known[q] = true
	b, place := tape.Record(x.in.log), len(x.in.log)
	for _, n := range [...]uint64{x.index, q.kind, q.x, q.y} {
		b = tape.AppendUint(b, n)
		tape.Grow(b, place)
	}
	for _, f := range answer {
		b = tape.AppendFloat(b, f)
		tape.Grow(b, place)
	}
	x.in.log = b
}

// standIn is what the compiled shapes refer to while the world is recorded.
type standIn interface {
	shape.Support
	record() *shapeRecord
}

func (x *shapeRecord) standIn() shape.Support {
	s := recordedShape{x}
	_, knowsFeatures := x.inner.(shape.FarthestFeature)
	_, knowsMass := x.inner.(shape.Masser)
	switch {
	case knowsFeatures && knowsMass:
		return recordedFeatureMass{recordedFeature{s}, recordedMass{s}, s}
	case knowsFeatures:
		return recordedFeature{s}
	case knowsMass:
		return recordedMass{s}
	}
	return s
}

type recordedShape struct{ x *shapeRecord }

func (s recordedShape) record() *shapeRecord { return s.x }

// Support asks the shape.
func (s recordedShape) Support(d mgl64.Vec2) mgl64.Vec2 {
	p := s.x.inner.Support(d)
	s.x.note(questionOf(askedSupport, d[0], d[1]), p[0], p[1])
	return p
}

// SkinRadius is that of the shape, zero for one without a skin.
func (s recordedShape) SkinRadius() float64 { return s.x.skin }

type recordedFeature struct{ recordedShape }

// FarthestFeature asks the shape.
func (s recordedFeature) FarthestFeature(d mgl64.Vec2) (a, b mgl64.Vec2) {
	a, b = s.x.inner.(shape.FarthestFeature).FarthestFeature(d)
	s.x.note(questionOf(askedFeature, d[0], d[1]), a[0], a[1], b[0], b[1])
	return a, b
}

type recordedMass struct{ recordedShape }

// Mass asks the shape.
func (s recordedMass) Mass(density float64) shape.Mass {
	m := s.x.inner.(shape.Masser).Mass(density)
	s.x.note(questionOf(askedMass, density, 0), m.Mass, m.Center.X, m.Center.Y, m.Inertia)
	return m
}

// recordedFeatureMass knows both. Its methods of a plain shape are those of the last field.
type recordedFeatureMass struct {
	feature recordedFeature
	mass    recordedMass
	recordedShape
}

// FarthestFeature asks the shape.
func (s recordedFeatureMass) FarthestFeature(d mgl64.Vec2) (a, b mgl64.Vec2) {
	return s.feature.FarthestFeature(d)
}

// Mass asks the shape.
func (s recordedFeatureMass) Mass(density float64) shape.Mass { return s.mass.Mass(density) }

// customTree returns the tree of a shape of the game's own.
func (r *recording) customTree(s shape.Support) map[string]any {
	x := r.shapes.of(s)
	tree := map[string]any{treeKind: "custom", "Shape": x.index}
	if x.skin != 0 {
		tree["Skin"] = x.skin
	}
	if _, ok := s.(shape.FarthestFeature); ok {
		tree["Feature"] = true
	}
	if _, ok := s.(shape.Masser); ok {
		tree["Masser"] = true
	}
	return tree
}

// wrap returns the stand-in of a shape that is compiled.
func (r *recording) wrap(s shape.Support) shape.Support {
	if x, ok := s.(standIn); ok && x.record().in == &r.shapes {
		return s
	}
	return r.shapes.of(unwrapped(s)).standIn()
}

func unwrapped(s shape.Support) shape.Support {
	if x, ok := s.(standIn); ok {
		return x.record().inner
	}
	return s
}

// wrapShapes makes all compiled shapes of the world refer to stand-ins.
func (r *recording) wrapShapes() {
	r.w.shapes.WrapCustoms(r.wrap)
	r.w.eachCustomArea(r.wrap)
	r.w.calls++
}

// unwrapShapes undoes wrapShapes.
func (r *recording) unwrapShapes() {
	r.w.shapes.WrapCustoms(nil)
	r.w.shapes.ReplaceCustoms(unwrapped)
	r.w.eachCustomArea(unwrapped)
	r.w.calls++
}

// askShapes forgets which answers are written, and returns those that a state needs when it is read. What comes later is written anew.
func (r *recording) askShapes() []byte {
	l := &r.shapes
	l.mutex.Lock()
	for _, x := range l.byValue { // in any order
		clear(x.known)
	}
	l.mutex.Unlock()
	ask := func(s shape.Support) shape.Support {
		_, _ = shape.New(s) // what was asked already is not noted again
		return s
	}
	r.w.shapes.ReplaceCustoms(ask)
	r.w.eachCustomArea(ask)
	return l.take()
}

// take returns the answers that are not yet written.
func (l *recordedShapes) take() []byte {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	answers := l.log
	l.log = nil
	return answers
}

// eachCustomArea replaces the shapes of the game's own in areas.
func (w *World) eachCustomArea(by func(shape.Support) shape.Support) {
	for slot := range w.areas.Convex {
		c := &w.areas.Convex[slot]
		if w.areas.Meta[slot].ID == 0 || c.Geometry == nil || c.Kind != shape.KindCustom {
			continue
		}
		geometry, arena := *c.Geometry, *c.Arena
		arena.Customs = []shape.Support{by(arena.Customs[geometry.First])}
		geometry.First = 0
		*c = shape.Convex{Geometry: &geometry, Arena: &arena}
	}
}

// compileArea compiles the shape of an area.
func (w *World) compileArea(s shape.Support) (shape.Convex, error) {
	if w.recording == nil {
		return shape.New(s)
	}
	arena := &shape.Arena{Wrap: w.recording.wrap}
	g, err := shape.Compile(s, geom.Vec2{}, arena)
	arena.Wrap = nil
	return shape.Convex{Geometry: &g, Arena: arena}, err
}
