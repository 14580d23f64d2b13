package scene

import (
	"errors"
	"math"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// oneWorker asks for a world on the caller's goroutine: tests make many.
func oneWorker(c *world.Config) { c.Workers = 1 }

// start makes the world of a scene, which lives as long as the test.
func start(t testing.TB, s *Scene) (*world.World, *Contents) {
	w, contents, err := s.New(oneWorker)
	require.NoError(t, err)
	t.Cleanup(w.Close)
	return w, contents
}

func TestNewBuildsScene(t *testing.T) {
	s := sceneWithEveryField(t)
	w, contents := start(t, s)
	require.Len(t, contents.Bodies, len(s.Bodies))
	require.Len(t, contents.Joints, len(s.Joints))
	require.Equal(t, s.Config.Gravity, w.Config().Gravity)
	require.Equal(t, 6, w.Config().SubSteps)

	all, ok := contents.Body("all")
	require.True(t, ok)
	require.Equal(t, contents.Bodies[1], all)
	_, ok = contents.Body("none")
	require.False(t, ok)
	_, ok = contents.Body("")
	require.False(t, ok)
	require.Equal(t, world.MassData{Mass: 7, Center: mgl64.Vec2{0.5, 0.25}, Inertia: 3}, all.MassData())
	require.Zero(t, all.LinearVelocity(), "all its motions are locked")
	require.True(t, all.Bullet())

	var colliders []world.Collider
	for c := range all.Colliders() {
		colliders = append([]world.Collider{c}, colliders...)
	}
	require.Len(t, colliders, len(s.Bodies[1].Colliders))
	for i, c := range colliders {
		require.Equal(t, s.Bodies[1].Colliders[i].Shape, c.Shape())
	}
	require.Equal(t, s.Materials[0].Material, colliders[0].Material())
	require.Equal(t, shape.DefaultMaterial(), colliders[1].Material())
	require.Equal(t, s.Bodies[1].Colliders[0].Def.Filter, colliders[0].Filter())

	revolute, ok := contents.Joints[0].Revolute()
	require.True(t, ok)
	require.Equal(t, s.Joints[0].Def, revolute.Def())
	require.Equal(t, contents.Bodies[0], revolute.BodyA())
	require.Equal(t, w.Ground(), contents.Joints[1].BodyA())
}

func TestChainMaterials(t *testing.T) {
	s := sceneWithEveryField(t)
	_, contents := start(t, s)
	var materials []shape.Material
	for c := range contents.Bodies[0].Colliders() {
		materials = append(materials, c.Material())
	}
	// Newest first: three segments of the closed chain, the second and the first
	// of the open one, then the four single colliders.
	require.Len(t, materials, 9)
	require.Equal(t, s.Materials[2].Material, materials[3], "an empty name means the chain's own material")
	require.Equal(t, s.Materials[0].Material, materials[4])
}

func TestInvalidSceneCreatesNothing(t *testing.T) {
	w := world.Must(world.New(world.Config{Workers: 1}))
	defer w.Close()
	for _, bad := range []func(*Scene){
		func(s *Scene) { s.Bodies[3].Colliders = []Collider{{Shape: shape.Circle{Radius: -1}}} },
		func(s *Scene) { s.Joints[1].B = "nobody" },
		func(s *Scene) { s.Bodies[1].Def.Angle = math.NaN() },
	} {
		s := sceneWithEveryField(t)
		bad(s)
		_, err := s.Load(w)
		require.Error(t, err)
		require.Zero(t, w.BodyCount())
		require.Zero(t, w.Counters().Colliders)
		w2, _, err := s.New(oneWorker)
		require.Error(t, err)
		require.Nil(t, w2)
	}
}

func TestWorldErrorCreatesNothing(t *testing.T) {
	// A world whose unit is a millimetre does not reach as far as the format.
	w := world.Must(world.New(world.Config{Workers: 1, LengthUnit: 1e-3}))
	defer w.Close()
	keep := world.Must(w.CreateBody(body.Def{Name: "kept"}))
	before := w.Hash()
	s := sceneWithEveryField(t)
	s.Bodies[3].Def.Position = mgl64.Vec2{5e8, 0}
	_, err := s.Load(w)
	require.ErrorIs(t, err, geom.ErrOutOfRange)
	var located *Error
	require.True(t, errors.As(err, &located))
	require.Equal(t, "bodies[1].position", located.Path)
	require.Equal(t, 1, w.BodyCount())
	require.Equal(t, world.Counters{Bodies: 1, Awake: 1, Islands: 1}, w.Counters())
	require.Equal(t, before, w.Hash())
	require.True(t, keep.Valid())
}

func TestLoadDuringAStep(t *testing.T) {
	w := world.Must(world.New(world.Config{Workers: 1, PreSolve: func(c *world.ContactEdit) bool {
		_, err := (&Scene{Bodies: []Body{{}}}).Load(c.ColliderA.World())
		require.ErrorIs(t, err, world.ErrStepping)
		return true
	}}))
	defer w.Close()
	disc := Collider{Shape: shape.Circle{Radius: 1}, Def: world.ColliderDef{PreSolve: true}}
	_, err := (&Scene{Bodies: []Body{{Colliders: []Collider{disc}}, {Colliders: []Collider{disc}}}}).Load(w)
	require.NoError(t, err)
	w.Tick()
	require.Equal(t, 1, w.Counters().Touching, "the callback was asked")
}

func TestFromWorldRoundTrip(t *testing.T) {
	// Names of materials, view and description are removed, which a world does not
	// keep. Angles pass through a rotation and keep all but
	// the last bits, so they are zero here; float32 columns hold these values.
	s := &Scene{
		Shapes: testShapes,
		Config: world.Config{Gravity: mgl64.Vec2{0, -10}, SubSteps: 5, Timestep: 1.0 / 64, NoSleep: true},
		Materials: []Material{
			{"material 1", shape.Material{Friction: 0.25, Restitution: 0.5}},
			{"material 2", shape.Material{Friction: 0.125, TangentSpeed: 2, ID: 9}},
		},
		Bodies: []Body{
			{Def: body.Def{Type: body.Static, Name: "floor"}, Colliders: []Collider{
				{Shape: shape.Box(10, 1), Material: "material 1"},
				{Shape: shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}},
			}, Chains: []Chain{
				{Points: []mgl64.Vec2{{4, 0}, {2, 1}, {0, 0}}, Materials: []string{"material 1", ""}},
				{Points: []mgl64.Vec2{{4, 4}, {5, 4}, {5, 5}}, Closed: true, Material: "material 1",
					Def: world.ColliderDef{HitEvents: true, OneWay: mgl64.Vec2{0.6, 0.8}, Filter: shape.Filter{Category: 2}}},
				{Points: []mgl64.Vec2{{4, 4}, {5, 4}, {5, 5}, {4, 4}}, Def: world.ColliderDef{Sensor: true}},
			}},
			{Def: body.Def{Name: "body 1", Position: mgl64.Vec2{0, 4}, LinearVelocity: mgl64.Vec2{0, 2}, AngularVelocity: 0.5,
				LinearDamping: 0.25, AngularDamping: 0.5, GravityScale: 2, SleepSpeed: 0.5, LockX: true, Bullet: true, FastRotation: true},
				Colliders: []Collider{
					{Shape: shape.Circle{Radius: 0.5}, Material: "material 2", Def: world.ColliderDef{
						Density: 3, HitEvents: true, NoContactEvents: true, PreSolve: true, NoSensorEvents: true, CrushThreshold: 250, OneWay: mgl64.Vec2{0, -1}}},
					{Shape: shape.Circle{Radius: 0.25}, Def: world.ColliderDef{Massless: true, Filter: shape.Filter{Category: 4, Mask: 6, Group: -1}}},
					{Shape: shape.Circle{Radius: 1}, Def: world.ColliderDef{Sensor: true, SeesSensors: true, Filter: shape.Filter{Ghost: true}}},
				}},
			{Def: body.Def{Name: "heavy", Weightless: true, NeverSleep: true}, Mass: world.MassData{Mass: 7, Inertia: 3},
				Colliders: []Collider{{Shape: shape.Box(1, 2)}, {Shape: superellipse{1, 2, 3}},
					{Shape: shape.Transformed(superellipse{1, 2, 3}, 0.5, mgl64.Vec2{0, 1})}}},
			{Def: body.Def{Type: body.Kinematic, Disabled: true, Position: mgl64.Vec2{9, 9}}},
		},
		Joints: []Joint{
			{B: "body 1", Def: joint.Revolute{LocalAnchorA: mgl64.Vec2{0, 4}, MaxMotorTorque: 5, MotorSpeed: 1}},
			{A: "floor", B: "heavy", Def: joint.Revolute{}},
		},
		Areas: []Area{
			{Def: world.AreaDef{Priority: 4, Effects: []area.Effect{area.Gravity{Acceleration: mgl64.Vec2{1, 2}}}}},
			{Body: "heavy", Def: world.AreaDef{
				Name: "field", Shape: shape.Circle{Radius: 3}, Position: mgl64.Vec2{4, 5}, Filter: shape.Filter{Category: 4, Mask: 6}, NoEvents: true,
				Effects: []area.Effect{
					area.PointGravity{Strength: 3, Distance: 4, InnerRadius: 5, Falloff: area.Inverse, Replace: true},
					area.Damping{Linear: 1, Angular: 2}, area.Conveyor{Velocity: mgl64.Vec2{1, 2}, MaxAcceleration: 3},
				},
			}},
			{Def: world.AreaDef{Shape: shape.Transformed(superellipse{1, 2, 3}, 0.5, mgl64.Vec2{0, 1}), Disabled: true, Effects: []area.Effect{}}},
		},
	}
	w, _ := start(t, s)
	again := world.Must(testShapes.FromWorld(w))
	require.Equal(t, s, again)
}

func TestFromWorldDereferencesShapes(t *testing.T) {
	w := world.Must(world.New(world.Config{Workers: 1}))
	defer w.Close()
	b := world.Must(w.CreateBody(body.Def{}))
	world.Must(b.Attach(&shape.Circle{Radius: 2}, world.ColliderDef{}))
	s := world.Must(FromWorld(w))
	require.Equal(t, shape.Circle{Radius: 2}, s.Bodies[0].Colliders[0].Shape)
}

func TestFromWorldNamesJointBodies(t *testing.T) {
	w := world.Must(world.New(world.Config{Workers: 1}))
	defer w.Close()
	var created []world.Body
	for _, name := range []string{"twin", "twin", "", "body 2"} {
		created = append(created, world.Must(w.CreateBody(body.Def{Name: name})))
	}
	for i := range 3 {
		world.Must(w.CreateRevolute(created[i], created[i+1], joint.Revolute{}))
	}
	s := world.Must(FromWorld(w))
	var names []string
	for _, b := range s.Bodies {
		names = append(names, b.Def.Name)
	}
	require.Equal(t, []string{"twin", "body 1", "body 3", "body 2"}, names)
	require.Equal(t, "body 1", s.Joints[0].B)
	require.Equal(t, "body 1", s.Joints[1].A)
}

// A body with joints may become static. A gear needs both of its joints.
func TestFromWorldLeavesOutJointsWithoutDynamicBodies(t *testing.T) {
	w := world.Must(world.New(world.Config{Workers: 1}))
	defer w.Close()
	var joints []world.Joint
	var bodies []world.Body
	for i := range 3 {
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{float64(i), 0}}))
		bodies, joints = append(bodies, b), append(joints, world.Must(w.CreateRevolute(w.Ground(), b, joint.Revolute{})).Joint)
	}
	world.Must(w.CreateGear(joints[0], joints[1], joint.Gear{}))
	g := world.Must(w.CreateGear(joints[1], joints[2], joint.Gear{}))
	require.Len(t, world.Must(FromWorld(w)).Joints, 5)
	require.NoError(t, bodies[0].SetType(body.Static))
	require.NoError(t, bodies[1].SetType(body.Kinematic))
	_, err := FromWorld(w)
	require.EqualError(t, err, "joints[1]: a gear on a joint without a dynamic body cannot be written into a scene")
	require.NoError(t, g.Destroy())
	require.Len(t, world.Must(FromWorld(w)).Joints, 1)
	require.NoError(t, bodies[2].SetType(body.Static))
	require.Empty(t, world.Must(FromWorld(w)).Joints)
}

func TestFromWorldRejectsUnregisteredShapes(t *testing.T) {
	w := world.Must(world.New(world.Config{Workers: 1}))
	defer w.Close()
	b := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(b.Attach(customDisc{}, world.ColliderDef{}))
	_, err := FromWorld(w)
	require.ErrorContains(t, err, "bodies[0].colliders[0].type")
}

func TestScenesRunAndRoundTrip(t *testing.T) {
	for name, build := range sceneBuilders {
		s := build()
		w, contents, err := s.New(oneWorker)
		require.NoError(t, err, name)
		runTicks(w, 30)
		for i, b := range contents.Bodies {
			require.True(t, geom.From(b.Position()).Finite(), "%s: body %d", name, i)
			require.True(t, b.Enabled(), "%s: body %d was quarantined", name, i)
		}
		captured, err := FromWorld(w)
		require.NoError(t, err, name)
		document, err := captured.Encode()
		require.NoError(t, err, name)
		again, err := Parse(document)
		require.NoError(t, err, name)
		require.Equal(t, captured, again, name)
		w.Close()
	}
}

// A scene that is built and captured again is the same, to the last bit of every angle.
func TestFromWorldKeepsAngles(t *testing.T) {
	w := world.Must(world.New(world.Config{Workers: 1}))
	defer w.Close()
	for i := range 500 {
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{3 * float64(i), 0}, Angle: float64(i), AngularVelocity: float64(i % 7)}))
		world.Must(b.Attach(shape.Box(0.5, 0.2), world.ColliderDef{}))
	}
	runTicks(w, 20)
	captured := world.Must(FromWorld(w))
	built, _ := start(t, captured)
	require.Equal(t, captured, world.Must(FromWorld(built)))
}

// Joints of bodies that have turned more than once hold in the scene as they do in the world.
func TestFromWorldKeepsTurns(t *testing.T) {
	w := world.Must(world.New(world.Config{Workers: 1}))
	defer w.Close()
	spin := func(d joint.Definition) {
		b := world.Must(w.CreateBody(body.Def{AngularVelocity: 4, NeverSleep: true}))
		world.Must(b.Attach(shape.Box(0.5, 0.2), world.ColliderDef{Filter: shape.Filter{Group: -1}}))
		world.Must(w.CreateJoint(w.Ground(), b, d))
	}
	spin(&joint.Revolute{SpringHertz: 1, SpringDamping: 0.5, TargetAngle: 9})
	spin(&joint.Revolute{Limit: true, Upper: 9})
	spin(&joint.Angle{Ratio: 2, Loose: true, SpringHertz: 1, Angle: 9})
	spin(&joint.RotarySpring{Stiffness: 0.1, Angle: 9})
	spin(&joint.Ratchet{Step: 0.4})
	runTicks(w, 150)
	again, contents := start(t, world.Must(FromWorld(w)))
	for range 30 {
		w.Tick()
		again.Tick()
		i := 0
		for b := range w.Bodies() {
			require.InDelta(t, b.AngularVelocity(), contents.Bodies[i].AngularVelocity(), 1e-4, "body %d", i)
			i++
		}
	}
}

// Bodies that joints connect are asleep if all of them should be, and awake otherwise. Static and
// disabled bodies do not connect others, nor do joints without effect. A body with a mass of its
// own is asleep too. A captured world that slept sleeps when it is built.
func TestJoinedBodiesSleep(t *testing.T) {
	const document = `{"version": 1, "bodies": [
		{"name": "a", "asleep": true}, {"name": "b", "asleep": true}, {"name": "c", "asleep": true}, {"name": "d"}, {"name": "e", "asleep": true},
		{"name": "f", "asleep": true}, {"name": "g"}, {"name": "off", "disabled": true}, {"name": "post", "type": "static"}, {"name": "h", "asleep": true},
		{"name": "i", "asleep": true, "mass": {"mass": 2}}], "joints": [
		{"type": "revolute", "a": "a", "b": "b"}, {"type": "revolute", "b": "a"}, {"type": "revolute", "a": "off", "b": "b"}, {"type": "revolute", "a": "post", "b": "b"},
		{"type": "weld", "a": "c", "b": "d"}, {"type": "revolute", "a": "post", "b": "e"},
		{"type": "revolute", "a": "post", "b": "f"}, {"type": "revolute", "a": "post", "b": "g"}, {"type": "gear", "first": 6, "second": 7},
		{"type": "weld", "a": "e", "b": "d", "disabled": true}, {"type": "noCollision", "a": "e", "b": "d"}, {"type": "motor", "a": "post", "b": "h", "angularVelocity": 1, "maxVelocityTorque": 1}]}`
	w, _ := start(t, world.Must(Parse([]byte(document))))
	asleep := func(w *world.World) (names string) {
		for b := range w.Bodies() {
			if b.Type() == body.Dynamic && b.Enabled() && !b.Awake() {
				names += b.Name()
			}
		}
		return names
	}
	require.Equal(t, "abei", asleep(w))
	again, _ := start(t, world.Must(FromWorld(w)))
	require.Equal(t, "abei", asleep(again))
}

func TestCapturedSceneStaysAtRest(t *testing.T) {
	// A pyramid at rest that is described and built again is still at rest.
	w, _ := start(t, pyramid())
	runTicks(w, 120)
	captured := world.Must(FromWorld(w))
	again, contents := start(t, captured)
	runTicks(again, 120)
	for i, b := range contents.Bodies {
		start := captured.Bodies[i].Def.Position
		require.Less(t, b.Position().Sub(start).Len(), 0.005, "body %d moved by more than a slop", i)
	}
}
