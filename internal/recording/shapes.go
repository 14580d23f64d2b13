package recording

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"sync"

	"github.com/carom2d/carom/internal/item"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// Shapes of the game's own are functions of a direction, so a recording keeps the answer for each
// direction. While a world is recorded, its compiled shapes refer to stand-ins that pass every
// question on and store new answers. So the order in which workers ask does not matter.

// question is a question to a shape: the kind, and the bits of the direction or the density.
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

// Shapes are the shapes of the game's own in a recording. The zero value has none.
type Shapes struct {
	mutex   sync.Mutex
	count   uint64
	byValue map[any]*recorded
	log     []byte // answers that were not taken yet
}

// recorded is a shape of the game's own in a recording.
type recorded struct {
	inner shape.Support
	skin  float64
	index uint64
	in    *Shapes
	known map[question]bool
}

// of returns the record of a shape.
func (l *Shapes) of(s shape.Support) *recorded {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	key := identityOf(s)
	x := l.byValue[key]
	if x == nil {
		l.count++
		x = &recorded{inner: s, index: l.count, in: l, known: map[question]bool{}}
		if r, ok := s.(shape.Rounder); ok {
			x.skin = r.SkinRadius()
		}
		if l.byValue == nil {
			l.byValue = map[any]*recorded{}
		}
		l.byValue[key] = x
	}
	return x
}

// identityOf returns a key that equal values share, also for values that cannot be compared: slices
// in them count by their place in memory, which the record keeps in use.
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

func (x *recorded) note(q question, answer ...float64) {
	x.in.mutex.Lock()
	defer x.in.mutex.Unlock()
	if x.known[q] {
		return
	}
	x.known[q] = true
	b, place := tape.Record(x.in.log), len(x.in.log)
	for _, n := range [...]uint64{x.index, q.kind, q.x, q.y} {
		b = item.AppendUint(b, n)
		tape.Grow(b, place)
	}
	for _, f := range answer {
		b = item.AppendFloat(b, f)
		tape.Grow(b, place)
	}
	x.in.log = b
}

// standIn is the shape that compiled shapes refer to while the world is recorded.
type standIn interface {
	shape.Support
	record() *recorded
}

func (x *recorded) standIn() shape.Support {
	s := plainShape{x}
	_, knowsFeatures := x.inner.(shape.FarthestFeature)
	_, knowsMass := x.inner.(shape.Masser)
	switch {
	case knowsFeatures && knowsMass:
		return featureMassShape{featureShape{s}}
	case knowsFeatures:
		return featureShape{s}
	case knowsMass:
		return massShape{s}
	}
	return s
}

type plainShape struct{ x *recorded }

func (s plainShape) record() *recorded { return s.x }

func (s plainShape) Support(d mgl64.Vec2) mgl64.Vec2 {
	p := s.x.inner.Support(d)
	s.x.note(questionOf(askedSupport, d[0], d[1]), p[0], p[1])
	return p
}

// SkinRadius returns the skin radius of the shape, zero for a shape without skin.
func (s plainShape) SkinRadius() float64 { return s.x.skin }

type featureShape struct{ plainShape }

func (s featureShape) FarthestFeature(d mgl64.Vec2) (a, b mgl64.Vec2) {
	a, b = s.x.inner.(shape.FarthestFeature).FarthestFeature(d)
	s.x.note(questionOf(askedFeature, d[0], d[1]), a[0], a[1], b[0], b[1])
	return a, b
}

type massShape struct{ plainShape }

func (s massShape) Mass(density float64) shape.Mass {
	m := s.x.inner.(shape.Masser).Mass(density)
	s.x.note(questionOf(askedMass, density, 0), m.Mass, m.Center.X, m.Center.Y, m.Inertia)
	return m
}

// featureMassShape knows both.
type featureMassShape struct{ featureShape }

func (s featureMassShape) Mass(density float64) shape.Mass {
	return massShape(s.featureShape).Mass(density)
}

// Wrap returns the stand-in of a shape that is compiled.
func (l *Shapes) Wrap(s shape.Support) shape.Support {
	if x, ok := s.(standIn); ok && x.record().in == l {
		return s
	}
	return l.of(Unwrapped(s)).standIn()
}

// Unwrapped returns the shape for which a stand-in stands, and other shapes as they are.
func Unwrapped(s shape.Support) shape.Support {
	if x, ok := s.(standIn); ok {
		return x.record().inner
	}
	return s
}

// Forget forgets which answers were taken: they are stored again.
func (l *Shapes) Forget() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for _, x := range l.byValue { // in any order
		clear(x.known)
	}
}

// Take returns the answers that were not taken yet.
func (l *Shapes) Take() []byte {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	answers := l.log
	l.log = nil
	return answers
}

// tree returns the tree of a shape of the game's own.
func (l *Shapes) tree(s shape.Support) map[string]any {
	x := l.of(s)
	tree := map[string]any{kindKey: "custom", "Shape": x.index}
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
