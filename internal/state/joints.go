package state

import (
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/joint"
)

// JointID is a joint's slot and generation: what users keep and events carry.
type JointID id.ID

// JointSlot is the stable index of a joint; colours and bodies store it.
type JointSlot uint32

// JointRow is the dense index of a joint, valid between structural changes.
type JointRow int32

// JointFlags of a joint.
type JointFlags uint32

// The flags.
const (
	JointCollideConnected JointFlags = 1 << iota // the bodies may collide with each other
	JointDisabled                                // does nothing
	JointReportOnly                              // does not break when stressed
	JointStressed                                // its load passed a break limit in this tick
	JointHasAngularPart                          // a revolute joint with a spring, a motor or a limit
	JointLinked                                  // the islands know it
	JointHasCallbacks                            // runs code of the game's own
	JointInArticulation                          // it is solved in an articulation
	JointOwnStrength                             // its Strength is not that of the zero Base
)

// JointLink is what every stage asks of a joint first.
type JointLink struct {
	BodyA, BodyB uint32 // slots
	Data         uint32 // index of the record among those of its kind
	Kind         joint.Kind
	Flags        JointFlags
}

// JointStrength is how hard a joint holds, compiled from Base.
type JointStrength struct {
	Hertz, Damping          float32 // of the rigid part; zero: the world's
	MaxForce, MaxTorque     float32 // infinite: no bound
	BreakForce, BreakTorque float32 // infinite: never
}

// JointLoad is how hard a joint held in the last sub-step of a tick: what it did to
// body B, and the opposite to body A.
type JointLoad struct{ ForceX, ForceY, Torque float32 } // N, N m

// JointMeta is the cold record of a joint, indexed by Slot.
type JointMeta struct {
	ID       JointID
	Awake    bool
	Edges    [2]JointEdge // in the lists of body A and body B
	Color    uint32       // the solver's colour, or None
	Index    uint32       // place in that colour
	UserData any
}

// JointEdge is a link in a body's list of joints. An edge is named by its key,
// slot*2 + side.
type JointEdge struct{ Next, Prev uint32 }

// Joints is the table of joints, partitioned [awake | asleep]. The records of each
// kind lie in a table of their own and do not move.
type Joints struct {
	Link     []JointLink
	Strength []JointStrength
	Load     []JointLoad
	Slots    []JointSlot // the slot in each row

	Rows []JointRow  // the row of each slot
	Meta []JointMeta // by Slot

	revolutes      jointRecords[joint.Revolute]
	RevolutePoints []RevolutePoint              // of the revolute joints, beside revolutes
	RevoluteAngles []RevoluteAngle              // likewise, up to the last that does not turn freely
	generics       jointRecords[GenericJoint]   // of all kinds but revolute, gear and custom
	multiBodies    jointRecords[MultiBodyJoint] // of gears and custom joints
	companionCount int                          // how many are members of others

	Changed   []BodySlot           // bodies whose joints came, went or changed
	IsChanged []bool               // by body slot: is among them
	Stiffness []GeometricStiffness // by body slot

	LeverInertias []LeverInertia // by body slot
	AnyLever      uint32         // not zero: some lever is not nothing
	LeversApplied bool           // some body has more inertia than its own
	Version       uint64         // how often a row changed hands, or a joint was touched

	ids   id.Pool
	awake int
}

// NewJoints returns an empty store.
func NewJoints() *Joints { return &Joints{} }

// Len returns the number of joints, members of others not counted.
func (s *Joints) Len() int { return len(s.Slots) - s.companionCount }

// Awake returns how many rows, from row 0, are awake.
func (s *Joints) Awake() int { return s.awake }

// Cap returns one more than the largest slot ever used.
func (s *Joints) Cap() int { return len(s.Meta) }

// Row returns the row of a slot.
func (s *Joints) Row(slot JointSlot) JointRow { return s.Rows[slot] }

// Alive reports whether the joint exists.
func (s *Joints) Alive(i JointID) bool { return s.ids.Alive(id.ID(i)) }

// Slot returns the slot of an ID.
func (i JointID) Slot() JointSlot { return JointSlot(id.ID(i).Slot()) }
