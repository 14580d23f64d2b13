package world_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// addBridge pins planks of a length and a mass end to end, from the ground at the origin to the
// ground at the end. The pins lie in one line. It returns the planks and the last pin.
func addBridge(t testing.TB, w *world.World, planks int, length, mass, damping float64) (list []world.Body, pin world.Revolute) {
	last := w.Ground()
	for i := range planks {
		x := length * float64(i)
		def := body.Def{Position: mgl64.Vec2{x + length/2, 0}, NeverSleep: true, LinearDamping: damping, AngularDamping: damping}
		b := addBody(t, w, def, shape.Box(length/2, 0.05), world.ColliderDef{Mass: mass})
		world.Must(w.CreateRevolute(last, b, world.RevoluteAt(last, b, mgl64.Vec2{x, 0})))
		last, list = b, append(list, b)
	}
	end := mgl64.Vec2{length * float64(planks), 0}
	return list, world.Must(w.CreateRevolute(last, w.Ground(), world.RevoluteAt(last, w.Ground(), end)))
}

// energyGain returns the most that the energy of a world grows in some seconds, J. A constant force
// acts on a point of a body and has a potential.
func energyGain(w *world.World, b world.Body, local, force mgl64.Vec2, seconds float64) (gain float64) {
	energy := func() float64 { return totalEnergy(w) - force.Dot(b.WorldPoint(local)) }
	for start := energy(); w.Time() < seconds; gain = max(gain, energy()-start) {
		world.Check(b.ApplyForce(force, b.WorldPoint(local)))
		w.Tick()
	}
	return gain
}

// A force of 800 N on a plank of 1 kg gave the planks of a taut bridge 65 m/s and kilojoules: they
// are a small articulation.
func TestForceOnATautBridgeGivesNoEnergy(t *testing.T) {
	for _, rate := range []float64{30, 60, 120} {
		for planks := 3; planks <= 7; planks++ {
			for _, mass := range []float64{0.5, 1, 3} {
				w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Timestep: 1 / rate, Workers: 1})
				list, _ := addBridge(t, w, planks, 1, mass, 0)
				gain := energyGain(w, list[planks/2], mgl64.Vec2{}, mgl64.Vec2{0, -800}, 5)
				require.Less(t, gain, 0.001, "%v Hz, %d planks of %v kg", rate, planks, mass)
			}
		}
	}
}

// A force at the top of a pole on a plank turns the plank, whose pins hold it by a large tension.
// The planks gained up to a kilojoule.
func TestForceOnAPoleOnATautBridgeGivesNoEnergy(t *testing.T) {
	for _, rate := range []float64{30, 60, 120} {
		for _, planks := range []int{14, 18, 22} {
			for _, mass := range []float64{0.5, 1, 2} {
				w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Timestep: 1 / rate, Workers: 1})
				list, _ := addBridge(t, w, planks, 0.5, mass, 0)
				gain := energyGain(w, list[planks/2], mgl64.Vec2{0.1, 1}, mgl64.Vec2{0, -800}, 5)
				require.Less(t, gain, 0.001, "%v Hz, %d planks of %v kg", rate, planks, mass)
			}
		}
	}
}

// A force beside the centre of a plank comes to rest on a bridge, and the ends bear it by the law
// of the lever. The planks shook at up to 2.5 m/s for ever.
func TestForceBesideTheCentreOfAPlankComesToRest(t *testing.T) {
	const planks, length = 12, 0.5
	for _, c := range [][3]float64{{30, 2, 0.1}, {30, 2, 0.2}, {60, 0.5, 0.1}, {60, 0.5, 0.2}, {60, 2, 0.2}} {
		rate, mass, beside := c[0], c[1], c[2]
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Timestep: 1 / rate, Workers: 1})
		list, pin := addBridge(t, w, planks, length, mass, 1)
		plank, local := list[4], mgl64.Vec2{beside, 0}
		for w.Time() < 20 {
			world.Check(plank.ApplyForce(mgl64.Vec2{0, -800}, plank.WorldPoint(local)))
			w.Tick()
		}
		want := 800*plank.WorldPoint(local)[0]/(planks*length) + 5*planks*mass
		require.Less(t, plank.LinearVelocity().Len(), 0.001, "%v Hz, planks of %v kg, %v m", rate, mass, beside)
		require.InEpsilon(t, want, -pin.Force()[1], 0.015, "%v Hz, planks of %v kg, %v m", rate, mass, beside)
	}
}

// A heavy ball falls on a bridge and lies on several planks at once. The bridge bears it, and
// neither throws it nor lets it through.
func TestHeavyBallOnABridgeGainsNoEnergy(t *testing.T) {
	for _, rate := range []float64{30, 60} {
		for _, c := range []struct {
			planks              int
			length, mass, heavy float64
		}{{20, 0.3, 0.6, 145}, {20, 0.3, 1.3, 115}, {14, 0.24, 1.6, 146}, {17, 0.25, 5.6, 160}, {11, 0.3, 1.4, 60}} {
			for i, radius := range []float64{0.3, 0.5, 0.7} {
				for k, at := range []float64{0.4, 0.47, 0.6} {
					if (i+k)%sampleStep != 0 {
						continue
					}
					w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Timestep: 1 / rate, Workers: 1})
					addBridge(t, w, c.planks, c.length, c.mass, 0)
					def := body.Def{Position: mgl64.Vec2{at * float64(c.planks) * c.length, radius + 1}, NeverSleep: true}
					ball := addBody(t, w, def, shape.Circle{Radius: radius}, world.ColliderDef{Mass: c.heavy})
					gain := energyGain(w, ball, mgl64.Vec2{}, mgl64.Vec2{}, 4)
					require.Less(t, gain, 0.01*10*c.heavy, "%v Hz, %+v, radius %v at %v", rate, c, radius, at)
					require.Greater(t, ball.Position()[1], -1.5, "%v Hz, %+v, radius %v at %v", rate, c, radius, at)
					w.Close()
				}
			}
		}
	}
}

// addHammock pins links of a length and a mass end to end, from the ground at the origin to the
// ground again. They hang in an arc that begins at the angle sag below the horizontal. It returns
// the distance of the two ends.
func addHammock(t testing.TB, w *world.World, links int, length, mass, sag float64) (width float64) {
	last, at := w.Ground(), mgl64.Vec2{}
	for i := range links {
		angle := sag * ((2*float64(i)+1)/float64(links) - 1)
		next := at.Add(mgl64.Vec2{math.Cos(angle), math.Sin(angle)}.Mul(length))
		def := body.Def{Position: at.Add(next).Mul(0.5), Angle: angle, NeverSleep: true}
		b := addBody(t, w, def, shape.Box(length/2, 0.05), world.ColliderDef{Mass: mass, Filter: shape.Filter{Group: -3}})
		world.Must(w.CreateRevolute(last, b, world.RevoluteAt(last, b, at)))
		last, at = b, next
	}
	world.Must(w.CreateRevolute(last, w.Ground(), world.RevoluteAt(last, w.Ground(), at)))
	return at[0]
}

// A heavy ball falls on a slack hammock of a few light links. The blow spins the links so far in a
// sub-step that their joints closed their gaps with work, and the tension of the blow left inertia
// that gave the spin more energy. The ball was thrown up to six metres higher than it began.
func TestHeavyBallOnAHammockGainsNoEnergy(t *testing.T) {
	const heavy = 30
	for _, rate := range []float64{30, 60} {
		for _, links := range []int{4, 5, 6, 9} {
			for _, mass := range []float64{0.5, 1, 2} {
				for _, sag := range []float64{0.5, 0.6, 0.9, 1.2} {
					w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Timestep: 1 / rate, Workers: 1})
					width := addHammock(t, w, links, 1.3, mass, sag)
					def := body.Def{Position: mgl64.Vec2{0.43 * width, 1.5}, NeverSleep: true}
					ball := addBody(t, w, def, shape.Circle{Radius: 0.4}, world.ColliderDef{Mass: heavy})
					gain := energyGain(w, ball, mgl64.Vec2{}, mgl64.Vec2{}, 3)
					require.Less(t, gain, 0.01*10*heavy, "%v Hz, %d links of %v kg, sag %v", rate, links, mass, sag)
					w.Close()
				}
			}
		}
	}
}

// A ball of 300 and 1000 times the mass of a link falls on a level hammock of light links. Links
// that had whipped had no inertia against swinging across their tension, so they went on whipping,
// their pins parted by up to 70 cm, and the ball fell through.
func TestHeavyBallDoesNotFallThroughAHammock(t *testing.T) {
	const mass, width = 0.01, 4
	for _, heavy := range []float64{3, 10} {
		for _, links := range []int{8, 12, 16, 20} {
			for _, height := range []float64{0.5, 1, 2, 3} {
				w := newGravityWorld(t)
				addHammock(t, w, links, width/float64(links), mass, 0)
				def := body.Def{Position: mgl64.Vec2{2.3, height + 0.45}, NeverSleep: true}
				ball := addBody(t, w, def, shape.Circle{Radius: 0.4}, world.ColliderDef{Mass: heavy})
				for range ticksIn(4) {
					w.Tick()
					require.Less(t, maxSeparation(w), 0.2, "%d links, %v kg from %v m", links, heavy, height)
				}
				require.Greater(t, ball.Position()[1], -0.7, "%d links, %v kg from %v m", links, heavy, height)
				w.Close()
			}
		}
	}
}

// A heavy ball falls on a light plate that joints hold on the ground. The joints were swept, as
// soft as the plate is light: they parted by decimetres and threw the ball up to .7 m higher than
// it began.
func TestHeavyBallOnAJointedPlateGainsNoEnergy(t *testing.T) {
	const heavy = 300
	weld := func(w *world.World, plate world.Body, at mgl64.Vec2) {
		world.Must(w.CreateWeld(w.Ground(), plate, world.WeldAt(w.Ground(), plate, at)))
	}
	pin := func(w *world.World, plate world.Body, at mgl64.Vec2) {
		world.Must(w.CreateRevolute(w.Ground(), plate, world.RevoluteAt(w.Ground(), plate, at)))
	}
	for i, join := range [][2]func(*world.World, world.Body, mgl64.Vec2){{weld, weld}, {pin, weld}, {weld, pin}} {
		for _, rate := range []float64{30, 60} {
			for _, x := range []float64{-0.9, -0.4, 0.1, 0.6} {
				for _, vx := range []float64{-2, 0, 1} {
					w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Timestep: 1 / rate, Workers: 1})
					plate := addBody(t, w, body.Def{NeverSleep: true}, shape.Box(1, 0.05), world.ColliderDef{Mass: 1})
					join[0](w, plate, mgl64.Vec2{-0.7, 0})
					join[1](w, plate, mgl64.Vec2{0.7, 0})
					def := body.Def{Position: mgl64.Vec2{x, 1}, LinearVelocity: mgl64.Vec2{vx, -8}, NeverSleep: true}
					ball := addBody(t, w, def, shape.Circle{Radius: 0.4}, world.ColliderDef{Mass: heavy})
					gain := energyGain(w, ball, mgl64.Vec2{}, mgl64.Vec2{}, 3)
					require.Less(t, gain, 0.01*10*heavy, "joints %d, %v Hz, ball at %v, %v m/s aside", i, rate, x, vx)
					w.Close()
				}
			}
		}
	}
}

// A plate that has borne a heavy ball stays an articulation after the ball is gone. A file and a
// fork of that world continue as it does, also under another ball.
func TestPlateThatHasBorneABallContinuesBitForBit(t *testing.T) {
	for _, time := range []float64{0.3, 1.7} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
		plate := addBody(t, w, body.Def{NeverSleep: true}, shape.Box(1, 0.1), world.ColliderDef{Density: 1})
		for _, x := range []float64{-1, 1} {
			world.Must(w.CreateWeld(w.Ground(), plate, world.WeldAt(w.Ground(), plate, mgl64.Vec2{x, 0})))
		}
		drop := func(w *world.World, x, density float64) world.Body {
			return addBody(t, w, body.Def{Position: mgl64.Vec2{x, 1}}, shape.Circle{Radius: 0.4}, world.ColliderDef{Density: density})
		}
		ball := drop(w, 0.2, 200)
		runSeconds(w, time)
		ball.Destroy()
		runSeconds(w, 7)
		read := world.Must(world.DecodeSnapshot(bytes.NewReader(encoded(t, w, nil)), nil))
		all := []*world.World{w, world.Must(read.NewWorld()), world.Must(w.Fork())}
		for _, x := range all {
			drop(x, -0.3, 3)
			runSeconds(x, 1.7)
		}
		require.Equal(t, all[0].Hash(), all[1].Hash(), "a file after %v s", time)
		require.Equal(t, all[0].Hash(), all[2].Hash(), "a fork after %v s", time)
		all[1].Close()
		all[2].Close()
	}
}
