package gogen

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// randomScene returns a valid scene of a few objects of every kind.
func randomScene(t *testing.T, seed uint64) *scene.Scene {
	r := &randomizer{Rand: rand.New(rand.NewPCG(seed, 1)), scene: &scene.Scene{Seconds: 1}}
	s := r.scene
	s.Description = r.pick(randomNames)
	s.Config.Gravity = mgl64.Vec2{r.number(), -10}
	if r.IntN(2) == 0 {
		s.Config.SubSteps, s.Config.NoSleep, s.Config.Timestep = 1+r.IntN(5), r.IntN(2) == 0, 1.0/120
		s.Config.LengthUnit = 2
	}
	for range r.IntN(4) {
		m := scene.Material{Name: r.pick(randomNames)}
		r.fill(reflect.ValueOf(&m.Material).Elem(), 0.3)
		r.keep(func() { s.Materials = append(s.Materials, m) }, func() { s.Materials = s.Materials[:len(s.Materials)-1] })
	}
	for range 2 + r.IntN(6) {
		r.addBodies()
	}
	for range r.IntN(12) {
		r.addJoint()
	}
	for range r.IntN(4) {
		r.addArea()
	}
	for range r.IntN(3) {
		r.addCharacter()
	}
	require.NoError(t, s.Validate())
	return s
}

// randomizer adds random objects to a scene.
type randomizer struct {
	*rand.Rand
	scene *scene.Scene
}

// keep adds something to the scene unless it is not valid.
func (r *randomizer) keep(add, remove func()) bool {
	add()
	if r.scene.Validate() != nil {
		remove()
		return false
	}
	return true
}

// randomNames are hard to make identifiers of.
var randomNames = []string{
	"", "", "", "front wheel", "Front Wheel", "frontWheel", "plank 0", "plank 1", "plank 2", "plank 3", "plank 04", "x2", "x3", "x4",
	"日本", "ärger ßß", "func", "world", "l", "b", "1", "2", "3", "7 dwarfs", "a.b\"c\\", "line\nbreak", "`tick``'' world.New(", "\ufeff\u200b",
	"# title", "- item", strings.Repeat("long ", 30), "//go:embed x", "FrontWheel2", "nil",
}

var randomFloats = []float64{
	1, 0.5, 0.1, 1.0 / 3, 2.75, 1e-3, 12.3456789012345678, 0.30000000000000004, math.Pi, 7, 1e5, 3.5e-7,
}

func (r *randomizer) pick(from []string) string { return from[r.IntN(len(from))] }

func (r *randomizer) number() float64 {
	x := randomFloats[r.IntN(len(randomFloats))]
	switch r.IntN(4) {
	case 0:
		return -x
	case 1:
		return r.Float64()
	}
	return x
}

func (r *randomizer) point() mgl64.Vec2 {
	if r.IntN(20) == 0 {
		return mgl64.Vec2{math.Copysign(0, -1), 5e-324}
	}
	return mgl64.Vec2{r.number(), r.number()}
}

// fill sets each field of a struct with a probability.
func (r *randomizer) fill(v reflect.Value, probability float64) {
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() == reflect.Struct {
			r.fill(f, probability)
		}
		if r.Float64() > probability {
			continue
		}
		switch f.Kind() {
		case reflect.Float64:
			f.SetFloat(r.number())
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Int8, reflect.Int32, reflect.Int:
			f.SetInt(r.Int64N(100) - 50)
		case reflect.Uint8:
			f.SetUint(r.Uint64N(6))
		case reflect.Uint64:
			f.SetUint(r.Uint64() >> r.IntN(60))
		case reflect.Array:
			f.Set(reflect.ValueOf(r.point()))
		}
	}
}

func (r *randomizer) shape() shape.Support {
	c, x, y := r.point(), 0.1+r.Float64(), 0.1+r.Float64()
	return []shape.Support{
		shape.Circle{Center: c, Radius: x}, shape.Capsule{A: c, B: c.Add(mgl64.Vec2{1, x}), Radius: y},
		shape.Segment{A: c, B: c.Add(mgl64.Vec2{x, y})}, shape.Box(x, y), shape.RoundedBox(x, y, 0.05),
		shape.OffsetBox(x, y, c, 0), shape.OffsetBox(x, y, c, 0.3), shape.RegularPolygon(5, x), shape.Box(0.5, 0.5),
		shape.Ellipse{Center: c, RX: x, RY: y, Angle: r.number()}, shape.HalfEllipse{Center: c, RX: x, RY: y},
		shape.Sector{Center: c, Radius: x, Angle: 0.5, Sweep: 1.5, Skin: 0.1}, shape.HalfPlane{Point: c, Normal: mgl64.Vec2{0, 1}},
		shape.ChainSegment{Before: mgl64.Vec2{3, 0}, A: mgl64.Vec2{2, 0}, B: mgl64.Vec2{1, 0}, After: mgl64.Vec2{0, 0}},
	}[r.IntN(14)]
}

func (r *randomizer) material() string {
	if len(r.scene.Materials) == 0 || r.IntN(2) == 0 {
		return ""
	}
	return r.scene.Materials[r.IntN(len(r.scene.Materials))].Name
}

// addBodies adds a body, or several that differ in their places.
func (r *randomizer) addBodies() {
	s := r.scene
	b := scene.Body{Def: body.Def{Name: r.pick(randomNames)}}
	r.fill(reflect.ValueOf(&b.Def).Elem(), 0.15)
	if r.IntN(4) == 0 {
		b.Mass = world.MassData{Mass: 2, Center: r.point(), Inertia: 3}
	}
	remove := func() { s.Bodies = s.Bodies[:len(s.Bodies)-1] }
	if !r.keep(func() { s.Bodies = append(s.Bodies, b) }, remove) {
		return
	}
	added := &s.Bodies[len(s.Bodies)-1]
	for range r.IntN(4) {
		c := scene.Collider{Shape: r.shape(), Material: r.material()}
		if r.IntN(8) == 0 {
			c.Shape = shape.Compound{Parts: []shape.Support{r.shape(), shape.Box(r.Float64()+1, 0.5), shape.RegularPolygon(5, 1)}}
		}
		r.fill(reflect.ValueOf(&c.Def).Elem(), 0.15)
		r.keep(func() { added.Colliders = append(added.Colliders, c) }, func() { added.Colliders = added.Colliders[:len(added.Colliders)-1] })
	}
	if r.IntN(4) == 0 {
		c := scene.Chain{Points: []mgl64.Vec2{{4, 0}, {2, r.number()}, {0, 0}}, Material: r.material()}
		if r.IntN(2) == 0 {
			c.Materials = []string{r.material(), r.material()}
		}
		r.fill(reflect.ValueOf(&c.Def).Elem(), 0.15)
		r.keep(func() { added.Chains = append(added.Chains, c) }, func() { added.Chains = nil })
	}
	if r.IntN(3) > 0 {
		return
	}
	stem := ""
	if r.IntN(2) == 0 {
		stem = r.pick([]string{"link ", "日 ", "3", "plank "})
	}
	turned := r.IntN(2) == 0
	for i := range 5 {
		next := *added
		next.Def.Key = 0
		next.Def.Position = r.point()
		if turned {
			next.Def.Angle = r.number()
		}
		if next.Def.Name = ""; stem != "" {
			next.Def.Name = stem + string(rune('1'+i))
		}
		r.keep(func() { s.Bodies = append(s.Bodies, next) }, remove)
	}
}

func (r *randomizer) bodyName() string {
	if r.IntN(4) == 0 || len(r.scene.Bodies) == 0 {
		return ""
	}
	return r.scene.Bodies[r.IntN(len(r.scene.Bodies))].Def.Name
}

// addJoint adds a joint of any type, and perhaps others along a row of bodies.
func (r *randomizer) addJoint() {
	if len(r.scene.Bodies) == 0 {
		return
	}
	s := r.scene
	remove := func() { s.Joints = s.Joints[:len(s.Joints)-1] }
	kinds := []any{
		&joint.Revolute{}, &joint.Distance{}, &joint.Prismatic{}, &joint.Weld{}, &joint.Wheel{}, &joint.Motor{}, &joint.Mouse{},
		&joint.Angle{}, &joint.Pulley{}, &joint.Ratchet{}, &joint.Groove{}, &joint.RotarySpring{}, &joint.Friction{}, &joint.NoCollision{},
		&joint.Revolute{}, &joint.Revolute{},
	}
	def := reflect.ValueOf(kinds[r.IntN(len(kinds))]).Elem()
	for range 20 {
		r.fill(def, 0.3)
		j := scene.Joint{A: r.bodyName(), B: r.bodyName(), Def: def.Interface()}
		if r.keep(func() { s.Joints = append(s.Joints, j) }, remove) {
			break
		}
	}
	for i := range 4 {
		j := scene.Joint{A: "link " + string(rune('1'+i)), B: "link " + string(rune('2'+i)), Def: joint.Revolute{LocalAnchorA: mgl64.Vec2{1, 0}}}
		r.keep(func() { s.Joints = append(s.Joints, j) }, remove)
	}
	if n := len(s.Joints); n > 1 {
		g := scene.Joint{Def: scene.Gear{First: r.IntN(n), Second: r.IntN(n), Gear: joint.Gear{Ratio: 2}}}
		r.keep(func() { s.Joints = append(s.Joints, g) }, remove)
	}
}

func (r *randomizer) addCharacter() {
	s := r.scene
	for range 20 {
		c := scene.Character{Position: r.point(), Material: r.material(), CornerReach: r.Float64(), AutoRepeat: r.IntN(2) == 0}
		for _, part := range []any{&c.Def, &c.Run, &c.Jump} {
			r.fill(reflect.ValueOf(part).Elem(), 0.2)
		}
		c.Def.Name = r.pick(randomNames)
		if r.IntN(2) == 0 {
			c.Def.Shape = r.shape()
		}
		if r.keep(func() { s.Characters = append(s.Characters, c) }, func() { s.Characters = s.Characters[:len(s.Characters)-1] }) {
			return
		}
	}
}

func (r *randomizer) addArea() {
	a := scene.Area{Body: r.bodyName(), Def: world.AreaDef{Name: r.pick(randomNames), Priority: r.IntN(5) - 2, Angle: r.number()}}
	if r.IntN(2) == 0 {
		a.Def.Shape = r.shape()
	}
	effects := []any{
		&area.Gravity{}, &area.PointGravity{Strength: 1}, &area.Damping{}, &area.Conveyor{},
		&area.Fluid{Surface: []mgl64.Vec2{{0, 1}, {3, 2}}}, &area.Wind{Velocity: mgl64.Vec2{1, 2}},
	}
	for range r.IntN(3) {
		e := reflect.ValueOf(effects[r.IntN(len(effects))]).Elem()
		r.fill(e, 0.3)
		if f := e.FieldByName("Falloff"); f.IsValid() {
			f.Set(reflect.ValueOf(area.Falloff(r.IntN(4))))
		}
		a.Def.Effects = append(a.Def.Effects, e.Interface().(area.Effect))
	}
	s := r.scene
	r.keep(func() { s.Areas = append(s.Areas, a) }, func() { s.Areas = s.Areas[:len(s.Areas)-1] })
}
