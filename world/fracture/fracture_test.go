package fracture_test

import (
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/fracture"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func addBody(w *world.World, def body.Def, s shape.Support, c world.ColliderDef) world.Body {
	b := world.Must(w.CreateBody(def))
	world.Must(b.Attach(s, c))
	return b
}

func newWorld(t testing.TB, c world.Config) *world.World {
	w := world.Must(world.New(c))
	t.Cleanup(w.Close)
	return w
}

// attachConcave attaches the convex parts of an outline.
func attachConcave(t testing.TB, b world.Body, loop []mgl64.Vec2, def world.ColliderDef) {
	parts := world.Must(polygon.Decompose(loop))
	for _, p := range parts {
		world.Must(b.Attach(world.Must(shape.NewPolygon(p, 0)), def))
	}
}

// sums are what a collision leaves as it was: of bodies by their float32 velocities, or of
// fragments.
type sums struct {
	mass, angular    float64
	center, momentum geom.Vec2 // the centre times the mass
	size             float64   // of all momenta, by which errors are measured
	spin             float64   // and of all angular momenta
}

func (s *sums) add(mass, inertia, omega float64, center, velocity geom.Vec2) {
	s.mass += mass
	s.center = s.center.MulAdd(mass, center)
	s.momentum = s.momentum.MulAdd(mass, velocity)
	s.angular += inertia*omega + mass*center.Cross(velocity)
	s.size += mass * velocity.Length()
	s.spin += math.Abs(inertia*omega) + mass*center.Length()*velocity.Length()
}

func (s *sums) body(b world.Body) {
	s.add(b.Mass(), b.Inertia(), b.AngularVelocity(), geom.From(b.WorldCenter()), geom.From(b.LinearVelocity()))
}

func (s *sums) fragment(x fracture.Fragment) {
	s.add(x.Mass, x.Inertia, x.AngularVelocity, geom.From(x.Center), geom.From(x.Velocity))
}

func requireSame(t *testing.T, want, got sums, relative float64) {
	t.Helper()
	require.InDelta(t, want.mass, got.mass, 1e-9*want.mass)
	require.InDelta(t, want.center.X, got.center.X, 1e-9*want.mass*(1+want.center.Length()/want.mass))
	require.InDelta(t, want.center.Y, got.center.Y, 1e-9*want.mass*(1+want.center.Length()/want.mass))
	require.InDelta(t, want.momentum.X, got.momentum.X, relative*want.size)
	require.InDelta(t, want.momentum.Y, got.momentum.Y, relative*want.size)
	require.InDelta(t, want.angular, got.angular, relative*want.spin)
}

var letterL = []mgl64.Vec2{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 3}, {0, 3}}

// bodiesToBreak are bodies that move and turn, by name.
func bodiesToBreak(t testing.TB, w *world.World, r *rand.Rand) map[string]world.Body {
	def := func() body.Def {
		return body.Def{Position: mgl64.Vec2{50 * r.Float64(), 50 * r.Float64()}, Angle: 6 * r.Float64(),
			LinearVelocity: mgl64.Vec2{20 * (r.Float64() - 0.5), 20 * (r.Float64() - 0.5)}, AngularVelocity: 10 * (r.Float64() - 0.5)}
	}
	create := func() world.Body { return world.Must(w.CreateBody(def())) }
	box, concave, many, round, heavy, gap := create(), create(), create(), create(), create(), create()
	world.Must(box.Attach(shape.Box(2, 1.5), world.ColliderDef{Density: 3}))
	attachConcave(t, concave, letterL, world.ColliderDef{Density: 0.7})
	attachConcave(t, many, letterL, world.ColliderDef{Mass: 2})
	world.Must(many.Attach(shape.OffsetBox(1, 0.5, mgl64.Vec2{2, 1}, 0.3), world.ColliderDef{Density: 5}))
	world.Must(many.Attach(shape.OffsetBox(0.3, 0.3, mgl64.Vec2{2, 2}, 0), world.ColliderDef{Massless: true}))
	world.Must(round.Attach(shape.Circle{Radius: 1.5}, world.ColliderDef{Density: 2}))
	world.Must(round.Attach(shape.RoundedBox(2, 0.5, 0.2), world.ColliderDef{}))
	world.Must(heavy.Attach(shape.Box(2, 1.5), world.ColliderDef{}))
	world.Check(heavy.SetMassData(world.MassData{Mass: 70, Inertia: 300, Center: mgl64.Vec2{0.1, 0.2}}))
	world.Must(gap.Attach(shape.OffsetBox(1, 1, mgl64.Vec2{-1.5, 0}, 0), world.ColliderDef{}))
	world.Must(gap.Attach(shape.OffsetBox(1, 1, mgl64.Vec2{1.5, 0}, 0), world.ColliderDef{Density: 2}))
	compound := create()
	world.Must(compound.Attach(world.Must(shape.NewCompound(world.Must(polygon.Decompose(letterL)), 0)), world.ColliderDef{Density: 3}))
	cross := create()
	world.Must(cross.Attach(shape.Compound{Parts: []shape.Support{shape.Box(2, 0.5), shape.Box(0.5, 1.5), shape.OffsetBox(1, 1, mgl64.Vec2{1, 0.5}, 0.4)}}, world.ColliderDef{Density: 3}))
	return map[string]world.Body{
		"overlapping parts": cross, "a box": box, "concave": concave, "many colliders": many, "round": round, "mass data": heavy, "two parts": gap, "a compound": compound,
	}
}

func TestMassAndMomentaAreKept(t *testing.T) {
	r := rand.New(rand.NewPCG(81, 1))
	for range 100 {
		w := newWorld(t, world.Config{})
		bodies := bodiesToBreak(t, w, r)
		for _, name := range slices.Sorted(maps.Keys(bodies)) {
			b := bodies[name]
			t.Run(name, func(t *testing.T) {
				var before, fragments, after sums
				before.body(b)
				def := fracture.Def{Keep: func(x fracture.Fragment) bool { fragments.fragment(x); return true }}
				var report fracture.Report
				var err error
				c := b.WorldCenter()
				id := b.ID()
				if r.IntN(2) == 0 {
					report, err = fracture.Cut(b, c, c.Add(mgl64.Vec2{r.Float64() - 0.5, r.Float64() - 0.5}), def)
				} else {
					report, err = fracture.Shatter(b, fracture.Spiral(c, 3, 12), def)
				}
				require.NoError(t, err)
				require.Greater(t, len(report.Pieces), 1)
				require.False(t, b.Valid())
				require.Equal(t, id, report.Parent)
				for _, x := range report.Vanished {
					require.Zero(t, x.Mass) // parts of the massless collider alone
				}
				for _, p := range report.Pieces {
					after.body(p)
				}
				if name == "mass data" || name == "round" { // the centre differs from the centre of the polygons
					before.center, fragments.center, after.center = geom.Vec2{}, geom.Vec2{}, geom.Vec2{}
				}
				requireSame(t, before, fragments, 1e-9)
				requireSame(t, after, before, 1e-9)
			})
		}
	}
}

// Halves of the same mass often have no float32 velocities with the parent's momenta. A slightly
// shifted line makes unequal ones.
func TestHalvesKeepTheMomenta(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 7))
	unequal := 0
	for range 300 {
		w := newWorld(t, world.Config{})
		b := addBody(w, body.Def{Angle: r.Float64(), LinearVelocity: mgl64.Vec2{r.NormFloat64(), r.NormFloat64()}, AngularVelocity: 9 * r.NormFloat64()},
			shape.Box(0.2+r.Float64(), 0.2+r.Float64()), world.ColliderDef{})
		var before, after sums
		before.body(b)
		area := b.Mass()
		report, err := fracture.Cut(b, b.WorldCenter(), b.WorldCenter().Add(mgl64.Vec2{1, r.NormFloat64()}), fracture.Def{})
		require.NoError(t, err)
		for _, p := range report.Pieces {
			after.body(p)
		}
		before.size, before.spin = after.size, max(before.spin, after.spin)
		requireSame(t, before, after, 1e-9)
		difference := math.Abs(report.Pieces[0].Mass() - area/2)
		require.Less(t, difference, 4e-4*math.Sqrt(area)*3.4) // the diagonal
		if difference > 1e-6*area {
			unequal++
		}
	}
	require.Positive(t, unequal)
	require.Less(t, unequal, 200)
}

// A body whose colliders have no mass has a mass nevertheless, which its pieces share.
func TestPiecesOfMasslessCollidersShareTheMass(t *testing.T) {
	for _, mass := range []float64{1, 70} {
		w := newWorld(t, world.Config{})
		b := addBody(w, body.Def{LinearVelocity: mgl64.Vec2{3, 1}}, shape.Box(2, 1), world.ColliderDef{Massless: true})
		world.Must(b.Attach(shape.OffsetBox(1, 1, mgl64.Vec2{3, 0}, 0), world.ColliderDef{Massless: true}))
		if mass != 1 {
			world.Check(b.SetMassData(world.MassData{Mass: mass, Inertia: 20}))
		}
		report := world.Must(fracture.Cut(b, mgl64.Vec2{1, 0}, mgl64.Vec2{1, 1}, fracture.Def{}))
		require.Len(t, report.Pieces, 2)
		require.InDelta(t, mass/2, report.Pieces[0].Mass(), 1e-9*mass)
		require.InDelta(t, mass/2, report.Pieces[1].Mass(), 1e-9*mass)
		var after sums
		after.body(report.Pieces[0])
		after.body(report.Pieces[1])
		require.InDelta(t, 3*mass, after.momentum.X, 1e-6*mass)
	}
}

func TestSpinningDiskKeepsItsSpin(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(w, body.Def{AngularVelocity: 4}, shape.Circle{Radius: 1}, world.ColliderDef{})
	var before, after sums
	before.body(b)
	report := world.Must(fracture.Cut(b, mgl64.Vec2{0, 0.3}, mgl64.Vec2{1, 0.4}, fracture.Def{Tolerance: 0.01}))
	require.Len(t, report.Pieces, 2)
	for _, p := range report.Pieces {
		after.body(p)
	}
	require.InDelta(t, before.mass, after.mass, 1e-12)
	require.InDelta(t, before.angular, after.angular, 1e-6)
	require.InDelta(t, 0, after.momentum.Length(), 1e-6)
}

// A cut that misses changes nothing, and says so.
func TestCutThatMisses(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(w, body.Def{}, shape.OffsetBox(1, 1, mgl64.Vec2{-3, 0}, 0), world.ColliderDef{})
	world.Must(b.Attach(shape.OffsetBox(1, 1, mgl64.Vec2{3, 0}, 0), world.ColliderDef{}))
	hash := w.StateHash()
	report := world.Must(fracture.Cut(b, mgl64.Vec2{0, 5}, mgl64.Vec2{1, 5}, fracture.Def{}))
	require.Equal(t, []world.Body{b}, report.Pieces)
	require.Equal(t, hash, w.StateHash())
}

// Colliders that the cut does not reach stay what they are.
func TestWholeCollidersKeepTheirShape(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := world.Must(w.CreateBody(body.Def{Name: "wagon", UserData: 7}))
	ball, data := shape.Circle{Center: mgl64.Vec2{-2, 0}, Radius: 1}, "wheel"
	world.Must(b.Attach(ball, world.ColliderDef{Density: 3, UserData: data, Filter: shape.Filter{Category: 4}}))
	world.Must(b.Attach(shape.Box(2, 0.5), world.ColliderDef{}))
	report := world.Must(fracture.Cut(b, mgl64.Vec2{1, 1}, mgl64.Vec2{1, 2}, fracture.Def{}))
	require.Len(t, report.Pieces, 2)
	require.Equal(t, "wagon", report.ParentName)
	require.Equal(t, 7, report.ParentData)
	require.Equal(t, "wagon", report.Pieces[1].Name())
	found := slices.Collect(report.Pieces[0].Colliders())
	require.Len(t, found, 2)
	require.Equal(t, ball, found[1].Shape())
	require.Equal(t, 3.0, found[1].Density())
	require.Equal(t, data, found[1].UserData())
	require.Equal(t, uint64(4), uint64(found[1].Filter().Category))
}

func TestSmallFragmentsVanish(t *testing.T) {
	w := newWorld(t, world.Config{})
	create := func() world.Body {
		b := addBody(w, body.Def{LinearVelocity: mgl64.Vec2{3, 0}}, shape.Box(2, 0.5), world.ColliderDef{})
		return b
	}
	report := world.Must(fracture.Cut(create(), mgl64.Vec2{1.9, 0}, mgl64.Vec2{1.9, 1}, fracture.Def{MinArea: 0.2}))
	require.Len(t, report.Pieces, 1)
	require.Len(t, report.Vanished, 1)
	require.InDelta(t, 0.1, report.Vanished[0].Mass, 1e-9)
	require.InDelta(t, 1.95, report.Vanished[0].Center[0], 1e-9)
	require.Equal(t, mgl64.Vec2{3, 0}, report.Vanished[0].Velocity)
	require.InDelta(t, 3.9, report.Pieces[0].Mass(), 1e-9)

	asked := 0
	all := create()
	report = world.Must(fracture.Cut(all, mgl64.Vec2{0, 0}, mgl64.Vec2{0, 1}, fracture.Def{Keep: func(fracture.Fragment) bool { asked++; return false }}))
	require.Equal(t, 2, asked)
	require.Empty(t, report.Pieces)
	require.Len(t, report.Vanished, 2)
	require.False(t, all.Valid())
}

func TestJointsStayWithTheirAnchors(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}})
	plank := addBody(w, body.Def{}, shape.Box(4, 0.25), world.ColliderDef{})
	ball := addBody(w, body.Def{Position: mgl64.Vec2{3, -2}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	hinge := joint.Revolute{LocalAnchorA: mgl64.Vec2{-3, 0}, LocalAnchorB: mgl64.Vec2{-3, 0}}
	hinge.UserData = "hinge"
	left := world.Must(w.CreateRevolute(w.Ground(), plank, hinge))
	rope := world.Must(w.CreateDistance(plank, ball, joint.Distance{LocalAnchorA: mgl64.Vec2{3, 0}, Length: 2}))
	apart := world.Must(w.CreateJoint(plank, ball, &joint.NoCollision{}))
	world.Check(plank.SetAngularVelocity(0.5))

	report := world.Must(fracture.Cut(plank, mgl64.Vec2{0, 0}, mgl64.Vec2{0, 1}, fracture.Def{}))
	require.Len(t, report.Pieces, 2)
	made := map[world.JointID][]world.Joint{}
	for _, m := range report.Joints {
		made[m.Old] = append(made[m.Old], m.New)
	}
	require.Len(t, made[left.ID()], 1)
	require.Equal(t, report.Pieces[0], made[left.ID()][0].BodyB())
	require.Equal(t, w.Ground(), made[left.ID()][0].BodyA())
	require.Equal(t, "hinge", made[left.ID()][0].UserData())
	require.Equal(t, report.Pieces[1], made[rope.ID()][0].BodyA())
	require.Len(t, made[apart.ID()], 2) // the ball passes both
	require.False(t, left.Valid())
	require.InDelta(t, 0, made[left.ID()][0].LinearSeparation(), 1e-12)
	require.InDelta(t, 0, made[rope.ID()][0].LinearSeparation(), 1e-12)
	for range 60 {
		w.Tick()
	}
	require.Less(t, report.Pieces[1].WorldCenter()[1], -3.0) // falls
	require.Greater(t, report.Pieces[0].WorldCenter()[1], -2.5)
}

// The joints of a body that has turned more than once hold its piece as they held the body.
func TestJointsKeepTheirTurns(t *testing.T) {
	for _, spin := range []float64{4, -4} {
		w := newWorld(t, world.Config{})
		wheel := func(x, omega float64) world.Body {
			b := addBody(w, body.Def{Position: mgl64.Vec2{x, 0}, AngularVelocity: omega}, shape.Box(0.5, 0.5), world.ColliderDef{})
			return b
		}
		a, b, c := wheel(0, spin), wheel(3, 2.5*spin), wheel(6, spin)
		world.Must(w.CreateRevolute(w.Ground(), a, joint.Revolute{}))
		pin := world.Must(w.CreateRevolute(w.Ground(), b, joint.Revolute{LocalAnchorA: mgl64.Vec2{3, 0}}))
		world.Must(w.CreateAngle(a, b, joint.Angle{Ratio: 2.5}))
		spring := world.Must(w.CreateRotarySpring(w.Ground(), c, joint.RotarySpring{Stiffness: 1e-3, Angle: spin}))
		ratchet := world.Must(w.CreateRatchet(w.Ground(), c, joint.Ratchet{Step: 0.5, Reverse: spin < 0}))
		for range 120 {
			w.Tick()
		}
		world.Check(pin.Edit(func(d *joint.Revolute) { d.Limit, d.Lower, d.Upper = true, pin.Angle()-1, pin.Angle()+1 }))
		before, torque := w.Energy(), spring.Angle()-spin
		room := math.Abs(ratchet.Angle() - ratchet.ToothAngle())
		for _, x := range []world.Body{b, c} {
			center := x.WorldCenter()
			report := world.Must(fracture.Cut(x, center.Add(x.WorldVector(mgl64.Vec2{0.2, 0})), center.Add(x.WorldVector(mgl64.Vec2{0.2, 1})), fracture.Def{}))
			for _, m := range report.Joints {
				require.True(t, m.New.Valid())
				if s, ok := m.New.RotarySpring(); ok {
					require.InDelta(t, torque, s.Angle()-s.Def().Angle, 1e-9)
				}
				if r, ok := m.New.Ratchet(); ok {
					require.InDelta(t, room, math.Abs(r.Angle()-r.ToothAngle()), 1e-9)
				}
			}
		}
		for range 60 {
			w.Tick()
			require.LessOrEqual(t, w.Energy().Kinetic, before.Kinetic*(1+1e-3))
		}
	}
}

func TestGearsAreMadeAnew(t *testing.T) {
	w := newWorld(t, world.Config{})
	wheel := func(x float64) world.Body {
		b := addBody(w, body.Def{Position: mgl64.Vec2{x, 0}}, shape.Box(1, 1), world.ColliderDef{})
		return b
	}
	a, b := wheel(-2), wheel(2)
	ja := world.Must(w.CreateRevolute(w.Ground(), a, joint.Revolute{LocalAnchorA: mgl64.Vec2{-2, 0}}))
	jb := world.Must(w.CreateRevolute(w.Ground(), b, joint.Revolute{LocalAnchorA: mgl64.Vec2{2, 0}}))
	gear := world.Must(w.CreateGear(ja.Joint, jb.Joint, joint.Gear{Ratio: 3}))
	report := world.Must(fracture.Cut(a, mgl64.Vec2{-2, 0.5}, mgl64.Vec2{-3, 0.5}, fracture.Def{}))
	require.Len(t, report.Joints, 2)
	require.Equal(t, gear.ID(), report.Joints[1].Old)
	anew, ok := report.Joints[1].New.Gear()
	require.True(t, ok)
	first, second := anew.Joints()
	require.Equal(t, report.Joints[0].New, first)
	require.Equal(t, jb.Joint, second)
	require.Equal(t, 3.0, anew.Def().Ratio)
	require.Equal(t, report.Pieces[0], first.BodyB()) // its anchor is below the cut, which is to the left of the direction
}

func TestJointOfVanishedFragmentEnds(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(w, body.Def{}, shape.Box(2, 0.5), world.ColliderDef{})
	j := world.Must(w.CreateRevolute(w.Ground(), b, joint.Revolute{LocalAnchorA: mgl64.Vec2{-2, 0}, LocalAnchorB: mgl64.Vec2{-2, 0}}))
	report := world.Must(fracture.Cut(b, mgl64.Vec2{-1, 0}, mgl64.Vec2{-1, 1}, fracture.Def{MinArea: 2}))
	require.Equal(t, []fracture.MovedJoint{{Old: j.ID()}}, report.Joints)
	require.False(t, report.Joints[0].New.Valid())
}

// A joint that the world refuses for a piece ends, and the body breaks: here one between bodies
// that have both become static.
func TestRefusedJointEnds(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(w, body.Def{}, shape.Box(2, 0.5), world.ColliderDef{})
	post := world.Must(w.CreateBody(body.Def{}))
	weld := world.Must(w.CreateWeld(post, b, joint.Weld{}))
	world.Check(post.SetType(body.Static))
	world.Check(b.SetType(body.Static))
	report := world.Must(fracture.Cut(b, mgl64.Vec2{0, -1}, mgl64.Vec2{0, 1}, fracture.Def{}))
	require.Len(t, report.Pieces, 2)
	require.Equal(t, []fracture.MovedJoint{{Old: weld.ID()}}, report.Joints)
}

func TestStaticBodies(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}})
	wall := func() world.Body {
		b := addBody(w, body.Def{Type: body.Static}, shape.Box(1, 2), world.ColliderDef{Density: 2})
		return b
	}
	report := world.Must(fracture.Cut(wall(), mgl64.Vec2{-1, 0}, mgl64.Vec2{1, 0}, fracture.Def{}))
	for _, p := range report.Pieces {
		require.Equal(t, body.Static, p.Type())
		world.Check(p.Destroy())
	}
	report = world.Must(fracture.Cut(wall(), mgl64.Vec2{-1, 0}, mgl64.Vec2{1, 0}, fracture.Def{Release: true}))
	for _, p := range report.Pieces {
		require.Equal(t, body.Dynamic, p.Type())
		require.InDelta(t, 8, p.Mass(), 1e-9)
	}
}

func TestErrorsLeaveTheWorldAlone(t *testing.T) {
	w := newWorld(t, world.Config{})
	good := addBody(w, body.Def{}, shape.Box(1, 1), world.ColliderDef{})
	empty := world.Must(w.CreateBody(body.Def{}))
	line := addBody(w, body.Def{Type: body.Static}, shape.Segment{B: mgl64.Vec2{1, 0}}, world.ColliderDef{})
	spins := addBody(w, body.Def{AngularVelocity: 1e17}, shape.Box(100, 1), world.ColliderDef{})
	hash := w.StateHash()
	for _, c := range []struct {
		b        world.Body
		from, to mgl64.Vec2
		def      fracture.Def
		err      error
		field    string
	}{
		{good, mgl64.Vec2{}, mgl64.Vec2{}, fracture.Def{}, geom.ErrDegenerate, "Line"},
		{good, mgl64.Vec2{math.NaN()}, mgl64.Vec2{}, fracture.Def{}, geom.ErrNotFinite, "Line[0]"},
		{good, mgl64.Vec2{}, mgl64.Vec2{1, 0}, fracture.Def{MinArea: -1}, geom.ErrNegative, "MinArea"},
		{good, mgl64.Vec2{}, mgl64.Vec2{1, 0}, fracture.Def{Tolerance: math.Inf(1)}, geom.ErrNotFinite, "Tolerance"},
		{empty, mgl64.Vec2{}, mgl64.Vec2{1, 0}, fracture.Def{}, fracture.ErrNoArea, "Body"},
		{line, mgl64.Vec2{}, mgl64.Vec2{1, 0}, fracture.Def{}, fracture.ErrNoArea, "Body"},
		{spins, mgl64.Vec2{}, mgl64.Vec2{0, 1}, fracture.Def{}, geom.ErrOutOfRange, "Parts[0].LinearVelocity.Y"}, // beyond 1e18 m/s
	} {
		_, err := fracture.Cut(c.b, c.from, c.to, c.def)
		require.ErrorIs(t, err, c.err)
		var field *geom.FieldError
		require.True(t, errors.As(err, &field))
		require.Equal(t, c.field, field.Field)
		require.Equal(t, hash, w.StateHash())
	}
	_, err := fracture.Shatter(good, nil, fracture.Def{})
	require.EqualError(t, err, "Seeds: 0 is too few points")
	_, err = fracture.Shatter(good, []mgl64.Vec2{{1, 1}, {1, 1}}, fracture.Def{})
	require.ErrorIs(t, err, geom.ErrDuplicate)
	_, err = fracture.BreakOnHit(good, fracture.Breakable{Impulse: -1})
	require.EqualError(t, err, "Impulse: -1 must not be negative")
	require.Equal(t, hash, w.StateHash())
}

func TestBreakOnHit(t *testing.T) {
	drop := func(impulse float64) (reports []fracture.Report, pane world.Body) {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}})
		pane = addBody(w, body.Def{Type: body.Static, Name: "pane"}, shape.Box(3, 0.1), world.ColliderDef{})
		world.Must(fracture.BreakOnHit(pane, fracture.Breakable{Impulse: impulse, Def: fracture.Def{Release: true},
			Broken: func(r fracture.Report, err error) {
				require.NoError(t, err)
				reports = append(reports, r)
			}}))
		addBody(w, body.Def{Position: mgl64.Vec2{0.5, 3}}, shape.Circle{Radius: 0.5}, world.ColliderDef{Density: 2})
		for range 120 {
			w.Tick()
		}
		return reports, pane
	}
	reports, pane := drop(5)
	require.Len(t, reports, 1)
	require.False(t, pane.Valid())
	require.Equal(t, "pane", reports[0].ParentName)
	require.Equal(t, pane.ID(), reports[0].Parent)
	require.GreaterOrEqual(t, reports[0].Hit.Impulse, 5.0)
	require.Greater(t, len(reports[0].Pieces), 5)
	for _, p := range reports[0].Pieces {
		require.Less(t, p.WorldCenter()[1], -1.0)
	}
	reports, pane = drop(1000)
	require.Empty(t, reports)
	require.True(t, pane.Valid())
}

// goldenShatter is the state of a world in which boxes were cut and shattered, and fell.
const goldenShatter = 0x84f3140224287268

// TestGoldenShatter: the same bits on every platform.
func TestGoldenShatter(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}})
	addBody(w, body.Def{Type: body.Static}, shape.Box(30, 1), world.ColliderDef{})
	for i := range 6 {
		b := addBody(w, body.Def{Position: mgl64.Vec2{float64(3*i) - 9, 3}, Angle: 0.3, AngularVelocity: float64(i)}, shape.Box(1, 1), world.ColliderDef{})
		world.Must(fracture.BreakOnHit(b, fracture.Breakable{Impulse: float64(i)}))
		if i%2 == 0 {
			world.Must(fracture.Cut(b, b.Position(), mgl64.Vec2{0, 0}, fracture.Def{}))
		}
	}
	for range 90 {
		w.Tick()
	}
	require.Equal(t, uint64(goldenShatter), w.StateHash())
}

// A compound breaks into compounds: pieces of one part have its shape, and others one collider of
// several parts.
func TestCompoundBreaksIntoCompounds(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(w, body.Def{}, world.Must(shape.NewCompound(world.Must(polygon.Decompose(letterL)), 0)), world.ColliderDef{Density: 2, HitEvents: true})
	report := world.Must(fracture.Cut(b, mgl64.Vec2{-1, 0.5}, mgl64.Vec2{2, 0.5}, fracture.Def{}))
	require.Len(t, report.Pieces, 2)
	total := 0.0
	for _, x := range report.Pieces {
		colliders := slices.Collect(x.Colliders())
		require.Len(t, colliders, 1)
		require.True(t, colliders[0].Def().HitEvents)
		total += x.Mass()
	}
	require.InDelta(t, 12, total, 1e-9)
}
