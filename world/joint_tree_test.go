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

// rope lays n links of a metre each from a point towards a direction and pins each to the
// one before it, the first to `from` if that is a body.
func rope(t testing.TB, w *world.World, from world.Body, at, along mgl64.Vec2, n int) []world.Body {
	var links []world.Body
	for i := range n {
		b := put(t, w, body.Def{
			Position: at.Add(along.Mul(float64(i) + 0.5)), Angle: math.Atan2(along[1], along[0]), NeverSleep: true,
		}, shape.Capsule{A: mgl64.Vec2{-0.5, 0}, B: mgl64.Vec2{0.5, 0}, Radius: 0.125}, world.ColliderDef{})
		if from != (world.Body{}) {
			world.Must(w.CreateRevolute(from, b, world.PinAt(from, b, at.Add(along.Mul(float64(i))))))
		}
		links, from = append(links, b), b
	}
	return links
}

// weigh pins a box of the given mass to the outer end of a link.
func weigh(t testing.TB, w *world.World, link world.Body, mass float64) world.Body {
	at := link.WorldPoint(mgl64.Vec2{0.5, 0})
	b := put(t, w, body.Def{Position: at, NeverSleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{Density: mass})
	world.Must(w.CreateRevolute(link, b, world.PinAt(link, b, at)))
	return b
}

func widestGap(w *world.World) (gap float64) {
	for j := range w.Joints() {
		gap = max(gap, j.LinearError())
	}
	return gap
}

// A load of a thousand links that swings on a chain neither tears nor drives it.
func TestTreeBearsAThousandfoldLoad(t *testing.T) {
	for _, links := range []int{2, 12, 30} {
		w := earth(t)
		chain := rope(t, w, w.Ground(), mgl64.Vec2{}, mgl64.Vec2{1, 0}, links)
		weigh(t, w, chain[links-1], 1000*chain[0].Mass())
		e := energyOf(w)
		for range 600 {
			w.Tick()
			require.Less(t, energyOf(w), e+1e-3*math.Abs(e)+1, "%d links", links)
			require.Less(t, widestGap(w), 0.06, "%d links", links)
		}
	}
}

// A load of ten thousand links that falls on a slack chain snatches it taut, and however
// the links whip round, nothing is gained. The bound is what a sub-step's fall is about.
func TestTreeSnatchedTaut(t *testing.T) {
	apart := shape.Filter{Category: 2, Mask: 1}
	for _, links := range []int{1, 2, 3, 5, 12} {
		for _, times := range []float64{30, 1000, 10_000, 100_000} {
			for _, start := range []float64{0, 0.3, 0.7, 1.2} { // above the horizontal
				w := earth(t)
				along := mgl64.Vec2{math.Cos(start), math.Sin(start)}
				last := w.Ground()
				for i := range links {
					b := put(t, w, body.Def{Position: along.Mul(float64(i) + 0.5), Angle: start, NeverSleep: true},
						shape.Capsule{A: mgl64.Vec2{-0.5, 0}, B: mgl64.Vec2{0.5, 0}, Radius: 0.125}, world.ColliderDef{Filter: apart})
					world.Must(w.CreateRevolute(last, b, world.PinAt(last, b, along.Mul(float64(i)))))
					last = b
				}
				mass, at := times*last.Mass(), along.Mul(float64(links))
				load := put(t, w, body.Def{Position: at.Add(along.Mul(0.5)), Angle: start, NeverSleep: true},
					shape.Box(0.5, 0.5), world.ColliderDef{Density: mass, Filter: apart})
				world.Must(w.CreateRevolute(last, load, world.PinAt(last, load, at)))
				e := energyOf(w)
				for range 900 {
					w.Tick()
					require.Less(t, energyOf(w)-e, 0.01*10*mass*float64(links), "%d links, load %v, start %v", links, times, start)
				}
			}
		}
	}
}

// A rope over a pole with heavy ends lies on the pole and does not pass through.
func TestTreeWrappedRoundAPole(t *testing.T) {
	w := earth(t)
	put(t, w, body.Def{Type: body.Static}, shape.Circle{Radius: 3}, world.ColliderDef{})
	chain := rope(t, w, world.Body{}, mgl64.Vec2{-15, 3.3}, mgl64.Vec2{1, 0}, 30)
	weigh(t, w, chain[29], 100)
	at := mgl64.Vec2{-15, 3.3}
	left := put(t, w, body.Def{Position: at, NeverSleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{Density: 100})
	world.Must(w.CreateRevolute(left, chain[0], world.PinAt(left, chain[0], at)))
	run(w, 15)
	for _, b := range chain {
		require.Greater(t, b.Position().Len(), 2.9)
	}
	require.Less(t, widestGap(w), 0.1)
}

// A bridge of 150 planks carries boxes, and its pins stay closed.
func TestTreeBridge(t *testing.T) {
	const planks = 150
	w := earth(t)
	chain := rope(t, w, w.Ground(), mgl64.Vec2{}, mgl64.Vec2{1, 0}, planks)
	last := chain[planks-1]
	world.Must(w.CreateRevolute(last, w.Ground(), joint.Revolute{LocalAnchorA: mgl64.Vec2{0.5, 0}, LocalAnchorB: mgl64.Vec2{planks - 5, 0}}))
	for i := range 20 {
		put(t, w, body.Def{Position: mgl64.Vec2{float64(40 + 3*i), 2}}, shape.Box(1, 1), world.ColliderDef{Density: 5})
	}
	run(w, 1)
	e := energyOf(w)
	for range 600 {
		w.Tick()
		require.Less(t, energyOf(w), e+1e-3*math.Abs(e))
	}
	require.Less(t, widestGap(w), 0.06)
}

// A mobile, beams that hang on beams, keeps its balance and its pins.
func TestTreeMobile(t *testing.T) {
	w := earth(t)
	var hang func(from world.Body, at mgl64.Vec2, depth int)
	var beams []world.Body
	hang = func(from world.Body, at mgl64.Vec2, depth int) {
		half := math.Exp2(float64(depth)) / 2
		beam := put(t, w, body.Def{Position: at.Sub(mgl64.Vec2{0, 1}), NeverSleep: true}, shape.Box(half, 0.05), world.ColliderDef{})
		beams = append(beams, beam)
		d := world.PinAt(from, beam, at)
		world.Must(w.CreateRevolute(from, beam, d))
		if depth == 0 {
			return
		}
		for _, x := range []float64{-half, half} {
			hang(beam, beam.WorldPoint(mgl64.Vec2{x, 0}), depth-1)
		}
	}
	hang(w.Ground(), mgl64.Vec2{}, 5)
	require.Len(t, beams, 63)
	run(w, 5)
	require.Less(t, widestGap(w), 0.005)
	for _, b := range beams {
		require.InDelta(t, 0, b.Angle(), 0.05)
	}
	beams[40].ApplyImpulse(mgl64.Vec2{3, 0}, beams[40].Position())
	run(w, 5)
	require.Less(t, widestGap(w), 0.02)
}

// What a chain bears is read back in newtons, and the pin that bears too much breaks.
func TestTreeForces(t *testing.T) {
	w := earth(t)
	chain := rope(t, w, w.Ground(), mgl64.Vec2{}, mgl64.Vec2{0, -1}, 40)
	weigh(t, w, chain[39], 50)
	run(w, 2)
	link := chain[0].Mass()
	i := 0
	for j := range w.Joints() {
		require.InEpsilon(t, 500+10*link*float64(40-i), j.Force()[1], 1e-3, "pin %d", i)
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
	run(w, 0.5)
	require.Less(t, chain[20].Position()[1], -21.0, "the rest falls")
	require.InDelta(t, -10.5, chain[10].Position()[1], 0.05)
}

// A rope that is too short for the distance of its ends pulls with a force that its
// stiffness bounds, and rests.
func TestTreeTooShort(t *testing.T) {
	w := earth(t)
	chain := rope(t, w, w.Ground(), mgl64.Vec2{}, mgl64.Vec2{1, 0}, 40)
	world.Must(w.CreateRevolute(chain[39], w.Ground(), joint.Revolute{LocalAnchorA: mgl64.Vec2{0.5, 0}, LocalAnchorB: mgl64.Vec2{40.4, 0}}))
	run(w, 5)
	gap := 0.0
	for j := range w.Joints() {
		gap += j.LinearError()
		require.Less(t, j.LinearError(), 0.011)
		require.Less(t, j.Force().Len(), 2e4)
	}
	require.InEpsilon(t, 0.4, gap, 0.01)
	for _, b := range chain {
		require.Less(t, b.LinearVelocity().Len(), 0.1)
	}
}

// thicket builds trees of random joints between random bodies, in pieces.
func thicket(t testing.TB, w *world.World, seed uint64) (joints []world.Joint) {
	r := dice{rand.New(rand.NewPCG(seed, 3))}
	for piece := range 6 {
		centre := mgl64.Vec2{float64(piece) * 30, 10}
		bodies := []world.Body{w.Ground()}
		for i := range 14 {
			p := bodies[r.IntN(len(bodies))]
			at := centre
			if p != w.Ground() {
				at = p.Position().Add(mgl64.Vec2{r.in(-1, 1), r.in(-1, 1)})
			}
			b := put(t, w, body.Def{Position: at, Angle: r.in(-3, 3), NeverSleep: true}, shape.Box(r.in(0.1, 0.6), 0.2),
				world.ColliderDef{Density: math.Exp(r.in(-2, 2)), Filter: shape.Filter{Category: 2, Mask: 1}})
			if i == 0 && piece%2 == 0 {
				bodies = bodies[:0]
			}
			if len(bodies) > 0 {
				joints = append(joints, limbOf(t, w, r, p, b))
			}
			bodies = append(bodies, b)
		}
	}
	return joints
}

// limbOf joins two bodies by a joint with a rigid part, and sometimes more.
func limbOf(t testing.TB, w *world.World, r dice, a, b world.Body) world.Joint {
	mid := a.Position().Add(b.Position()).Mul(0.5)
	if a == w.Ground() {
		mid = b.Position()
	}
	switch r.IntN(5) {
	case 0:
		return world.Must(w.CreateWeld(a, b, world.WeldAt(a, b, mid))).Joint
	case 1:
		d := world.SlideAt(a, b, mid, r.axis())
		d.Limit, d.Lower, d.Upper = true, -r.in(0.1, 1), r.in(0.1, 1)
		return world.Must(w.CreatePrismatic(a, b, d)).Joint
	case 2:
		d := world.WheelAt(a, b, mid, r.axis())
		d.SpringHertz, d.SpringDamping = r.in(1, 5), 0.7
		d.Limit, d.Lower, d.Upper = true, -0.5, 0.5
		return world.Must(w.CreateWheel(a, b, d)).Joint
	case 3:
		return world.Must(w.CreateDistance(a, b, world.RodAt(a, b, mid.Add(mgl64.Vec2{0, 1}), b.Position()))).Joint
	default:
		d := world.PinAt(a, b, mid)
		d.Limit, d.Lower, d.Upper = r.flag(), -1, 1
		d.MotorSpeed, d.MaxMotorTorque = r.in(-1, 1), r.maybe(1)
		return world.Must(w.CreateRevolute(a, b, d)).Joint
	}
}

// Trees of any joints stay finite and do not gain energy, and have the same bits for
// any number of workers.
func TestTreesOfRandomJoints(t *testing.T) {
	for seed := range uint64(4) {
		var worlds []*world.World
		for _, workers := range []int{1, 3} {
			w := open(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers})
			if workers > 1 {
				w.ShareAll()
				w.GroupUpTo(int(seed) * 10)
			}
			floor(t, w, world.ColliderDef{})
			thicket(t, w, seed)
			worlds = append(worlds, w)
		}
		e := energyOf(worlds[0])
		for tick := range 600 {
			for _, w := range worlds {
				w.Tick()
			}
			require.Less(t, energyOf(worlds[0]), e+0.05*math.Abs(e)+20, "seed %d, tick %d", seed, tick)
			require.Equal(t, worlds[0].Hash(), worlds[1].Hash(), "seed %d, tick %d", seed, tick)
		}
		require.Empty(t, worlds[0].Events().Quarantines)
	}
}

// Joints of trees may be edited, switched and destroyed at any time.
func TestTreesThatChange(t *testing.T) {
	w := earth(t)
	floor(t, w, world.ColliderDef{})
	joints := thicket(t, w, 9)
	r := dice{rand.New(rand.NewPCG(1, 2))}
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
			require.NoError(t, j.EditBase(func(b *joint.Base) { b.MaxForce = r.maybe(500) }))
		case 4:
			b := j.BodyB()
			require.NoError(t, b.SetType([]body.Type{body.Dynamic, body.Static}[r.IntN(2)]))
		case 5:
			require.NoError(t, j.BodyB().SetEnabled(r.flag()))
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

// The joints of a tree treat their bodies alike.
func TestSwappedTreeMovesAlike(t *testing.T) {
	build := func(swap bool) []world.Body {
		w := earth(t)
		var chain []world.Body
		last := w.Ground()
		for i := range 15 {
			b := lump(t, w, float64(i)+0.5, 0, 1+float64(i%4), 0.2)
			at := mgl64.Vec2{float64(i), 0}
			x, y := last, b
			if swap {
				x, y = b, last
			}
			switch i % 4 {
			case 3:
				world.Must(w.CreateWeld(x, y, world.WeldAt(x, y, at)))
			case 2:
				world.Must(w.CreateDistance(x, y, world.RodAt(x, y, x.Position(), y.Position())))
			default:
				world.Must(w.CreateRevolute(x, y, world.PinAt(x, y, at)))
			}
			chain, last = append(chain, b), b
		}
		run(w, 1)
		return chain
	}
	one, two := build(false), build(true)
	for i := range one {
		require.InDelta(t, 0, one[i].Position().Sub(two[i].Position()).Len(), 1e-3, "link %d", i)
	}
}

// A link that is blown up in mid-tick is put out of action alone: the tree that it was in
// falls apart there and goes on.
func TestTreeOfAQuarantinedBody(t *testing.T) {
	for _, limited := range []bool{false, true} {
		w := earth(t)
		chain := rope(t, w, w.Ground(), mgl64.Vec2{}, mgl64.Vec2{1, 0}, 20)
		if limited {
			limit(t, w, 0.1)
		}
		run(w, 0.2)
		bad := chain[12]
		require.NoError(t, bad.SetMassData(world.MassData{Mass: 1e-18, Inertia: 1e-18}))
		for range 1000 {
			require.NoError(t, bad.ApplyForceToCenter(mgl64.Vec2{1e18, 1e18}))
			require.NoError(t, bad.ApplyTorque(1e18))
		}
		w.Tick()
		require.Len(t, w.Events().Quarantines, 1)
		require.False(t, bad.Enabled())
		run(w, 1)
		w.Validate()
		for i, b := range chain {
			require.Equal(t, i != 12, b.Enabled(), "link %d", i)
		}
		require.Less(t, chain[19].Position()[1], -3.0, "what hung on it falls")
		require.Less(t, chain[11].Position().Len(), 12.0, "the rest does not")
	}
}

// The stiffness of a tree's joint may be too small to be told from nothing.
func TestTreeOfTheLoosestJoints(t *testing.T) {
	w := earth(t)
	rope(t, w, w.Ground(), mgl64.Vec2{}, mgl64.Vec2{1, 0}, 12)
	for j := range w.Joints() {
		require.NoError(t, j.EditBase(func(b *joint.Base) { b.Hertz = 1e-30 }))
	}
	for range 60 {
		w.Tick()
		require.Empty(t, w.Events().Quarantines)
	}
}
