package manifold

import (
	"unsafe"

	"github.com/carom2d/carom/internal/id"
)

// Slot is the stable index of a contact; colours, islands and bodies store it.
type Slot uint32

// Row is the dense index of a contact, valid between structural changes.
type Row int32

// ID is a contact's slot and generation: what events carry.
type ID = id.ID

// Flags of a contact.
type Flags uint32

const (
	Touching  Flags = 1 << iota // the manifold has points
	Ended                       // the boxes parted: destroy it in the transition stage
	HitEvents                   // either collider asked for hit events
	PreSolve                    // either collider asked for the pre-solve callback
	Flip                        // the shapes are swapped for their pair function
	Solved                      // the solver has it in a colour
)

// Solid is the part of a contact that the solver reads: 128 bytes, no pointers.
// Anchors are relative to the centres of mass and turned to the world's axes;
// they and the separation were formed in float64 and then narrowed.
type Solid struct {
	NormalX, NormalY float32 // unit, from body A to body B
	Friction         float32
	Restitution      float32
	Rolling          float32 // rolling resistance, as a length (m)
	TangentSpeed     float32 // m/s
	RollingImpulse   float32 // N m s
	Count            uint32  // points, 0 to 2
	Points           [2]SolidPoint
}

// SolidPoint is a contact point as the solver reads it.
type SolidPoint struct {
	AX, AY, BX, BY float32 // anchors from the centres of mass, world axes, m
	Separation     float32 // m, at the pose of the start of the step
	NormalImpulse  float32 // N s, kept from sub-step to sub-step and step to step
	TangentImpulse float32
	TotalImpulse   float32 // sum of normal impulses over the sub-steps, N s
	NormalVelocity float32 // m/s when the step began, negative when approaching
	Feature        uint32
	_              [2]uint32
}

var _ [128]byte = [unsafe.Sizeof(Solid{})]byte{}

// Pair names who touches: collider slots and the slots of their bodies.
type Pair struct {
	ColliderA, ColliderB uint32
	BodyA, BodyB         uint32
}
