package world_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
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
	keys [2]uint64 // zero is the ground
	make func(w *world.World, a, b world.Body) error
}

// keyedLevel is a level that may be built in any order.
type keyedLevel struct {
	bodies []keyedBody
	joints []keyedJoint
}

// newKeyedLevel makes a random level: a floor with a chain, boxes, circles, capsules, polygons and a shape of the game's own,
// sensors, one-way platforms, sleepers, kinematic and disabled bodies, and joints of many kinds.
func newKeyedLevel(seed uint64, count int) *keyedLevel {
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
			Asleep: rng.IntN(9) == 0, Bullet: rng.IntN(9) == 0, Disabled: rng.IntN(20) == 0, NeverSleep: rng.IntN(30) == 0,
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

// addJoints adds joints: at most one between two bodies.
func (l *keyedLevel) addJoints(rng *rand.Rand, movable []uint64) {
	taken := map[[2]uint64]bool{}
	for n := range len(movable) / 3 {
		keys := [2]uint64{movable[rng.IntN(len(movable))], movable[rng.IntN(len(movable))]}
		if n%4 == 0 {
			keys[0] = 0
		}
		if keys[0] == keys[1] || taken[keys] || taken[[2]uint64{keys[1], keys[0]}] {
			continue
		}
		taken[keys] = true
		base := joint.Base{CollideConnected: n%3 == 0, BreakForce: 300 * float64(n%2)}
		var def joint.Definition
		switch n % 8 {
		case 0:
			def = &joint.Revolute{Base: base, LocalAnchorB: mgl64.Vec2{0.5, 0}, Limit: true, Lower: -1, Upper: 1}
		case 1:
			def = &joint.Distance{Base: base, Length: 2, SpringHertz: 2}
		case 2:
			def = &joint.Weld{Base: base}
		case 3:
			def = &joint.Revolute{LocalAnchorB: mgl64.Vec2{0, 0.5}, MotorSpeed: 3, MaxMotorTorque: 5}
		case 4:
			def = &joint.Prismatic{Base: base, LocalAxisA: mgl64.Vec2{1, 0}}
		case 5:
			def = &joint.Distance{Length: 1.5}
		case 6:
			def = &joint.NoCollision{}
		default:
			def = &joint.Custom{Base: base, Constraint: heightConstraint{3}}
		}
		l.joints = append(l.joints, keyedJoint{keys, func(w *world.World, a, b world.Body) error {
			if c, ok := def.(*joint.Custom); ok {
				_, err := w.CreateCustom([]world.Body{a, b}, *c)
				return err
			}
			_, err := w.CreateJoint(a, b, def)
			return err
		}})
	}
}

// build makes the level in a random order. What is on the way is made and destroyed too.
func (l *keyedLevel) build(t *testing.T, c world.Config, seed uint64) *world.World {
	rng := rand.New(rand.NewPCG(seed, 8))
	w := newWorld(t, c)
	w.ParallelizeAlways()
	bodies := slices.Clone(l.bodies)
	rng.Shuffle(len(bodies), func(i, k int) { bodies[i], bodies[k] = bodies[k], bodies[i] })
	joints := slices.Clone(l.joints)
	rng.Shuffle(len(joints), func(i, k int) { joints[i], joints[k] = joints[k], joints[i] })
	for _, b := range bodies {
		if rng.IntN(5) == 0 {
			passing := addBody(t, w, body.Def{Position: mgl64.Vec2{90, 90}, Key: 5}, shape.Box(1, 1), world.ColliderDef{})
			world.Must(w.CreateRevolute(w.Ground(), passing, joint.Revolute{}))
			require.NoError(t, passing.Destroy())
		}
		made := world.Must(w.CreateBody(b.def))
		for _, c := range b.colliders {
			world.Must(made.Attach(c.Shape, c.Def))
		}
		if b.chain != nil {
			world.Must(made.AttachChain(*b.chain, world.ColliderDef{}))
		}
		joints = slices.DeleteFunc(joints, func(j keyedJoint) bool { return j.make2(t, w) })
	}
	require.Empty(t, joints)
	return w
}

// make2 makes the joint if its bodies exist, and reports whether they do.
func (j keyedJoint) make2(t *testing.T, w *world.World) bool {
	ends := [2]world.Body{w.Ground(), w.Ground()}
	for i, key := range j.keys {
		if key != 0 {
			var ok bool
			if ends[i], ok = w.BodyByKey(key); !ok {
				return false
			}
		}
	}
	require.NoError(t, j.make(w, ends[0], ends[1]))
	return true
}

func TestStableWorldsDoNotDependOnTheOrderOfCreation(t *testing.T) {
	for seed := range uint64(3) {
		level := newKeyedLevel(seed, 60)
		config := world.Config{Gravity: mgl64.Vec2{0, -10}, Stable: true, Workers: 1}
		first := level.build(t, config, 1)
		second := level.build(t, config, 2)
		for tick := range 300 {
			first.Tick()
			second.Tick()
			if first.StateHash() != second.StateHash() || first.StateHashes() != second.StateHashes() {
				names, a := first.ColumnHashes()
				_, b := second.ColumnHashes()
				for i := range names {
					if a[i] != b[i] {
						fmt.Println("seed", seed, "tick", tick, names[i])
					}
				}
				t.FailNow()
			}
		}
	}
}
