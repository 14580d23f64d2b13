package world_test

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// numberWalk looks at every number that a value, a list or an iterator holds.
type numberWalk struct {
	t     testing.TB
	count int
	bad   map[string]float64
}

var handleTypes = map[reflect.Type]bool{
	reflect.TypeFor[world.Body](): true, reflect.TypeFor[world.Collider](): true, reflect.TypeFor[world.Chain](): true,
	reflect.TypeFor[world.Joint](): true, reflect.TypeFor[*world.World](): true,
}

// walk visits every number of a value and notes the first that is not finite, by its path.
func (n *numberWalk) walk(name string, v reflect.Value) {
	if path, f := n.find(v); path != "" {
		n.bad[name+path] = f
	}
}

// find returns the first number that is not finite with its path, which is never empty. Paths are
// made on the way back, since hardly any is needed.
func (n *numberWalk) find(v reflect.Value) (path string, f float64) {
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		n.count++
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return " ", f
		}
	case reflect.Struct:
		if handleTypes[v.Type()] {
			return "", 0
		}
		for i := range v.NumField() {
			if path, f := n.find(v.Field(i)); path != "" {
				return "." + v.Type().Field(i).Name + path, f
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if path, f := n.find(v.Index(i)); path != "" {
				return path, f
			}
		}
	case reflect.Pointer:
		if !v.IsNil() && !handleTypes[v.Type()] {
			return n.find(v.Elem())
		}
	case reflect.Func:
		if !v.IsNil() && v.Type().NumIn() == 1 && v.Type().In(0).Kind() == reflect.Func {
			return n.findInSequence(v)
		}
	}
	return "", 0
}

// findInSequence is find of what an iterator yields, and of the points of contacts.
func (n *numberWalk) findInSequence(v reflect.Value) (path string, f float64) {
	yield := reflect.MakeFunc(v.Type().In(0), func(in []reflect.Value) []reflect.Value {
		for _, x := range in {
			if path == "" {
				path, f = n.find(x)
			}
			if c, ok := x.Interface().(world.Contact); ok && path == "" {
				if path, f = n.find(reflect.ValueOf(c.Points())); path != "" {
					path = ".Points" + path
				}
			}
		}
		return []reflect.Value{reflect.ValueOf(path == "")}
	})
	v.Call([]reflect.Value{yield})
	return path, f
}

func someCollider(w *world.World) world.Collider {
	for b := range w.Bodies() {
		for c := range b.Colliders() {
			return c
		}
	}
	panic("a world without colliders")
}

// readings calls every method of a handle that only reads, with arguments of a size.
func (n *numberWalk) readings(handle any, point mgl64.Vec2, size float64) {
	h := reflect.ValueOf(handle)
	for i := range h.NumMethod() {
		name, call := h.Type().Method(i).Name, h.Method(i)
		outs := call.Type().NumOut()
		if outs == 0 || call.Type().Out(outs-1) == reflect.TypeFor[error]() {
			continue
		}
		switch name {
		case "Step", "StateDump", "View", "World", "Config", "Definition", "Def", "Base", "Shape", "Material", "UserData":
			continue // not read, or what the game put in
		}
		var in []reflect.Value
		for k := range call.Type().NumIn() {
			t := call.Type().In(k)
			switch t {
			case reflect.TypeFor[mgl64.Vec2]():
				p := point
				if k > 0 {
					p = mgl64.Vec2{size, -0.7 * size}
				}
				in = append(in, reflect.ValueOf(p))
			case reflect.TypeFor[float64]():
				in = append(in, reflect.ValueOf(0.3))
			case reflect.TypeFor[shape.Convex]():
				in = append(in, reflect.ValueOf(newConvex(queryBox(size))))
			case reflect.TypeFor[world.PlacedShape]():
				in = append(in, reflect.ValueOf(world.ShapeAt(newConvex(queryBox(size)), point, 0.3)))
			case reflect.TypeFor[world.Collider]():
				in = append(in, reflect.ValueOf(someCollider(handle.(*world.World))))
			case reflect.TypeFor[world.Body]():
				other := world.Body{}
				if w, ok := handle.(*world.World); ok {
					other = someCollider(w).Body()
				}
				if b, ok := handle.(world.Body); ok {
					for other = range b.World().Bodies() {
						break
					}
				}
				in = append(in, reflect.ValueOf(other))
			default:
				in = append(in, reflect.Zero(t))
			}
		}
		for _, out := range call.Call(in) {
			n.walk(fmt.Sprintf("%T.%s", handle, name), out)
		}
	}
}

// extremeWorld is a world of bodies of any mass that overlap, at up to the greatest speed, with
// joints of every kind that are torn apart.
func extremeWorld(t testing.TB, unit float64, seed uint64) (w *world.World, joints []any) {
	r := rng{rand.New(rand.NewPCG(seed, math.Float64bits(unit)))}
	tolerance := max(1e-6, min(unit*[]float64{1, 1, 1e-6, 1e6, 1e-3}[seed%5], 1e6))
	w = newRecordedWorld(t, world.Config{
		Gravity: mgl64.Vec2{0, -10 * unit}, LengthUnit: tolerance, MaxSpeed: 400 * unit, HitThreshold: 1e-9 * unit, RestitutionThreshold: 1e-9 * unit,
		Workers: 1, MaxTicks: 1,
	})
	around := func(size float64) mgl64.Vec2 { return mgl64.Vec2{r.between(-size, size), r.between(-size, size)} }
	var bodies []world.Body
	for i := range 24 {
		d := body.Def{
			Type: body.Dynamic, Position: around(4 * unit), Angle: r.between(-4, 4),
			LinearVelocity: around(300 * unit), AngularVelocity: r.between(-1e3, 1e3),
			FastRotation: i%4 == 0, Bullet: i%5 == 0,
		}
		if i%8 == 7 {
			d.Type = body.Kinematic
		}
		if i%12 == 11 {
			d.Type = body.Static
		}
		b := world.Must(w.CreateBody(d))
		size := unit * math.Exp(r.between(-3, 0.5))
		s := []shape.Support{
			shape.Circle{Radius: size}, shape.Box(size, size/3), shape.Capsule{A: mgl64.Vec2{-size, 0}, B: mgl64.Vec2{size, 0}, Radius: size / 4},
			shape.RegularPolygon(5, size), shape.Ellipse{RX: size, RY: size / 2}, customBox{size, size / 2},
			shape.RoundedBox(size, size/3, size/9), shape.Sector{Radius: size, Sweep: 2}, shape.HalfEllipse{RX: size, RY: size / 3},
			shape.Segment{A: mgl64.Vec2{-size, 0}, B: mgl64.Vec2{size, size / 7}, Radius: size / 20}, shape.Ellipse{RX: size, RY: size / 50, Skin: size / 20},
		}[i%11]
		material := &shape.Material{Friction: r.between(0, 2), Restitution: r.between(0, 1), RollingResistance: r.between(0, 1), TangentSpeed: r.between(-unit, unit)}
		world.Must(b.Attach(s, world.ColliderDef{Material: material, HitEvents: true, CrushThreshold: 1e-12}))
		if d.Type == body.Dynamic && seed%4 < 3 { // else of density 1: at a unit of 1e-6 some 1e-12 kg
			m := math.Pow(10, r.between(-6, 9))
			require.NoError(t, b.SetMassData(world.MassData{Mass: m, Inertia: m * size * size / 2, Center: around(size / 2)}))
		}
		bodies = append(bodies, b)
	}
	addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -5 * unit}}, shape.Box(50*unit, unit), world.ColliderDef{HitEvents: true})
	addBody(t, w, body.Def{Type: body.Static}, shape.Box(3*unit, 3*unit), world.ColliderDef{Sensor: true})
	addBody(t, w, body.Def{Type: body.Static}, shape.HalfPlane{Point: mgl64.Vec2{-8 * unit, 0}, Normal: mgl64.Vec2{1, 0.2}}, world.ColliderDef{})
	rail := addBody(t, w, body.Def{Type: body.Static}, shape.Segment{A: mgl64.Vec2{3 * unit, unit}, B: mgl64.Vec2{5 * unit, 2 * unit}}, world.ColliderDef{})
	world.Must(rail.AttachChain(shape.Chain{Points: []mgl64.Vec2{{4 * unit, -unit}, {2 * unit, -2 * unit}, {-2 * unit, -unit}}}, world.ColliderDef{HitEvents: true}))
	base := joint.Base{BreakForce: 1e-9, BreakTorque: 1e-9, ReportOnly: true}
	next := 0
	pair := func() (a, b world.Body) {
		next++
		return w.Ground(), bodies[(next*5)%7]
	}
	if seed%2 == 1 {
		pair = func() (a, b world.Body) { next++; return bodies[next%6], bodies[(next+1)%6] }
	}
	strong := 1e12 * unit
	add := func(j any, err error) {
		require.NoError(t, err)
		joints = append(joints, j)
	}
	p, q := func() mgl64.Vec2 { return around(5 * unit) }, mgl64.Vec2{0.6, 0.8}
	a, b := pair()
	rev, err := w.CreateRevolute(a, b, joint.Revolute{Base: base, LocalAnchorA: p(), LocalAnchorB: p(), MotorSpeed: 100, MaxMotorTorque: strong, Limit: true, Lower: -1, Upper: -0.5})
	add(rev, err)
	a, c := pair()
	rev2, err := w.CreateRevolute(a, c, joint.Revolute{Base: base, LocalAnchorA: p(), LocalAnchorB: p(), SpringHertz: 50})
	add(rev2, err)
	if rev.BodyB() != rev2.BodyB() {
		add(w.CreateGear(rev.Joint, rev2.Joint, joint.Gear{Base: base, Ratio: -30}))
	}
	a, b = pair()
	add(w.CreateDistance(a, b, joint.Distance{Base: base, LocalAnchorA: p(), LocalAnchorB: p(), Length: 20 * unit, SpringHertz: 90, MinLength: 19 * unit, MotorSpeed: 99 * unit, MaxMotorForce: strong}))
	a, b = pair()
	add(w.CreatePrismatic(a, b, joint.Prismatic{Base: base, LocalAnchorA: p(), LocalAnchorB: p(), LocalAxisA: q, Limit: true, Lower: 9 * unit, Upper: 10 * unit, SpringHertz: 20, MotorSpeed: -100 * unit, MaxMotorForce: strong}))
	a, b = pair()
	add(w.CreateWheel(a, b, joint.Wheel{Base: base, LocalAnchorA: p(), LocalAnchorB: p(), LocalAxisA: q, SpringHertz: 20, MotorSpeed: 100, MaxMotorTorque: strong}))
	a, b = pair()
	add(w.CreateMotor(a, b, joint.Motor{Base: base, LocalAnchorA: p(), Velocity: mgl64.Vec2{900 * unit, 0}, MaxVelocityForce: strong, AngularVelocity: 100, MaxVelocityTorque: strong, LinearHertz: 50, AngularHertz: 50}))
	a, b = pair()
	add(w.CreateAngle(a, b, joint.Angle{Base: base, Ratio: 3, Angle: 2}))
	a, b = pair()
	add(w.CreatePulley(a, b, joint.Pulley{Base: base, WheelA: p(), WheelB: p(), Ratio: 3, Length: 2 * unit}))
	a, b = pair()
	add(w.CreateRotarySpring(a, b, joint.RotarySpring{Base: base, Stiffness: strong, Damping: strong}))
	a, b = pair()
	add(w.CreateGroove(a, b, joint.Groove{Base: base, LocalGrooveA1: p(), LocalGrooveA2: p(), LocalAnchorB: p()}))
	a, b = pair()
	add(w.CreateFriction(a, b, joint.Friction{Base: base, Force: strong, Torque: strong}))
	a, b = pair()
	add(w.CreateRatchet(a, b, joint.Ratchet{Base: base, Step: 0.1}))
	a, b = pair()
	add(w.CreateMouse(a, b, joint.Mouse{Base: base, LocalTargetA: p(), LocalAnchorB: p(), SpringHertz: 100}))
	a, b = pair()
	add(w.CreateWeld(a, b, joint.Weld{Base: base, LocalAnchorA: p(), LocalAnchorB: p(), Angle: 1}))
	return w, joints
}

// extremeTrees is a world of random trees of bodies, whose masses differ by many orders, with
// limits, motors and springs that fight each other.
func extremeTrees(t testing.TB, unit float64, seed uint64) (w *world.World, joints []any) {
	r := rng{rand.New(rand.NewPCG(seed, math.Float64bits(unit)))}
	w = newRecordedWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10 * unit}, LengthUnit: unit, Workers: 1})
	around := func(size float64) mgl64.Vec2 { return mgl64.Vec2{r.between(-size, size), r.between(-size, size)} }
	base := joint.Base{BreakForce: 1e-9, BreakTorque: 1e-9, ReportOnly: true}
	for tree := range 6 {
		bodies := []world.Body{w.Ground()}
		for i := range 10 {
			parent := bodies[r.IntN(len(bodies))]
			b := addBody(t, w, body.Def{
				Position: around(3 * unit), Angle: r.between(-3, 3), LinearVelocity: around(400 * unit), AngularVelocity: r.between(-1e3, 1e3),
				FastRotation: true,
			}, shape.Box(unit*0.3, unit*0.1), world.ColliderDef{HitEvents: true, CrushThreshold: 1e-12, Filter: shape.Filter{Group: -1 - int32(tree)}})
			m := math.Exp(2 * r.NormFloat64() * float64(1+seed%3))
			require.NoError(t, b.SetMassData(world.MassData{Mass: m, Inertia: m * unit * unit * 0.03 * math.Exp(r.between(-6, 1))}))
			d := joint.Revolute{Base: base, LocalAnchorA: around(unit), LocalAnchorB: around(unit)}
			if r.IntN(2) == 0 {
				d.Limit, d.Lower, d.Upper = true, r.between(-1, 0), r.between(0, 1)
			}
			if r.IntN(2) == 0 {
				d.MotorSpeed, d.MaxMotorTorque = r.between(-150, 150), math.Exp(r.between(-5, 30)) // faster than some can turn is an error
			}
			if r.IntN(2) == 0 {
				d.SpringHertz, d.SpringDamping, d.TargetAngle = math.Exp(r.between(-2, 5)), r.between(0, 2), r.between(-3, 3)
			}
			if i%3 == 2 {
				joints = append(joints, world.Must(w.CreatePrismatic(parent, b, joint.Prismatic{
					Base: base, LocalAnchorA: around(unit), LocalAnchorB: around(unit), LocalAxisA: mgl64.Vec2{1, 0.3},
					Limit: d.Limit, Lower: d.Lower * unit, Upper: d.Upper * unit,
					MotorSpeed: d.MotorSpeed * unit, MaxMotorForce: d.MaxMotorTorque,
				})))
			} else {
				joints = append(joints, world.Must(w.CreateRevolute(parent, b, d)))
			}
			bodies = append(bodies, b)
		}
	}
	return w, joints
}

// Every number that a world gives out is finite, whatever the unit of length, the masses, the
// speeds, the overlap and the errors of joints.
func TestEveryNumberIsFinite(t *testing.T) {
	n := &numberWalk{t: t, bad: map[string]float64{}}
	hits, stresses, crushes, casts := 0, 0, 0, 0
	// Those that gave infinite forces once, and a few of each form.
	extremeSeeds := []uint64{0, 1, 2, 3, 4, 7, 22, 31, 54, 130}
	for i, unit := range []float64{1e-6, 1e-3, 1, 1e3, 1e6} {
		for k := i % wideStep; k < len(extremeSeeds); k += wideStep {
			seed := extremeSeeds[k]
			w, joints := extremeWorld(t, unit, seed)
			if seed%4 == 2 {
				w, joints = extremeTrees(t, unit, seed)
			}
			for tick := range 30 {
				w.Tick()
				hits, stresses, crushes = hits+len(w.Events().Hits), stresses+len(w.Events().JointStresses), crushes+len(w.Events().Crushes)
				n.walk("Events", reflect.ValueOf(w.Events()))
				if tick%10 != 0 {
					continue
				}
				r := rng{rand.New(rand.NewPCG(seed, uint64(tick)))}
				point := func() mgl64.Vec2 { return mgl64.Vec2{r.between(-5, 5) * unit, r.between(-5, 5) * unit} }
				for range 8 / sampleStep {
					n.readings(w, point(), specialValues[r.IntN(len(specialValues))])
					n.readings(w, mgl64.Vec2{specialValues[r.IntN(len(specialValues))], point()[1]}, point()[0])
					n.readings(w, point(), math.Exp(r.between(-200, 200)))
					from, size := point(), unit*math.Exp(r.between(-6, 6))
					n.readings(w, from, size)
					casts += countOf(w.RayCastAll(from, mgl64.Vec2{size, -0.7 * size}, world.QueryFilter{}))
				}
				for b := range w.Bodies() {
					n.readings(b, mgl64.Vec2{unit, 0}, unit)
					for c := range b.Colliders() {
						n.readings(c, mgl64.Vec2{unit, 0}, unit)
					}
				}
				for _, j := range joints {
					n.readings(j, mgl64.Vec2{}, unit)
				}
			}
			require.Empty(t, n.bad, "unit %v, seed %d", unit, seed)
			w.Close()
		}
	}
	require.Greater(t, min(hits, stresses, crushes), 500/wideStep)
	require.Greater(t, casts, 500*(8/sampleStep)/8/wideStep)
	require.Greater(t, n.count, 100_000/wideStep)
}

func countOf[T any](list iter.Seq[T]) (n int) {
	for range list {
		n++
	}
	return n
}

// queryBox returns a box of about a size that a box may have.
func queryBox(size float64) shape.Support {
	if !(size > 1e-7) {
		size = 1e-7
	}
	size = min(size, 1e6)
	return shape.Box(size/3, size/9)
}
