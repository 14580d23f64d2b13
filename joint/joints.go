package joint

import (
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/state"
)

// ID is a joint's slot and generation: what users keep and events carry.
type ID id.ID

// Slot is the stable index of a joint; colours and bodies store it.
type Slot uint32

// Row is the dense index of a joint, valid between structural changes.
type Row int32

// Flags of a joint.
type Flags uint32

// The flags.
const (
	CollideConnected Flags = 1 << iota // the bodies may collide with each other
	Disabled                           // does nothing
	ReportOnly                         // does not break when stressed
	Stressed                           // its load passed a break limit in this tick
	HasAngularPart                     // a revolute joint with a spring, a motor or a limit
	Linked                             // the islands know it
	HasCallbacks                       // runs code of the game's own
	InArticulation                     // it is solved in a tree
	OwnStrength                        // its Strength is not that of the zero Base
)

// Link is what every stage asks of a joint first.
type Link struct {
	BodyA, BodyB uint32 // slots
	Data         uint32 // index of the record among those of its kind
	Kind         Kind
	Flags        Flags
}

// Strength is how hard a joint holds, compiled from Base.
type Strength struct {
	Hertz, Damping          float32 // of the rigid part; zero: the world's
	MaxForce, MaxTorque     float32 // infinite: no bound
	BreakForce, BreakTorque float32 // infinite: never
}

// Load is how hard a joint held in the last sub-step of a tick: what it did to
// body B, and the opposite to body A.
type Load struct{ ForceX, ForceY, Torque float32 } // N, N m

// Meta is the cold record of a joint, indexed by Slot.
type Meta struct {
	ID       ID
	Awake    bool
	Edges    [2]Edge // in the lists of body A and body B
	Color    uint32  // the solver's colour, or None
	Index    uint32  // place in that colour
	UserData any
}

// Edge is a link in a body's list of joints. An edge is named by its key,
// slot*2 + side.
type Edge struct{ Next, Prev uint32 }

// Store is the table of joints, partitioned [awake | asleep]. The records of each
// kind lie in a table of their own and do not move.
type Store struct {
	Link     []Link
	Strength []Strength
	Load     []Load
	Slots    []Slot // the slot in each row

	Rows []Row  // the row of each slot
	Meta []Meta // by Slot

	revolutes      records[Revolute]
	revolutePoints []revolutePoint       // of the revolute joints, beside revolutes
	revoluteAngles []revoluteAngle       // likewise, up to the last that does not turn freely
	generics       records[genericJoint] // of all kinds but revolute, gear and custom
	multiBodies    records[multiBody]    // of gears and custom joints
	companionCount int                   // how many are members of others

	changed   []state.BodySlot     // bodies whose joints came, went or changed
	isChanged []bool               // by body slot: is among them
	stiffness []geometricStiffness // by body slot

	leverInertias []leverInertia // by body slot
	anyLever      uint32         // not zero: some lever is not nothing
	leversApplied bool           // some body has more inertia than its own
	version       uint64         // how often a row changed hands, or a joint was touched

	ids   id.Pool
	awake int
}

// NewStore returns an empty store.
func NewStore() *Store { return &Store{} }

// Len returns the number of joints, members of others not counted.
func (s *Store) Len() int { return len(s.Slots) - s.companionCount }

// Awake returns how many rows, from row 0, are awake.
func (s *Store) Awake() int { return s.awake }

// Cap returns one more than the largest slot ever used.
func (s *Store) Cap() int { return len(s.Meta) }

// Row returns the row of a slot.
func (s *Store) Row(slot Slot) Row { return s.Rows[slot] }

// Alive reports whether the joint exists.
func (s *Store) Alive(i ID) bool { return s.ids.Alive(id.ID(i)) }

// Slot returns the slot of an ID.
func (i ID) Slot() Slot { return Slot(id.ID(i).Slot()) }
