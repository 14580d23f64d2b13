package world_test

import (
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

// randomArticulations is the number of random articulations of each kind.
var randomArticulations = long.Pick(6, 2000)

// addLoadedArm lays an arm of links of a metre each from the ground along x, with a load
// hinged to its end whose mass is loadRatio links. It returns the joints of the links.
func addLoadedArm(t testing.TB, w *world.World, links int, loadRatio float64) (arm []world.Body, load world.Body, revolutes []world.Revolute) {
	arm = addRope(t, w, w.Ground(), mgl64.Vec2{}, mgl64.Vec2{1, 0}, links)
	for j := range w.Joints() {
		r, ok := j.Revolute()
		require.True(t, ok)
		revolutes = append(revolutes, r)
	}
	return arm, hangLoad(t, w, arm[links-1], loadRatio*arm[0].Mass()), revolutes
}

// torqueAt returns the torque of gravity about joint i of an arm as it was laid out.
func torqueAt(i int, arm []world.Body, load world.Body) float64 {
	torque := load.Mass() * float64(len(arm)-i)
	for k := i; k < len(arm); k++ {
		torque += arm[k].Mass() * (float64(k-i) + 0.5)
	}
	return 10 * torque
}

// An arm whose motors are a little stronger than its load stays where it is, for any load,
// and the motors report the torque that they hold.
func TestArticulationMotorsHold(t *testing.T) {
	for i, links := range []int{1, 2, 3, 5, 12} {
		for k, loadRatio := range []float64{10, 100, 1000, 10_000} {
			if (i+k)%sampleStep != 0 {
				continue
			}
			w := newGravityWorld(t)
			arm, load, revolutes := addLoadedArm(t, w, links, loadRatio)
			for i, p := range revolutes {
				maxTorque := 1.05 * torqueAt(i, arm, load)
				require.NoError(t, p.Edit(func(d *joint.Revolute) { d.MaxMotorTorque = maxTorque }))
			}
			e, turned := totalEnergy(w), 0.0
			for range 600 {
				w.Tick()
				require.Less(t, totalEnergy(w), e+1e-4*math.Abs(e)+0.1, "%d links, load %v", links, loadRatio)
				for _, p := range revolutes {
					turned = max(turned, math.Abs(p.Angle()))
				}
			}
			require.Less(t, turned, max(1e-4, 1e-6*loadRatio), "%d links, load %v", links, loadRatio)
			require.Less(t, maxSeparation(w), max(0.06, 2e-5*loadRatio), "%d links, load %v", links, loadRatio)
			for i, p := range revolutes {
				require.InEpsilon(t, torqueAt(i, arm, load), p.MotorTorque(), 0.02, "%d links, load %v, joint %d", links, loadRatio, i)
			}
		}
	}
}

// A motor that is too weak slips at its full torque: the arm turns as its equation of
// motion says, and loses the work of the motor. Joints that give way by a centimetre or two
// under the heavy load change its lever, and with that the small net torque.
func TestArticulationMotorsSlip(t *testing.T) {
	for _, links := range []int{1, 3} {
		for _, loadRatio := range []float64{10, 1000} {
			for _, strength := range []float64{0.5, 0.8} {
				w := newGravityWorld(t)
				arm, load, revolutes := addLoadedArm(t, w, links, loadRatio)
				full := torqueAt(0, arm, load)
				maxTorque := strength * full
				for i, p := range revolutes {
					m := 2 * full
					if i == 0 {
						m = maxTorque
					}
					require.NoError(t, p.Edit(func(d *joint.Revolute) { d.MaxMotorTorque = m }))
				}
				inertia := load.Mass() * float64(links*links)
				for i, b := range arm {
					inertia += b.Inertia() + b.Mass()*math.Pow(float64(i)+0.5, 2)
				}
				e := totalEnergy(w)
				angle, speed := 0.0, 0.0
				for tick := range 60 {
					w.Tick()
					const fineSteps = 100
					for range fineSteps {
						speed += (full*math.Cos(angle) - maxTorque) / inertia * dt / fineSteps
						angle += speed * dt / fineSteps
					}
					require.InEpsilon(t, maxTorque, revolutes[0].MotorTorque(), 1e-5, "%d links, load %v, tick %d", links, loadRatio, tick)
					for _, p := range revolutes[1:] {
						require.InDelta(t, 0, p.Angle(), 1e-4)
					}
				}
				require.InEpsilon(t, -angle, revolutes[0].Angle(), map[float64]float64{10: 0.03, 1000: 0.15}[loadRatio], "%d links, load %v, part %v", links, loadRatio, strength)
				dissipated := maxTorque * math.Abs(revolutes[0].Angle())
				require.InEpsilon(t, dissipated, e-totalEnergy(w), map[float64]float64{10: 0.03, 1000: 0.2}[loadRatio], "%d links, load %v, part %v", links, loadRatio, strength)
			}
		}
	}
}

// A motor turns a loaded arm at its speed, up and over.
func TestArticulationMotorsReachSpeed(t *testing.T) {
	w := newGravityWorld(t)
	arm, load, revolutes := addLoadedArm(t, w, 2, 1000)
	for i, p := range revolutes {
		speed := 0.5 * float64(1-i)
		require.NoError(t, p.Edit(func(d *joint.Revolute) { d.MotorSpeed, d.MaxMotorTorque = speed, 3*torqueAt(0, arm, load) }))
	}
	runSeconds(w, 0.5)
	for range 600 {
		w.Tick()
		require.InDelta(t, 0.5, revolutes[0].Speed(), 1e-3)
		require.InDelta(t, 0, revolutes[1].Angle(), 1e-3)
		require.InDelta(t, 2, load.Position().Len(), 0.1)
	}
	require.InDelta(t, 0.5*10.5, revolutes[0].Angle(), 0.03)
}

// Springs that are stiff for the light links between which they act bear the load at the
// angle of their law. A load that is released swings to twice that angle at most.
func TestArticulationSpringsBearLoads(t *testing.T) {
	for i, links := range []int{1, 3} {
		for k, loadRatio := range []float64{10, 100, 1000} {
			for m, damping := range []float64{0, 0.7} {
				if (i+k+m)%sampleStep != 0 {
					continue
				}
				w := newGravityWorld(t)
				arm, load, revolutes := addLoadedArm(t, w, links, loadRatio)
				const sag = 0.03 // of each joint if the arm were straight
				stiffness := make([]float64, links)
				for i, p := range revolutes {
					inertia := arm[0].Inertia()
					if i > 0 {
						inertia /= 2
					}
					stiffness[i] = torqueAt(i, arm, load) / sag
					hertz := math.Sqrt(stiffness[i]/inertia) / (2 * math.Pi)
					require.NoError(t, p.Edit(func(d *joint.Revolute) { d.SpringHertz, d.SpringDamping = hertz, damping }))
				}
				total := func() float64 {
					e := totalEnergy(w)
					for i, p := range revolutes {
						e += stiffness[i] * p.Angle() * p.Angle() / 2
					}
					return e
				}
				e := total()
				scale := sag * torqueAt(0, arm, load)
				for tick := range 1200 {
					w.Tick()
					require.Less(t, total(), e+0.01*scale, "%d links, load %v, damping %v, tick %d", links, loadRatio, damping, tick)
				}
				for _, b := range append(arm, load) {
					require.NoError(t, b.SetLinearDamping(0.3)) // takes a part of 0.3/240 off all forces
					require.NoError(t, b.SetAngularDamping(0.3))
				}
				runSeconds(w, 30)
				for i, p := range revolutes {
					at, _ := p.Anchors()
					torque := 10 * load.Mass() * (load.Position()[0] - at[0])
					for _, b := range arm[i:] {
						torque += 10 * b.Mass() * (b.Position()[0] - at[0])
					}
					require.InEpsilon(t, -torque/stiffness[i], p.Angle(), 0.01, "%d links, load %v, damping %v, joint %d", links, loadRatio, damping, i)
				}
			}
		}
	}
}

// A lift of stages with motors holds a load of a thousand stages, or slips with the full
// force of the weakest motor.
func TestArticulationLift(t *testing.T) {
	for _, strength := range []float64{1.05, 0.9} {
		w := newGravityWorld(t)
		noSelfCollision := world.ColliderDef{Filter: shape.Filter{Category: 2, Mask: 1}}
		last := w.Ground()
		var slides []world.Prismatic
		for i := range 4 {
			at := mgl64.Vec2{0, float64(i)}
			b := addBody(t, w, body.Def{Position: at, NeverSleep: true}, shape.Box(0.1, 0.5), noSelfCollision)
			d := world.PrismaticAt(last, b, at, mgl64.Vec2{0, 1})
			d.Limit, d.Lower, d.Upper = true, -5, 5
			d.MaxMotorForce = 1e6
			slides = append(slides, world.Must(w.CreatePrismatic(last, b, d)))
			last = b
		}
		load := addBody(t, w, body.Def{Position: last.Position(), NeverSleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{
			Density: 1000 * last.Mass(), Filter: shape.Filter{Category: 2, Mask: 1},
		})
		world.Must(w.CreateRevolute(last, load, world.RevoluteAt(last, load, last.Position())))
		weight := 10 * (load.Mass() + 4*last.Mass())
		require.NoError(t, slides[0].Edit(func(d *joint.Prismatic) { d.MaxMotorForce = strength * weight }))
		runSeconds(w, 1)
		down := -slides[0].Translation()
		if strength > 1 {
			require.InDelta(t, 0, down, 1e-4)
			require.InEpsilon(t, weight, slides[0].MotorForce(), 1e-3)
		} else {
			require.InEpsilon(t, (1-strength)*10/2, down, 0.02)
			require.InEpsilon(t, strength*weight, slides[0].MotorForce(), 1e-5)
		}
		for _, s := range slides[1:] {
			require.InDelta(t, 0, s.Translation(), 1e-4)
		}
	}
}

// A motor that drives a loaded arm into a limit pushes with its full torque, and the limit
// holds that and the load.
func TestArticulationMotorAgainstLimit(t *testing.T) {
	w := newGravityWorld(t)
	arm, load, revolutes := addLoadedArm(t, w, 2, 1000)
	full := torqueAt(0, arm, load)
	require.NoError(t, revolutes[0].Edit(func(d *joint.Revolute) {
		d.Limit, d.Lower, d.Upper = true, -0.2, 0.2
		d.MotorSpeed, d.MaxMotorTorque = -1, full/2
	}))
	require.NoError(t, revolutes[1].Edit(func(d *joint.Revolute) { d.MaxMotorTorque = 2 * full }))
	runSeconds(w, 5)
	require.InDelta(t, -0.2, revolutes[0].Angle(), 0.15)
	require.InEpsilon(t, -full/2, revolutes[0].MotorTorque(), 1e-5)
	require.InEpsilon(t, full*math.Cos(revolutes[0].Angle()), revolutes[0].Torque(), 0.01)
	require.NoError(t, revolutes[0].Edit(func(d *joint.Revolute) { d.MotorSpeed, d.MaxMotorTorque = 1, 1.5*full }))
	runSeconds(w, 5)
	require.InDelta(t, 0.2, revolutes[0].Angle(), 0.1, "up to the other limit")
	require.InEpsilon(t, 1.5*full, revolutes[0].MotorTorque(), 1e-5)
	require.NoError(t, revolutes[0].Edit(func(d *joint.Revolute) { d.MaxMotorTorque = 0 }))
	runSeconds(w, 5)
	require.InDelta(t, -0.2, revolutes[0].Angle(), 0.15, "and down without the motor")
	require.Zero(t, revolutes[0].MotorTorque())
}

// addActuatedArticulation makes a random articulation. The masses of its bodies differ a
// thousandfold, and its joints have brakes, springs at rest and limits: no source of
// energy. The damping ratio of the springs is a fifth at least, for an undamped spring
// exchanges energy with an error that swings as it does.
func (r rng) addActuatedArticulation(t testing.TB, w *world.World, n int) {
	var bodies []world.Body
	for i := range n {
		m := math.Exp(r.between(0, math.Log(1000)))
		b := addMass(t, w, float64(i%4)*1.5, float64(i/4)*1.5, m, m*r.between(0.05, 0.3))
		a := w.Ground()
		if i > 0 { // one articulation; a single joint makes none
			a = bodies[r.IntN(i)]
		}
		bodies = append(bodies, b)
		middle := a.Position().Add(b.Position()).Mul(0.5)
		weight := 10 * m
		var err error
		switch r.IntN(4) {
		case 0, 1:
			d := world.RevoluteAt(a, b, middle)
			d.MaxMotorTorque = r.orZero(r.between(0, 10) * weight)
			d.SpringHertz, d.SpringDamping = r.orZero(r.between(1, 60)), r.between(0.2, 1)
			d.Limit, d.Lower, d.Upper = r.coin(), -1, 1
			_, err = w.CreateRevolute(a, b, d)
		case 2:
			d := world.PrismaticAt(a, b, middle, r.axis())
			d.MaxMotorForce = r.orZero(r.between(0, 10) * weight)
			d.SpringHertz, d.SpringDamping = r.orZero(r.between(1, 60)), r.between(0.2, 1)
			d.Limit, d.Lower, d.Upper = true, -1, 1
			_, err = w.CreatePrismatic(a, b, d)
		default:
			d := world.WheelAt(a, b, middle, r.axis())
			d.MaxMotorTorque = r.orZero(r.between(0, 10) * weight)
			d.SpringHertz, d.SpringDamping = r.between(1, 60), r.between(0.2, 1)
			d.Limit, d.Lower, d.Upper = true, -1, 1
			_, err = w.CreateWheel(a, b, d)
		}
		require.NoError(t, err)
	}
}

// Random articulations whose joints have brakes and springs do not gain energy, and no
// joint comes apart. A joint gives way as the lighter of its bodies does, which may bear a
// thousand times its mass on a lever.
func TestRandomArticulationsWithActuatorsHold(t *testing.T) {
	maxSeparation, wideCount := 0.0, 0
	for seed := range uint64(randomArticulations) {
		w := newRecordedWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
		rng{rand.New(rand.NewPCG(seed, 13))}.addActuatedArticulation(t, w, 16)
		start, last := totalEnergy(w), 0.0
		for tick := range 600 {
			w.Tick()
			require.Empty(t, w.Events().Quarantines, "seed %d", seed)
			require.Less(t, totalEnergy(w), start+1e-3*math.Abs(start), "seed %d, tick %d", seed, tick)
			if tick < 540 {
				continue
			}
			for j := range w.Joints() {
				last = max(last, j.LinearSeparation())
			}
		}
		maxSeparation = max(maxSeparation, last)
		if last > 0.02 {
			wideCount++
		}
		w.Close()
	}
	t.Logf("worst %.3f m, %d of %d wider than 2 cm", maxSeparation, wideCount, randomArticulations)
	require.Less(t, maxSeparation, 1.0)
}

// Every kind of joint in an articulation keeps its actuators there: an angular spring of
// welds, a wheel's suspension and brake, and limits with a bound, which give way beyond it.
func TestArticulationActuatorsOfAllJoints(t *testing.T) {
	noSelfCollision := world.ColliderDef{Filter: shape.Filter{Category: 2, Mask: 1}}
	addBeam := func(w *world.World, at mgl64.Vec2) world.Body {
		return addBody(t, w, body.Def{Position: at, NeverSleep: true}, shape.Box(0.5, 0.1), noSelfCollision)
	}
	addLoad := func(w *world.World, on world.Body, at mgl64.Vec2) world.Body {
		load := addBody(t, w, body.Def{Position: at, NeverSleep: true}, shape.Circle{Radius: 0.5}, world.ColliderDef{Density: 100, Filter: noSelfCollision.Filter})
		world.Must(w.CreateRevolute(on, load, world.RevoluteAt(on, load, at)))
		return load
	}
	t.Run("weld", func(t *testing.T) {
		w := newGravityWorld(t)
		b := addBeam(w, mgl64.Vec2{0.5, 0})
		load := addLoad(w, b, mgl64.Vec2{1, 0})
		d := world.WeldAt(w.Ground(), b, mgl64.Vec2{})
		torque := 10 * (load.Mass() + b.Mass()/2)
		d.AngularHertz, d.AngularDamping = math.Sqrt(torque/0.1/b.Inertia())/(2*math.Pi), 1
		world.Must(w.CreateWeld(w.Ground(), b, d))
		runSeconds(w, 20)
		require.InDelta(t, -0.1, b.Angle(), 0.002)
	})
	t.Run("wheel", func(t *testing.T) {
		w := newGravityWorld(t)
		car := addBeam(w, mgl64.Vec2{})
		load := addLoad(w, car, mgl64.Vec2{})
		hub := addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -1}}, shape.Circle{Radius: 0.2}, noSelfCollision)
		d := world.WheelAt(car, hub, mgl64.Vec2{0, -1}, mgl64.Vec2{0, 1})
		weight := 10 * (load.Mass() + car.Mass())
		// The line goes through the centre of the car, and keeps to it as the car turns.
		d.SpringHertz, d.SpringDamping = math.Sqrt(weight/0.05/car.Mass())/(2*math.Pi), 1
		d.MaxMotorTorque = 1e5
		j := world.Must(w.CreateWheel(car, hub, d))
		runSeconds(w, 5)
		require.InDelta(t, 0.05, j.Translation(), 0.001)
		require.InDelta(t, 0, car.Angle(), 1e-3, "the brake keeps it upright")
		require.NoError(t, j.Edit(func(d *joint.Wheel) { d.MaxMotorTorque = 0 }))
		car.ApplyImpulse(mgl64.Vec2{load.Mass(), 0}, car.Position())
		runSeconds(w, 2)
		require.Greater(t, math.Abs(car.Angle()), 0.2, "nothing else does")
	})
	t.Run("bounded limit", func(t *testing.T) {
		for _, strength := range []float64{1.1, 0.8} {
			w := newGravityWorld(t)
			arm, load, revolutes := addLoadedArm(t, w, 1, 100)
			full := torqueAt(0, arm, load)
			require.NoError(t, revolutes[0].Edit(func(d *joint.Revolute) {
				d.Limit, d.Lower, d.Upper, d.MaxTorque = true, 0, 0.1, strength*full
			}))
			runSeconds(w, 0.5)
			if strength > 1 {
				require.InDelta(t, 0, revolutes[0].Angle(), 0.05)
				require.InEpsilon(t, full, revolutes[0].Torque(), 0.02)
			} else {
				require.InEpsilon(t, -(1-strength)*10*0.25/2, revolutes[0].Angle(), 0.1)
				require.InEpsilon(t, strength*full, revolutes[0].Torque(), 1e-5)
			}
		}
	})
}

// An articulation may hang on a kinematic body, its bodies may be locked, and a motor may
// join bodies that cannot turn. Only the free motions remain, and every number stays
// finite.
func TestArticulationWithLockedBodies(t *testing.T) {
	for _, locks := range [][3]bool{{true, false, false}, {false, true, false}, {false, false, true}, {true, true, true}} {
		w := newGravityWorld(t)
		lift := addBody(t, w, body.Def{Type: body.Kinematic, LinearVelocity: mgl64.Vec2{0, 0.5}, AngularVelocity: 0.2},
			shape.Box(0.2, 0.2), world.ColliderDef{Filter: shape.Filter{Category: 2, Mask: 1}})
		chain := addRope(t, w, lift, mgl64.Vec2{}, mgl64.Vec2{1, 0}, 12)
		load := hangLoad(t, w, chain[11], 100)
		require.NoError(t, chain[4].SetLocks(locks[0], locks[1], locks[2]))
		require.NoError(t, chain[5].SetLocks(false, false, true))
		require.NoError(t, chain[6].SetLocks(false, false, true))
		at := chain[4].Position()
		for j := range w.Joints() {
			r, _ := j.Revolute()
			require.NoError(t, r.Edit(func(d *joint.Revolute) {
				d.MotorSpeed, d.MaxMotorTorque, d.SpringHertz, d.SpringDamping = 0.1, 1e3, 2, 0.5
			}))
		}
		for range 120 {
			w.Tick()
			require.Empty(t, w.Events().Quarantines)
		}
		require.Less(t, load.LinearVelocity().Len(), 30.0)
		if locks[0] {
			require.InDelta(t, at[0], chain[4].Position()[0], 1e-6)
		}
		if locks[1] {
			require.InDelta(t, at[1], chain[4].Position()[1], 1e-6)
		}
		if locks[2] {
			require.InDelta(t, 0, chain[4].Angle(), 1e-6)
		}
	}
}

// The game may weaken, strengthen and turn round motors and springs at any time.
func TestArticulationMotorsCanChange(t *testing.T) {
	w := newRecordedWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
	arm, load, revolutes := addLoadedArm(t, w, 4, 1000)
	full := torqueAt(0, arm, load)
	r := rng{rand.New(rand.NewPCG(3, 2))}
	for range 600 {
		require.NoError(t, revolutes[r.IntN(4)].Edit(func(d *joint.Revolute) {
			d.MotorSpeed, d.MaxMotorTorque = r.between(-1, 1), r.orZero(r.between(0, 2)*full)
			d.SpringHertz, d.SpringDamping = r.orZero(r.between(1, 50)), r.between(0.2, 1)
			d.Limit, d.Lower, d.Upper = r.coin(), -r.between(0, 2), r.between(0, 2)
			d.MaxTorque = r.orZero(full)
		}))
		w.Tick()
		require.Empty(t, w.Events().Quarantines)
		require.Less(t, load.Position().Len(), 4.5)
		require.Less(t, load.LinearVelocity().Len(), 60.0)
	}
}

// A motor that turns a light arm into its limit does not push the limit away, however strong or
// fast it is.
func TestMotorDoesNotPassItsLimit(t *testing.T) {
	for _, torque := range []float64{10, 100, 1000} {
		for _, speed := range []float64{1, 10, 100, -100} {
			w := newGravityWorld(t)
			arm := addBody(t, w, body.Def{Position: mgl64.Vec2{0.5, 0}, NeverSleep: true}, shape.Box(0.5, 0.05), world.ColliderDef{Filter: untouchable})
			def := world.RevoluteAt(w.Ground(), arm, mgl64.Vec2{})
			def.Limit, def.Lower, def.Upper = true, -0.5, 0.5
			def.MotorSpeed, def.MaxMotorTorque = speed, torque
			pin := world.Must(w.CreateRevolute(w.Ground(), arm, def))
			for range 300 {
				w.Tick()
				require.Less(t, math.Abs(pin.Angle()), 0.5+1e-4, "%v N m, %v rad/s", torque, speed)
			}
			require.InDelta(t, math.Copysign(0.5, speed), pin.Angle(), 1e-4)
			require.InEpsilon(t, math.Copysign(torque, speed), pin.MotorTorque(), 1e-4)
		}
	}
}

// A disc on a pin far outside it is light at the pin across the lever. The motor or the brake of
// the pin is solved with it: the disc turns at the speed of the motor, the brake holds it, and the
// pin does not part.
func TestMotorsOfPinsOnLongLevers(t *testing.T) {
	for _, arm := range []float64{0.6, 1, 3} {
		for _, strength := range []float64{2, 20, 200} {
			for _, speed := range []float64{0, 3} {
				w := newGravityWorld(t)
				disc := addBody(t, w, body.Def{NeverSleep: true}, shape.Circle{Radius: 0.1, Center: mgl64.Vec2{-arm, 0}}, world.ColliderDef{Density: 3})
				d := world.RevoluteAt(w.Ground(), disc, mgl64.Vec2{})
				d.MotorSpeed, d.MaxMotorTorque = speed, strength*disc.Mass()*10*arm
				pin := world.Must(w.CreateRevolute(w.Ground(), disc, d))
				for range 600 {
					w.Tick()
					require.Less(t, math.Abs(pin.Speed()), speed+0.01, "arm %v, strength %v", arm, strength)
				}
				require.InDelta(t, speed, pin.Speed(), 0.01, "arm %v, strength %v", arm, strength)
				require.Less(t, pin.LinearSeparation(), 0.002*max(1, arm*arm), "arm %v, strength %v", arm, strength)
			}
		}
	}
}

// The game moves such a disc away from its pin. It comes back, however strong the motor, and turns
// on at the speed of the motor.
func TestMovedDiscsOnLongLeversComeBack(t *testing.T) {
	for _, torque := range []float64{1, 100, 2000} {
		for i := range 12 {
			w := newGravityWorld(t)
			disc := addBody(t, w, body.Def{NeverSleep: true}, shape.Circle{Radius: 0.1, Center: mgl64.Vec2{-1, 0}}, world.ColliderDef{Density: 3})
			d := world.RevoluteAt(w.Ground(), disc, mgl64.Vec2{})
			d.MotorSpeed, d.MaxMotorTorque = 3, torque
			pin := world.Must(w.CreateRevolute(w.Ground(), disc, d))
			sin, cos := math.Sincos(0.5 * float64(i))
			require.NoError(t, disc.SetTransform(mgl64.Vec2{cos, sin}.Mul(0.3+0.15*float64(i)), 2.3*float64(i)))
			runSeconds(w, 3)
			require.Less(t, pin.LinearSeparation(), 0.005, "torque %v, place %d", torque, i)
			require.InDelta(t, 3, pin.Speed(), 0.05, "torque %v, place %d", torque, i)
		}
	}
}
