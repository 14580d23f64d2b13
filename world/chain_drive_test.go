package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

const (
	cogTeeth   = 12
	chainPitch = 0.3
)

// addCog adds a cog on a pin of the ground. Its teeth begin at an angle, in teeth.
func addCog(t *testing.T, w *world.World, at mgl64.Vec2, radius, first, speed, torque float64) world.Revolute {
	cog := world.Must(w.CreateBody(body.Def{Position: at, NeverSleep: true}))
	attachShape(t, cog, shape.Circle{Radius: radius - 0.1})
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
