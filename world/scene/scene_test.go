package scene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// sceneWithEveryField uses every field of the format with a value that is not its fallback.
func sceneWithEveryField(t testing.TB) *Scene {
	triangle := world.Must(shape.NewPolygon([]mgl64.Vec2{{0, 0}, {1, 0.25}, {0.5, 1}}, 0.125))
	return &Scene{
		Shapes:      testShapes,
		Description: "one of each: \"quoted\", ümläut, 日本",
		Seconds:     2.5,
		View:        Camera{Min: mgl64.Vec2{-5, -1}, Max: mgl64.Vec2{5, 7}},
		Config: world.Config{
			Gravity: mgl64.Vec2{0.5, -9.81}, Timestep: 1.0 / 120, SubSteps: 6, LengthUnit: 2, NoSleep: true, NoContinuous: true, Stable: true,
			ContactHertz: 40, ContactDamping: 5, ContactPushSpeed: 4, JointHertz: 50, JointDamping: 3,
			RestitutionThreshold: 0.5, HitThreshold: 2, MaxSpeed: 300, SleepSpeed: 0.02, SleepTime: 0.25,
		},
		Materials: []Material{
			{"ice", shape.Material{Friction: 0.02}},
			{"belt", shape.Material{Friction: 0.9, Restitution: 0.25, RollingResistance: 0.05, TangentSpeed: -2, ID: math.MaxUint64}},
			{"plain", shape.DefaultMaterial()},
			{"snow", shape.Material{Friction: 0.1, StaticFriction: 0.3, SlipLeft: 0.5, SlipRight: 0.25,
				FrictionCombine: shape.CombineMinimum, RestitutionCombine: shape.CombineProduct, Priority: -3}},
		},
		Bodies: []Body{
			{
				Def: body.Def{Name: "floor", Type: body.Static, Position: mgl64.Vec2{0, -1}, Angle: 0.1},
				Colliders: []Collider{
					{Shape: shape.HalfPlane{Point: mgl64.Vec2{0, 1}, Normal: mgl64.Vec2{0, 1}}},
					{Shape: shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}}, Material: "belt"},
					{Shape: shape.ChainSegment{
						Before: mgl64.Vec2{3, 0}, A: mgl64.Vec2{2, 0}, B: mgl64.Vec2{1, 0}, After: mgl64.Vec2{0, 0}}},
					{Shape: shape.Compound{Parts: []shape.Support{shape.Box(1, 2), shape.Circle{Radius: 0.5}}}, Def: world.ColliderDef{HitEvents: true}},
				},
				Chains: []Chain{
					{Points: []mgl64.Vec2{{4, 0}, {2, 1}, {0, 0}}, Materials: []string{"ice", ""}, Material: "plain"},
					{Points: []mgl64.Vec2{{4, 4}, {5, 4}, {5, 5}}, Closed: true, Def: world.ColliderDef{HitEvents: true, OneWay: mgl64.Vec2{0, 1}}},
				},
			},
			{
				Def: body.Def{
					Name: "all", Position: mgl64.Vec2{1e-9, 1e7}, Angle: -2, LinearVelocity: mgl64.Vec2{3, 4},
					AngularVelocity: 5, LinearDamping: 0.1, AngularDamping: 0.2, GravityScale: 0.5, SleepSpeed: 0.3,
					Gravity: mgl64.Vec2{1, -3}, ZeroGravity: true,
					LockX: true, LockY: true, LockRotation: true, NeverSleep: true, Bullet: true, FastRotation: true, Key: 1<<64 - 1,
				},
				Mass: world.MassData{Mass: 7, Center: mgl64.Vec2{0.5, 0.25}, Inertia: 3},
				Colliders: []Collider{
					{Shape: shape.Circle{Center: mgl64.Vec2{1, 2}, Radius: 0.1}, Material: "ice", Def: world.ColliderDef{
						Density: 2, HitEvents: true, NoContactEvents: true, PreSolve: true, NoSensorEvents: true, SeesSensors: true, CrushThreshold: 0.5, OneWay: mgl64.Vec2{-1, 2},
						Filter: shape.Filter{Category: 2, Mask: math.MaxUint64 - 1, Group: -3}}},
					{Shape: shape.Capsule{A: mgl64.Vec2{0, 0}, B: mgl64.Vec2{0, 1}, Radius: 0.25}},
					{Shape: shape.Segment{A: mgl64.Vec2{0, 0}, B: mgl64.Vec2{0, 1}, Radius: 0.25}, Def: world.ColliderDef{Massless: true}},
					{Shape: shape.Box(0.1, 0.7), Def: world.ColliderDef{Mass: 12.5}},
					{Shape: shape.OffsetBox(0.5, 0.25, mgl64.Vec2{1, 3}, 0)},
					{Shape: shape.OffsetBox(0.5, 0.25, mgl64.Vec2{1, 3}, 0.3)},
					{Shape: shape.RoundedBox(0.5, 0.25, 0.05), Def: world.ColliderDef{Sensor: true}},
					{Shape: triangle},
					{Shape: shape.Ellipse{Center: mgl64.Vec2{1, 0}, RX: 2, RY: 1, Angle: 0.5, Skin: 0.1}},
					{Shape: shape.HalfEllipse{Center: mgl64.Vec2{1, 0}, RX: 2, RY: 1, Angle: 0.5, Skin: 0.1}},
					{Shape: shape.Sector{Center: mgl64.Vec2{1, 0}, Radius: 2, Angle: 1, Sweep: 1.5, Skin: 0.1},
						Def: world.ColliderDef{Filter: shape.Filter{Ghost: true}}},
					{Shape: superellipse{2, 1, 4}, Material: "ice"},
					{Shape: shape.Transformed(superellipse{2, 1, 2.5}, 0.3, mgl64.Vec2{1, 2})},
					{Shape: customDisc{}, Def: world.ColliderDef{Massless: true}},
				},
			},
			{Def: body.Def{Type: body.Kinematic, Weightless: true, Asleep: true, Disabled: true, Dominance: -7}},
			{},
		},
		Joints: []Joint{
			{A: "floor", B: "all", Def: joint.Revolute{
				Base: joint.Base{
					CollideConnected: true, Disabled: true, Hertz: 10, Damping: 1, MaxForce: 100, MaxTorque: 200,
					BreakForce: 300, BreakTorque: 400, ReportOnly: true},
				LocalAnchorA: mgl64.Vec2{1, 2}, LocalAnchorB: mgl64.Vec2{3, 4}, LocalAngleA: 0.1, LocalAngleB: 0.2,
				Limit: true, Lower: -1, Upper: 1, MotorSpeed: 2, MaxMotorTorque: 50,
				SpringHertz: 3, SpringDamping: 0.7, TargetAngle: 0.4,
			}},
			{B: "all", Def: joint.Revolute{}},
		},
		Characters: []Character{
			{
				Position: mgl64.Vec2{3, 4}, Material: "ice", CornerReach: 0.2, AutoRepeat: true,
				Def: character.Def{
					Name: "hero", Shape: shape.Circle{Radius: 0.4}, Up: mgl64.Vec2{0, 2}, SlopeLimit: 1, StepHeight: 0.25, SnapDistance: 0.1, Skin: 0.001,
					Mass: 70, PushForce: 150, NoSteps: true, NoSnap: true, NoPush: true, KeepHorizontalSpeed: true,
					Filter: shape.Filter{Category: 2, Mask: 5, Group: 1, Ghost: true},
				},
				Run:  character.Run{Speed: 5, Accelerate: 20, Brake: 30, Air: 0.25, NoAirControl: true},
				Jump: character.Jump{Height: 2, Rise: 0.5, FallFactor: 1.5, MaxFall: 20, Cut: 0.3, Coyote: 0.1, Buffer: 0.15},
			},
			{},
		},
		Areas: []Area{
			{Body: "all", Def: world.AreaDef{
				Name: "field", Shape: shape.Circle{Center: mgl64.Vec2{1, 2}, Radius: 3}, Position: mgl64.Vec2{4, 5}, Angle: 0.5,
				Priority: -3, Filter: shape.Filter{Category: 4}, Disabled: true, NoEvents: true,
				Effects: []area.Effect{
					area.Gravity{Acceleration: mgl64.Vec2{1, -2}, Replace: true},
					area.PointGravity{
						Center: mgl64.Vec2{1, 2}, Strength: 3, Distance: 4, InnerRadius: 5, Falloff: area.Constant, Replace: true},
					area.Damping{Linear: 1, Angular: 2, Replace: true},
					area.Conveyor{Velocity: mgl64.Vec2{1, 2}, MaxAcceleration: 3, Replace: true},
				},
			}},
			{Def: world.AreaDef{Shape: superellipse{2, 1, 4}, Effects: []area.Effect{
				area.Fluid{
					Density: 2, Flow: mgl64.Vec2{1, -1}, LinearDrag: 3, QuadraticDrag: 4,
					Surface: []mgl64.Vec2{{-1, 0.5}, {1, 0.25}}, Replace: true,
				},
				area.Wind{Velocity: mgl64.Vec2{5, 1}, Density: 0.5, Drag: 1.5, Lift: 2, Replace: true},
			}}},
			{},
		},
	}
}

func TestRoundTrip(t *testing.T) {
	for name, s := range map[string]*Scene{"everything": sceneWithEveryField(t), "nothing": {}} {
		t.Run(name, func(t *testing.T) {
			document := world.Must(s.Encode())
			again, err := s.Shapes.Parse(document)
			require.NoError(t, err, "%s", document)
			require.Equal(t, s, again)
			twice := world.Must(again.Encode())
			require.Equal(t, string(document), string(twice))
			for _, line := range strings.Split(string(document), "\n") {
				require.LessOrEqual(t, len(line), lineWidth+1)
			}
		})
	}
}

func TestEveryFieldIsCovered(t *testing.T) {
	// The schema without its fallbacks: every key that a walk names must stand in
	// the document, or the round trip above proves nothing about it.
	s := sceneWithEveryField(t)
	document := world.Must(s.Encode())
	names := &keyCollector{keys: map[string]bool{}}
	s.walk(names)
	for key := range names.keys {
		require.Contains(t, string(document), `"`+key+`": `)
	}
	require.Greater(t, len(names.keys), 80)
}

// keyCollector collects the keys that the schema names.
type keyCollector struct{ keys map[string]bool }

func (k *keyCollector) number(key string, _ *float64, _ numberRange)             { k.keys[key] = true }
func (k *keyCollector) integer(key string, _ *int, _ int)                        { k.keys[key] = true }
func (k *keyCollector) bits(key string, _ *uint64)                               { k.keys[key] = true }
func (k *keyCollector) flag(key string, _ *bool)                                 { k.keys[key] = true }
func (k *keyCollector) text(key string, _ *string, _ int)                        { k.keys[key] = true }
func (k *keyCollector) names(key string, _ *[]string, _ int)                     { k.keys[key] = true }
func (k *keyCollector) choice(key string, _ *string, _ bool, _ ...string)        { k.keys[key] = true }
func (k *keyCollector) point(key string, _ *mgl64.Vec2, _ numberRange)           { k.keys[key] = true }
func (k *keyCollector) points(key string, _ *[]mgl64.Vec2, _ numberRange, _ int) { k.keys[key] = true }
func (k *keyCollector) finish(func() error)                                      {}
func (k *keyCollector) fail(string, error)                                       {}
func (k *keyCollector) reading() bool                                            { return false }
func (k *keyCollector) object(key string, _ bool, walk func(visitor))            { k.keys[key] = true; walk(k) }
func (k *keyCollector) list(key string, n, _ int, _ func(int), walk func(int, visitor)) {
	k.keys[key] = true
	for i := range n {
		walk(i, k)
	}
}

func TestDefaultsAreOmitted(t *testing.T) {
	document := world.Must((&Scene{Bodies: []Body{{Colliders: []Collider{{Shape: shape.Box(1, 2)}}}}}).Encode())
	require.Equal(t, `{"version": 1, "bodies": [{"colliders": [{"type": "box", "halfExtents": [1, 2]}]}]}`+"\n", string(document))
}

func TestNegativeZeroBecomesZero(t *testing.T) {
	s := world.Must(Parse([]byte(`{"version": 1, "bodies": [{"position": [-0.0, 1], "angle": -0}]}`)))
	require.False(t, math.Signbit(s.Bodies[0].Def.Position[0]))
	require.False(t, math.Signbit(s.Bodies[0].Def.Angle))
}

// A box of the smallest size off the origin was read and then refused: the rounding of its corners
// made it smaller.
func TestSmallestBoxInEveryPosition(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 2000 {
		x := math.Ldexp(2*r.Float64()-1, r.IntN(24)-4)
		angle := [3]float64{0, math.Pi / 2, 1}[r.IntN(3)]
		document := fmt.Appendf(nil, `{"version": 1, "bodies": [{"colliders": [
			{"type": "box", "halfExtents": [1e-4, %v], "center": [%v, %v], "angle": %v}]}]}`, 0.01+r.Float64(), x, r.Float64(), angle)
		s, err := Parse(document)
		if err != nil {
			require.ErrorContains(t, err, "center", "%s", document)
			continue
		}
		w, _, err := s.New()
		require.NoError(t, err, "%s", document)
		w.Close()
		again, err := s.Encode()
		require.NoError(t, err, "%s", document)
		back, err := Parse(again)
		require.NoError(t, err, "%s", again)
		require.Equal(t, s.Bodies[0].Colliders, back.Bodies[0].Colliders)
	}
}

func TestBoxInEveryPosition(t *testing.T) {
	s := world.Must(Parse([]byte(`{"version": 1, "bodies": [{"colliders": [
		{"type": "box", "halfExtents": [1, 2]},
		{"type": "box", "halfExtents": [1, 2], "center": [3, 4]},
		{"type": "box", "halfExtents": [1, 2], "center": [3, 4], "angle": 0.5, "radius": 0.25}]}]}`)))
	got := s.Bodies[0].Colliders
	require.Equal(t, shape.Box(1, 2), got[0].Shape)
	require.Equal(t, shape.OffsetBox(1, 2, mgl64.Vec2{3, 4}, 0), got[1].Shape)
	turned := got[2].Shape.(shape.Polygon)
	require.Equal(t, 0.25, turned.SkinRadius())
	require.Equal(t, shape.OffsetBox(1, 2, mgl64.Vec2{3, 4}, 0.5).Points(), turned.Points())
}

// A compound of polygons is written into a document that is read again: its points lie deeper than
// anything else in a document.
func TestDocumentsOfCompounds(t *testing.T) {
	w := world.Must(world.New(world.Config{Workers: 1}))
	defer w.Close()
	letter := world.Must(shape.NewCompound([][]mgl64.Vec2{{{0, 0}, {1, 0}, {1, 3}, {0, 3}}, {{1, 0}, {3, 0}, {3, 1}, {1, 1}}}, 0))
	world.Must(world.Must(w.CreateBody(body.Def{})).Attach(letter, world.ColliderDef{}))
	mixed := shape.Compound{Parts: []shape.Support{shape.Circle{Radius: 1}, shape.RegularPolygon(5, 2), shape.Box(1, 2)}}
	world.Must(world.Must(w.CreateBody(body.Def{})).Attach(mixed, world.ColliderDef{Mass: 3}))

	data := world.Must(world.Must(FromWorld(w)).Encode())
	require.Empty(t, Check(data))
	read := world.Must(Parse(data))
	again, contents := start(t, read)
	require.Equal(t, w.StateHashes().Colliders, again.StateHashes().Colliders)
	require.Len(t, contents.Bodies, 2)
	written := world.Must(read.Encode())
	require.Equal(t, string(data), string(written))
}
