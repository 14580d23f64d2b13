package world_test

import (
	"reflect"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// What comes to lie in the place of a sleeper wakes it, and what lies beside it does not.
func TestStaticBodiesWakeThoseThatSleepInTheirPlace(t *testing.T) {
	into, beside := mgl64.Vec2{0.9, 2}, mgl64.Vec2{1.03, 2}
	static := body.Def{Type: body.Static, Position: into}
	at := func(d body.Def, p mgl64.Vec2) body.Def { d.Position = p; return d }
	disabled := static
	disabled.Disabled = true
	for _, c := range []struct {
		name   string
		before body.Def // of a body that is there when the tower falls asleep
		def    world.ColliderDef
		change func(t *testing.T, w *world.World, b world.Body) error
		wakes  bool
	}{
		{"created", body.Def{}, world.ColliderDef{}, func(t *testing.T, w *world.World, _ world.Body) error {
			addBody(t, w, static, shape.Box(0.5, 0.5), world.ColliderDef{})
			return nil
		}, true},
		{"custom shape created", body.Def{}, world.ColliderDef{}, func(t *testing.T, w *world.World, _ world.Body) error {
			addBody(t, w, static, customBox{0.5, 0.5}, world.ColliderDef{})
			return nil
		}, true},
		{"chain created", body.Def{}, world.ColliderDef{}, func(t *testing.T, w *world.World, _ world.Body) error {
			_, err := world.Must(w.CreateBody(body.Def{Type: body.Static})).AttachChain(
				shape.Chain{Points: []mgl64.Vec2{{5, 2.3}, {0, 2.3}, {-5, 2.3}}}, world.ColliderDef{})
			return err
		}, true},
		{"half-plane created", body.Def{}, world.ColliderDef{}, func(t *testing.T, w *world.World, _ world.Body) error {
			addBody(t, w, body.Def{Type: body.Static}, shape.HalfPlane{Point: mgl64.Vec2{-0.4, 0}, Normal: mgl64.Vec2{1, 0}}, world.ColliderDef{})
			return nil
		}, true},
		{"sensor created", body.Def{}, world.ColliderDef{}, func(t *testing.T, w *world.World, _ world.Body) error {
			addBody(t, w, static, shape.Box(0.5, 0.5), world.ColliderDef{Sensor: true})
			return nil
		}, false},
		{"filtered", body.Def{}, world.ColliderDef{}, func(t *testing.T, w *world.World, _ world.Body) error {
			addBody(t, w, static, shape.Box(0.5, 0.5), world.ColliderDef{Filter: shape.Filter{Mask: 2}})
			return nil
		}, false},
		{"created beside", body.Def{}, world.ColliderDef{}, func(t *testing.T, w *world.World, _ world.Body) error {
			addBody(t, w, at(static, beside), shape.Box(0.5, 0.5), world.ColliderDef{})
			return nil
		}, false},
		{"created disabled", body.Def{}, world.ColliderDef{}, func(t *testing.T, w *world.World, _ world.Body) error {
			addBody(t, w, disabled, shape.Box(0.5, 0.5), world.ColliderDef{})
			return nil
		}, false},
		{"enabled", disabled, world.ColliderDef{}, func(_ *testing.T, _ *world.World, b world.Body) error { return b.SetEnabled(true) }, true},
		{"moved", at(static, mgl64.Vec2{9, 2}), world.ColliderDef{}, func(_ *testing.T, _ *world.World, b world.Body) error {
			return b.SetTransform(into, 0)
		}, true},
		{"moved beside", at(static, mgl64.Vec2{9, 2}), world.ColliderDef{}, func(_ *testing.T, _ *world.World, b world.Body) error {
			return b.SetTransform(beside, 0)
		}, false},
		{"reshaped", at(static, beside), world.ColliderDef{}, func(_ *testing.T, _ *world.World, b world.Body) error {
			return firstCollider(b).SetShape(shape.Box(0.6, 0.5))
		}, true},
		{"filter", static, world.ColliderDef{Filter: shape.Filter{Mask: 2}}, func(_ *testing.T, _ *world.World, b world.Body) error {
			return firstCollider(b).SetFilter(shape.Filter{})
		}, true},
		{"attached", at(static, mgl64.Vec2{9, 2}), world.ColliderDef{}, func(_ *testing.T, _ *world.World, b world.Body) error {
			_, err := b.Attach(shape.OffsetBox(0.5, 0.5, mgl64.Vec2{-8.1, 0}, 0), world.ColliderDef{})
			return err
		}, true},
		{"made static", body.Def{Type: body.Kinematic, Position: beside}, world.ColliderDef{}, func(_ *testing.T, _ *world.World, b world.Body) error {
			return b.SetType(body.Static)
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, boxes, _ := sleepingTower(t)
			b := world.Body{}
			if c.before != (body.Def{}) {
				b = addBody(t, w, c.before, shape.Box(0.5, 0.5), c.def)
				runSeconds(w, 1)
				require.Zero(t, w.Counters().Asleep-3, "the tower sleeps")
			}
			require.NoError(t, c.change(t, w, b))
			for _, box := range boxes {
				require.Equal(t, c.wakes, box.Awake())
			}
			w.Validate()
			w.Tick()
			w.Validate()
			if c.wakes {
				runSeconds(w, 0.2)
				moved := 0.0
				for i, box := range boxes {
					moved = max(moved, box.Position().Sub(mgl64.Vec2{0, 0.5 + float64(i)}).Len())
				}
				require.Greater(t, moved, 0.01, "it is pushed")
			}
		})
	}
}

// A level may be built in any order: what is made asleep sleeps on beside what is made before
// the first tick, and no longer.
func TestBodiesMadeAsleepSleepWhileALevelIsBuilt(t *testing.T) {
	w := newGravityWorld(t)
	b := addBody(t, w, body.Def{Asleep: true, Position: mgl64.Vec2{0, 0.499}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	addFloor(t, w, world.ColliderDef{})
	require.False(t, b.Awake())
	w.Tick()
	require.False(t, b.Awake())
	addFloor(t, w, world.ColliderDef{})
	require.True(t, b.Awake())
}

// Weightless bodies do not feel gravity, so it does not wake them.
func TestSetGravityWakesWeights(t *testing.T) {
	w := newWorld(t, world.Config{})
	heavy := addBody(t, w, body.Def{Asleep: true}, shape.Circle{Radius: 1}, world.ColliderDef{})
	light := addBody(t, w, body.Def{Asleep: true, Position: mgl64.Vec2{9, 0}, Weightless: true}, shape.Circle{Radius: 1}, world.ColliderDef{})
	require.NoError(t, w.SetGravity(mgl64.Vec2{}))
	require.False(t, heavy.Awake())
	require.NoError(t, w.SetGravity(mgl64.Vec2{1, 0}))
	require.True(t, heavy.Awake())
	require.False(t, light.Awake())
	runSeconds(w, 1)
	require.InDelta(t, 0.5, heavy.Position()[0], 0.02)
	require.Zero(t, light.Position()[0]-9)
}

// drivenJoints are definitions of joints between the ground and a weightless body, whose motors
// have a speed.
var drivenJoints = map[string]func(speed float64) joint.Definition{
	"revolute": func(v float64) joint.Definition { return &joint.Revolute{MotorSpeed: v, MaxMotorTorque: 10} },
	"prismatic": func(v float64) joint.Definition {
		return &joint.Prismatic{LocalAxisA: xAxis, MotorSpeed: v, MaxMotorForce: 10}
	},
	"distance": func(v float64) joint.Definition {
		return &joint.Distance{LocalAnchorA: mgl64.Vec2{-2, 0}, Loose: true, MotorSpeed: v, MaxMotorForce: 10}
	},
	"wheel": func(v float64) joint.Definition {
		return &joint.Wheel{LocalAxisA: xAxis, MotorSpeed: v, MaxMotorTorque: 10}
	},
	"angle": func(v float64) joint.Definition { return &joint.Angle{Loose: true, MotorSpeed: v, MaxMotorTorque: 10} },
	"motor": func(v float64) joint.Definition {
		return &joint.Motor{Velocity: mgl64.Vec2{v, 0}, MaxVelocityForce: 10}
	},
	"turning motor": func(v float64) joint.Definition { return &joint.Motor{AngularVelocity: v, MaxVelocityTorque: 10} },
}

// A motor with a speed to reach keeps its body awake, however slow the speed is. Without
// one, or disabled, it lets it sleep, and the speed set wakes it.
func TestSlowMotorsKeepAwake(t *testing.T) {
	const speed = 0.01 // a fifth of the sleep speed
	for name, driven := range drivenJoints {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, world.Config{})
			b := addBody(t, w, body.Def{}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
			j := world.Must(w.CreateJoint(w.Ground(), b, driven(speed)))
			setSpeed := func(v float64) error {
				return j.EditDefinition(func(d joint.Definition) { reflect.ValueOf(d).Elem().Set(reflect.ValueOf(driven(v)).Elem()) })
			}
			runSeconds(w, 10)
			require.True(t, b.Awake())
			require.InDelta(t, 10*speed, b.Position()[0]+b.Angle(), 0.1*10*speed)
			require.NoError(t, b.Sleep())
			require.True(t, b.Awake(), "it is driven")

			require.NoError(t, setSpeed(0))
			runSeconds(w, 1)
			require.False(t, b.Awake(), "nothing drives it")
			require.NoError(t, setSpeed(speed))
			require.True(t, b.Awake())
			runSeconds(w, 1)
			require.True(t, b.Awake())

			require.NoError(t, j.SetEnabled(false))
			require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{}))
			require.NoError(t, b.SetAngularVelocity(0))
			runSeconds(w, 1)
			require.False(t, b.Awake(), "it is disabled")
			require.NoError(t, j.SetEnabled(true))
			runSeconds(w, 1)
			require.True(t, b.Awake())
			require.NoError(t, j.Destroy())
			require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{}))
			require.NoError(t, b.SetAngularVelocity(0))
			runSeconds(w, 1)
			require.False(t, b.Awake(), "it is gone")
		})
	}
}

// A lift of 2 cm/s carries what stands on it, and what stands on that.
func TestSlowLiftKeepsAwake(t *testing.T) {
	w := newGravityWorld(t)
	lift := addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, -0.5}}, shape.Box(2, 0.5), world.ColliderDef{})
	low := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	high := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	runSeconds(w, 2)
	require.False(t, high.Awake())
	require.NoError(t, lift.SetLinearVelocity(mgl64.Vec2{}))
	require.NoError(t, lift.MoveTo(lift.Position(), 0))
	require.False(t, high.Awake(), "it stands as it stood")
	require.NoError(t, lift.SetLinearVelocity(mgl64.Vec2{0, 0.02}))
	require.True(t, low.Awake() && high.Awake())
	for range 600 {
		w.Tick()
		require.True(t, low.Awake() && high.Awake())
	}
	require.InDelta(t, 0.7, low.Position()[1], 0.01)
	require.InDelta(t, 1.7, high.Position()[1], 0.01)
	require.NoError(t, lift.SetLinearVelocity(mgl64.Vec2{}))
	runSeconds(w, 2)
	require.False(t, high.Awake())
}

// Bodies that a joint kept from colliding wake when it goes.
func TestEndOfNoCollisionWakes(t *testing.T) {
	for name, end := range map[string]func(j world.NoCollision) error{
		"destroyed": func(j world.NoCollision) error { return j.Destroy() },
		"disabled":  func(j world.NoCollision) error { return j.SetEnabled(false) },
	} {
		w := newWorld(t, world.Config{})
		wall := addBody(t, w, body.Def{Type: body.Static}, shape.Box(0.5, 0.5), world.ColliderDef{})
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{0.8, 0}}, shape.Box(0.5, 0.5), world.ColliderDef{})
		j := world.Must(w.CreateNoCollision(wall, b, joint.NoCollision{}))
		runSeconds(w, 1)
		require.False(t, b.Awake())
		require.NoError(t, end(j))
		require.True(t, b.Awake(), name)
		runSeconds(w, 1)
		require.Greater(t, b.Position()[0], 0.95, name)
	}
}

// Every change of a joint wakes its bodies.
func TestJointSettingsWake(t *testing.T) {
	w := newWorld(t, world.Config{})
	a := addBody(t, w, body.Def{}, shape.Box(0.5, 0.5), world.ColliderDef{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{3, 0}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	j := world.Must(w.CreateDistance(a, b, world.DistanceAt(a, b, a.Position(), b.Position())))
	mouse := world.Must(w.CreateMouse(w.Ground(), b, world.MouseAt(b, b.Position())))
	for name, change := range map[string]func() error{
		"length": func() error { return j.Edit(func(d *joint.Distance) { d.Length = 3.5 }) },
		"spring": func() error {
			return j.Edit(func(d *joint.Distance) { d.SpringHertz, d.SpringDamping = 2, 1 })
		},
		"limit":    func() error { return j.Edit(func(d *joint.Distance) { d.MaxLength = 9 }) },
		"strength": func() error { return j.EditBase(func(d *joint.Base) { d.MaxForce = 9 }) },
		"disabled": func() error { return j.SetEnabled(false) },
		"enabled":  func() error { return j.SetEnabled(true) },
		"target":   func() error { return mouse.SetTarget(mgl64.Vec2{3, 1}) },
		"weld":     func() error { _, err := w.CreateWeld(w.Ground(), a, joint.Weld{}); return err },
	} {
		require.NoError(t, a.Sleep())
		require.NoError(t, b.Sleep())
		require.False(t, b.Awake())
		require.NoError(t, change())
		require.True(t, a.Awake() || b.Awake(), name)
		w.Validate()
	}
}

// wakesSleeper tells of every method that changes a body or a collider whether it wakes the
// body that it changes. The arguments differ from what stands.
var wakesSleeper = map[string]bool{
	"Body.ApplyAngularImpulse": true, "Body.ApplyForce": true, "Body.ApplyForceToCenter": true, "Body.ApplyImpulse": true,
	"Body.ApplyImpulseToCenter": true, "Body.ApplyTorque": true, "Body.MoveTo": true, "Body.SetAngularDamping": true,
	"Body.SetAngularVelocity": true, "Body.SetEnabled": false, // it is awake again when it is enabled
	"Body.SetGravityScale": true, "Body.SetLinearDamping": true, "Body.SetLinearVelocity": true, "Body.SetLocks": true,
	"Body.SetMassData": true, "Body.SetNeverSleep": true, "Body.SetTransform": true, "Body.SetType": true, "Body.Wake": true,
	"Body.Attach": false, "Body.AttachChain": false, "Body.ReplaceColliders": false, "Body.SetBullet": false, "Body.SetFastRotation": false,
	"Body.SetDominance": true, "Body.SetSleepSpeed": false, "Body.Sleep": false, "Body.Destroy": false,
	"Body.SetGravity": true, "Body.ClearGravity": false, // it has none of its own
	"Body.ApplySteadyForce": false, "Body.ApplySteadyForceToCenter": false, "Body.ApplySteadyTorque": false,
	"Collider.Destroy": true, "Collider.SetDensity": true, "Collider.SetMass": true, "Collider.SetFilter": true, "Collider.SetMaterial": true, "Collider.SetShape": true,
	"Body.OnContactBegin": false, "Body.OnContactEnd": false, "Body.OnHit": false, "Body.OnSensorBegin": false, "Body.OnSensorEnd": false,
	"Collider.OnContactBegin": false, "Collider.OnContactEnd": false, "Collider.OnHit": false, "Collider.OnSensorBegin": false,
	"Collider.OnSensorEnd": false,
	"Body.DropThrough":     false, // no one-way collider holds it
	"Collider.SetOneWay":   true,
}

// No method is missing in the list, and the list is right.
func TestEveryMethodWakesAsListed(t *testing.T) {
	seen := 0
	for i := range 2 {
		n := reflect.TypeOf([]any{world.Body{}, world.Collider{}}[i]).NumMethod()
		for m := range n {
			w, boxes, _ := sleepingTower(t)
			h := reflect.ValueOf([]any{boxes[1], firstCollider(boxes[1])}[i])
			call := h.Method(m)
			outs := call.Type().NumOut()
			if outs == 0 || call.Type().Out(outs-1) != reflect.TypeFor[error]() {
				continue
			}
			name := h.Type().Name() + "." + h.Type().Method(m).Name
			want, ok := wakesSleeper[name]
			require.True(t, ok, "%s is not listed", name)
			in := zerosFor(call)
			for k := range in {
				switch in[k].Kind() {
				case reflect.Bool:
					in[k] = reflect.ValueOf(name != "Body.SetEnabled")
				case reflect.Uint8:
					in[k] = reflect.ValueOf(body.Kinematic)
				case reflect.Interface:
					in[k] = reflect.ValueOf(shape.Support(shape.Circle{Radius: 0.3}))
				default:
					arg := reflect.New(in[k].Type()).Elem()
					if in[k].Type() == reflect.TypeFor[shape.Chain]() {
						arg.Set(reflect.ValueOf(shape.Chain{Points: []mgl64.Vec2{{1, 0}, {0, 0.3}}}))
					} else if in[k].Type() == reflect.TypeFor[shape.Material]() {
						arg.Set(reflect.ValueOf(shape.Material{Friction: 0.25}))
					} else if in[k].Type() != reflect.TypeFor[world.ColliderDef]() {
						fill(arg, 0.25, nil)
					}
					in[k] = arg
				}
			}
			out := call.Call(in)
			if name == "Body.ReplaceColliders" { // of static bodies only
				require.ErrorIs(t, out[len(out)-1].Interface().(error), geom.ErrOutOfRange)
			} else {
				require.Nil(t, out[len(out)-1].Interface(), name)
			}
			require.Equal(t, want, boxes[1].Valid() && boxes[1].Awake(), name)
			w.Close()
			seen++
		}
	}
	require.Equal(t, len(wakesSleeper), seen)
}
