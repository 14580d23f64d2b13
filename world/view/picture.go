package view

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world/internal/tools"
	"github.com/go-gl/mathgl/mgl64"
)

// NoIsland is the island of bodies without an island: bodies that are not dynamic or are disabled.
const NoIsland = tools.NoIsland

// Picture is the knowledge of a reader about a world after a frame. Bodies, colliders, joints and
// areas are found by their slots.
type Picture struct {
	Sequence   uint32
	Ticks      uint64
	Time       float64 // s
	Timestep   float64 // s
	Alpha      float64 // the time since the last tick, as a fraction of a timestep
	LengthUnit float64
	Gravity    mgl64.Vec2 // m/s^2
	Layers     Layers     // that the frame has

	Shapes    []Shape
	Bodies    map[uint32]*Body
	Colliders map[uint32]*Collider
	Moving    []uint32 // bodies that are awake

	Contacts   []Contact
	Joints     []Joint
	Boxes      []Box
	Broadphase []Box
	Islands    []uint32 // by slot of a body from 0, NoIsland for none
	Areas      []Area
	Events     []Event
	Stages     [13]float32 // ms, in the order of world.Profile
	Counters   [10]float64 // in the order of world.Counters
	Energy     [6]float64  // kinetic, potential, momentum x, y, angular momentum, mass
	Depth      DeepestOverlap
}

// Shape is a shape in the frame of its body. FORMAT.md defines its Numbers.
type Shape struct {
	Kind    ShapeKind
	Numbers []float64
}

// Body is a body of a Picture.
type Body struct {
	Generation      uint32
	State           State
	Style           uint32     // 0xRRGGBBAA, or 0
	LocalCenter     mgl64.Vec2 // centre of mass in the body's own frame, m
	Position        mgl64.Vec2 // of the centre of mass, m
	Turn            uint32     // its angle, of which 2^32 is a whole turn
	Velocity        mgl64.Vec2 // m/s, with the layer Velocities
	AngularVelocity float64    // rad/s
	Name            string     // with the layer Names
}

// Angle returns the orientation, rad, in [-pi, pi).
func (b *Body) Angle() float64 { return float64(int32(b.Turn)) * (2 * math.Pi / (1 << 32)) }

// WorldPoint maps a point of the body's own frame to the world.
func (b *Body) WorldPoint(p mgl64.Vec2) mgl64.Vec2 {
	turned := geom.RotFromAngle(b.Angle()).Apply(geom.From(p.Sub(b.LocalCenter)))
	return b.Position.Add(turned.Mgl())
}

// Collider is a collider of a Picture.
type Collider struct {
	Generation uint32
	Body       uint32
	Shape      uint32 // in Shapes
	Sensor     bool
	Chained    bool
	Chain      uint32 // number of the chain it belongs to, with Chained
	OneWay     [2]float32
}

// Contact is a contact of a Picture.
type Contact struct {
	ColliderA, ColliderB uint32
	Body                 uint32 // from whose centre of mass the points are measured
	Touching, Asleep     bool
	Normal               [2]float32
	Count                int
	Points               [2]ContactPoint
}

// ContactPoint is a point of a Contact.
type ContactPoint struct {
	X, Y                          float32 // m
	Separation                    float32 // m
	NormalImpulse, TangentImpulse float32 // N s
}

// Joint is a joint of a Picture.
type Joint struct {
	Slot, Generation         uint32
	Kind                     joint.Kind
	Disabled, Spring, NoEnds bool // NoEnds: it holds no points
	BodyA, BodyB             uint32
	Force                    [2]float32 // N
	Torque                   float32    // N m
	AnchorA, AnchorB         mgl64.Vec2 // m
	Extra                    [2]mgl64.Vec2
}

// Box is the box of a collider, from the centre of mass of its body.
type Box struct {
	Collider, Body uint32
	Lower, Upper   [2]float32
}

// Area is an area of a Picture.
type Area struct {
	Slot, Generation uint32
	Body             uint32 // that carries it, or NoSlot
	Shape            uint32 // in Shapes, or NoSlot for the whole world
	Disabled         bool
	Effects          uint32 // tools.Effects
	Position         mgl64.Vec2
	Angle            float64
	Surface          []mgl64.Vec2
}

// NoSlot stands for none.
const NoSlot = none

// Event is an event of a Picture.
type Event struct {
	Kind          EventKind
	A, B          uint32
	Flags         uint32
	Position      mgl64.Vec2
	Normal        [2]float32
	First, Second float32 // see FORMAT.md
	Ticks         uint64
}

// DeepestOverlap is the deepest overlap of a Picture.
type DeepestOverlap struct {
	Overlap              float64 // m
	Position             mgl64.Vec2
	ColliderA, ColliderB uint32
}
