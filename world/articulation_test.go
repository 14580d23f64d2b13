package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A load of a thousand links that swings on a chain neither tears nor drives it.
func TestArticulationBearsThousandfoldLoad(t *testing.T) {
	for _, links := range []int{2, 12, 30} {
		w := newGravityWorld(t)
		chain := addRope(t, w, w.Ground(), mgl64.Vec2{}, mgl64.Vec2{1, 0}, links)
		load := 1000 * chain[0].Mass()
		hangLoad(t, w, chain[links-1], load)
		e := totalEnergy(w)
		for range 600 {
			w.Tick()
			require.Less(t, totalEnergy(w), e+1.8e-3*load*10*float64(links), "%d links", links) // of the energy of a fall by the length
			require.Less(t, maxSeparation(w), 0.06, "%d links", links)
		}
	}
}

// A load of ten thousand links that falls on a slack chain pulls it taut at once. However
// the links whip round, no energy is gained. The bound is a two-hundredth of the energy of a fall
// by the length of the chain: velocities are those half a sub-step ago, and a load that rises was
// faster then; the lightest load, of thirty links, moves fastest.
func TestArticulationShockLoad(t *testing.T) {
	noSelfCollision := shape.Filter{Category: 2, Mask: 1}
	for i, links := range []int{1, 2, 3, 5, 12} {
		for j, loadRatio := range []float64{30, 1000, 10_000, 100_000} {
			for k, start := range []float64{0, 0.3, 0.7, 1.2} { // above the horizontal
				if (i+j+k)%sampleStep != 0 {
					continue
				}
				w := newGravityWorld(t)
				along := mgl64.Vec2{math.Cos(start), math.Sin(start)}
				last := w.Ground()
				for i := range links {
					b := addBody(t, w, body.Def{Position: along.Mul(float64(i) + 0.5), Angle: start, NeverSleep: true},
						shape.Capsule{A: mgl64.Vec2{-0.5, 0}, B: mgl64.Vec2{0.5, 0}, Radius: 0.125}, world.ColliderDef{Filter: noSelfCollision})
					world.Must(w.CreateRevolute(last, b, world.RevoluteAt(last, b, along.Mul(float64(i)))))
					last = b
				}
				mass, at := loadRatio*last.Mass(), along.Mul(float64(links))
				load := addBody(t, w, body.Def{Position: at.Add(along.Mul(0.5)), Angle: start, NeverSleep: true},
					shape.Box(0.5, 0.5), world.ColliderDef{Density: mass, Filter: noSelfCollision})
				world.Must(w.CreateRevolute(last, load, world.RevoluteAt(last, load, at)))
				e, bound := totalEnergy(w), 0.005
				if loadRatio < 1000 {
					bound = 0.015
				}
				for range 900 {
					w.Tick()
					require.Less(t, totalEnergy(w)-e, bound*10*mass*float64(links), "%d links, load %v, start %v", links, loadRatio, start)
				}
			}
		}
	}
}

// A rope over a pole with heavy ends lies on the pole and does not pass through.
func TestArticulationWrappedAroundPole(t *testing.T) {
	w := newGravityWorld(t)
	addBody(t, w, body.Def{Type: body.Static}, shape.Circle{Radius: 3}, world.ColliderDef{})
	chain := addRope(t, w, world.Body{}, mgl64.Vec2{-15, 3.3}, mgl64.Vec2{1, 0}, 30)
	hangLoad(t, w, chain[29], 100)
	at := mgl64.Vec2{-15, 3.3}
	left := addBody(t, w, body.Def{Position: at, NeverSleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{Density: 100})
	world.Must(w.CreateRevolute(left, chain[0], world.RevoluteAt(left, chain[0], at)))
	runSeconds(w, 15)
	for _, b := range chain {
		require.Greater(t, b.Position().Len(), 2.9)
	}
	require.Less(t, maxSeparation(w), 0.1)
}

// A bridge of 150 planks carries boxes, and its joints stay closed.
func TestArticulationBridge(t *testing.T) {
	const planks = 150
	w := newGravityWorld(t)
	chain := addRope(t, w, w.Ground(), mgl64.Vec2{}, mgl64.Vec2{1, 0}, planks)
	last := chain[planks-1]
	world.Must(w.CreateRevolute(last, w.Ground(), joint.Revolute{LocalAnchorA: mgl64.Vec2{0.5, 0}, LocalAnchorB: mgl64.Vec2{planks - 5, 0}}))
	for i := range 20 {
		addBody(t, w, body.Def{Position: mgl64.Vec2{float64(40 + 3*i), 2}}, shape.Box(1, 1), world.ColliderDef{Density: 5})
	}
	runSeconds(w, 1)
	e := totalEnergy(w)
	for range 600 {
		w.Tick()
		require.Less(t, totalEnergy(w), e+1e-3*math.Abs(e))
	}
	require.Less(t, maxSeparation(w), 0.06)
}

// A mobile, beams that hang on beams, keeps its balance, and its joints stay closed.
func TestArticulationMobile(t *testing.T) {
	w := newGravityWorld(t)
	var addBeam func(from world.Body, at mgl64.Vec2, depth int)
	var beams []world.Body
	addBeam = func(from world.Body, at mgl64.Vec2, depth int) {
		half := math.Exp2(float64(depth)) / 2
		beam := addBody(t, w, body.Def{Position: at.Sub(mgl64.Vec2{0, 1}), NeverSleep: true}, shape.Box(half, 0.05), world.ColliderDef{})
		beams = append(beams, beam)
		d := world.RevoluteAt(from, beam, at)
		world.Must(w.CreateRevolute(from, beam, d))
		if depth == 0 {
			return
		}
		for _, x := range []float64{-half, half} {
			addBeam(beam, beam.WorldPoint(mgl64.Vec2{x, 0}), depth-1)
		}
	}
	addBeam(w.Ground(), mgl64.Vec2{}, 5)
	require.Len(t, beams, 63)
	runSeconds(w, 5)
	require.Less(t, maxSeparation(w), 0.005)
	for _, b := range beams {
		require.InDelta(t, 0, b.Angle(), 0.05)
	}
	beams[40].ApplyImpulse(mgl64.Vec2{3, 0}, beams[40].Position())
	runSeconds(w, 5)
	require.Less(t, maxSeparation(w), 0.02)
}

// The joints of a chain report their loads in newtons, and an overloaded joint breaks.
func TestArticulationForces(t *testing.T) {
	w := newGravityWorld(t)
	chain := addRope(t, w, w.Ground(), mgl64.Vec2{}, mgl64.Vec2{0, -1}, 40)
	hangLoad(t, w, chain[39], 50)
	runSeconds(w, 2)
	link := chain[0].Mass()
	i := 0
	for j := range w.Joints() {
		require.InEpsilon(t, 500+10*link*float64(40-i), j.Force()[1], 1e-3, "joint %d", i)
		i++
	}
	require.Equal(t, 41, i)
	i = 0
	for j := range w.Joints() {
		if i == 20 {
			require.NoError(t, j.EditBase(func(b *joint.Base) { b.BreakForce = 450 }))
		}
		i++
	}
	w.Tick()
	require.Len(t, w.Events().JointStresses, 1)
	runSeconds(w, 0.5)
	require.Less(t, chain[20].Position()[1], -21.0, "the rest falls")
	require.InDelta(t, -10.5, chain[10].Position()[1], 0.05)
}

// A rope that is too short for the distance of its ends pulls with a force that its
// stiffness bounds, and rests.
func TestArticulationLoopTooShort(t *testing.T) {
	w := newGravityWorld(t)
	chain := addRope(t, w, w.Ground(), mgl64.Vec2{}, mgl64.Vec2{1, 0}, 40)
	world.Must(w.CreateRevolute(chain[39], w.Ground(), joint.Revolute{LocalAnchorA: mgl64.Vec2{0.5, 0}, LocalAnchorB: mgl64.Vec2{40.4, 0}}))
	runSeconds(w, 5)
	gap := 0.0
	for j := range w.Joints() {
		gap += j.LinearSeparation()
		require.Less(t, j.LinearSeparation(), 0.011)
		require.Less(t, j.Force().Len(), 2e4)
	}
	require.InEpsilon(t, 0.4, gap, 0.01)
	for _, b := range chain {
		require.Less(t, b.LinearVelocity().Len(), 0.1)
	}
}

// addRandomArticulations builds articulations of random joints between random bodies, in pieces.
func addRandomArticulations(t testing.TB, w *world.World, seed uint64) (joints []world.Joint) {
	r := rng{rand.New(rand.NewPCG(seed, 3))}
	for treeIndex := range 6 {
		center := mgl64.Vec2{float64(treeIndex) * 30, 10}
		bodies := []world.Body{w.Ground()}
		for i := range 14 {
			p := bodies[r.IntN(len(bodies))]
			at := center
			if p != w.Ground() {
				at = p.Position().Add(mgl64.Vec2{r.between(-1, 1), r.between(-1, 1)})
			}
			b := addBody(t, w, body.Def{Position: at, Angle: r.between(-3, 3), NeverSleep: true}, shape.Box(r.between(0.1, 0.6), 0.2),
				world.ColliderDef{Density: math.Exp(r.between(-2, 2)), Filter: shape.Filter{Category: 2, Mask: 1}})
			if i == 0 && treeIndex%2 == 0 {
				bodies = bodies[:0]
			}
			if len(bodies) > 0 {
				joints = append(joints, addRandomJoint(t, w, r, p, b))
			}
			bodies = append(bodies, b)
		}
	}
	return joints
}

// addRandomJoint joins two bodies by a joint with a rigid part, and sometimes more.
func addRandomJoint(t testing.TB, w *world.World, r rng, a, b world.Body) world.Joint {
	middle := a.Position().Add(b.Position()).Mul(0.5)
	if a == w.Ground() {
		middle = b.Position()
	}
	switch r.IntN(5) {
	case 0:
		return world.Must(w.CreateWeld(a, b, world.WeldAt(a, b, middle))).Joint
	case 1:
		d := world.PrismaticAt(a, b, middle, r.axis())
		d.Limit, d.Lower, d.Upper = true, -r.between(0.1, 1), r.between(0.1, 1)
		return world.Must(w.CreatePrismatic(a, b, d)).Joint
	case 2:
		d := world.WheelAt(a, b, middle, r.axis())
		d.SpringHertz, d.SpringDamping = r.between(1, 5), 0.7
		d.Limit, d.Lower, d.Upper = true, -0.5, 0.5
		return world.Must(w.CreateWheel(a, b, d)).Joint
	case 3:
		return world.Must(w.CreateDistance(a, b, world.DistanceAt(a, b, middle.Add(mgl64.Vec2{0, 1}), b.Position()))).Joint
	default:
		d := world.RevoluteAt(a, b, middle)
		d.Limit, d.Lower, d.Upper = r.coin(), -1, 1
		d.MotorSpeed, d.MaxMotorTorque = r.between(-1, 1), r.orZero(1)
		return world.Must(w.CreateRevolute(a, b, d)).Joint
	}
}

// Articulations of any joints stay finite and do not gain energy, and have the same bits for
// any number of workers.
func TestMixedArticulationsGainNoEnergy(t *testing.T) {
	for seed := uint64(0); seed < 4; seed += uint64(sampleStep) {
		var worlds []*world.World
		for _, workers := range []int{1, 3} {
			w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers})
			if workers > 1 {
				w.ParallelizeAlways()
				w.SetMaxGroupBodies(int(seed) * 10)
			}
			addFloor(t, w, world.ColliderDef{})
			addRandomArticulations(t, w, seed)
			worlds = append(worlds, w)
		}
		e := totalEnergy(worlds[0])
		for tick := range 600 {
			for _, w := range worlds {
				w.Tick()
			}
			require.Less(t, totalEnergy(worlds[0]), e+0.05*math.Abs(e)+20, "seed %d, tick %d", seed, tick)
			require.Equal(t, worlds[0].Hash(), worlds[1].Hash(), "seed %d, tick %d", seed, tick)
		}
		require.Empty(t, worlds[0].Events().Quarantines)
	}
}

// Joints of articulations may be edited, switched and destroyed at any time.
func TestArticulationsCanChange(t *testing.T) {
	w := newRecordedWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
	addFloor(t, w, world.ColliderDef{})
	joints := addRandomArticulations(t, w, 9)
	r := rng{rand.New(rand.NewPCG(1, 2))}
	for range 400 {
		w.Tick()
		w.Validate()
		j := joints[r.IntN(len(joints))]
		if !j.Valid() {
			continue
		}
		switch r.IntN(8) {
		case 0:
			require.NoError(t, j.Destroy())
		case 1, 2:
			require.NoError(t, j.SetEnabled(!j.Enabled()))
		case 3:
			require.NoError(t, j.EditBase(func(b *joint.Base) { b.MaxForce = r.orZero(500) }))
		case 4:
			b := j.BodyB()
			require.NoError(t, b.SetType([]body.Type{body.Dynamic, body.Static}[r.IntN(2)]))
		case 5:
			require.NoError(t, j.BodyB().SetEnabled(r.coin()))
		case 6:
			if b := j.BodyB(); r.IntN(10) == 0 {
				require.NoError(t, b.Destroy())
			}
		default:
			_ = j.BodyB().Sleep()
		}
	}
	for b := range w.Bodies() {
		require.Less(t, b.Position().Len(), 1e3)
	}
}

// The joints of an articulation treat their bodies alike.
func TestArticulationWithSwappedBodiesMovesAlike(t *testing.T) {
	build := func(swap bool) []world.Body {
		w := newGravityWorld(t)
		var chain []world.Body
		last := w.Ground()
		for i := range 15 {
			b := addMass(t, w, float64(i)+0.5, 0, 1+float64(i%4), 0.2)
			at := mgl64.Vec2{float64(i), 0}
			x, y := last, b
			if swap {
				x, y = b, last
			}
			switch i % 4 {
			case 3:
				world.Must(w.CreateWeld(x, y, world.WeldAt(x, y, at)))
			case 2:
				world.Must(w.CreateDistance(x, y, world.DistanceAt(x, y, x.Position(), y.Position())))
			default:
				world.Must(w.CreateRevolute(x, y, world.RevoluteAt(x, y, at)))
			}
			chain, last = append(chain, b), b
		}
		runSeconds(w, 1)
		return chain
	}
	one, two := build(false), build(true)
	for i := range one {
		require.InDelta(t, 0, one[i].Position().Sub(two[i].Position()).Len(), 1e-3, "link %d", i)
	}
}

// A link whose motion becomes infinite within a tick is disabled alone. Its articulation
// splits there and goes on.
func TestArticulationWithQuarantinedBody(t *testing.T) {
	for _, limited := range []bool{false, true} {
		w := newGravityWorld(t)
		chain := addRope(t, w, w.Ground(), mgl64.Vec2{}, mgl64.Vec2{1, 0}, 20)
		if limited {
			limitJoints(t, w, 0.1)
		}
		runSeconds(w, 0.2)
		bad := chain[12]
		overload(t, bad)
		w.Tick()
		require.Len(t, w.Events().Quarantines, 1)
		require.False(t, bad.Enabled())
		runSeconds(w, 1)
		w.Validate()
		for i, b := range chain {
			require.Equal(t, i != 12, b.Enabled(), "link %d", i)
		}
		require.Less(t, chain[19].Position()[1], -3.0, "what hung on it falls")
		require.Less(t, chain[11].Position().Len(), 12.0, "the rest does not")
	}
}

// The stiffness of an articulation's joint may be almost zero.
func TestArticulationOfSoftestJoints(t *testing.T) {
	w := newGravityWorld(t)
	addRope(t, w, w.Ground(), mgl64.Vec2{}, mgl64.Vec2{1, 0}, 12)
	for j := range w.Joints() {
		require.NoError(t, j.EditBase(func(b *joint.Base) { b.Hertz = 1e-30 }))
	}
	for range 60 {
		w.Tick()
		require.Empty(t, w.Events().Quarantines)
	}
}
