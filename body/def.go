package body

import (
	"cmp"
	"fmt"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Type decides how a body moves: by forces and contacts, by its own velocity, or not at all.
type Type uint8

// The types. The zero Type is Dynamic.
const (
	Dynamic   Type = iota // moved by forces and contacts
	Kinematic             // moved by its velocity alone; pushes and is not pushed
	Static                // does not move
)

// Def defines a body. The zero Def is an awake dynamic body at the origin. A body has the mass of
// the shapes that are attached to it. A dynamic body without shapes has a mass of 1 kg and does not
// rotate. Lengths in metres, angles in radians, times in seconds.
type Def struct {
	Type            Type
	Position        mgl64.Vec2 // of the body's origin
	Angle           float64
	LinearVelocity  mgl64.Vec2 // of the centre of mass, m/s; attaching a shape moves the centre, see world.Body.Attach
	AngularVelocity float64    // rad/s, counter-clockwise

	LinearDamping  float64 // 1/s: velocity decays as exp(-t LinearDamping)
	AngularDamping float64 // 1/s
	GravityScale   float64 // factor on gravity; zero means 1, see Weightless
	SleepSpeed     float64 // m/s below which the body may fall asleep; zero means the world's

	Gravity     mgl64.Vec2 // of its own, m/s^2, in place of the world's; zero means the world's
	ZeroGravity bool       // its own gravity is zero: of gravity, only the gravity of areas acts

	Weightless   bool // gravity does not act
	LockX        bool // does not move along the world's x axis
	LockY        bool // does not move along the world's y axis
	LockRotation bool // does not turn
	NeverSleep   bool // stays awake, and so does its island
	Asleep       bool // created asleep and at rest; wakes when touched
	Bullet       bool // continuous collision against moving bodies too
	FastRotation bool // may turn half a turn in a step and more, for wheels that are not made of circles: see world.Body.SetFastRotation
	Disabled     bool // neither moves nor collides until enabled; its velocity is not kept

	// Dominance says which body pushes the other: in a contact or joint of two dynamic bodies the
	// body with the higher dominance acts as if it had infinite mass, and gets no impulse from the
	// other body.
	Dominance int8

	// Key is a number of the game's own, such as the number of the object in a level file; zero for
	// none. In a world with Config.Stable no two bodies may have the same key, and the result
	// depends on the keys. Other worlds only store it.
	Key uint64

	Name     string
	UserData any
}

// Validate returns a *geom.FieldError for the first field whose value is rejected.
func (d *Def) Validate() error {
	if d.Type > Static {
		return geom.NewFieldError("Type", d.Type, geom.ErrOutOfRange)
	}
	return cmp.Or(
		geom.CheckPoint("Position", geom.From(d.Position)), geom.CheckFinite("Angle", d.Angle),
		geom.CheckPoint("LinearVelocity", geom.From(d.LinearVelocity)), geom.CheckFinite("AngularVelocity", d.AngularVelocity),
		geom.CheckNotNegative("LinearDamping", d.LinearDamping), geom.CheckNotNegative("AngularDamping", d.AngularDamping),
		geom.CheckFinite("GravityScale", d.GravityScale), geom.CheckPoint("Gravity", geom.From(d.Gravity)),
		geom.CheckNotNegative("SleepSpeed", d.SleepSpeed),
	)
}

// String returns the name used in scene files.
func (t Type) String() string {
	switch t {
	case Kinematic:
		return "kinematic"
	case Static:
		return "static"
	case Dynamic:
		return "dynamic"
	default:
		return fmt.Sprintf("type(%d)", uint8(t))
	}
}
