package world_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A contraption without motors gains no energy, whatever its joints are and wherever they
// meet, and one that nothing holds keeps its momentum.

// contraption is a heap of bodies with random joints.
type contraption struct {
	w        *world.World
	bodies   []world.Body
	kinds    []joint.Kind
	anchored bool // it hangs on the ground
	collides bool // bodies that no joint connects
}

// newContraption builds bodies of 0.3 to 3 kg. Each is joined to an earlier one, and some to a
// second one, so that there are trees and loops. Without gravity they turn together about a
// point, and each a little for itself. With gravity the first hangs on the ground, and all
// begin at rest.
func newContraption(t testing.TB, seed uint64, gravity bool) *contraption {
	r := rng{rand.New(rand.NewPCG(seed, 131))}
	c := &contraption{w: newRecordedWorld(t, world.Config{Workers: 1, NoSleep: true})}
	spin, drift := r.between(-4, 4), r.point().Mul(3)
	apart := world.ColliderDef{Filter: shape.Filter{Category: 2, Mask: 1}}
	c.collides = r.IntN(3) == 0
	for i := range 3 + r.IntN(6) {
		at := mgl64.Vec2{1.3 * float64(i%3), 1.3 * float64(i/3)}.Add(r.point().Mul(0.1))
		def := apart
		if c.collides {
			def.Filter = shape.Filter{}
		}
		var s shape.Support = shape.Box(r.between(0.2, 0.4), r.between(0.1, 0.4))
		if r.coin() {
			s = shape.Circle{Radius: r.between(0.2, 0.45)}
		}
		b := addBody(t, c.w, body.Def{Position: at, Angle: r.between(-1, 1)}, s, def)
		d := b.MassData()
		mass := r.between(0.3, 3)
		d.Mass, d.Inertia = mass, d.Inertia*mass/d.Mass
		require.NoError(t, b.SetMassData(d))
		if gravity {
			c.bodies = append(c.bodies, b)
			continue
		}
		require.NoError(t, b.SetLinearVelocity(drift.Add(mgl64.Vec2{-spin * at[1], spin * at[0]})))
		require.NoError(t, b.SetAngularVelocity(spin+r.between(-4, 4)))
		c.bodies = append(c.bodies, b)
	}
	if gravity {
		require.NoError(t, c.w.SetGravity(mgl64.Vec2{0, -10}))
		ground := c.w.Ground()
		world.Must(c.w.CreateRevolute(ground, c.bodies[0], world.RevoluteAt(ground, c.bodies[0], c.bodies[0].Position().Add(r.point()))))
	}
	var revolutes []world.Joint
	for i := 1; i < len(c.bodies); i++ {
		for range 1 + r.IntN(4)/3 {
			j := world.Must(r.passiveJoint(c.w, c.bodies[r.IntN(i)], c.bodies[i], !gravity))
			c.kinds = append(c.kinds, j.Kind())
			if j.Kind() == joint.KindRevolute || j.Kind() == joint.KindPrismatic {
				revolutes = append(revolutes, j)
			}
		}
	}
	if len(revolutes) > 1 && r.IntN(3) == 0 && revolutes[0].BodyB() != revolutes[1].BodyB() {
		world.Must(c.w.CreateGear(revolutes[0], revolutes[1], joint.Gear{Ratio: r.between(0.5, 2)}))
		c.kinds = append(c.kinds, joint.KindGear)
	}
	return c
}

// passiveJoint makes a joint of a random kind that holds two bodies where they are and does no
// work: it has neither motor nor spring, which would hold energy that bodies do not show. A
// pulley pulls at the world, so a contraption that is free has none.
func (r rng) passiveJoint(w *world.World, a, b world.Body, free bool) (world.Joint, error) {
	middle := a.Position().Add(b.Position()).Mul(0.5).Add(r.point().Mul(0.2))
	return r.jointAt(w, a, b, middle, 15, free)
}

// jointAt makes a joint at a point. It is of one of the first kinds of the list, of which the first
// eleven take no energy. A joint that is not free has limits.
func (r rng) jointAt(w *world.World, a, b world.Body, middle mgl64.Vec2, kinds int, free bool) (world.Joint, error) {
	limited, lower, upper := r.coin(), -r.between(0.05, 1), r.between(0.05, 1)
	relAngle := b.Angle() - a.Angle()
	switch r.IntN(kinds) {
	case 0, 1, 2:
		d := world.RevoluteAt(a, b, middle)
		d.Limit, d.Lower, d.Upper = limited, lower, upper
		return w.CreateJoint(a, b, &d)
	case 3:
		d := world.PrismaticAt(a, b, middle, r.axis())
		d.Limit, d.Lower, d.Upper = limited || !free, lower, upper
		return w.CreateJoint(a, b, &d)
	case 4, 5:
		d := world.DistanceAt(a, b, a.WorldPoint(r.point().Mul(0.3)), b.WorldPoint(r.point().Mul(0.3)))
		if r.coin() {
			d.Loose, d.MinLength, d.MaxLength = true, d.Length*r.Float64(), d.Length*r.between(1, 1.5)
		}
		return w.CreateJoint(a, b, &d)
	case 6:
		j, err := w.CreateWeld(a, b, world.WeldAt(a, b, middle))
		return j.Joint, err
	case 7:
		d := world.WheelAt(a, b, middle, r.axis())
		d.Limit, d.Lower, d.Upper = limited || !free, lower, upper
		return w.CreateJoint(a, b, &d)
	case 8:
		return w.CreateJoint(a, b, &joint.Angle{Angle: relAngle, Limit: limited, Loose: limited, Lower: relAngle + lower, Upper: relAngle + upper})
	case 9:
		return w.CreateJoint(a, b, &joint.Ratchet{Step: r.orZero(0.5), Phase: relAngle, Reverse: r.coin()})
	case 10:
		along := r.axis()
		return w.CreateJoint(a, b, &joint.Groove{
			LocalGrooveA1: a.LocalPoint(middle.Sub(along)), LocalGrooveA2: a.LocalPoint(middle.Add(along)), LocalAnchorB: b.LocalPoint(middle),
		})
	case 11:
		return w.CreateJoint(a, b, &joint.RotarySpring{Angle: relAngle, Damping: r.between(0, 1)})
	case 12:
		return w.CreateJoint(a, b, &joint.Friction{Force: r.between(0, 5), Torque: r.between(0, 2)})
	case 13:
		if !free {
			return w.CreateJoint(a, b, &joint.Pulley{
				WheelA: a.Position().Add(mgl64.Vec2{0, 4}), WheelB: b.Position().Add(mgl64.Vec2{0, 4}), Ratio: r.between(0.5, 2), Rigid: r.coin(),
			})
		}
		fallthrough
	default:
		length := b.Position().Sub(a.Position()).Len()
		j, err := w.CreateCustom([]world.Body{a, b}, joint.Custom{Constraint: distanceConstraint{length}})
		return j.Joint, err
	}
}

// momentum returns the sum of the bodies' momenta and the sum of their absolute values.
func (c *contraption) momentum() (p mgl64.Vec2, moving float64) {
	for _, b := range c.bodies {
		q := b.LinearVelocity().Mul(b.Mass())
		p = p.Add(q)
		moving += q.Len()
	}
	return p, moving
}

func (c *contraption) kineticEnergy() (e float64) {
	for _, b := range c.bodies {
		e += b.KineticEnergy()
	}
	return e
}

// widestPin returns the largest gap of a revolute joint.
func (c *contraption) widestPin() (gap float64) {
	for j := range c.w.Joints() {
		if j.Kind() == joint.KindRevolute {
			gap = max(gap, j.LinearSeparation())
		}
	}
	return gap
}

// fault runs the contraption and says what it did that it may not, if anything. Pins part by 5 mm
// at most, and by 30 mm where bodies hit each other. With gravity the energy grows by no more than
// 0.02 of the largest kinetic energy so far. Without it, the joints take from the velocities what
// does not fit them in the first tick; from there on the energy is at most 1.02 of what it was
// then. In every half second the momentum keeps to 1e-5 of what moves: velocities are float32, and
// what a steady impulse loses by rounding adds up, to less than that.
func (c *contraption) fault(seed uint64, gravity bool, ticks int) string {
	if !gravity {
		before, moving := c.momentum()
		c.w.Tick()
		after, _ := c.momentum()
		if drift := after.Sub(before).Len(); !(drift <= 1e-5*moving) {
			return fmt.Sprintf("contraption %d loses momentum in the first tick: %.3g of %.3g", seed, drift, moving)
		}
	}
	before, moving := c.momentum()
	first, largest, widest := totalEnergy(c.w), c.kineticEnergy(), 0.005
	if c.collides {
		widest = 0.03
	}
	for tick := range ticks {
		if tick%30 == 0 {
			before, moving = c.momentum()
		}
		c.w.Tick()
		if gap := c.widestPin(); !(gap <= widest) {
			return fmt.Sprintf("contraption %d parts a pin by %.3g m after %d ticks, %v", seed, gap, tick+1, c.kinds)
		}
		if len(c.w.Events().Quarantines) > 0 {
			return fmt.Sprintf("contraption %d is in quarantine after %d ticks", seed, tick+1)
		}
		scale := first
		if gravity {
			largest = max(largest, c.kineticEnergy())
			scale = largest
		} else {
			after, nowMoving := c.momentum()
			moving = max(moving, nowMoving)
			if drift := after.Sub(before).Len(); !(drift <= 1e-5*moving) {
				return fmt.Sprintf("contraption %d loses momentum: %.3g of %.3g after %d ticks, %v", seed, drift, moving, tick+1, c.kinds)
			}
		}
		if e := totalEnergy(c.w); !(e-first <= 0.02*scale) {
			return fmt.Sprintf("contraption %d makes energy: %.4g J became %.4g J after %d ticks, scale %.3g J, %v", seed, first, e, tick+1, scale, c.kinds)
		}
	}
	return ""
}

// livelyContraptions are the seeds of contraptions that once made energy or parted a pin, without
// gravity and with it.
var livelyContraptions = map[bool][]uint64{
	false: {136, 213, 249, 497, 517, 686, 954, 1176, 2085, 2127},
	true: {
		11, 69, 154, 279, 508, 511, 578, 647, 683, 713, 727, 758, 794, 813, 840, 884, 915, 964, 1029, 1295, 1336, 1384, 1617, 1755, 1829, 1865,
		1898, 2172, 2209, 2581, 2605, 3061, 3501, 1281, 579, 2405, 425, 61, 276, 642, 3660,
	},
}

// contraptionShortfalls are the seeds of contraptions with a fault, and must be listed no longer
// when they have none. In 523 and 1490 momenta that float32 has rounded are slightly more than the
// bound. In the others a pin parts by up to 6 mm.
var contraptionShortfalls = map[string]bool{
	"weightless/523": true, "weightless/1490": true, "hanging/89": true, "hanging/335": true, "hanging/349": true, "hanging/420": true,
	"hanging/715": true,
}

func TestRandomContraptionsKeepEnergyAndMomentum(t *testing.T) {
	kinds := map[joint.Kind]bool{}
	for _, gravity := range []bool{false, true} {
		name := map[bool]string{false: "weightless", true: "hanging"}[gravity]
		run := func(t *testing.T, seed uint64) {
			c := newContraption(t, seed, gravity)
			for _, k := range c.kinds {
				kinds[k] = true
			}
			fault := c.fault(seed, gravity, 600)
			if contraptionShortfalls[fmt.Sprintf("%s/%d", name, seed)] {
				require.NotEmpty(t, fault)
			} else {
				require.Empty(t, fault)
			}
		}
		for _, seed := range livelyContraptions[gravity] {
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) { run(t, seed) })
		}
		t.Run(name, func(t *testing.T) {
			for seed := range long.Pick[uint64](8, 2000) {
				run(t, seed)
			}
		})
	}
	require.Greater(t, len(kinds), 12)
}

// Contraptions fall on a floor. Before contacts of geared bodies were solved with their joints, and
// hits from their first tick on, 10 of the 500 gained more than 2 % of their energy, up to 14 %,
// and 17 parted a pin by more than 30 mm, up to 121. Two still gain 12 and 3 %, and two part a pin
// by up to 44 mm.
func TestFallingContraptionsGainNoEnergy(t *testing.T) {
	shortfalls := map[uint64]bool{66: true, 187: true, 188: true, 353: true}
	seeds := []uint64{22, 31, 51, 77, 103, 213, 235, 266, 338, 375, 383, 414, 428}
	for seed := range long.Pick[uint64](8, 500) {
		seeds = append(seeds, seed)
	}
	for _, seed := range seeds {
		c := newContraption(t, seed, false)
		require.NoError(t, c.w.SetGravity(mgl64.Vec2{0, -10}))
		lowest := math.Inf(1)
		for _, b := range c.bodies {
			lowest = min(lowest, b.Position()[1])
		}
		floor := body.Def{Type: body.Static, Position: mgl64.Vec2{0, lowest - 2.5}}
		addBody(t, c.w, floor, shape.Box(100, 1), world.ColliderDef{})
		c.w.Tick()
		mass := 0.0
		for _, b := range c.bodies {
			mass += b.Mass()
		}
		whole := totalEnergy(c.w) - 10*mass*(lowest-1.5)
		least, gain, widest := math.Inf(1), 0.0, 0.0
		for range 240 {
			c.w.Tick()
			e := totalEnergy(c.w)
			least = min(least, e)
			gain, widest = max(gain, e-least), max(widest, c.widestPin())
		}
		if fault := gain > 0.02*whole || widest > 0.03; fault != shortfalls[seed] {
			t.Errorf("contraption %d gains %.3f of its energy and parts a pin by %.1f mm, %v", seed, gain/whole, 1e3*widest, c.kinds)
		}
		c.w.Close()
	}
}

// Balls of .3 to 20 kg hit contraptions that hang, at 4 to 15 m/s. Contacts were solved apart from
// the joints in the tick of a hit: of 500 contraptions 42 parted a pin by more than 30 mm, and now
// 25. These ten parted one by 38 to 220 mm.
func TestBallsPartNoPinsOfContraptions(t *testing.T) {
	for _, seed := range []uint64{34, 51, 95, 121, 171, 317, 320, 340, 379, 483} {
		c, r := newContraption(t, seed, true), rng{rand.New(rand.NewPCG(seed, 909))}
		target := c.bodies[r.IntN(len(c.bodies))]
		for range 30 {
			c.w.Tick()
		}
		way, speed := r.axis().Normalize().Mul(3), r.between(4, 15)
		flight := way.Len() / speed
		ball := body.Def{Position: target.Position().Sub(way), LinearVelocity: way.Mul(1 / flight).Add(mgl64.Vec2{0, 5 * flight})}
		addBody(t, c.w, ball, shape.Circle{Radius: 0.3}, world.ColliderDef{Mass: math.Pow(10, r.between(-0.5, 1.3))})
		for range 240 {
			c.w.Tick()
			require.Less(t, c.widestPin(), 0.03, "contraption %d, %v", seed, c.kinds)
		}
		c.w.Close()
	}
}

func FuzzContraptions(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(seed, seed%2 == 0)
	}
	f.Fuzz(func(t *testing.T, seed uint64, gravity bool) {
		if name := map[bool]string{false: "weightless", true: "hanging"}[gravity]; contraptionShortfalls[fmt.Sprintf("%s/%d", name, seed)] {
			return // TestRandomContraptionsKeepEnergyAndMomentum has it
		}
		require.Empty(t, newContraption(t, seed, gravity).fault(seed, gravity, 300))
	})
}
