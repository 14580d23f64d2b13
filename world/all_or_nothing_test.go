package world_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// countdown panics at the call after left more.
type countdown struct {
	left   int
	armed  bool
	called bool
}

func (c *countdown) call() {
	c.called = true
	if c.left--; c.armed && c.left < 0 {
		panic("no")
	}
}

// fuseShape is an off-centre custom box with a mass of its own, whose code panics at a call
// of the test's choice.
type fuseShape struct {
	*countdown
	x float64
}

func (s fuseShape) Validate() error { s.call(); return nil }

func (s fuseShape) Support(d mgl64.Vec2) mgl64.Vec2 {
	s.call()
	return customBox{0.5, 0.5}.Support(d).Add(mgl64.Vec2{s.x, 0})
}

func (s fuseShape) Mass(density float64) shape.Mass {
	s.call()
	m := world.Must(shape.MassOf(shape.Box(0.5, 0.5), density))
	m.Center.X = s.x
	return m
}

// fuseWorld is a world with bodies of every kind that touch each other, all with shapes that
// may panic, and mixers that may.
type fuseWorld struct {
	*world.World
	countdown
	dynamic, asleep, static, kinematic, disabled world.Body
	joint                                        world.Revolute
	chain                                        world.Chain
}

func newFuseWorld(t testing.TB) *fuseWorld {
	w := &fuseWorld{}
	mix := func(a, b shape.Material) float64 { w.call(); return a.Friction + b.Friction }
	w.World = newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, MixFriction: mix, MixRestitution: func(a, b shape.Material) float64 {
		return min(mix(a, b), 1) / 4
	}})
	add := func(d body.Def) world.Body {
		b := addBody(t, w.World, d, shape.OffsetBox(0.2, 0.3, mgl64.Vec2{0.7, 0}, 0), world.ColliderDef{})
		world.Must(b.Attach(fuseShape{&w.countdown, 0.1}, world.ColliderDef{}))
		world.Must(b.Attach(fuseShape{&w.countdown, 2}, world.ColliderDef{Sensor: true}))
		return b
	}
	w.static = add(body.Def{Type: body.Static})
	w.kinematic = add(body.Def{Type: body.Kinematic, Position: mgl64.Vec2{3, 0}})
	w.dynamic = add(body.Def{Position: mgl64.Vec2{0.1, 1}, Angle: 0.1})
	w.asleep = add(body.Def{Position: mgl64.Vec2{0.1, 2}, AngularVelocity: 1})
	w.disabled = add(body.Def{Position: mgl64.Vec2{0.1, 3}, Disabled: true})
	w.chain = world.Must(w.static.AttachChain(shape.Chain{Points: []mgl64.Vec2{{5, -2}, {0, -2}, {-5, -2}}}, world.ColliderDef{}))
	hung := addBody(t, w.World, body.Def{Position: mgl64.Vec2{9, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	w.joint = addRevolute(t, w.World, w.Ground(), hung)
	runTicks(w.World, 5)
	require.NoError(t, w.asleep.Sleep())
	return w
}

func (w *fuseWorld) bodyNamed(name string) world.Body {
	return map[string]world.Body{
		"dynamic": w.dynamic, "asleep": w.asleep, "static": w.static, "kinematic": w.kinematic, "disabled": w.disabled,
	}[name]
}

// fuseColliders returns a custom and a built-in collider of a body.
func fuseColliders(b world.Body) (custom, box world.Collider) {
	for c := range b.Colliders() {
		if _, ok := c.Shape().(fuseShape); ok && !c.Sensor() {
			custom = c
		} else if !ok {
			box = c
		}
	}
	return custom, box
}

// change is a call that changes a body of a fuseWorld.
type change struct {
	name string
	call func(w *fuseWorld, b world.Body) error
}

func customOf(b world.Body) world.Collider  { c, _ := fuseColliders(b); return c }
func builtInOf(b world.Body) world.Collider { _, c := fuseColliders(b); return c }

func changes() []change {
	return []change{
		{"Attach", func(w *fuseWorld, b world.Body) error {
			return errOf(b.Attach(fuseShape{&w.countdown, -0.3}, world.ColliderDef{Density: 3}))
		}},
		{"Attach a built-in shape", func(w *fuseWorld, b world.Body) error {
			return errOf(b.Attach(shape.OffsetBox(1, 1, mgl64.Vec2{0, 1}, 0), world.ColliderDef{}))
		}},
		{"AttachChain", func(w *fuseWorld, b world.Body) error {
			return errOf(b.AttachChain(shape.Chain{Points: []mgl64.Vec2{{1, 1}, {0, 1}, {0, 2}}}, world.ColliderDef{}))
		}},
		{"SetShape", func(w *fuseWorld, b world.Body) error { return customOf(b).SetShape(fuseShape{&w.countdown, -0.2}) }},
		{"SetShape of another", func(w *fuseWorld, b world.Body) error {
			return builtInOf(b).SetShape(shape.Circle{Radius: 0.4})
		}},
		{"SetShape to a custom one", func(w *fuseWorld, b world.Body) error { return builtInOf(b).SetShape(fuseShape{&w.countdown, 0}) }},
		{"SetDensity", func(w *fuseWorld, b world.Body) error { return customOf(b).SetDensity(3) }},
		{"SetDensity of another", func(w *fuseWorld, b world.Body) error { return builtInOf(b).SetDensity(3) }},
		{"SetDensity to zero", func(w *fuseWorld, b world.Body) error { return customOf(b).SetDensity(0) }},
		{"SetMass", func(w *fuseWorld, b world.Body) error { return customOf(b).SetMass(3) }},
		{"SetMass of another", func(w *fuseWorld, b world.Body) error { return builtInOf(b).SetMass(3) }},
		{"SetMass to zero", func(w *fuseWorld, b world.Body) error { return customOf(b).SetMass(0) }},
		{"Attach with a mass", func(w *fuseWorld, b world.Body) error {
			return errOf(b.Attach(fuseShape{&w.countdown, -0.3}, world.ColliderDef{Mass: 3}))
		}},
		{"SetDominance", func(w *fuseWorld, b world.Body) error { return b.SetDominance(3) }},
		{"SetMaterial with a cone", func(w *fuseWorld, b world.Body) error {
			return customOf(b).SetMaterial(shape.Material{Friction: 0.1, StaticFriction: 0.3, SlipLeft: 0.5})
		}},
		{"SetMaterial", func(w *fuseWorld, b world.Body) error { return customOf(b).SetMaterial(shape.Material{Friction: 0.1}) }},
		{"SetFilter", func(w *fuseWorld, b world.Body) error { return customOf(b).SetFilter(shape.Filter{Category: 2}) }},
		{"Collider.Destroy", func(w *fuseWorld, b world.Body) error { return customOf(b).Destroy() }},
		{"Collider.Destroy of another", func(w *fuseWorld, b world.Body) error { return builtInOf(b).Destroy() }},
		{"SetMassData", func(w *fuseWorld, b world.Body) error {
			return b.SetMassData(world.MassData{Mass: 2, Inertia: 3, Center: mgl64.Vec2{0.3, 0}})
		}},
		{"SetTransform", func(w *fuseWorld, b world.Body) error { return b.SetTransform(mgl64.Vec2{0.5, 1.5}, 1) }},
		{"SetType dynamic", func(w *fuseWorld, b world.Body) error { return b.SetType(body.Dynamic) }},
		{"SetType kinematic", func(w *fuseWorld, b world.Body) error { return b.SetType(body.Kinematic) }},
		{"SetType static", func(w *fuseWorld, b world.Body) error { return b.SetType(body.Static) }},
		{"SetEnabled", func(w *fuseWorld, b world.Body) error { return b.SetEnabled(!b.Enabled()) }},
		{"SetLocks", func(w *fuseWorld, b world.Body) error { return b.SetLocks(true, false, true) }},
		{"Destroy", func(w *fuseWorld, b world.Body) error { return b.Destroy() }},
		{"MoveTo", func(w *fuseWorld, b world.Body) error { return b.MoveTo(mgl64.Vec2{1, 1}, 1) }},
		{"Chain.Destroy", func(w *fuseWorld, b world.Body) error { return w.chain.Destroy() }},
		{"SetGravity", func(w *fuseWorld, b world.Body) error { return w.SetGravity(mgl64.Vec2{1, 1}) }},
		{"CreateDistance", func(w *fuseWorld, b world.Body) error {
			_, err := w.CreateDistance(w.joint.BodyB(), b, joint.Distance{})
			return err
		}},
		{"Edit", func(w *fuseWorld, _ world.Body) error {
			return w.joint.Edit(func(d *joint.Revolute) {
				d.MotorSpeed, d.MaxMotorTorque = 3, 3
				w.call()
			})
		}},
		{"EditBase", func(w *fuseWorld, _ world.Body) error {
			return w.joint.EditBase(func(d *joint.Base) { d.MaxForce = 3; w.call() })
		}},
		{"EditDefinition", func(w *fuseWorld, _ world.Body) error {
			return w.joint.EditDefinition(func(d joint.Definition) { d.Shared().MaxForce = 3; w.call() })
		}},
	}
}

// A call whose custom shape, mixer or function panics, at whichever of its calls, leaves the
// world as it was.
func TestPanicInChangeLeavesWorldAsItWas(t *testing.T) {
	panics := 0
	for i, c := range changes() {
		for k, which := range []string{"dynamic", "asleep", "static", "kinematic", "disabled"} {
			if (i+k)%wideStep != 0 {
				continue
			}
			w := newFuseWorld(t)
			w.left = 0
			require.NoError(t, c.call(w, w.bodyNamed(which)))
			calls := -w.left
			w.Close()
			for _, n := range []int{0, 1, 2, calls / 5, calls / 3, calls / 2, calls * 3 / 4, calls - 6, calls - 5, calls - 4, calls - 3, calls - 2, calls - 1} {
				if n < 0 || n >= calls {
					continue
				}
				panics++
				w := newFuseWorld(t)
				before := w.StateDump()
				w.armed, w.left = true, n
				require.PanicsWithValue(t, "no", func() { _ = c.call(w, w.bodyNamed(which)) })
				w.armed = false
				requireSameState(t, before, w, fmt.Sprintf("%s of the %s one, call %d", c.name, which, n))
				require.NoError(t, c.call(w, w.bodyNamed(which)))
				w.Tick()
				w.Validate()
				w.Close()
			}
		}
	}
	require.Greater(t, panics, 500/wideStep)
}

// requireSameState compares a world with an earlier dump and names the first difference.
func requireSameState(t testing.TB, before []string, w interface{ StateDump() []string }, name string) {
	t.Helper()
	after := w.StateDump()
	if slices.Equal(before, after) {
		return
	}
	for i := range min(len(before), len(after)) {
		require.Equal(t, before[i], after[i], name)
	}
	require.Equal(t, len(before), len(after), name)
}

// fill sets every number of a value to x, and every body and joint to a body and a joint of the
// world.
func fill(v reflect.Value, x float64, w *watchedWorld) {
	switch v.Interface().(type) {
	case world.Body:
		v.Set(reflect.ValueOf(w.handles[1]))
		return
	case shape.Support:
		v.Set(reflect.ValueOf(shape.Circle{Radius: x}))
		return
	}
	switch v.Kind() {
	case reflect.Float64:
		v.SetFloat(x)
	case reflect.Int8:
		v.SetInt(100)
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(200))
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i), x, w)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), x, w)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), x, w)
		}
	case reflect.Interface:
		if v.Type() == reflect.TypeFor[shape.Support]() {
			v.Set(reflect.ValueOf(shape.Circle{Radius: x}))
		}
	case reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), func(in []reflect.Value) []reflect.Value {
			fill(in[0].Elem(), x, w)
			return nil
		}))
	}
}

// Every method that refuses its arguments leaves the world as it was.
func TestErrorLeavesWorldAsItWas(t *testing.T) {
	refused := map[string]bool{}
	var changing []int
	methods := 0
	newWatchedWorld(t, world.Config{Workers: 1}).eachMethod(func(_ string, _ reflect.Value, changes bool) {
		if changes {
			changing = append(changing, methods)
		}
		methods++
	})
	for i, x := range []float64{nan, -1, 1e300, 0} {
		for k, m := range changing {
			if i > 0 && (i+k)%wideStep != 0 {
				continue
			}
			w := newWatchedWorld(t, world.Config{Workers: 1})
			w.Tick()
			i := 0
			w.eachMethod(func(name string, call reflect.Value, _ bool) {
				if i++; i-1 != m {
					return
				}
				in := zerosFor(call)
				for k := range in {
					arg := reflect.New(in[k].Type()).Elem()
					fill(arg, x, w)
					in[k] = arg
				}
				before := w.StateDump()
				out := call.Call(in)
				if err, _ := out[len(out)-1].Interface().(error); err != nil {
					refused[name] = true
					requireSameState(t, before, w, name)
				}
				w.Validate()
			})
			w.Close()
		}
	}
	require.Greater(t, len(refused), 50, "%v", refused)
}
