package state

import (
	"sync/atomic"

	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/table"
	"github.com/carom2d/carom/joint"
)

// JointID is a joint's slot and generation. Handles and events hold it.
type JointID id.ID

// JointSlot is the stable index of a joint; colours and bodies store it.
type JointSlot uint32

// JointRow is the dense index of a joint, valid between structural changes.
type JointRow int32

// JointFlags are the flags of a joint.
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
	JointOwnStrength                             // its Strength differs from the Strength of the zero Base
	JointDriven                                  // a motor of it has a speed to reach
)

// JointLink is the part of a joint that every stage reads first.
type JointLink struct {
	BodyA, BodyB uint32 // slots
	Data         uint32 // index of the record among the records of its kind
	Kind         joint.Kind
	Flags        JointFlags
}

// JointStrength holds the bounds of a joint and the stiffness of its rigid part, compiled from
// its Base.
type JointStrength struct {
	Hertz, Damping          float32 // of the rigid part; zero: the world's
	MaxForce, MaxTorque     float32 // infinite: no bound
	BreakForce, BreakTorque float32 // infinite: never
}

// JointLoad is the load of a joint: its mean force and torque on body B over a tick. Force and
// torque on body A are opposite.
type JointLoad struct{ ForceX, ForceY, Torque float32 } // N, N m

// JointMeta is the cold record of a joint, indexed by Slot.
type JointMeta struct {
	_        [0]func() // not comparable, so no program has code for a comparison
	ID       JointID
	Edges    [2]JointEdge // in the lists of body A and body B
	Color    uint32       // the solver's colour, or None
	Index    uint32       // place in that colour
	UserData any
}

// JointEdge is a link in a body's list of joints. An edge is named by its key,
// slot*2 + side.
type JointEdge struct{ Next, Prev uint32 }

// Joints is the table of joints. A row is awake or asleep. The records of each kind lie in a
// table of their own and do not move.
type Joints struct {
	table.Table[JointSlot, JointRow]

	Link     []JointLink     `column:"state"`
	Strength []JointStrength `column:"derived"` // from the definitions
	Load     []JointLoad     `column:"state"`
	Meta     []JointMeta     `column:"state"` // by slot

	revolutes      jointRecords[joint.Revolute] `column:"state"`
	RevolutePoints []RevolutePoint              `column:"state"` // of the revolute joints, beside revolutes
	RevoluteAngles []RevoluteAngle              `column:"state"` // likewise, up to the last that does not turn freely
	generics       jointRecords[GenericJoint]   `column:"state"` // of all kinds but revolute, gear and custom
	multiBodies    jointRecords[MultiBodyJoint] `column:"state"` // of gears and custom joints
	companionCount int                          `column:"derived"`
	withCallbacks  int                          `column:"derived"` // joints with JointHasCallbacks
	driven         int                          `column:"derived"` // joints with JointDriven

	Changed            []BodySlot `column:"state"` // bodies whose joints came, went or changed
	IsChanged          []bool     `column:"state"` // by body slot: is among them
	StabilizingInertia []float32  `column:"state"` // by body slot, of articulations: kg m^2

	edits uint64    `column:"derived"` // number of changes that moved no row
	held  heldJoint `column:"scratch"`

	stressed uint32 `column:"scratch"` // atomic; not zero: some joint may have been marked with JointStressed

	Listener JointListener `column:"scratch"` // nil: nobody listens
}

// JointListener gets the answers of the code of the game's own joints.
type JointListener interface {
	// Measured gets the rows of a custom joint.
	Measured(m *joint.ConstraintContext)
	// Law returns a law with the same answers as the given law that passes them to the listener.
	Law(law joint.ForceLaw) joint.ForceLaw
}

// heldJoint is one row of all columns.
type heldJoint struct {
	_        [0]func() // not comparable, so no program has code for a comparison
	link     JointLink
	strength JointStrength
	load     JointLoad
}

// SetStressed marks a joint whose load passed a break limit. Calls for different joints may run at
// the same time.
func (s *Joints) SetStressed(row JointRow) {
	s.Link[row].Flags |= JointStressed
	atomic.StoreUint32(&s.stressed, 1)
}

// TakeStress reports whether a joint was marked since the last call.
func (s *Joints) TakeStress() bool { return atomic.SwapUint32(&s.stressed, 0) != 0 }

// NewJoints returns an empty table.
func NewJoints() *Joints { return &Joints{} }

// Len returns the number of joints, companions not counted.
func (s *Joints) Len() int { return s.Table.Len() - s.companionCount }

// WithCallbacks returns the number of joints that run code of the game's own.
func (s *Joints) WithCallbacks() int { return s.withCallbacks }

// Driven returns the number of joints with JointDriven.
func (s *Joints) Driven() int { return s.driven }

func (s *Joints) setCallbacks(l *JointLink, on bool) {
	l.setCounted(JointHasCallbacks, on, &s.withCallbacks)
}
func (s *Joints) setDriven(l *JointLink, on bool) { l.setCounted(JointDriven, on, &s.driven) }

// setCounted sets or clears a flag and keeps the number of joints that have it.
func (l *JointLink) setCounted(flag JointFlags, on bool, count *int) {
	if l.Flags&flag != 0 {
		*count--
	}
	l.Flags &^= flag
	if on {
		l.Flags |= flag
		*count++
	}
}

// Version rises when a row changes hands or a joint changes.
func (s *Joints) Version() uint64 { return s.Table.Version() + s.edits }

// Alive reports whether the joint exists.
func (s *Joints) Alive(i JointID) bool { return s.AliveID(id.ID(i)) }

// SlotOf returns the slot of an ID, also of a joint that is gone.
func (s *Joints) SlotOf(i JointID) JointSlot { return s.SlotOfID(id.ID(i)) }

// LoadedTicks is the number of ticks under a heavy load after which a body counts as loaded: see
// package solver.
const LoadedTicks = 2

// StabilizingInertiaOf returns the least inertia that the body of an articulation has for its
// joints, kg m^2; zero for other bodies. A loaded body presses against a surface. Where it turns,
// the point of contact moves along it, but only from tick to tick, so its inertia must keep the
// oscillation stable that is integrated by ticks.
func (s *Joints) StabilizingInertiaOf(b BodySlot, bodies *Bodies, subSteps int) float32 {
	if int(b) >= len(s.StabilizingInertia) {
		return 0
	}
	inertia := s.StabilizingInertia[b]
	if bodies.Motion[bodies.Rows[b]].LoadTicks >= LoadedTicks {
		inertia *= float32(subSteps * subSteps)
	}
	return inertia
}
