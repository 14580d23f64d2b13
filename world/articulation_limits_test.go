package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// limitJoints lets the joints of a world turn by an angle either way, and returns them.
func limitJoints(t testing.TB, w *world.World, angle float64) (revolutes []world.Revolute) {
	for j := range w.Joints() {
		r, ok := j.Revolute()
		require.True(t, ok)
		require.NoError(t, r.Edit(func(d *joint.Revolute) { d.Limit, d.Lower, d.Upper = true, -angle, angle }))
		revolutes = append(revolutes, r)
	}
	return revolutes
}

// A chain that sticks out sideways and may bend by ten degrees at each joint bears a load
// of a thousand links on its limits. They give way by a few degrees, the joints by a few
// centimetres, and no energy comes of it.
func TestArticulationLimitsBearLoads(t *testing.T) {
	const limitAngle = 10 * math.Pi / 180
	for i, links := range []int{2, 10, 20, 50} {
		for k, c := range []struct{ load, maxExcess float64 }{{1000, 0.13}, {10, 0.03}, {100, 0.06}} {
			if (i+k)%sampleStep != 0 {
				continue
			}
			load := c.load
			w := newGravityWorld(t)
			chain := addRope(t, w, w.Ground(), mgl64.Vec2{}, mgl64.Vec2{1, 0}, links)
			hangLoad(t, w, chain[links-1], load*chain[0].Mass())
			revolutes := limitJoints(t, w, limitAngle)
			e, excess := totalEnergy(w), 0.0
			for range 900 {
				w.Tick()
				require.Less(t, totalEnergy(w), e+1e-3*math.Abs(e)+1, "%d links, load %v", links, load)
				for _, p := range revolutes {
					excess = max(excess, math.Abs(p.Angle())-limitAngle)
				}
				require.Less(t, maxSeparation(w), 0.06, "%d links, load %v", links, load)
			}
			t.Logf("%d links, load %v: %.2f degrees beyond", links, load, excess*180/math.Pi)
			require.Less(t, excess, c.maxExcess, "%d links, load %v", links, load)
		}
	}
}

// An outstretched arm of three parts that cannot bend down carries a hundred times the
// weight of a part, and the torque on its limits is the torque of the lever.
func TestArticulationArmTorques(t *testing.T) {
	w := newGravityWorld(t)
	arm := addRope(t, w, w.Ground(), mgl64.Vec2{}, mgl64.Vec2{1, 0}, 3)
	linkMass := arm[0].Mass()
	revolutes := limitJoints(t, w, 0)
	load := hangLoad(t, w, arm[2], 100*linkMass)
	runSeconds(w, 5)
	require.Less(t, math.Abs(arm[0].Angle()), 0.04)
	require.Less(t, math.Abs(arm[2].Angle()), 0.08)
	for i, p := range revolutes {
		at, _ := p.Anchors()
		torque := 1000 * linkMass * (load.Position()[0] - at[0])
		for _, a := range arm[i:] {
			torque += 10 * linkMass * (a.Position()[0] - at[0])
		}
		require.InEpsilon(t, torque, p.Torque(), 1e-3, "joint %d", i)
	}
}

// Stages that slide out of each other hang on their limits with a load, and do not part.
func TestArticulationTelescope(t *testing.T) {
	w := newGravityWorld(t)
	noSelfCollision := world.ColliderDef{Filter: shape.Filter{Category: 2, Mask: 1}}
	last := w.Ground()
	var slides []world.Prismatic
	for i := range 6 {
		at := mgl64.Vec2{0, -float64(i)}
		b := addBody(t, w, body.Def{Position: at, NeverSleep: true}, shape.Box(0.1, 0.5), noSelfCollision)
		d := world.PrismaticAt(last, b, at, mgl64.Vec2{0, -1})
		d.Limit, d.Lower, d.Upper = true, 0, 0.5
		slides = append(slides, world.Must(w.CreatePrismatic(last, b, d)))
		last = b
	}
	load := hangLoad(t, w, last, 1000*last.Mass())
	e := totalEnergy(w)
	for range 600 {
		w.Tick()
		require.Less(t, totalEnergy(w), e+1e-3*math.Abs(e)+1)
	}
	weight := 10 * (load.Mass() + 6*last.Mass())
	for i, p := range slides {
		require.InDelta(t, 0.5, p.Translation(), 0.03, "stage %d", i)
		require.InEpsilon(t, weight-10*float64(i)*last.Mass(), math.Abs(p.Force()[1]), 1e-3, "stage %d", i)
	}
	load.ApplyImpulse(mgl64.Vec2{0, 3 * load.Mass()}, load.Position())
	lowest := 1.0
	for range 240 {
		w.Tick()
		for _, p := range slides {
			lowest = min(lowest, p.Translation())
			require.Less(t, p.Translation(), 0.55)
		}
	}
	require.Less(t, lowest, 0.4, "they are free to slide")
	require.Greater(t, lowest, -0.02)
}
