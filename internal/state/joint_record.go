package state

import (
	"unsafe"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
)

// jointRecords is a list whose entries do not move. Freed entries are used again, the
// latest first.
type jointRecords[T any] struct {
	table    []T
	freeList []uint32
}

func (r *jointRecords[T]) alloc() uint32 {
	if n := len(r.freeList); n > 0 {
		i := r.freeList[n-1]
		r.freeList = r.freeList[:n-1]
		return i
	}
	var zero T
	r.table = append(r.table, zero)
	return uint32(len(r.table) - 1)
}

func (r *jointRecords[T]) at(i uint32) *T { return &r.table[i] }

func (r *jointRecords[T]) free(i uint32) {
	var zero T
	r.table[i] = zero // it may hold values of the game
	r.freeList = append(r.freeList, i)
}

// RevolutePoint is the part of a revolute joint that every tick reads: one cache line.
type RevolutePoint struct {
	Ax, Ay, Bx, By float64 // anchors from the centres of mass in the bodies' axes, m
	C, S           float64 // rotation of the joint's frame in B relative to the frame in A
	Angle          float64 // when last updated, with whole turns
	Jx, Jy         float32 // impulse per sub-step, N s
}

// RevoluteAngle is the second part, for a revolute joint with a spring, a motor or limits.
type RevoluteAngle struct {
	Target, Lower, Upper        float64
	Speed, MaxMotorTorque       float32 // of the motor
	Hertz, Damping              float32
	SpringImpulse, MotorImpulse float32 // impulses per sub-step, N m s
	LowerImpulse, UpperImpulse  float32
	Parts                       uint32
	MotorTorque                 float32 // N m, in the last sub-step
}

// Spring and limits of an angle. They are the highest bits, so that a shift makes masks of them.
const (
	AngleSpring uint32 = 1 << 31
	AngleLimits uint32 = 1 << 30
)

var (
	_ [64]byte = [unsafe.Sizeof(RevolutePoint{})]byte{}
	_ [64]byte = [unsafe.Sizeof(RevoluteAngle{})]byte{}
)

// GenericJoint is the record of a joint of any kind but revolute, gear and custom: the content
// of its definition, and the state that lasts between ticks.
type GenericJoint struct {
	def              joint.Definition
	AnchorA, AnchorB geom.Vec2 // from the centres of mass, m
	Axis             geom.Vec2 // unit, in A's frame
	wheelA, wheelB   geom.Vec2 // where a pulley's rope leaves its wheels, in the world
	Ratio            float64
	Angle            float64 // of B against A, with whole turns, when last updated
	AngleA, AngleB   float64 // of the bodies, with whole turns
	Reference        float64 // angle or length that the block holds
	tooth            float64 // the angle that a ratchet does not let pass
	hasTooth         bool    // tooth has been set

	Block       jointBlock
	Scalars     [2]JointCoordinate
	PlanarMotor jointPlanarMotor

	BlockImpulses  [3]float32
	ScalarImpulses [2]ScalarImpulses
	PlanarImpulses [2]float32
	InvH           float32 // of the sub-steps of the impulses, 1/s
}

// jointBlock describes the block of a joint.
type jointBlock struct {
	_              [0]func() // not comparable, so no program has code for a comparison
	N, Linear      int8
	On             bool
	Spring         bool
	Hertz, Damping float64 // of the spring
}

// jointPlanarMotor drives the anchors past each other.
type jointPlanarMotor struct {
	On       bool
	Speed    geom.Vec2 // m/s in A's frame
	MaxForce float64   // N
}

// ScalarImpulses are the impulses of a coordinate, kept from tick to tick.
type ScalarImpulses struct{ HoldImpulse, SpringImpulse, MotorImpulse, LowerImpulse, UpperImpulse float32 }

// Sum returns the total impulse.
func (j *ScalarImpulses) Sum() float32 {
	return j.HoldImpulse + j.SpringImpulse + j.MotorImpulse + j.LowerImpulse - j.UpperImpulse
}

// GenericAt returns the record of a generic joint by the Data of its link.
func (s *Joints) GenericAt(data uint32) *GenericJoint { return &s.generics.table[data] }

// MultiBodyAt returns the record of a gear or custom joint by the Data of its link.
func (s *Joints) MultiBodyAt(data uint32) *MultiBodyJoint { return &s.multiBodies.table[data] }
