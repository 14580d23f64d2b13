package world_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// The motor of a slide drives a fork with a load on it, up to a hundred times as heavy as the fork,
// by itself or over a gear. It lifts the load if its force suffices. Otherwise it lets the load
// down to the lower limit and pulls with all its force. Without a common solution of motor, gear
// and contact the load fell through.
func TestForkLiftsItsLoad(t *testing.T) {
	const load, fork = 100.0, 1.0
	for _, height := range []float64{0.25, 2} {
		for _, strength := range []float64{0.5, 0.95, 1.05, 2} { // in weights
			for _, geared := range []bool{false, true} {
				w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true})
				b := addBody(t, w, body.Def{}, shape.Box(0.5, 0.05), world.ColliderDef{Mass: fork})
				d := world.PrismaticAt(w.Ground(), b, mgl64.Vec2{}, mgl64.Vec2{0, 1})
				d.MotorSpeed, d.MaxMotorForce = 1, 10*(load+fork)*strength
				d.Limit, d.Lower, d.Upper = true, -1, 4
				slide := world.Must(w.CreatePrismatic(w.Ground(), b, d))
				motor := slide
				if geared {
					motor = gearDriveTo(t, w, slide)
				}
				crate := addBody(t, w, body.Def{Position: mgl64.Vec2{0.1, height}}, shape.Box(0.2, 0.2), world.ColliderDef{Mass: load})
				runTicks(w, 200)
				name := fmt.Sprintf("%v weights, from %v m, geared %v", strength, height, geared)
				require.InDelta(t, 0.25, crate.Position()[1]-b.Position()[1], 5e-3, name)
				require.InDelta(t, crate.LinearVelocity()[1], slide.Speed(), 1e-3, name)
				require.InDelta(t, slide.Speed(), motor.Speed(), 1e-3, name)
				if strength > 1 {
					require.InDelta(t, 1, slide.Speed(), 1e-3, name)
					require.InEpsilon(t, 10*(load+fork), motor.MotorForce(), 1e-3, name)
				} else {
					require.InDelta(t, -1, slide.Translation(), 5e-3, name)
					require.InEpsilon(t, d.MaxMotorForce, motor.MotorForce(), 1e-3, name)
				}
			}
		}
	}
}

// gearDriveTo moves the motor of a slide to a second slide, level and as light, and couples the two
// by a gear.
func gearDriveTo(t *testing.T, w *world.World, slide world.Prismatic) world.Prismatic {
	b := addMass(t, w, 5, 0, slide.BodyB().Mass(), 1)
	d := world.PrismaticAt(w.Ground(), b, b.Position(), mgl64.Vec2{1, 0})
	d.MotorSpeed, d.MaxMotorForce = slide.Def().MotorSpeed, slide.Def().MaxMotorForce
	drive := world.Must(w.CreatePrismatic(w.Ground(), b, d))
	require.NoError(t, slide.Edit(func(d *joint.Prismatic) { d.MaxMotorForce = 0 }))
	world.Must(w.CreateGear(slide.Joint, drive.Joint, joint.Gear{Ratio: -1}))
	return drive
}

// The motors of an arm of two links hold still, with twice the torque of the load, or brakes hold
// its pins, or custom rods its links, and the second link bears the load. A load of 500 links fell
// through a swept arm and through an arm on rods, and sank 11 cm into an arm with brakes.
func TestArmHoldsItsLoad(t *testing.T) {
	for _, load := range []float64{50, 500} {
		for _, holder := range []string{"motors", "brakes", "rods"} {
			w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true})
			last := w.Ground()
			for i := range 2 {
				link := addBody(t, w, body.Def{Position: mgl64.Vec2{0.5 + float64(i), 0}}, shape.Box(0.5, 0.05), world.ColliderDef{Mass: 1})
				d := world.RevoluteAt(last, link, mgl64.Vec2{float64(i), 0})
				switch holder {
				case "motors":
					d.MaxMotorTorque = 30 * load
				case "brakes":
					world.Must(w.CreateFriction(last, link, joint.Friction{Torque: 30 * load}))
				case "rods":
					at := link.Position().Sub(mgl64.Vec2{0, -2})
					wall := addBody(t, w, body.Def{Type: body.Static, Position: at}, shape.Circle{Radius: 0.1}, world.ColliderDef{Filter: untouchable})
					world.Must(w.CreateCustom([]world.Body{wall, link}, joint.Custom{Constraint: distanceConstraint{2}}))
				}
				world.Must(w.CreateRevolute(last, link, d))
				last = link
			}
			crate := addBody(t, w, body.Def{Position: mgl64.Vec2{1.5, 0.3}}, shape.Box(0.2, 0.2), world.ColliderDef{Mass: load})
			runTicks(w, 300)
			name := fmt.Sprintf("load %v, %s", load, holder)
			require.InDelta(t, 0.25, last.LocalPoint(crate.Position())[1], 5e-3, name)
			require.Less(t, crate.LinearVelocity().Len(), 1e-3, name)
		}
	}
}

// The motors of an arm of three links press a crate against a wall without gravity, with sixty
// times the weight that arm and crate would have. All come to rest. When the arm lost the impulses
// of the last tick in each tick, it crept.
func TestArmPressesWithoutGravity(t *testing.T) {
	w := newWorld(t, world.Config{NoSleep: true})
	last := w.Ground()
	for i := range 3 {
		link := addBody(t, w, body.Def{Position: mgl64.Vec2{0.5 + float64(i), 0}}, shape.Box(0.5, 0.05), world.ColliderDef{Mass: 1})
		d := world.RevoluteAt(last, link, mgl64.Vec2{float64(i), 0})
		d.MotorSpeed, d.MaxMotorTorque = -1, 1000*float64(3-i)
		d.Limit, d.Lower, d.Upper = true, -0.3, 0.3
		world.Must(w.CreateRevolute(last, link, d))
		last = link
	}
	crate := addBody(t, w, body.Def{Position: mgl64.Vec2{2.5, -0.3}}, shape.Box(0.2, 0.2), world.ColliderDef{Mass: 5})
	addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{2.5, -1}}, shape.Box(2, 0.3), world.ColliderDef{})
	runTicks(w, 100)
	require.InDelta(t, -0.5, crate.Position()[1], 1e-4)
	require.Less(t, crate.LinearVelocity().Len()+last.LinearVelocity().Len(), 1e-3)
}

// A motor presses a brake pad against a disc of up to two thousand times its mass. The pad counted
// as loaded before it bore a far heavier body, and then its slide never joined the contact: the pad
// moved through the disc at the speed of the motor.
func TestLightPadBrakesHeavyDisc(t *testing.T) {
	const radius, friction = 0.5, 0.5
	for _, c := range []struct{ disc, pad, force float64 }{{20, 0.02, 100}, {20, 0.02, 300}, {200, 0.1, 1000}} {
		w := newWorld(t, world.Config{})
		rough := shape.Material{Friction: friction}
		disc := addBody(t, w, body.Def{AngularVelocity: 30}, shape.Circle{Radius: radius}, world.ColliderDef{Mass: c.disc, Material: &rough})
		addRevolute(t, w, w.Ground(), disc)
		pad := addBody(t, w, body.Def{Position: mgl64.Vec2{radius + 0.1, 0}}, shape.Box(0.1, 0.1), world.ColliderDef{Mass: c.pad, Material: &rough})
		d := world.PrismaticAt(w.Ground(), pad, pad.Position(), mgl64.Vec2{1, 0})
		d.MotorSpeed, d.MaxMotorForce = -1, c.force
		world.Must(w.CreatePrismatic(w.Ground(), pad, d))
		runTicks(w, 30)
		spin := disc.AngularVelocity()
		runTicks(w, 30)
		require.InEpsilon(t, friction*c.force*radius/disc.Inertia(), 2*(spin-disc.AngularVelocity()), 0.03, c)
		require.Less(t, maxPenetration(w), 1e-3, c)
	}
}

// A light shelf on a weld bears crates of seven times its mass when a body of 500 times its mass
// lands on it. It already counted as loaded, and so its weld never joined the contacts, and parted
// by 19 cm.
func TestLoadedShelfHoldsHeavyBody(t *testing.T) {
	w := newGravityWorld(t)
	shelf := addBody(t, w, body.Def{}, shape.Box(2, 0.1), world.ColliderDef{Mass: 1})
	world.Must(w.CreateWeld(w.Ground(), shelf, joint.Weld{}))
	for i := range 8 {
		at := mgl64.Vec2{3*float64(i%2) - 1.5, 0.35 + 0.5*float64(i/2)}
		addBody(t, w, body.Def{Position: at}, shape.Box(0.3, 0.25), world.ColliderDef{Mass: 7})
	}
	runTicks(w, 60)
	addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.1}}, shape.Box(0.5, 0.5), world.ColliderDef{Mass: 500})
	for range 240 {
		w.Tick()
		require.Less(t, maxSeparation(w), 0.07)
	}
}

// The pin of a light crank turns in the slot of a yoke that is a thousand times as heavy. The yoke
// moves as the pin does.
func TestLightCrankDrivesHeavyYoke(t *testing.T) {
	const arm, spin = 0.5, 5.0
	w := newWorld(t, world.Config{})
	crank := addBody(t, w, body.Def{}, shape.Circle{Center: mgl64.Vec2{arm, 0}, Radius: 0.05}, world.ColliderDef{Mass: 0.1})
	d := world.RevoluteAt(w.Ground(), crank, mgl64.Vec2{})
	d.MotorSpeed, d.MaxMotorTorque = spin, 1e6
	motor := world.Must(w.CreateRevolute(w.Ground(), crank, d))
	yoke := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{arm, 0}}))
	for _, x := range []float64{-0.1, 0.1} {
		world.Must(yoke.Attach(shape.OffsetBox(0.05, 0.7, mgl64.Vec2{x, 0}, 0), world.ColliderDef{Mass: 50}))
	}
	world.Must(w.CreatePrismatic(w.Ground(), yoke, world.PrismaticAt(w.Ground(), yoke, mgl64.Vec2{}, mgl64.Vec2{1, 0})))
	for range 600 {
		w.Tick()
		require.InDelta(t, arm*math.Cos(motor.Angle()), yoke.Position()[0], 0.02)
	}
	require.InDelta(t, spin*w.Time(), motor.Angle(), 0.02)
}

// An eccentric disc under a motor lifts and lowers a follower of 40 to 400 times its mass. With
// friction it threw the follower up by .07 to .5 m, because friction and normal force were found in
// turn. The follower sinks into it by up to 10 mm in the first two ticks.
func TestLightCamLiftsHeavyFollower(t *testing.T) {
	const radius, eccentricity = 0.13, 0.013
	for _, mass := range []float64{0.03, 0.1, 0.3} {
		for _, friction := range []float64{0, 0.3} {
			w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true})
			c := world.ColliderDef{Mass: mass, Material: &shape.Material{Friction: friction}}
			cam := addBody(t, w, body.Def{}, shape.Circle{Center: mgl64.Vec2{eccentricity, 0}, Radius: radius}, c)
			d := world.RevoluteAt(w.Ground(), cam, mgl64.Vec2{})
			d.MotorSpeed, d.MaxMotorTorque = 8, 160
			motor := world.Must(w.CreateRevolute(w.Ground(), cam, d))
			c.Mass = 12
			follower := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.1 * radius}}, shape.Box(2*radius, 0.1*radius), c)
			world.Must(w.CreatePrismatic(w.Ground(), follower, world.PrismaticAt(w.Ground(), follower, mgl64.Vec2{0, radius}, mgl64.Vec2{0, 1})))
			for range 180 {
				w.Tick()
				want := 1.1*radius + eccentricity*math.Sin(motor.Angle())
				require.InDelta(t, want, follower.Position()[1], 0.0105, "cam of %g kg, friction %g", mass, friction)
			}
		}
	}
}

// scissorLift is a lift of stages of two crossed bars of 1 m. A motor moves the foot of one bar of
// the first stage on a slide, the platform lies on the last stage.
type scissorLift struct {
	stages   int
	foot     float64 // from the fixed foot, m
	slide    world.Prismatic
	platform world.Body
}

func addScissorLift(t *testing.T, w *world.World, stages int) scissorLift {
	const angle, speed = 0.6, -0.05
	dx, dy := math.Cos(angle), math.Sin(angle)
	s := scissorLift{stages: stages, foot: dx}
	part := func(at mgl64.Vec2, shape shape.Support, c world.ColliderDef) world.Body {
		c.Mass = 0.1 // as the bars
		return addBody(t, w, body.Def{Position: at, NeverSleep: true}, shape, c)
	}
	foot := part(mgl64.Vec2{dx, 0}, shape.Box(0.05, 0.05), world.ColliderDef{Filter: untouchable})
	d := world.PrismaticAt(w.Ground(), foot, mgl64.Vec2{dx, 0}, mgl64.Vec2{1, 0})
	d.MotorSpeed, d.MaxMotorForce = speed, 1e7
	s.slide = world.Must(w.CreatePrismatic(w.Ground(), foot, d))
	left, right, top := w.Ground(), foot, 0.0
	for range stages {
		rising, falling := addBar(t, w, mgl64.Vec2{0, top}, mgl64.Vec2{dx, top + dy}), addBar(t, w, mgl64.Vec2{dx, top}, mgl64.Vec2{0, top + dy})
		addPin(w, left, rising, mgl64.Vec2{0, top})
		addPin(w, right, falling, mgl64.Vec2{dx, top})
		addPin(w, rising, falling, mgl64.Vec2{dx / 2, top + dy/2})
		left, right, top = falling, rising, top+dy
	}
	s.platform = part(mgl64.Vec2{dx / 2, top}, shape.Box(1, 0.05), world.ColliderDef{})
	addPin(w, left, s.platform, mgl64.Vec2{0, top})
	world.Must(w.CreateGroove(s.platform, right, joint.Groove{
		LocalGrooveA1: s.platform.LocalPoint(mgl64.Vec2{0.2, top}), LocalGrooveA2: s.platform.LocalPoint(mgl64.Vec2{1.4, top}),
		LocalAnchorB: right.LocalPoint(mgl64.Vec2{dx, top}),
	}))
	return s
}

// height returns the height of the platform on straight bars.
func (s scissorLift) height() float64 {
	x := s.foot + s.slide.Translation()
	return float64(s.stages) * math.Sqrt(1-float64(x*x))
}

// A load on the platform of a lift presses its foot aside with several times its weight. Bars of
// equal mass bear it as rigid ones. In sweeps a lift of three stages sagged by 15 cm under its own
// weight and collapsed under ten times the mass of a bar.
func TestScissorLiftCarriesItsLoad(t *testing.T) {
	for _, load := range []float64{0, 0.1, 1, 10} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true})
		s := addScissorLift(t, w, 3)
		if load > 0 {
			at := s.platform.Position().Add(mgl64.Vec2{0, 0.25})
			addBody(t, w, body.Def{Position: at}, shape.Box(0.3, 0.2), world.ColliderDef{Mass: load})
		}
		for tick := range 600 {
			w.Tick()
			require.InDelta(t, s.height(), s.platform.Position()[1], 0.02, "load %v, tick %d", load, tick)
			for j := range w.Joints() {
				require.Less(t, j.LinearSeparation(), 5e-3, "load %v, tick %d", load, tick)
			}
		}
		require.InDelta(t, 0.05*w.Time(), -s.slide.Translation(), 1e-3, "load %v", load)
	}
}

const (
	cogTeeth   = 12
	chainPitch = 0.3
)

// addCog adds a cog on a pin of the ground. Its teeth begin at an angle, in teeth.
func addCog(t *testing.T, w *world.World, at mgl64.Vec2, radius, first, speed, torque float64) world.Revolute {
	cog := addBody(t, w, body.Def{Position: at, NeverSleep: true}, shape.Circle{Radius: radius - 0.1}, world.ColliderDef{})
	for i := range cogTeeth {
		angle := (first + float64(i)) * 2 * math.Pi / cogTeeth
		sin, cos := math.Sincos(angle)
		attachShape(t, cog, shape.OffsetBox(0.05, 0.04, mgl64.Vec2{cos, sin}.Mul(radius-0.02), angle))
	}
	d := world.RevoluteAt(w.Ground(), cog, at)
	d.MotorSpeed, d.MaxMotorTorque = speed, torque
	return world.Must(w.CreateRevolute(w.Ground(), cog, d))
}

// addChainDrive adds a chain of links around two cogs, with a number of links between them above
// and below. The first cog has a motor, the second a brake.
func addChainDrive(t *testing.T, w *world.World, between int, first, torque float64) (cogs [2]world.Revolute, links []world.Body) {
	radius := chainPitch / 2 / math.Sin(math.Pi/cogTeeth)
	center := mgl64.Vec2{float64(between) * chainPitch, 0}
	cogs[0] = addCog(t, w, mgl64.Vec2{}, radius, first, 3, torque)
	cogs[1] = addCog(t, w, center, radius, first, 0, 1)
	var pins []mgl64.Vec2
	for side, at := range []mgl64.Vec2{{}, center} {
		sign := 1 - 2*float64(side)
		for i := range cogTeeth/2 + 1 {
			sin, cos := math.Sincos(math.Pi/2 + float64(i)*2*math.Pi/cogTeeth)
			pins = append(pins, at.Add(mgl64.Vec2{cos, sin}.Mul(sign*radius)))
		}
		for i := 1; i < between; i++ {
			pins = append(pins, at.Add(mgl64.Vec2{float64(i) * chainPitch, -radius}.Mul(sign)))
		}
	}
	for i, a := range pins {
		b := pins[(i+1)%len(pins)]
		def := body.Def{Position: a.Add(b).Mul(0.5), Angle: math.Atan2(b[1]-a[1], b[0]-a[0])}
		links = append(links, addBody(t, w, def, shape.Box(0.06, 0.03), world.ColliderDef{Density: 2, Filter: shape.Filter{Group: -1}}))
	}
	for i, at := range pins {
		addPin(w, links[(i+len(links)-1)%len(links)], links[i], at)
	}
	return cogs, links
}

// runChainDrive runs a chain drive for 20 s and fails when a link is faster than a speed, m/s.
func runChainDrive(t *testing.T, between int, first, torque, most float64) (cogs [2]world.Revolute) {
	w := newGravityWorld(t)
	cogs, links := addChainDrive(t, w, between, first, torque)
	for tick := range 1200 {
		w.Tick()
		for _, b := range links {
			require.Less(t, b.LinearVelocity().Len(), most, "%d links, tick %d", len(links), tick)
		}
	}
	return cogs
}

// A chain takes a cog along as fast as another cog drives it, at 1.7 m/s. The teeth stretch the
// chain, and its links do not fly about.
func TestChainDriveTurnsBothCogs(t *testing.T) {
	for between := 8; between <= 13; between++ {
		cogs := runChainDrive(t, between, 0, 5, 20)
		require.InDelta(t, 60, cogs[0].Angle(), 4, "%d links between the cogs", between)
		require.InDelta(t, cogs[0].Angle(), cogs[1].Angle(), 0.5, "%d links between the cogs", between)
	}
}

// Links that lie on the teeth cannot come to lie between them, and shake, without a motor and on a
// cog with a brake. They gain no energy from the pins that pull them back.
func TestJammedChainDriveGainsNoEnergy(t *testing.T) {
	for between := 8; between <= 13; between++ {
		runChainDrive(t, between, 0.5, 0, 40)
	}
}
