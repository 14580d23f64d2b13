package world_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// randomCalls calls random methods of random handles with random arguments, some of them invalid.
type randomCalls struct {
	*testing.T
	r       *rand.Rand
	w       *world.World
	handles map[reflect.Type][]reflect.Value // by type, destroyed ones too
	types   []reflect.Type                   // of the handles
	refused int                              // calls
}

// untriedMethods end a world, need arguments that cannot be random, or are part of the checks.
var untriedMethods = map[string]bool{
	"Close": true, "Record": true, "StopRecording": true, "Restore": true, "Save": true, "Fork": true, "Observe": true,
	"StopObserving": true, "AfterStep": true, "View": true, "Step": true, "SetUserData": true, "ParallelizeAlways": true,
	"SetMaxGroupBodies": true, "ReorderContacts": true, "DisableManifoldReuse": true, "StateDump": true,
	"MarkAllSensors": true, "MarkSensorsOneByOne": true,
}

// keep keeps the handle v, or the last one of the list v.
func (c *randomCalls) keep(v reflect.Value) {
	if v.Kind() == reflect.Slice && v.Len() > 0 {
		v = v.Index(v.Len() - 1)
	}
	if valid := v.MethodByName("Valid"); !valid.IsValid() || !valid.Call(nil)[0].Bool() {
		return
	}
	if c.handles[v.Type()] == nil {
		c.types = append(c.types, v.Type())
	}
	c.handles[v.Type()] = append(c.handles[v.Type()], v)
	if j := v.FieldByName("Joint"); j.IsValid() {
		c.keep(j)
	}
}

func (c *randomCalls) number() float64 {
	if c.r.IntN(16) == 0 {
		return specialValues[c.r.IntN(len(specialValues))]
	}
	return []float64{0, 0.25, 0.5, 1, 2, -1, -0.5, 3}[c.r.IntN(8)]
}

// valuesOf are values of the interfaces among the arguments.
var valuesOf = map[reflect.Type][]any{
	reflect.TypeFor[shape.Support](): {
		shape.Circle{}, shape.Capsule{}, shape.Ellipse{}, shape.Segment{}, shape.HalfEllipse{}, shape.Sector{}, shape.HalfPlane{}, customBox{0.5, 0.5},
	},
	reflect.TypeFor[area.Effect](): {area.Gravity{}, area.PointGravity{}, area.Damping{}, area.Conveyor{}, area.Fluid{}, area.Wind{}},
	reflect.TypeFor[joint.Definition](): {
		&joint.Revolute{}, &joint.Distance{}, &joint.Prismatic{}, &joint.Weld{}, &joint.Wheel{}, &joint.Motor{}, &joint.Angle{}, &joint.Pulley{},
		&joint.RotarySpring{}, &joint.Groove{}, &joint.Friction{}, &joint.NoCollision{}, &joint.Ratchet{}, &joint.Mouse{},
	},
}

// value returns a random value of a type.
func (c *randomCalls) value(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	c.fill(v)
	return v
}

// fill sets v to a random value.
func (c *randomCalls) fill(v reflect.Value) {
	if list := c.handles[v.Type()]; list != nil {
		v.Set(list[c.r.IntN(len(list))])
		return
	}
	if list := valuesOf[v.Type()]; list != nil {
		v.Set(c.value(reflect.TypeOf(list[c.r.IntN(len(list))])))
		return
	}
	switch x := v.Interface().(type) {
	case shape.Convex:
		v.Set(reflect.ValueOf(newConvex(shape.Circle{Radius: 0.5})))
		return
	case world.Config:
		x = c.w.Config()
		x.SubSteps, x.JointHertz, x.SleepTime, x.Stable = c.r.IntN(5), c.number(), c.number(), c.r.IntN(9) == 0
		v.Set(reflect.ValueOf(x))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(c.r.IntN(3) == 0)
	case reflect.Int, reflect.Int8, reflect.Int32:
		v.SetInt(int64(c.r.IntN(6) - 1))
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		v.SetUint(c.r.Uint64N(5))
	case reflect.Float64:
		v.SetFloat(c.number())
	case reflect.String:
		v.SetString("name")
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), c.r.IntN(4), 4))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			c.fill(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() && (f.Kind() == reflect.Struct || c.r.IntN(3) == 0) {
				c.fill(f)
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		c.fill(v.Elem())
	case reflect.Func:
		if t := v.Type(); t.NumOut() == 0 && t.NumIn() == 1 { // the change of an Edit
			v.Set(reflect.MakeFunc(t, func(in []reflect.Value) []reflect.Value {
				if in[0].Kind() == reflect.Interface {
					in[0] = in[0].Elem()
				}
				if in[0].Kind() == reflect.Pointer {
					c.fill(in[0].Elem())
				}
				return nil
			}))
		}
	}
}

// call calls a method. A call that is refused leaves the world as it was.
func (c *randomCalls) call() {
	list := c.handles[c.types[c.r.IntN(len(c.types))]]
	h := list[c.r.IntN(len(list))]
	i := c.r.IntN(h.NumMethod())
	name := h.Type().Method(i).Name
	if untriedMethods[name] || name == "Destroy" && c.r.IntN(8) > 0 {
		return
	}
	var in, out []reflect.Value
	for k := range h.Method(i).Type().NumIn() {
		in = append(in, c.value(h.Method(i).Type().In(k)))
	}
	before := c.w.StateHash()
	refusal := panicOf(reflect.ValueOf(func() {
		if h.Method(i).Type().IsVariadic() {
			out = h.Method(i).CallSlice(in)
		} else {
			out = h.Method(i).Call(in)
		}
	}))
	if len(out) > 0 && refusal == nil {
		refusal, _ = out[len(out)-1].Interface().(error)
	}
	if refusal == nil {
		c.requireKept(h, name, in)
		for _, o := range out {
			c.keep(o)
		}
		return
	}
	c.refused++
	require.NotRegexp(c, "runtime error|reflect", fmt.Sprint(refusal), "%v.%s%+v", h.Type(), name, in)
	require.Equal(c, before, c.w.StateHash(), "%v.%s%+v: %v", h.Type(), name, in, refusal)
}

// changedArguments are setters that do not keep their argument as it is.
var changedArguments = map[string]string{
	"OneWay": "becomes a unit vector", "Filter": "zero means all", "MassData": "zero means by the colliders", "Config": "zero means the default",
	"Target": "kept in the frame of a body", "SleepSpeed": "zero means the default", "Surface": "without points it is nil",
}

// requireKept checks that a getter returns the argument of its setter, rounded to float32 at most.
func (c *randomCalls) requireKept(h reflect.Value, setter string, in []reflect.Value) {
	name, isSetter := strings.CutPrefix(setter, "Set")
	get := h.MethodByName(name)
	if !isSetter || changedArguments[name] != "" || !get.IsValid() || get.Type().NumIn() != 0 {
		return
	}
	if b, isBody := h.Interface().(world.Body); isBody && strings.HasSuffix(name, "Velocity") {
		if d := b.Def(); d.Type == body.Static || d.Disabled || d.LockX || d.LockY || d.LockRotation {
			return
		}
	}
	rounded := func(v reflect.Value) any {
		switch x := v.Interface().(type) {
		case float64:
			return float32(x)
		case mgl64.Vec2:
			return [2]float32{float32(x[0]), float32(x[1])}
		}
		return v.Interface()
	}
	require.Equal(c, rounded(in[0]), rounded(get.Call(nil)[0]), "%v.%s", h.Type(), setter)
}

// Random calls of every method: a call that is refused changes nothing, a getter returns what its
// setter was given, and the world, its recording, its snapshot, its file and its fork agree.
func TestRandomCallsOfEveryMethod(t *testing.T) {
	names := scriptNames().Value("point", pointConstraint{})
	refused := 0
	for seed := range uint64(long.Pick(30, 1000)) {
		c := &randomCalls{T: t, r: rand.New(rand.NewPCG(seed, 3)), handles: map[reflect.Type][]reflect.Value{}}
		c.w = newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, Stable: seed%5 == 0, Broadphase: broadphases[seed%3]})
		c.types = []reflect.Type{reflect.TypeOf(c.w)}
		c.handles[c.types[0]] = []reflect.Value{reflect.ValueOf(c.w)}
		floor := addFloor(t, c.w, world.ColliderDef{})
		b := addBody(t, c.w, body.Def{}, shape.Box(0.5, 0.5), world.ColliderDef{PreSolve: true})
		for _, h := range append(jointHandles(t, c.w), floor, b, firstCollider(b), addArea(t, c.w, world.AreaDef{Shape: shape.Box(1, 1)})) {
			c.keep(reflect.ValueOf(h))
		}
		var recorded bytes.Buffer
		require.NoError(t, c.w.Record(&recorded))
		for k := range 300 {
			if c.call(); k%10 == 9 {
				c.w.Tick()
				c.w.Validate()
			}
		}
		require.NoError(t, c.w.StopRecording())
		var saved world.Snapshot
		require.NoError(t, c.w.Save(&saved))
		p, _ := replayAll(t, recorded.Bytes())
		require.Empty(t, c.w.StateHashes().Differences(p.World().StateHashes()), "seed %d: recording", seed)
		p.Close()
		fork, read := world.Must(c.w.Fork()), decodedAgain(t, &saved, names, "file") // the test closes read
		end := tickedHash(c.w)
		require.Equal(t, end, tickedHash(fork), "seed %d: fork", seed)
		require.Equal(t, end, tickedHash(read), "seed %d: file", seed)
		require.NoError(t, c.w.Restore(&saved))
		require.Equal(t, end, tickedHash(c.w), "seed %d: snapshot", seed)
		fork.Close()
		c.w.Close()
		refused += c.refused
	}
	require.Greater(t, refused, 500)
}

// tickedHash returns the hash of a world some ticks later.
func tickedHash(w *world.World) uint64 {
	runTicks(w, 5)
	return w.StateHash()
}
