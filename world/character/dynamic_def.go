package character

import (
	"cmp"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// DynamicDef describes a dynamic character. The zero DynamicDef is a person of 80 kg, 1.6 m high: a
// capsule of 1.3 m on a leg of 0.3 m. Its forces are bounded, so a body that pushes harder moves it
// or knocks it over. The zero of a number means its default; defaults that hold a length are
// multiplied by the LengthUnit of the world.
type DynamicDef struct {
	Shape    shape.Support   // standing upright, with up along y; nil means the capsule
	Mass     float64         // kg; zero means 80 at any LengthUnit, see Def
	Material *shape.Material // nil has no friction, so that walls do not hold it
	Filter   shape.Filter
	Name     string // of its body
	UserData any    // of its collider

	// Up is the direction that leads up, of any length; zero means against the gravity of the
	// world, and along y where there is none.
	Up mgl64.Vec2

	// Leg is the height of the shape's lowest point above the floor, m; zero means 0.3. The leg
	// climbs obstacles that are lower than about Leg. Foot is the radius of the circle that feels
	// for the floor, m; zero means 0.15.
	Leg, Foot float64

	LegHertz   float64 // 1/s, how fast the spring of the leg is; zero means 5
	LegDamping float64 // damping ratio of the leg; zero means 1
	LegForce   float64 // N, the most that the leg pushes; zero means 50 m/s^2 times Mass

	WalkForce float64 // N, the most with which it walks; zero means 12 m/s^2 times Mass
	// Air is the share of WalkForce that steers in the air, 0 to 1; zero means none. In the air
	// there is nothing to push against, so this force has no reaction.
	Air float64

	UprightHertz  float64 // 1/s, how fast it comes upright; zero means 4
	UprightTorque float64 // N m, the most that holds it upright; zero means 5 m^2/s^2 times Mass

	SlopeLimit float64 // rad, the steepest floor that carries it; zero means pi/4
	TiltLimit  float64 // rad, beyond which it falls; zero means 1
}

// resolve rejects numbers that cannot be used and fills in the defaults.
func (d *DynamicDef) resolve(w *world.World) error {
	if err := geom.CheckNotNegative("Mass", d.Mass); err != nil {
		return err
	}
	unit := unitOf(w)
	mass := cmp.Or(d.Mass, 80)
	err := resolveNumbers([]number{
		{"Mass", &d.Mass, mass, maxNumber},
		{"Leg", &d.Leg, 0.3 * unit, maxNumber},
		{"Foot", &d.Foot, 0.15 * unit, maxNumber},
		{"LegHertz", &d.LegHertz, 5, maxNumber},
		{"LegDamping", &d.LegDamping, 1, maxNumber},
		{"LegForce", &d.LegForce, 50 * mass * unit, maxNumber},
		{"WalkForce", &d.WalkForce, 12 * mass * unit, maxNumber},
		{"Air", &d.Air, 0, 1},
		{"UprightHertz", &d.UprightHertz, 4, maxNumber},
		{"UprightTorque", &d.UprightTorque, 5 * mass * unit * unit, maxNumber},
		{"SlopeLimit", &d.SlopeLimit, math.Pi / 4, 0.49 * math.Pi},
		{"TiltLimit", &d.TiltLimit, 1, math.Pi},
	})
	if err != nil {
		return err
	}
	if d.Shape == nil {
		end := mgl64.Vec2{0, 0.35 * unit}
		d.Shape = shape.Capsule{A: end.Mul(-1), B: end, Radius: 0.3 * unit}
	}
	if d.Material == nil {
		d.Material = &shape.Material{}
	}
	up := Def{Up: d.Up}
	err = up.resolveUp(w)
	d.Up = up.Up
	return err
}

// DynamicState is the state of a dynamic character besides its body: plain data, to save with the
// world.
type DynamicState struct {
	OnFloor     bool
	Floor       world.ColliderID
	FloorPoint  mgl64.Vec2 // m
	FloorNormal mgl64.Vec2 // unit, out of the floor
	LegLength   float64    // m, from the shape's lowest point to the floor, if OnFloor
	AirTime     float64    // s since it was on a floor; zero on one

	Jumping   bool    // rises from a jump, and the leg is drawn in
	JumpSpeed float64 // m/s over the floor that the jump still has to reach; zero when it has
	Fallen    bool    // lies, until StandUp
	Rising    bool    // gets up

	// Where the body of the floor was in the last Move.
	FloorPosition mgl64.Vec2 // m
	FloorAngle    float64    // rad
}
