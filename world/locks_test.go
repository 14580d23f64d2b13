package world_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A body that is wedged between a ceiling and the ground below it, too deep to ever get
// out, holds still with any locks: its contacts press with bounded impulses. They once
// drove each other to infinity when an axis was locked.
func TestWedgedBodiesWithLocksStayBounded(t *testing.T) {
	for lockBits := range 8 {
		t.Run(fmt.Sprintf("%03b", lockBits), func(t *testing.T) {
			for seed := uint64(lockBits % wideStep); seed < 40; seed += uint64(wideStep) {
				r := rng{rand.New(rand.NewPCG(seed, 5))}
				w := newRecordedWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
				m := &shape.Material{Friction: r.between(0, 2)}
				ground := addFloor(t, w, world.ColliderDef{Material: m})
				halfPlane := shape.HalfPlane{Normal: mgl64.Vec2{0, 1}, Point: mgl64.Vec2{0, -0.8 + r.between(0, 0.6)}}
				world.Must(ground.Attach(halfPlane, world.ColliderDef{Material: m}))
				b := addBody(t, w, body.Def{
					Position: mgl64.Vec2{0, -2.1}, Angle: r.between(-3, 3),
					LockX: lockBits&1 != 0, LockY: lockBits&2 != 0, LockRotation: lockBits&4 != 0,
				}, shape.Box(r.between(0.1, 1), r.between(0.1, 1)), world.ColliderDef{Material: m})
				if seed%2 == 0 {
					world.Must(b.Attach(shape.OffsetBox(r.between(0.1, 1), r.between(0.1, 1), r.point(), 1), world.ColliderDef{Material: m}))
				}
				most := 0.0
				for range 300 {
					w.Tick()
					for c := range b.Contacts() {
						for _, p := range c.Points() {
							most = max(most, p.NormalImpulse)
						}
					}
				}
				require.Less(t, most, 1e5, "seed %d", seed) // the most seen here is 2e4, with no lock at all
				require.True(t, b.Enabled())
			}
		})
	}
}

// A locked motion takes no velocity, so a neighbour is not hit by a velocity that the body
// never has.
func TestLockedMotionsTakeNoVelocity(t *testing.T) {
	w := newWorld(t, world.Config{})
	elastic := world.ColliderDef{Material: &shape.Material{Restitution: 1}}
	b := addBody(t, w, body.Def{LockX: true, LinearVelocity: mgl64.Vec2{10, 0}}, shape.Box(0.5, 0.5), elastic)
	ball := addBody(t, w, body.Def{Position: mgl64.Vec2{1.01, 0}}, shape.Circle{Radius: 0.5}, elastic)
	require.Zero(t, b.LinearVelocity())
	runSeconds(w, 0.5)
	require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{10, 0}))
	require.Zero(t, b.LinearVelocity())
	runSeconds(w, 0.5)
	require.Zero(t, ball.LinearVelocity())
	require.NoError(t, b.SetLocks(false, false, true))
	require.NoError(t, b.SetAngularVelocity(5))
	require.Zero(t, b.AngularVelocity())

	fan := addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{9, 9}, LockX: true, LinearVelocity: mgl64.Vec2{1, 2}, AngularVelocity: 3}, shape.Box(1, 1), elastic)
	require.Equal(t, mgl64.Vec2{1, 2}, fan.LinearVelocity(), "nothing locks what is moved by its velocity alone")
	require.NoError(t, fan.SetType(body.Dynamic))
	require.Equal(t, mgl64.Vec2{0, 2}, fan.LinearVelocity())
	world.Must(fan.Attach(shape.OffsetBox(1, 1, mgl64.Vec2{0, 3}, 0), elastic))
	require.Zero(t, fan.LinearVelocity()[0], "the centre of mass has moved up, and may not turn about the old one")
}

// Bodies that may move along one axis are pinned together, and a ball falls on them. The pins and
// the locked axes hold each other, some of them in poses in which a pin acts on a locked axis
// alone. The blow gives no energy.
func TestBlowOnPinnedBodiesWithLocksGainsNoEnergy(t *testing.T) {
	for seed := range uint64(60) {
		r := rng{rand.New(rand.NewPCG(seed, 77))}
		w := newRecordedWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true})
		n, last := 2+r.IntN(3), w.Ground()
		if r.coin() {
			last = world.Body{}
		}
		for i := range n {
			x := 1.2 * float64(i)
			locks := r.IntN(4)
			b := addBody(t, w, body.Def{
				Position: mgl64.Vec2{x, 0}, Angle: r.between(-0.5, 0.5), LockX: locks == 1 || locks == 3, LockY: locks == 2, LockRotation: locks == 3,
			}, shape.Box(0.4, 0.1), world.ColliderDef{Mass: r.between(0.1, 1)})
			if last != (world.Body{}) {
				addPin(w, last, b, mgl64.Vec2{x - 0.5, 0})
			}
			last = b
		}
		addBody(t, w, body.Def{Position: mgl64.Vec2{r.between(0, 1.2*float64(n-1)), 2}, LinearVelocity: mgl64.Vec2{0, -5}},
			shape.Circle{Radius: 0.3}, world.ColliderDef{Mass: r.between(0.1, 1)})
		e, most := totalEnergy(w), w.Energy().Kinetic
		for tick := range 300 {
			w.Tick()
			most = max(most, w.Energy().Kinetic)
			require.Less(t, totalEnergy(w), e+0.05*most, "seed %d, tick %d", seed, tick)
		}
	}
}
