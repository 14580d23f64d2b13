package world_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
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

// keyedBody is a body of a level: it has a key, and comes with its colliders in order.
type keyedBody struct {
	def       body.Def
	colliders []world.ColliderParts
	chain     *shape.Chain
}

// keyedJoint is a joint between two bodies, each of its kind between the same.
type keyedJoint struct {
	place int      // in the level
	keys  []uint64 // zero is the ground
	def   joint.Definition
}

// keyedLevel is a level that may be built in any order.
type keyedLevel struct {
	bodies  []keyedBody
	joints  []keyedJoint
	turning []int // places of joints that gears couple, the second with the first and so on
}

// newKeyedLevel makes a random level: a floor, a chain, boxes, circles, capsules, polygons,
// ellipses and a shape of the game's own, sensors, a one-way platform, sleepers, kinematic,
// disabled and fast bodies, and joints of many kinds.
func newKeyedLevel(seed uint64, count int, sleepers bool) *keyedLevel {
	rng := rand.New(rand.NewPCG(seed, 7))
	l := &keyedLevel{}
	key := uint64(1000)
	add := func(def body.Def, colliders ...world.ColliderParts) uint64 {
		key += 1 + rng.Uint64N(50)
		def.Key = key * 2654435761 % (1 << 40) // far from the order of creation
		l.bodies = append(l.bodies, keyedBody{def: def, colliders: colliders})
		return def.Key
	}
	add(body.Def{Type: body.Static, Position: mgl64.Vec2{0, -1}}, world.ColliderParts{Shape: shape.Box(60, 1)})
	hills := shape.Chain{Points: []mgl64.Vec2{{14, 0}, {9, 0.7}, {5, 0.1}, {-5, 0.4}, {-9, 0.2}, {-14, 1}}}
	add(body.Def{Type: body.Static})
	l.bodies[len(l.bodies)-1].chain = &hills
	add(body.Def{Type: body.Static, Position: mgl64.Vec2{3, 2.5}}, world.ColliderParts{
		Shape: shape.Box(2, 0.1), Def: world.ColliderDef{OneWay: mgl64.Vec2{0, 1}}})
	add(body.Def{Type: body.Static, Position: mgl64.Vec2{-2, 1}}, world.ColliderParts{
		Shape: shape.Box(2, 1), Def: world.ColliderDef{Sensor: true}})
	add(body.Def{Type: body.Kinematic, Position: mgl64.Vec2{-6, 2}, LinearVelocity: mgl64.Vec2{0.8, 0}}, world.ColliderParts{Shape: shape.Box(1.5, 0.2)})
	var movable []uint64
	for range count {
		def := body.Def{
			Position: mgl64.Vec2{12*rng.Float64() - 6, 1 + 7*rng.Float64()}, Angle: 6 * rng.Float64(),
			AngularVelocity: 4*rng.Float64() - 2, LinearVelocity: mgl64.Vec2{2*rng.Float64() - 1, 0},
			Asleep: rng.IntN(9) == 0 && sleepers, Bullet: rng.IntN(9) == 0, Disabled: rng.IntN(20) == 0, NeverSleep: rng.IntN(30) == 0,
		}
		if rng.IntN(8) == 0 {
			def.Dominance = int8(rng.IntN(3) - 1)
		}
		if rng.IntN(8) == 0 {
			def.Gravity = mgl64.Vec2{0.5, -6}
		}
		if rng.IntN(6) == 0 {
			def.LinearVelocity = mgl64.Vec2{60, -60}
		}
		parts := []world.ColliderParts{{Shape: keyedShape(rng), Def: world.ColliderDef{HitEvents: rng.IntN(3) == 0, Material: keyedMaterial(rng)}}}
		if rng.IntN(4) == 0 {
			parts = append(parts, world.ColliderParts{Shape: shape.Transformed(shape.Circle{Radius: 0.2}, 0, mgl64.Vec2{0.4, 0.1})})
		}
		if rng.IntN(10) == 0 {
			parts = append(parts, world.ColliderParts{Shape: shape.Circle{Radius: 0.8}, Def: world.ColliderDef{Sensor: true, SeesSensors: true}})
		}
		if rng.IntN(10) == 0 {
			parts[0].Def.CrushThreshold = 30
		}
		movable = append(movable, add(def, parts...))
	}
	l.addJoints(rng, movable)
	return l
}

func keyedMaterial(rng *rand.Rand) *shape.Material {
	m := shape.DefaultMaterial()
	m.Friction, m.Restitution = rng.Float64(), 0.6*float64(rng.IntN(2))
	if rng.IntN(4) == 0 {
		m.RollingResistance = 0.1
	}
	return &m
}

func keyedShape(rng *rand.Rand) shape.Support {
	size := 0.2 + 0.3*rng.Float64()
	switch rng.IntN(7) {
	case 0:
		return shape.Circle{Radius: size}
	case 1:
		return shape.Capsule{A: mgl64.Vec2{-size, 0}, B: mgl64.Vec2{size, 0}, Radius: 0.2}
	case 2:
		return shape.RegularPolygon(3+rng.IntN(4), size)
	case 3:
		return shape.Ellipse{RX: size, RY: 0.3}
	case 4:
		return customBox{size, 0.3}
	default:
		return shape.Box(size, 0.2+0.2*rng.Float64())
	}
}

// addJoints adds joints of all kinds: at most one between two bodies, and gears of those that turn
// on the ground.
func (l *keyedLevel) addJoints(rng *rand.Rand, movable []uint64) {
	taken := map[[2]uint64]bool{}
	left, right := mgl64.Vec2{-0.5, 0}, mgl64.Vec2{0.5, 0}
	for n := range len(movable) / 2 {
		a, b := movable[rng.IntN(len(movable))], movable[rng.IntN(len(movable))]
		if n%4 == 0 {
			a = 0
		}
		if a == b || taken[[2]uint64{a, b}] || taken[[2]uint64{b, a}] {
			continue
		}
		taken[[2]uint64{a, b}] = true
		base := joint.Base{CollideConnected: n%3 == 0, BreakForce: 300 * float64(n%2)}
		keys := []uint64{a, b}
		defs := []joint.Definition{
			&joint.Revolute{Base: base, LocalAnchorB: right, Limit: true, Lower: -1, Upper: 1},
			&joint.Distance{Base: base, Length: 2, SpringHertz: 2},
			&joint.Weld{Base: base},
			&joint.Revolute{LocalAnchorB: left, MotorSpeed: 3, MaxMotorTorque: 5},
			&joint.Revolute{LocalAnchorB: left},
			&joint.Prismatic{Base: base, LocalAxisA: mgl64.Vec2{1, 0}},
			&joint.Distance{Length: 1.5},
			&joint.NoCollision{},
			&joint.Wheel{LocalAxisA: mgl64.Vec2{0, 1}, SpringHertz: 3},
			&joint.Motor{LinearHertz: 2, MaxVelocityForce: 3},
			&joint.Angle{Limit: true, Lower: -1, Upper: 1},
			&joint.Pulley{WheelA: mgl64.Vec2{0, 9}, WheelB: mgl64.Vec2{2, 9}},
			&joint.Ratchet{Step: 0.5},
			&joint.Groove{LocalGrooveA1: left, LocalGrooveA2: right},
			&joint.RotarySpring{Stiffness: 3, Damping: 1},
			&joint.Friction{Force: 2, Torque: 1},
			&joint.Custom{Base: base, Constraint: distanceConstraint{2.5}},
			&joint.Custom{Constraint: distanceConstraint{2}},
		}
		k := rng.IntN(len(defs))
		if c := movable[rng.IntN(len(movable))]; k == len(defs)-1 && c != a && c != b {
			keys = append(keys, c)
		}
		if _, turns := defs[k].(*joint.Revolute); turns && a == 0 {
			l.turning = append(l.turning, len(l.joints))
		}
		l.joints = append(l.joints, keyedJoint{len(l.joints), keys, defs[k]})
	}
}

// keyedWorld is a world with the handles that its building gave.
type keyedWorld struct {
	*world.World
	bodies    map[uint64]world.Body
	colliders map[world.Collider]string // their names: the key of the body, and their place on it
	joints    map[int]world.Joint       // by place
	chain     world.Chain
}

func (w *keyedWorld) newBody(b keyedBody) {
	made := world.Must(w.CreateBody(b.def))
	w.bodies[b.def.Key] = made
	for i, c := range b.colliders {
		w.colliders[world.Must(made.Attach(c.Shape, c.Def))] = fmt.Sprint(b.def.Key, "/", i)
	}
	if b.chain != nil {
		w.chain = world.Must(made.AttachChain(*b.chain, world.ColliderDef{}))
		for i, c := range w.chain.Segments() {
			w.colliders[c] = fmt.Sprint(b.def.Key, "/", i)
		}
	}
}

// newJoint makes a joint if its bodies exist, and reports whether they do.
func (w *keyedWorld) newJoint(j keyedJoint) bool {
	var ends []world.Body
	for _, key := range j.keys {
		b, ok := w.bodies[key]
		if !ok {
			return false
		}
		ends = append(ends, b)
	}
	if c, ok := j.def.(*joint.Custom); ok {
		w.joints[j.place] = world.Must(w.CreateCustom(ends, *c)).Joint
	} else {
		w.joints[j.place] = world.Must(w.CreateJoint(ends[0], ends[1], j.def))
	}
	return true
}

func newKeyedWorld(t testing.TB, c world.Config) *keyedWorld {
	w := &keyedWorld{World: newWorld(t, c), colliders: map[world.Collider]string{}, joints: map[int]world.Joint{}}
	w.bodies = map[uint64]world.Body{0: w.Ground()}
	w.ParallelizeAlways()
	return w
}

// newGear couples two of the joints that turn on the ground.
func (l *keyedLevel) newGear(w *keyedWorld, i int) {
	world.Must(w.CreateGear(w.joints[l.turning[i]], w.joints[l.turning[i+1]], joint.Gear{Ratio: 2}))
}

func (w *keyedWorld) addAreas() {
	world.Must(w.CreateArea(world.AreaDef{Shape: shape.Box(3, 1), Position: mgl64.Vec2{4, 1}, Effects: []area.Effect{
		area.Fluid{Density: 2, LinearDrag: 1}}}))
	for b := range w.Bodies() {
		if b.Type() == body.Kinematic { // there is one
			world.Must(w.CreateArea(world.AreaDef{Body: b, Shape: shape.Circle{Radius: 2}, Effects: []area.Effect{
				area.Gravity{Acceleration: mgl64.Vec2{1, 3}}}}))
		}
	}
}

// build makes the level in a random order. What is made and destroyed on the way leaves no trace.
func (l *keyedLevel) build(t testing.TB, c world.Config, order uint64) *keyedWorld {
	rng := rand.New(rand.NewPCG(order, 8))
	w := newKeyedWorld(t, c)
	bodies, joints := slices.Clone(l.bodies), slices.Clone(l.joints)
	rng.Shuffle(len(bodies), func(i, k int) { bodies[i], bodies[k] = bodies[k], bodies[i] })
	rng.Shuffle(len(joints), func(i, k int) { joints[i], joints[k] = joints[k], joints[i] })
	for _, b := range bodies {
		if rng.IntN(5) == 0 {
			passing := addBody(t, w.World, body.Def{Position: mgl64.Vec2{90, 90}, Key: 5}, shape.Box(1, 1), world.ColliderDef{})
			world.Must(w.CreateRevolute(w.Ground(), passing, joint.Revolute{}))
			require.NoError(t, passing.Destroy())
		}
		w.newBody(b)
		joints = slices.DeleteFunc(joints, w.newJoint)
	}
	require.Empty(t, joints)
	for _, i := range rng.Perm(max(len(l.turning)-1, 0)) {
		l.newGear(w, i)
	}
	w.addAreas()
	return w
}

// play makes the calls of the game before a tick, by keys.
func (l *keyedLevel) play(t *testing.T, w *keyedWorld, tick int) {
	rng := rand.New(rand.NewPCG(uint64(tick), 9))
	def := l.bodies[rng.IntN(len(l.bodies))].def
	b, ok := w.BodyByKey(def.Key)
	require.Equal(t, ok, w.bodies[def.Key].Valid())
	switch {
	case !ok || def.Type != body.Dynamic:
	case tick%40 == 7:
		require.NoError(t, b.Destroy())
	case tick%40 == 11:
		require.NoError(t, b.SetTransform(mgl64.Vec2{1, 6}, 0.3))
	case tick%40 == 13:
		require.NoError(t, b.SetEnabled(!b.Enabled()))
	case tick%40 == 17:
		require.NoError(t, b.Sleep())
	case tick%8 == 1:
		require.NoError(t, b.ApplyImpulse(mgl64.Vec2{0.5, 2}, b.Position()))
	}
	if tick%30 == 20 {
		key := uint64(1)<<50 - uint64(tick) // descending: later bodies come by the order of the calls
		at := mgl64.Vec2{rng.Float64() - 0.5, 7}
		w.newBody(keyedBody{def: body.Def{Key: key, Position: at}, colliders: []world.ColliderParts{{Shape: keyedShape(rng)}, {Shape: shape.Circle{Radius: 0.3}}}})
		if ok && b.Valid() {
			w.newJoint(keyedJoint{tick + 1000, []uint64{key, def.Key}, &joint.Distance{Length: 2, SpringHertz: 1}})
		}
	}
}

// trace tells by keys what happened in a tick and where everything is.
func (w *keyedWorld) trace(keys []uint64) string {
	var s strings.Builder
	for _, key := range keys {
		if b := w.bodies[key]; b.Valid() {
			fmt.Fprintf(&s, "%d %x %x %x %x %v\n", key, b.Position(), b.Angle(), b.LinearVelocity(), b.AngularVelocity(), b.Awake())
		}
	}
	name := func(c world.Collider) string { return w.colliders[c] }
	keyOf := map[world.Body]uint64{}
	for key, b := range w.bodies {
		keyOf[b] = key
	}
	e := w.Events()
	for _, x := range e.ContactBegins {
		fmt.Fprintln(&s, "begin", name(x.ColliderA), name(x.ColliderB), x.Position, x.Normal, x.ApproachSpeed, x.Fraction)
	}
	for _, x := range e.ContactEnds {
		fmt.Fprintln(&s, "end", name(x.ColliderA), name(x.ColliderB))
	}
	for _, x := range e.Hits {
		fmt.Fprintln(&s, "hit", name(x.ColliderA), name(x.ColliderB), x.Impulse)
	}
	for _, x := range e.SensorBegins {
		fmt.Fprintln(&s, "enter", name(x.Sensor), name(x.Visitor), x.Fraction)
	}
	for _, x := range e.SensorEnds {
		fmt.Fprintln(&s, "leave", name(x.Sensor), name(x.Visitor), x.Fraction)
	}
	for _, x := range e.Crushes {
		fmt.Fprintln(&s, "crush", keyOf[x.Body], name(x.Collider), x.Force)
	}
	for _, x := range e.JointStresses {
		fmt.Fprintln(&s, "stress", x.Kind, keyOf[x.BodyA], keyOf[x.BodyB], x.Force, x.Broke)
	}
	for _, b := range e.Sleeps {
		fmt.Fprintln(&s, "sleep", keyOf[b])
	}
	for _, b := range e.Wakes {
		fmt.Fprintln(&s, "wake", keyOf[b])
	}
	for c := range w.OverlapBox(mgl64.Vec2{-1, 0}, mgl64.Vec2{1, 3}, world.QueryFilter{}) {
		fmt.Fprintln(&s, "in the box", name(c))
	}
	for n := range w.NearestBodies(world.PointAt(mgl64.Vec2{0, 2}), 3, 5, world.QueryFilter{}) {
		fmt.Fprintln(&s, "near", keyOf[n.Body], name(n.Collider), n.Distance)
	}
	return s.String()
}

func requireSameByKeys(t *testing.T, want, got *keyedWorld, tick int) {
	keys := slices.Sorted(maps.Keys(want.bodies))
	require.Equal(t, want.trace(keys), got.trace(keys), "tick %d", tick)
	a, b := want.StateHashes(), got.StateHashes()
	if want.Config().Broadphase != got.Config().Broadphase {
		a.Broadphase, b.Broadphase = 0, 0
	} else {
		require.Equal(t, want.StateHash(), got.StateHash(), "tick %d", tick)
	}
	require.Equal(t, a, b, "tick %d", tick)
}

// Worlds that hold the same keys at the first tick are equal to the bit from there on, in whatever
// order they were built and whatever was destroyed on the way, with any number of workers and any
// broadphase. Handles stay with the same bodies.
func TestStableWorldsDoNotDependOnTheOrderOfCreation(t *testing.T) {
	for seed := range long.Pick[uint64](2, 400) {
		level := newKeyedLevel(seed, 30+20*int(seed%3), true)
		config := world.Config{Gravity: mgl64.Vec2{0, -10}, Stable: true, Workers: 1, Broadphase: broadphases[seed%3]}
		want := level.build(t, config, 1)
		config.Workers = 2
		if seed%2 == 0 {
			config.Broadphase = broadphases[(seed+2)%3]
		}
		got := level.build(t, config, 2)
		for tick := range 320 {
			level.play(t, want, tick+1)
			level.play(t, got, tick+1)
			want.Tick()
			got.Tick()
			requireSameByKeys(t, want, got, tick)
		}
		for key, b := range got.bodies {
			if found, ok := got.BodyByKey(key); ok {
				require.Equal(t, b, found)
				require.Equal(t, key, b.Key())
			} else if key != 0 {
				require.False(t, b.Valid())
			}
		}
		for i, c := range got.chain.Segments() {
			require.True(t, strings.HasSuffix(got.colliders[c], fmt.Sprint("/", i)))
		}
	}
}

// A stable world is the world that was built in the order of the keys, and then is called in the
// same way.
func TestStableWorldIsTheOneOfSortedCalls(t *testing.T) {
	for seed := range uint64(3) {
		level := newKeyedLevel(seed, 40, false)
		level.turning = nil // a gear comes before or behind the joints of its bodies, by keys
		config := world.Config{Gravity: mgl64.Vec2{0, -10}, Stable: true, Workers: 1}
		got := level.build(t, config, seed)
		config.Stable = false
		want := newKeyedWorld(t, config)
		slices.SortFunc(level.bodies, func(a, b keyedBody) int { return cmp.Compare(a.def.Key, b.def.Key) })
		for _, b := range level.bodies {
			want.newBody(b)
		}
		slices.SortFunc(level.joints, func(a, b keyedJoint) int { return slices.Compare(a.keys, b.keys) })
		for _, j := range level.joints {
			require.True(t, want.newJoint(j))
		}
		want.addAreas()
		for range 120 {
			want.Tick()
			got.Tick()
			requireSameColumns(t, want.World, got.World)
		}
		a, b := slices.Collect(want.Bodies()), slices.Collect(got.Bodies())
		for i := range a {
			require.Equal(t, a[i].Key(), b[i].Key())
		}
	}
}

// requireSameColumns compares the state columns of a world and a stable one, but for the
// configuration. Those that are nothing but IDs have another hash there.
func requireSameColumns(t *testing.T, plain, stable *world.World) {
	others := map[string]uint64{}
	names, hashes := stable.ColumnHashes()
	for i := range names {
		others[names[i]] = hashes[i]
	}
	names, hashes = plain.ColumnHashes()
	for i := range names {
		if names[i] != "clock.config" && names[i] != "contacts.lastStops" && !strings.Contains(names[i], "owners") {
			require.Equal(t, hashes[i], others[names[i]], "%s in tick %d", names[i], plain.Ticks())
		}
	}
}

// Without Config.Stable the order of creation decides, with keys too.
func TestKeysAloneChangeNothing(t *testing.T) {
	level := newKeyedLevel(1, 40, true)
	config := world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1}
	first, second := level.build(t, config, 1), level.build(t, config, 2)
	equal := true
	for range 120 {
		first.Tick()
		second.Tick()
		for key, b := range first.bodies {
			equal = equal && b.Position() == second.bodies[key].Position()
		}
	}
	require.False(t, equal)
}
