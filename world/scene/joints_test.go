package scene

import (
	"os"
	"reflect"
	"regexp"
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

// sceneWithEveryJoint is a scene with one joint of every type, no field left at zero that
// may have another value.
func sceneWithEveryJoint() *Scene {
	s := &Scene{}
	for i, name := range []string{"a", "b", "c"} {
		s.Bodies = append(s.Bodies, Body{
			Def:       body.Def{Name: name, Position: mgl64.Vec2{float64(3 * i), 1}},
			Colliders: []Collider{{Shape: shape.Box(0.5, 0.5)}},
		})
	}
	p, q := mgl64.Vec2{0.25, 0.5}, mgl64.Vec2{-0.5, 0.75}
	base := joint.Base{
		CollideConnected: true, Hertz: 30, Damping: 1.5, MaxForce: 100, MaxTorque: 50,
		BreakForce: 1000, BreakTorque: 500, ReportOnly: true,
	}
	noCollide := base
	noCollide.CollideConnected = false
	for _, def := range []any{
		joint.Revolute{Base: base, LocalAnchorA: p, LocalAnchorB: q, Limit: true, Lower: -1, Upper: 2},
		joint.Prismatic{Base: base, LocalAnchorA: p, LocalAnchorB: q, LocalAxisA: q, Angle: 0.5, Limit: true, Lower: -1, Upper: 2, MotorSpeed: 3, MaxMotorForce: 4, SpringHertz: 5, SpringDamping: 0.5, TargetTranslation: 0.25},
		joint.Distance{Base: base, LocalAnchorA: p, LocalAnchorB: q, Length: 4, Loose: true, MinLength: 1, MaxLength: 6, SpringHertz: 2, SpringDamping: 0.5, MinSpringForce: -5, MaxSpringForce: 6, MotorSpeed: 1, MaxMotorForce: 7},
		joint.Weld{Base: base, LocalAnchorA: p, LocalAnchorB: q, Angle: 0.5, LinearHertz: 1, LinearDamping: 2, AngularHertz: 3, AngularDamping: 4},
		joint.Wheel{Base: base, LocalAnchorA: p, LocalAnchorB: q, LocalAxisA: p, SpringHertz: 4, SpringDamping: 0.5, Limit: true, Lower: -1, Upper: 1, MotorSpeed: 3, MaxMotorTorque: 9},
		joint.Motor{Base: base, LocalAnchorA: p, LocalAnchorB: q, Velocity: q, MaxVelocityForce: 1, AngularVelocity: 2, MaxVelocityTorque: 3, LinearHertz: 4, LinearDamping: 5, Angle: 0.5, AngularHertz: 6, AngularDamping: 7, MaxSpringTorque: 8},
		joint.Mouse{Base: base, LocalTargetA: p, LocalAnchorB: q, SpringHertz: 3, SpringDamping: 1},
		joint.Angle{Base: base, Ratio: -2, Angle: 0.5, Loose: true, Limit: true, Lower: -1, Upper: 2, SpringHertz: 3, SpringDamping: 1, MotorSpeed: 4, MaxMotorTorque: 5},
		joint.Pulley{Base: base, WheelA: p, WheelB: q, LocalAnchorA: p, LocalAnchorB: q, Ratio: 2, Length: 9, Slack: 1, Rigid: true},
		joint.Ratchet{Base: base, Step: 0.5, Phase: 0.25, Reverse: true},
		joint.Groove{Base: base, LocalGrooveA1: p, LocalGrooveA2: q, LocalAnchorB: p},
		joint.RotarySpring{Base: base, Angle: 0.5, Stiffness: 6, Damping: 2, MaxSpring: 7},
		joint.Friction{Base: base, LocalAnchorA: p, LocalAnchorB: q, Force: 3, Torque: 2},
		joint.NoCollision{Base: noCollide},
	} {
		s.addJoint("a", "b", def)
	}
	s.addJoint("a", "c", joint.Revolute{LocalAnchorA: p})
	g := Gear{First: 1, Second: 14}
	g.Ratio = -2
	g.Base = base
	s.addJoint("", "", g)
	return s
}

// A joint that is written is read back the same, through a world too.
func TestEveryJointRoundTrips(t *testing.T) {
	s := sceneWithEveryJoint()
	require.Len(t, s.Joints, len(jointNames())+1, "every type, and a second revolute for the gear")
	document := world.Must(s.Encode())
	back := world.Must(Parse(document))
	require.Equal(t, s.Joints, back.Joints)
	w, contents := start(t, back)
	require.Len(t, contents.Joints, len(s.Joints))
	again := world.Must(FromWorld(w))
	require.Equal(t, s.Joints, again.Joints)
	runTicks(w, 10)
	w.Validate()
}

// The table holds every field of every definition once, and every rule has a field.
func TestJointTable(t *testing.T) {
	unused := map[string]bool{}
	for name := range fieldRules() {
		unused[name] = true
	}
	for name := range exceptions() {
		unused[name] = true
	}
	var count func(definition reflect.Type) int
	count = func(definition reflect.Type) int {
		n := 0
		for i := range definition.NumField() {
			f := definition.Field(i)
			require.True(t, f.IsExported(), f.Name)
			switch exception := definition.Name() + "." + f.Name; {
			case f.Anonymous:
				n += count(f.Type)
				continue
			case f.Name == "UserData":
				continue
			case exceptions()[exception] != fieldRule{}:
				delete(unused, exception)
			default:
				delete(unused, f.Name)
			}
			n++
		}
		return n
	}
	for _, k := range jointKinds() {
		require.Equal(t, count(reflect.TypeOf(k.zero)), len(k.fields), k.name)
		keys := map[string]bool{}
		for _, f := range k.fields {
			keys[f.key] = true
		}
		require.Len(t, keys, len(k.fields), k.name)
	}
	require.Empty(t, unused)
}

// The documentation of the package lists the keys of every kind as the table does.
func TestJointKeysAreDocumented(t *testing.T) {
	source := world.Must(os.ReadFile("doc.go"))
	_, list, _ := strings.Cut(string(source), "The types are\n//\n")
	list, _, _ = strings.Cut(list, "\n//\n")
	list = regexp.MustCompile(`\([^)]*\)`).ReplaceAllString(list, "") // units
	documented := strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune("/,\n\t ", r) })
	shared := map[string]bool{"law": true} // which documents cannot hold
	for _, f := range (rules{fieldRules(), exceptions()}).appendFields(nil, reflect.TypeFor[joint.Base](), nil) {
		shared[f.key] = true
	}
	var want []string
	for _, k := range jointKinds() {
		want = append(want, k.name)
		for _, f := range k.fields {
			if !shared[f.key] {
				want = append(want, f.key)
			}
		}
	}
	require.Equal(t, want, documented)
}

func TestInvalidJoints(t *testing.T) {
	for want, change := range map[string]func(s *Scene){
		`joints[2].law: a function`:      func(s *Scene) { s.Joints[2].Def = joint.Distance{Law: func(x, _ float64) float64 { return -x }} },
		`joints[15].first: 15`:           func(s *Scene) { s.Joints[15].Def = Gear{First: 15, Second: 1} },
		`joints[15].second: 3`:           func(s *Scene) { s.Joints[15].Def = Gear{First: 0, Second: 3} },
		`joints[15].second: "b"`:         func(s *Scene) { s.Joints[15].Def = Gear{First: 0, Second: 1} },
		`joints[15].a: "a"`:              func(s *Scene) { s.Joints[15].A = "a" },
		`joints[1].localAxisA: [0 0] is`: func(s *Scene) { s.Joints[1].Def = joint.Prismatic{} },
	} {
		s := sceneWithEveryJoint()
		change(s)
		require.ErrorContains(t, s.Validate(), want)
	}
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	b := world.Must(w.CreateBody(body.Def{}))
	world.Must(w.CreateCustom([]world.Body{w.Ground(), b}, joint.Custom{Constraint: emptyConstraint{}}))
	_, err := FromWorld(w)
	require.ErrorIs(t, err, ErrNotInScene)
	require.NotErrorIs(t, err, geom.ErrOutOfRange)
}

type emptyConstraint struct{}

func (emptyConstraint) Measure(*joint.ConstraintContext) {}
