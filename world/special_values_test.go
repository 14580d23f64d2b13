package world_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// specialValues are the numbers that are put in every place that takes one.
var specialValues = []float64{
	nan, inf, -inf, math.MaxFloat64, -math.MaxFloat64, 1e300, -1e300, 1e40, -1e40, 1e18, -1e18, 1e12, 1e9, -1e9, 1e6,
	-1, 0, math.Copysign(0, -1), 5e-324, -5e-324, 1e-300, 1e-40, 1e-18, 1e-9, 1e-4,
}

// numberField is a number in a definition.
type numberField struct {
	name  string // of its field, which an error must name
	value reflect.Value
}

// numberFields lists the numbers of the struct v.
func numberFields(v reflect.Value) (list []numberField) {
	for i := range v.NumField() {
		f, name := v.Field(i), v.Type().Field(i).Name
		switch {
		case f.Kind() == reflect.Float64:
			list = append(list, numberField{name, f})
		case f.Type() == reflect.TypeFor[mgl64.Vec2]():
			list = append(list, numberField{name, f.Index(0)}, numberField{name, f.Index(1)})
		case f.Kind() == reflect.Struct:
			list = append(list, numberFields(f)...)
		}
	}
	return list
}

// trySpecialValues calls build with definitions in which one number has a special value:
// every number, every value. An error must name the field, and a value that is not finite
// must be an error.
func trySpecialValues[D any](t *testing.T, defName string, def D, build func(t *testing.T, name string, d D) error) {
	count := len(numberFields(reflect.ValueOf(&def).Elem()))
	for i := range count {
		for j, x := range specialValues {
			if geom.Finite(x) && (i+j)%wideStep != 0 {
				continue
			}
			changed := def
			k := numberFields(reflect.ValueOf(&changed).Elem())[i]
			k.value.SetFloat(x)
			name := fmt.Sprintf("%s.%s = %v", defName, k.name, x)
			err := build(t, name, changed)
			if err == nil {
				if !geom.Finite(x) {
					t.Errorf("%s is accepted", name)
				}
				continue
			}
			// A finite value may also make another field wrong, such as a lower limit.
			var field *geom.FieldError
			if !errors.As(err, &field) || !geom.Finite(x) && !strings.HasPrefix(field.Field, k.name) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// addTwoBoxes is a floor with two boxes on each other.
func addTwoBoxes(t testing.TB, w *world.World) (low, high world.Body) {
	addFloor(t, w, world.ColliderDef{})
	low = addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}, Name: "low"}, shape.Box(0.5, 0.5), world.ColliderDef{})
	high = addBody(t, w, body.Def{Position: mgl64.Vec2{0.1, 1.5}, Name: "high"}, shape.Box(0.5, 0.5), world.ColliderDef{})
	return low, high
}

func TestSpecialValuesInBodies(t *testing.T) {
	def := body.Def{Position: mgl64.Vec2{0, 2.5}, LinearVelocity: mgl64.Vec2{0.1, 0}, AngularVelocity: 0.1, LinearDamping: 0.1, Name: "bad"}
	trySpecialValues(t, "Def", def, func(t *testing.T, name string, d body.Def) error {
		for _, kind := range []body.Type{body.Dynamic, body.Kinematic} {
			w := newGravityWorld(t)
			addTwoBoxes(t, w)
			d.Type = kind
			b, err := w.CreateBody(d)
			if err != nil {
				return err
			}
			world.Must(b.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
			requireFiniteWorld(t, name, w, 20)
		}
		return nil
	})
	trySpecialValues(t, "MassData", world.MassData{Mass: 1, Inertia: 1}, func(t *testing.T, name string, d world.MassData) error {
		w := newGravityWorld(t)
		_, b := addTwoBoxes(t, w)
		require.NoError(t, b.SetAngularVelocity(3))
		if err := b.SetMassData(d); err != nil {
			return err
		}
		requireFiniteWorld(t, name, w, 20)
		return nil
	})
}

func TestSpecialValuesInColliders(t *testing.T) {
	trySpecialValues(t, "ColliderDef", world.ColliderDef{Density: 1}, func(t *testing.T, name string, d world.ColliderDef) error {
		w := newGravityWorld(t)
		addTwoBoxes(t, w)
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 2.5}}))
		if _, err := b.Attach(shape.Box(0.5, 0.5), d); err != nil {
			return err
		}
		requireFiniteWorld(t, name, w, 20)
		return nil
	})
	m := shape.Material{Friction: 0.5, Restitution: 0.5, RollingResistance: 0.1, TangentSpeed: 1}
	trySpecialValues(t, "Material", m, func(t *testing.T, name string, m shape.Material) error {
		w := newGravityWorld(t)
		low, high := addTwoBoxes(t, w)
		if err := firstCollider(high).SetMaterial(m); err != nil {
			return err
		}
		if err := firstCollider(low).SetMaterial(m); err != nil {
			return err
		}
		addBody(t, w, body.Def{Position: mgl64.Vec2{3, 3}}, shape.Circle{Radius: 0.5}, world.ColliderDef{Material: &m})
		addBody(t, w, body.Def{Position: mgl64.Vec2{3, 0.4}, LockRotation: true}, shape.Circle{Radius: 0.5}, world.ColliderDef{Material: &m})
		requireFiniteWorld(t, name, w, 60)
		return nil
	})
}

func TestSpecialValuesInConfig(t *testing.T) {
	trySpecialValues(t, "Config", world.Config{Gravity: mgl64.Vec2{0, -10}}, func(t *testing.T, name string, c world.Config) error {
		w, err := world.New(c)
		if err != nil {
			return err
		}
		defer w.Close()
		low, high := addTwoBoxes(t, w)
		addBody(t, w, body.Def{Position: mgl64.Vec2{0, 2.6}}, shape.Circle{Radius: 0.5}, world.ColliderDef{Material: &shape.Material{Restitution: 1}})
		addRevolute(t, w, low, high)
		requireFiniteWorld(t, name, w, 20)
		return nil
	})
	for _, c := range []world.Config{{MaxTicks: -1}, {SubSteps: -1}, {SubSteps: 65}, {Workers: -1}, {Workers: 65}} {
		_, err := world.New(c)
		var field *geom.FieldError
		require.ErrorAs(t, err, &field, "%+v", c)
	}
}

// hardBodyPairs are pairs of bodies that are hard for joints.
func hardBodyPairs(t testing.TB, w *world.World) [][2]world.Body {
	add := func(x, mass, inertia float64) world.Body {
		b := addMass(t, w, x, 4, mass, inertia)
		b.SetName(fmt.Sprintf("%v kg, %v kg m^2", mass, inertia))
		return b
	}
	return [][2]world.Body{
		{add(0, 1, 1), add(2, 1, 1)},
		{add(10, 1, 0), add(12, 1, 0)},
		{add(20, 1e18, 1e18), add(22, 1e18, 1e18)},
		{add(30, 1e-12, 1e-12), add(32, 1e-12, 1e-12)},
		{add(40, 1e9, 1e9), add(42, 1, 1)},
		{w.Ground(), add(52, 1, 1)},
	}
}

// maxLocalCoordinate returns the largest coordinate in a definition.
func maxLocalCoordinate(v reflect.Value) (largest float64) {
	for _, k := range numberFields(v) {
		if strings.HasPrefix(k.name, "Local") || strings.HasPrefix(k.name, "Wheel") {
			largest = max(largest, math.Abs(k.value.Float()))
		}
	}
	return largest
}

// trySpecialJointValues makes a joint with special values between all pairs of bodies.
func trySpecialJointValues[D any](t *testing.T, def D, create func(w *world.World, a, b world.Body, d D) error) {
	trySpecialValues(t, reflect.TypeFor[D]().Name(), def, func(t *testing.T, name string, d D) error {
		for _, substeps := range []int{4, 1} {
			w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, SubSteps: substeps})
			for _, pair := range hardBodyPairs(t, w) {
				if err := create(w, pair[0], pair[1], d); err != nil {
					return err
				}
			}
			if maxLocalCoordinate(reflect.ValueOf(d)) < 1e6 {
				requireFiniteWorld(t, name, w, 10)
			} else { // a lever beyond what float32 holds puts its bodies out of action, and nothing else
				runTicks(w, 10)
				w.Validate()
			}
			w.Close()
		}
		return nil
	})
}

// trySpecialJoint tries the definition of a kind that connects two bodies.
func trySpecialJoint[D any, P joint.DefinitionOf[D]](t *testing.T, def D) {
	trySpecialJointValues(t, def, func(w *world.World, a, b world.Body, d D) error { return errOf(w.CreateJoint(a, b, P(&d))) })
}

func TestSpecialValuesInJoints(t *testing.T) {
	base := joint.Base{MaxForce: 100, MaxTorque: 100}
	at, axis := mgl64.Vec2{1, 0}, mgl64.Vec2{1, 0.5}
	trySpecialJoint(t, joint.Revolute{
		Base: base, LocalAnchorA: at, Limit: true, Lower: -1, Upper: 1, MotorSpeed: 1, MaxMotorTorque: 10, SpringHertz: 2, SpringDamping: 0.5,
	})
	trySpecialJoint(t, joint.Distance{
		Base: base, Length: 2, MinLength: 1, MaxLength: 3, SpringHertz: 2, SpringDamping: 0.5, MinSpringForce: -10, MaxSpringForce: 10, MotorSpeed: 1, MaxMotorForce: 5,
	})
	trySpecialJoint(t, joint.Distance{Base: base, Length: 2, MinLength: 1})
	trySpecialJoint(t, joint.Prismatic{
		Base: base, LocalAnchorA: at, LocalAxisA: axis, Limit: true, Lower: -1, Upper: 1, MotorSpeed: 1, MaxMotorForce: 10, SpringHertz: 2, SpringDamping: 0.5,
	})
	trySpecialJoint(t, joint.Weld{Base: base, LocalAnchorA: at})
	trySpecialJoint(t, joint.Weld{Base: base, LocalAnchorA: at, LinearHertz: 2, AngularHertz: 2, LinearDamping: 1, AngularDamping: 1})
	trySpecialJoint(t, joint.Wheel{
		Base: base, LocalAxisA: axis, SpringHertz: 3, SpringDamping: 1, Limit: true, Lower: -1, Upper: 1, MotorSpeed: 3, MaxMotorTorque: 10,
	})
	trySpecialJoint(t, joint.Motor{
		Base: base, Velocity: at, MaxVelocityForce: 10, AngularVelocity: 1, MaxVelocityTorque: 10, LinearHertz: 2, LinearDamping: 1, AngularHertz: 2, AngularDamping: 1, MaxSpringTorque: 10,
	})
	trySpecialJoint(t, joint.Mouse{Base: base, LocalTargetA: at, SpringHertz: 2, SpringDamping: 1})
	trySpecialJoint(t, joint.Angle{Base: base, Ratio: 2, Angle: 1})
	trySpecialJoint(t, joint.Angle{Base: base, Ratio: 2, Loose: true, SpringHertz: 2, SpringDamping: 1, Limit: true, Lower: -1, Upper: 1, MotorSpeed: 2, MaxMotorTorque: 4})
	trySpecialJoint(t, joint.Pulley{Base: base, WheelA: mgl64.Vec2{0, 9}, WheelB: mgl64.Vec2{2, 9}, Ratio: 2, Length: 12})
	trySpecialJoint(t, joint.Pulley{Base: base, WheelA: mgl64.Vec2{0, 9}, WheelB: mgl64.Vec2{2, 9}, Ratio: 2, Slack: 1, Rigid: true})
	trySpecialJoint(t, joint.Ratchet{Base: base, Step: 0.5, Phase: 0.1})
	trySpecialJoint(t, joint.Groove{Base: base, LocalGrooveA1: mgl64.Vec2{-1, 0}, LocalGrooveA2: at})
	trySpecialJoint(t, joint.RotarySpring{Base: base, Angle: 1, Stiffness: 10, Damping: 1, MaxSpring: 10})
	trySpecialJoint(t, joint.Friction{Base: base, Force: 10, Torque: 10})
	trySpecialJointValues(t, joint.Gear{Base: base, Ratio: 2}, func(w *world.World, a, b world.Body, d joint.Gear) error {
		if a == w.Ground() {
			a = addMass(t, w, 60, 0, 1, 1)
		}
		p, q := addRevolute(t, w, w.Ground(), a), addRevolute(t, w, w.Ground(), b)
		return errOf(w.CreateGear(p.Joint, q.Joint, d))
	})
	trySpecialJointValues(t, joint.Custom{Base: base, Constraint: pointConstraint{}}, func(w *world.World, a, b world.Body, d joint.Custom) error {
		return errOf(w.CreateCustom([]world.Body{a, b}, d))
	})
}

// Every setter accepts special values in any state of the body, or refuses them.
func TestSpecialValuesInSetters(t *testing.T) {
	v := func(x float64) mgl64.Vec2 { return mgl64.Vec2{x, 1} }
	for name, set := range map[string]func(b world.Body, x float64) error{
		"SetLinearVelocity":    func(b world.Body, x float64) error { return b.SetLinearVelocity(v(x)) },
		"SetAngularVelocity":   func(b world.Body, x float64) error { return b.SetAngularVelocity(x) },
		"ApplyForce":           func(b world.Body, x float64) error { return b.ApplyForce(v(x), v(3)) },
		"ApplyForce point":     func(b world.Body, x float64) error { return b.ApplyForce(v(3), v(x)) },
		"ApplyForceToCenter":   func(b world.Body, x float64) error { return b.ApplyForceToCenter(v(x)) },
		"ApplyTorque":          func(b world.Body, x float64) error { return b.ApplyTorque(x) },
		"ApplyImpulse":         func(b world.Body, x float64) error { return b.ApplyImpulse(v(x), v(3)) },
		"ApplyImpulse point":   func(b world.Body, x float64) error { return b.ApplyImpulse(v(3), v(x)) },
		"ApplyImpulseToCenter": func(b world.Body, x float64) error { return b.ApplyImpulseToCenter(v(x)) },
		"ApplyAngularImpulse":  func(b world.Body, x float64) error { return b.ApplyAngularImpulse(x) },
		"SetTransform":         func(b world.Body, x float64) error { return b.SetTransform(v(x), 0) },
		"SetTransform angle":   func(b world.Body, x float64) error { return b.SetTransform(v(0), x) },
		"SetLinearDamping":     func(b world.Body, x float64) error { return b.SetLinearDamping(x) },
		"SetAngularDamping":    func(b world.Body, x float64) error { return b.SetAngularDamping(x) },
		"SetGravityScale":      func(b world.Body, x float64) error { return b.SetGravityScale(x) },
		"SetSleepSpeed":        func(b world.Body, x float64) error { return b.SetSleepSpeed(x) },
		"SetDensity":           func(b world.Body, x float64) error { return firstCollider(b).SetDensity(x) },
		"SetOwnGravity":        func(b world.Body, x float64) error { return b.SetGravity(v(x)) },
		"ApplySteadyForce":     func(b world.Body, x float64) error { return b.ApplySteadyForce(v(x), v(3)) },
		"ApplySteadyForce at":  func(b world.Body, x float64) error { return b.ApplySteadyForce(v(3), v(x)) },
		"ApplySteadyTorque":    func(b world.Body, x float64) error { return b.ApplySteadyTorque(x) },
		"SetGravity":           func(b world.Body, x float64) error { return b.World().SetGravity(v(x)) },
		"SetShape":             func(b world.Body, x float64) error { return firstCollider(b).SetShape(shape.Circle{Radius: x}) },
		"OffsetShape": func(b world.Body, x float64) error {
			return firstCollider(b).SetShape(shape.Circle{Radius: 1, Center: v(x)})
		},
		"Attach": func(b world.Body, x float64) error { return errOf(b.Attach(shape.Box(x, 1), world.ColliderDef{})) },
		"Center": func(b world.Body, x float64) error {
			return b.SetMassData(world.MassData{Mass: 1, Center: v(x), Inertia: 1})
		},
	} {
		for i, x := range specialValues {
			for k, start := range []struct {
				state   string
				prepare func(b world.Body) error
			}{
				{"awake", func(b world.Body) error { return nil }},
				{"asleep", func(b world.Body) error { return b.Sleep() }},
				{"spinning", func(b world.Body) error { return b.SetAngularVelocity(40) }},
				{"kinematic", func(b world.Body) error { return b.SetType(body.Kinematic) }},
				{"static", func(b world.Body) error { return b.SetType(body.Static) }},
				{"disabled", func(b world.Body) error { return b.SetEnabled(false) }},
				{"bullet", func(b world.Body) error { return b.SetBullet(true) }},
			} {
				if (i+k)%wideStep != 0 {
					continue
				}
				w := newGravityWorld(t)
				_, b := addTwoBoxes(t, w)
				w.Tick()
				require.NoError(t, start.prepare(b))
				hash := w.Hash()
				err := set(b, x)
				if err != nil {
					var field *geom.FieldError
					require.ErrorAs(t, err, &field, "%s %v", name, x)
					require.Equal(t, hash, w.Hash(), "%s %v", name, x)
				} else if !geom.Finite(x) {
					t.Errorf("%s takes %v", name, x)
				}
				requireFiniteWorld(t, fmt.Sprintf("%s %v, %s", name, x, start.state), w, 10)
				if b.Enabled() {
					if err := b.SetType(body.Dynamic); err != nil { // a static body may have any mass
						require.ErrorIs(t, err, geom.ErrOutOfRange, "%s %v", name, x)
					}
					requireFiniteWorld(t, fmt.Sprintf("%s %v, %s, then dynamic", name, x, start.state), w, 10)
				}
				w.Close()
			}
		}
	}
}

// The use of a zero handle, or of one to something destroyed, panics with a sentence in
// every method.
func TestMethodsOfInvalidHandlePanic(t *testing.T) {
	w := newGravityWorld(t)
	a, b := addMass(t, w, 0, 0, 1, 1), addMass(t, w, 3, 0, 1, 1)
	box := world.Must(b.Attach(shape.Box(1, 1), world.ColliderDef{}))
	ratchet := world.Must(w.CreateRatchet(a, b, joint.Ratchet{}))
	mouse := world.Must(w.CreateMouse(a, b, joint.Mouse{}))
	revolute, other := addRevolute(t, w, w.Ground(), b), addRevolute(t, w, w.Ground(), a)
	handles := []any{
		addArea(t, w, world.AreaDef{Body: b}),
		b, box, world.Must(b.AttachChain(shape.Chain{Points: []mgl64.Vec2{{0, 0}, {1, 0}}}, world.ColliderDef{})),
		ratchet.Joint, ratchet, mouse, revolute,
		world.Must(w.CreateGear(revolute.Joint, other.Joint, joint.Gear{})),
		world.Must(w.CreateDistance(a, b, joint.Distance{})), world.Must(w.CreateWeld(a, b, joint.Weld{})),
		world.Must(w.CreatePrismatic(a, b, joint.Prismatic{LocalAxisA: mgl64.Vec2{1, 0}})),
		world.Must(w.CreateWheel(a, b, joint.Wheel{LocalAxisA: mgl64.Vec2{1, 0}})),
		world.Must(w.CreateMotor(a, b, joint.Motor{})), world.Must(w.CreateAngle(a, b, joint.Angle{})),
		world.Must(w.CreatePulley(a, b, joint.Pulley{})), world.Must(w.CreateRotarySpring(a, b, joint.RotarySpring{})),
		world.Must(w.CreateGroove(a, b, joint.Groove{LocalGrooveA2: mgl64.Vec2{1, 0}})),
		world.Must(w.CreateFriction(a, b, joint.Friction{})), world.Must(w.CreateNoCollision(a, b, joint.NoCollision{})),
		world.Must(w.CreateCustom([]world.Body{a, b}, joint.Custom{Constraint: pointConstraint{}})),
	}
	require.NoError(t, b.Destroy())
	addMass(t, w, 0, 0, 1, 1) // takes its slot
	for _, handle := range handles {
		for _, h := range []reflect.Value{reflect.ValueOf(handle), reflect.Zero(reflect.TypeOf(handle))} {
			for i := range h.NumMethod() {
				method := h.Type().Method(i).Name
				if method == "Valid" || method == "ID" || method == "World" || method == "String" {
					continue
				}
				panicked := panicOf(h.Method(i))
				if text, ok := panicked.(string); !ok || !strings.HasPrefix(text, "world: use of ") {
					t.Errorf("%T.%s, zero %v: %v", handle, method, h.IsZero(), panicked)
				}
			}
		}
	}
	w.Validate()
}

// panicOf calls a function with zeros, and then the iterator that it may return. It returns
// the value of the panic.
func panicOf(f reflect.Value) (panicked any) {
	defer func() { panicked = recover() }()
	for _, out := range f.Call(zerosFor(f)) {
		if out.Kind() == reflect.Func {
			out.Call([]reflect.Value{zeroOf(out.Type().In(0))})
		}
	}
	return nil
}

// zeroOf returns a zero value, but a shape for a shape and an empty function for a
// function.
func zeroOf(t reflect.Type) reflect.Value {
	switch {
	case t == reflect.TypeFor[shape.Support]():
		return reflect.ValueOf(shape.Circle{Radius: 1})
	case t == reflect.TypeFor[world.PlacedShape]():
		return reflect.ValueOf(world.PointAt(mgl64.Vec2{}))
	case t.Kind() == reflect.Func:
		return reflect.MakeFunc(t, func([]reflect.Value) (out []reflect.Value) {
			for i := range t.NumOut() {
				out = append(out, reflect.Zero(t.Out(i)))
			}
			return out
		})
	}
	return reflect.Zero(t)
}

// A joint converted to another kind gives false.
func TestJointOfWrongKindPanics(t *testing.T) {
	w := newGravityWorld(t)
	a, b := addMass(t, w, 0, 0, 1, 1), addMass(t, w, 3, 0, 1, 1)
	world.Must(w.CreateWeld(a, b, joint.Weld{})) // its record is in the place of the revolute joint's
	r := addRevolute(t, w, a, b)
	weld, ok := r.Weld()
	require.False(t, ok)
	require.False(t, weld.Valid())
	require.PanicsWithValue(t, "world: use of the zero Joint", func() { weld.Def() })
	wrongKind := "joint: use of a joint as one of another kind"
	var (
		weldOfPin      world.Weld
		slideOfPin     world.Prismatic
		wheelOfPin     world.Wheel
		ratchetOfPin   world.Ratchet
		gearOfPin      world.Gear
		revoluteOfWeld world.Revolute
	)
	for _, handle := range []*world.Joint{&weldOfPin.Joint, &slideOfPin.Joint, &wheelOfPin.Joint, &ratchetOfPin.Joint, &gearOfPin.Joint} {
		*handle = r.Joint
	}
	revoluteOfWeld.Joint = world.Must(w.CreateWeld(a, b, joint.Weld{})).Joint
	for _, use := range []func(){
		func() { weldOfPin.Def() },
		func() { weldOfPin.Angle() },
		func() { _ = weldOfPin.Edit(func(*joint.Weld) {}) },
		func() { slideOfPin.MotorForce() },
		func() { wheelOfPin.SpringForce() },
		func() { wheelOfPin.Speed() },
		func() { ratchetOfPin.ToothAngle() },
		func() { gearOfPin.Joints() },
		func() { gearOfPin.Separation() },
		func() { revoluteOfWeld.Speed() },
		func() { revoluteOfWeld.Def() },
	} {
		require.PanicsWithValue(t, wrongKind, use)
	}
	w.Validate()
}

// A change of a definition may destroy the joint that it edits, or close the world.
func TestJointDestroyedDuringEdit(t *testing.T) {
	w := newGravityWorld(t)
	a, b := addMass(t, w, 0, 0, 1, 1), addMass(t, w, 3, 0, 1, 1)
	gone := "world: use of a destroyed joint"
	for range 3 {
		weld := world.Must(w.CreateWeld(a, b, joint.Weld{}))
		require.PanicsWithValue(t, gone, func() {
			_ = weld.Edit(func(*joint.Weld) {
				require.NoError(t, weld.Destroy())
				addRevolute(t, w, a, b)
			})
		})
		r := addRevolute(t, w, a, b)
		require.PanicsWithValue(t, gone, func() { _ = r.Edit(func(*joint.Revolute) { require.NoError(t, b.Destroy()) }) })
		b = addMass(t, w, 3, 0, 1, 1)
		d := world.Must(w.CreateDistance(a, b, joint.Distance{}))
		require.PanicsWithValue(t, gone, func() { _ = d.EditBase(func(*joint.Base) { require.NoError(t, d.Destroy()) }) })
		w.Validate()
		w.Tick()
	}
	d := world.Must(w.CreateDistance(a, b, joint.Distance{}))
	require.NoError(t, d.Edit(func(d *joint.Distance) { d.Length = 4; w.Tick() }))
	require.ErrorIs(t, d.Edit(func(d *joint.Distance) { d.Length = 5; w.Close() }), world.ErrClosed)
	require.Equal(t, 4.0, d.Def().Length)
}
