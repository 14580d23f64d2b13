package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Force and torque read back as the load, and the rigid part is in place.
func TestEveryJointReadsLoadAndSeparation(t *testing.T) {
	require.Len(t, jointFixtures, 16)
	for name := range jointFixtures {
		s := newLoadedJoint(t, name, joint.Base{})
		require.Equal(t, name, s.Kind().String())
		s.run(t, 3)
		require.InDelta(t, s.wantLoad(), s.load(), 0.01*s.wantLoad(), name)
		require.InDelta(t, 0, s.separation(), 0.005, name)
		if s.angular {
			require.NoError(t, s.b.SetTransform(s.b.Position(), -0.3), name)
		} else {
			require.NoError(t, s.b.SetTransform(mgl64.Vec2{0, -0.3}, 0), name)
		}
		want := 0.3
		if s.springOnly || name == "custom" { // the game's own business
			want = 0
		}
		require.InDelta(t, want, math.Abs(s.separation()), 0.005, name)
	}
}

// Frames, targets and constraints may change while the joint bears its load.
func TestEveryJointFrameCanBeEdited(t *testing.T) {
	for name := range jointFixtures {
		s := newLoadedJoint(t, name, joint.Base{})
		if s.moveFrame == nil {
			require.Contains(t, []string{"gear", "friction", "noCollision"}, name, "it has no place of its own")
			continue
		}
		s.run(t, 2)
		before := s.displacement()
		require.NoError(t, s.moveFrame(), name)
		s.run(t, 3)
		require.InDelta(t, before-0.5, s.displacement(), 0.005, name)
		require.InDelta(t, s.wantLoad(), s.load(), 0.01*s.wantLoad(), name)
	}
}

// A weld or a slide of bounded force and torque that holds two welded bodies to the ground, with
// anchors up to eleven metres apart and outside the bodies, gives them no more energy than the
// bounds on its force and its torque allow.
func TestBoundedRigidPartsGainNoEnergy(t *testing.T) {
	for seed := uint64(0); seed < 100; seed += uint64(sampleStep) {
		for _, slide := range []bool{false, true} {
			r := rng{rand.New(rand.NewPCG(seed, 77))}
			w := newWorld(t, world.Config{Workers: 1})
			add := func(def body.Def) world.Body {
				return addBody(t, w, def, shape.Box(r.between(0.2, 0.7), r.between(0.2, 0.7)), world.ColliderDef{Density: r.between(0.3, 3)})
			}
			b := add(body.Def{AngularVelocity: r.between(-3, 3)})
			c := add(body.Def{Position: r.point().Mul(2), Angle: r.between(-3, 3)})
			world.Must(w.CreateWeld(b, c, world.WeldAt(b, c, r.point().Mul(2))))
			bound := joint.Base{MaxForce: r.between(5, 300), MaxTorque: r.between(5, 300)}
			arm, gap, angle := r.point().Mul(6), r.point().Mul(8), r.between(-1, 1)
			if slide {
				world.Must(w.CreatePrismatic(w.Ground(), b, joint.Prismatic{Base: bound, LocalAnchorA: arm.Add(gap), LocalAnchorB: arm, Angle: angle, LocalAxisA: mgl64.Vec2{1, 0}}))
			} else {
				world.Must(w.CreateWeld(w.Ground(), b, joint.Weld{Base: bound, LocalAnchorA: arm.Add(gap), LocalAnchorB: arm, Angle: angle}))
			}
			most := kineticEnergy(b, c) + float64(bound.MaxForce*geom.From(gap).Length()) + float64(bound.MaxTorque*math.Abs(angle))
			for range 600 {
				w.Tick()
				require.Less(t, kineticEnergy(b, c), most, "seed %d, slide %v", seed, slide)
			}
			w.Close()
		}
	}
}

// MaxForce and MaxTorque bound the force and torque of the joint: under half the load the
// body goes with the remainder, half its acceleration.
func TestEveryJointRespectsMaxForce(t *testing.T) {
	for name := range jointFixtures {
		s := newLoadedJoint(t, name, joint.Base{})
		if s.unloaded {
			continue
		}
		s.run(t, 1)
		limitToHalf := s.limitToHalf
		if limitToHalf == nil {
			limitToHalf = func() error {
				return s.EditBase(func(b *joint.Base) { b.MaxForce, b.MaxTorque = 20, 10 })
			}
		}
		require.NoError(t, limitToHalf(), name)
		s.run(t, 1)
		require.InDelta(t, s.wantLoad()/2, s.load(), 0.01*s.wantLoad(), name)
		require.InEpsilon(t, -2.5, s.displacement(), 0.05, name)
	}
}

// A joint beyond its break limit is reported and destroyed, or only reported, in every
// tick.
func TestEveryJointBreaks(t *testing.T) {
	for name := range jointFixtures {
		for _, report := range []bool{false, true} {
			s := newLoadedJoint(t, name, joint.Base{BreakForce: 60, BreakTorque: 30, ReportOnly: report})
			stresses := 0
			for range 120 {
				s.tick(t)
				stresses += len(s.w.Events().JointStresses)
			}
			require.Zero(t, stresses, name)
			require.NoError(t, s.EditBase(func(b *joint.Base) { b.BreakForce, b.BreakTorque = 30, 15 }), name)
			s.SetUserData(name)
			kind, a, b := s.Kind(), s.BodyA(), s.BodyB()
			for range 10 {
				if s.tick(t); len(s.w.Events().JointStresses) > 0 {
					stresses++
					e := s.w.Events().JointStresses[0]
					require.Equal(t, s.Joint, e.Joint, name)
					require.Equal(t, !report, e.Broke, name)
					require.Equal(t, []any{kind, a, b, name}, []any{e.Kind, e.BodyA, e.BodyB, e.UserData}, name)
					if report {
						_, anchorB := s.Anchors()
						require.Equal(t, anchorB, e.Position, name)
					}
					require.InDelta(t, s.wantLoad(), max(e.Force, math.Abs(e.Torque)), 0.05*s.wantLoad(), name)
				}
			}
			want := 1
			if report {
				want = 10
			}
			if s.unloaded {
				want = 0
			}
			require.Equal(t, want, stresses, name)
			require.Equal(t, report || s.unloaded, s.Valid(), name)
			s.w.Validate()
		}
	}
}

// Hertz and Damping belong to the rigid part: at 2 Hz it gives way under the
// load, and a joint without one stays as it was.
func TestEveryRigidPartRespectsHertz(t *testing.T) {
	for name := range jointFixtures {
		s := newLoadedJoint(t, name, joint.Base{})
		if s.unloaded {
			continue
		}
		s.run(t, 3)
		stiff := s.displacement()
		require.NoError(t, s.EditBase(func(b *joint.Base) { b.Hertz, b.Damping = 2, 1 }), name)
		require.Equal(t, 2.0, s.Base().Hertz, name)
		s.run(t, 3)
		if s.springOnly || name == "custom" { // its rows set their own stiffness
			require.InDelta(t, stiff, s.displacement(), 0.001, name)
		} else {
			require.Less(t, s.displacement(), stiff-0.02, name)
			require.Greater(t, s.displacement(), stiff-0.2, name)
		}
	}
}

// The user data of a joint stays with it, and all of Base is as it was set.
func TestEveryJointKeepsItsBase(t *testing.T) {
	for name := range jointFixtures {
		base := joint.Base{
			CollideConnected: name != "noCollision", Hertz: 40, Damping: 3, MaxForce: 1e4, MaxTorque: 2e4,
			BreakForce: 3e4, BreakTorque: 4e4, ReportOnly: true, UserData: "mine",
		}
		s := newLoadedJoint(t, name, base)
		require.Equal(t, base, s.Base(), name)
		require.Equal(t, "mine", s.UserData(), name)
		s.SetUserData(7)
		require.Equal(t, 7, s.UserData(), name)
		base = joint.Base{Disabled: true, Hertz: 1, UserData: 8}
		require.NoError(t, s.EditBase(func(b *joint.Base) { *b = base }), name)
		require.Equal(t, base, s.Base(), name)
		require.Equal(t, 8, s.UserData(), name)
		require.False(t, s.Enabled(), name)
		for _, bad := range []joint.Base{{Hertz: nan}, {Damping: -1}, {MaxForce: inf}, {MaxTorque: -1}, {BreakForce: nan}, {BreakTorque: inf}} {
			require.Error(t, s.EditBase(func(b *joint.Base) { *b = bad }), name)
			require.Error(t, s.EditDefinition(func(d joint.Definition) { *d.Shared() = bad }), name)
			require.Equal(t, base, s.Base(), name)
		}
		base.MaxForce = 9
		require.NoError(t, s.EditDefinition(func(d joint.Definition) { *d.Shared() = base }), name)
		require.Equal(t, base, *s.Definition().Shared(), name)
	}
}

// Bodies that a joint ties collide only if it says so, also when that changes.
func TestEveryJointRespectsCollideConnected(t *testing.T) {
	touching := func(a, b world.Body) bool {
		for c := range a.Contacts() {
			if c.ColliderA.Body() == b || c.ColliderB.Body() == b {
				return true
			}
		}
		return false
	}
	w := newWorld(t, world.Config{Workers: 1})
	kinds := jointCreators(w, joint.Base{})
	kinds["gear"] = func(a, b world.Body) (world.Joint, error) {
		j, err := w.CreateGear(addRevolute(t, w, w.Ground(), a).Joint, addRevolute(t, w, w.Ground(), b).Joint, joint.Gear{})
		return j.Joint, err
	}
	require.Len(t, kinds, 16)
	for name, create := range kinds {
		a := addBody(t, w, body.Def{NeverSleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{})
		b := addBody(t, w, body.Def{NeverSleep: true}, shape.Box(1, 1), world.ColliderDef{})
		j, err := create(a, b)
		require.NoError(t, err, name)
		w.Tick()
		require.False(t, touching(a, b), name)
		err = j.EditBase(func(b *joint.Base) { b.CollideConnected = true })
		if name == "noCollision" {
			require.Error(t, err)
		} else {
			require.NoError(t, err, name)
			w.Tick()
			require.True(t, touching(a, b), name)
			require.NoError(t, j.EditBase(func(b *joint.Base) { b.CollideConnected = false }), name)
		}
		require.False(t, touching(a, b), name)
		require.NoError(t, j.SetEnabled(false), name)
		w.Tick()
		require.True(t, touching(a, b), name)
		require.NoError(t, j.SetEnabled(true), name)
		require.False(t, touching(a, b), name)
		require.NoError(t, j.Destroy(), name)
		w.Tick()
		require.True(t, touching(a, b), name)
		w.Validate()
		require.NoError(t, a.Destroy(), name)
		require.NoError(t, b.Destroy(), name)
	}
}

// CreateJoint takes a definition of any kind and keeps a copy; Definition returns one.
func TestCreateJointOfAnyKind(t *testing.T) {
	w := newGravityWorld(t)
	a, b := addMass(t, w, 0, 0, 1, 1), addMass(t, w, 3, 0, 1, 1)
	for _, def := range []joint.Definition{
		&joint.Revolute{LocalAnchorA: mgl64.Vec2{3, 0}}, &joint.Distance{}, &joint.Prismatic{LocalAxisA: mgl64.Vec2{1, 0}},
		&joint.Weld{LocalAnchorA: mgl64.Vec2{3, 0}}, &joint.Wheel{LocalAxisA: mgl64.Vec2{0, 1}}, &joint.Motor{}, &joint.Mouse{},
		&joint.Angle{}, &joint.Pulley{}, &joint.Ratchet{}, &joint.Groove{LocalGrooveA2: mgl64.Vec2{3, 0}}, &joint.RotarySpring{},
		&joint.Friction{}, &joint.NoCollision{}, &joint.Custom{Constraint: noRows{}},
	} {
		kind := def.Kind()
		def.Shared().BreakForce = 7
		j := world.Must(w.CreateJoint(a, b, def))
		require.Equal(t, kind, j.Kind())
		def.Shared().BreakForce = 8
		require.Equal(t, 7.0, j.Base().BreakForce, kind)
		read := j.Definition()
		require.IsType(t, def, read)
		read.Shared().BreakForce = 9
		require.Equal(t, 7.0, j.Definition().Shared().BreakForce, kind)
	}
	_, err := w.CreateJoint(a, b, &joint.Gear{})
	require.EqualError(t, err, "Definition: gear is out of range")
	for _, none := range []joint.Definition{nil, (*joint.Revolute)(nil), (*joint.Custom)(nil)} {
		_, err = w.CreateJoint(a, b, none)
		require.EqualError(t, err, "Definition: <nil> is degenerate")
	}
	_, err = w.CreateJoint(a, a, &joint.Weld{})
	require.ErrorIs(t, err, world.ErrSameBody)

	type named struct {
		joint.Weld
		name string
	}
	weld, ok := world.Must(w.CreateJoint(a, b, &named{joint.Weld{LocalAnchorA: mgl64.Vec2{3, 0}}, "seam"})).Weld()
	require.True(t, ok)
	require.Equal(t, mgl64.Vec2{3, 0}, weld.Def().LocalAnchorA)
	w.Validate()
	w.Tick()
}

type noRows struct{}

func (noRows) Measure(*joint.ConstraintContext) {}
