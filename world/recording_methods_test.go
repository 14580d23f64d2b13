package world_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// unrecorded are the methods that return an error, or look like setters, and change nothing that a
// recording keeps.
var unrecorded = map[string]bool{
	"Save": true, "Fork": true, "Record": true, "StopRecording": true, // they only read
	"SetUserData": true, // of the game alone
}

// Every method that changes the world is recorded: called in a recorded world with arguments that
// do something, the replay has the same hash. A method that is new must be added to recorded calls.
func TestEveryMethodThatChangesIsRecorded(t *testing.T) {
	tried := map[string]bool{}
	names := methodsThatChange(t)
	for _, name := range names {
		w := newWatchedWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -5}})
		runTicks(w.World, 3)
		var out bytes.Buffer
		require.NoError(t, w.Record(&out))
		before := w.StateHash()
		w.callMethod(t, name)
		changed := w.StateHash() != before
		runTicks(w.World, 2)
		after := w.StateHashes()
		require.NoError(t, w.StopRecording())
		p, _ := replayAll(t, out.Bytes())
		require.Empty(t, after.Differences(p.World().StateHashes()), "%s is not recorded", name)
		p.Close()
		tried[name] = changed
	}
	count := 0
	for _, changed := range tried {
		if changed {
			count++
		}
	}
	require.Greater(t, count, 60, "the arguments change too little")
}

// callMethod calls a method of each handle that has it, with arguments that do something.
func (w *watchedWorld) callMethod(t *testing.T, name string) {
	w.eachMethod(func(method string, call reflect.Value, _ bool) {
		if method != name {
			return
		}
		args := argumentsFor(t, w, method, call)
		func() {
			defer func() { _ = recover() }() // what panics changes nothing
			call.Call(args)
		}()
	})
}

// methodsThatChange lists the methods that may change a world.
func methodsThatChange(t *testing.T) (names []string) {
	w := newWatchedWorld(t, world.Config{Workers: 1})
	seen := map[string]bool{}
	w.eachMethod(func(name string, call reflect.Value, changes bool) {
		method := name[strings.LastIndex(name, ".")+1:]
		if (changes || strings.HasPrefix(method, "Set") || method == "Tick") && !unrecorded[method] && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	})
	return names
}

// argumentsFor returns arguments with which a method does something.
func argumentsFor(t *testing.T, w *watchedWorld, name string, call reflect.Value) (in []reflect.Value) {
	b := w.handles[1].(world.Body)
	other := w.custom.Body()
	def := body.Def{Position: mgl64.Vec2{5, 5}}
	n := call.Type().NumIn()
	for i := range n {
		at := call.Type().In(i)
		v := reflect.New(at).Elem()
		switch at {
		case reflect.TypeFor[world.Body]():
			v.Set(reflect.ValueOf([]world.Body{b, other}[i%2]))
		case reflect.TypeFor[[]world.Body]():
			if strings.HasSuffix(name, "CreateCustom") {
				v.Set(reflect.ValueOf([]world.Body{b, other}))
			}
		case reflect.TypeFor[body.Def]():
			v.Set(reflect.ValueOf(def))
		case reflect.TypeFor[[]world.BodyParts]():
			v.Set(reflect.ValueOf([]world.BodyParts{{Def: def, Colliders: []world.ColliderParts{{Shape: shape.Circle{Radius: 1}}}}}))
		case reflect.TypeFor[world.AreaDef]():
			v.Set(reflect.ValueOf(world.AreaDef{Effects: []area.Effect{area.Gravity{Acceleration: mgl64.Vec2{0, 3}}}}))
		case reflect.TypeFor[[]area.Effect]():
			v.Set(reflect.ValueOf([]area.Effect{area.Fluid{Surface: []mgl64.Vec2{{0, 1}}}}))
		case reflect.TypeFor[shape.Support]():
			v.Set(reflect.ValueOf(shape.Support(shape.OffsetBox(0.3, 0.4, mgl64.Vec2{0.1, 0}, 0.2))))
		case reflect.TypeFor[shape.Chain]():
			v.Set(reflect.ValueOf(shape.Chain{Points: []mgl64.Vec2{{0, 0}, {-1, 0.5}, {-2, 0}}}))
		case reflect.TypeFor[shape.Material]():
			v.Set(reflect.ValueOf(shape.Material{Friction: 0.2, Restitution: 0.3}))
		case reflect.TypeFor[shape.Filter]():
			v.Set(reflect.ValueOf(shape.Filter{Category: 4, Mask: 2}))
		case reflect.TypeFor[world.Config]():
			c := w.Config()
			c.SubSteps, c.Gravity = 6, mgl64.Vec2{1, -3}
			v.Set(reflect.ValueOf(c))
		case reflect.TypeFor[world.Explosion]():
			v.Set(reflect.ValueOf(world.Explosion{Point: mgl64.Vec2{-1, 0.2}, Radius: 5, ImpulsePerLength: 2}))
		case reflect.TypeFor[world.MassData]():
			v.Set(reflect.ValueOf(world.MassData{Mass: 3, Center: mgl64.Vec2{0.1, 0.2}, Inertia: 2}))
		case reflect.TypeFor[[]world.Pose]():
			v.Set(reflect.ValueOf([]world.Pose{{Body: b.ID(), Position: mgl64.Vec2{0.7, 0.9}, Cos: 1}}))
		case reflect.TypeFor[mgl64.Vec2]():
			v.Set(reflect.ValueOf(mgl64.Vec2{0.3, 0.7}))
		case reflect.TypeFor[[]mgl64.Vec2]():
			v.Set(reflect.ValueOf([]mgl64.Vec2{{0, 0.5}, {1, 0.6}}))
		case reflect.TypeFor[joint.Definition]():
			v.Set(reflect.ValueOf(joint.Definition(&joint.Weld{Base: joint.Base{Hertz: 3}})))
		case reflect.TypeFor[func(*joint.Base)]():
			v.Set(reflect.ValueOf(func(b *joint.Base) { b.BreakForce = 1e6 }))
		case reflect.TypeFor[body.Type]():
			v.Set(reflect.ValueOf(body.Kinematic))
		default:
			fillArgument(v)
		}
		in = append(in, v)
	}
	if call.Type().IsVariadic() && n > 0 {
		spread := in[n-1]
		in = in[:n-1]
		for i := range spread.Len() {
			in = append(in, spread.Index(i))
		}
	}
	return in
}

// fillArgument sets numbers, and makes functions that change the first number of what they are
// given.
func fillArgument(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(3)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(1)
	case reflect.Float64:
		v.SetFloat(0.4)
	case reflect.String:
		v.SetString("name")
	case reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), func(args []reflect.Value) []reflect.Value {
			if len(args) == 1 && args[0].Kind() == reflect.Pointer && args[0].Elem().Kind() == reflect.Struct {
				if f := args[0].Elem().FieldByName("MaxForce"); f.IsValid() {
					f.SetFloat(77)
				}
			}
			return nil
		}))
	}
}
