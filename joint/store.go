package joint

import (
	"math"

	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/state"
)

// ID is a joint's slot and generation: what users keep and events carry.
type ID id.ID

// Slot is the stable index of a joint; colours and bodies store it.
type Slot uint32

// Row is the dense index of a joint, valid between structural changes.
type Row int32

// None ends lists and marks what is in no colour.
const None = ^uint32(0)

// Kind is a sort of joint.
type Kind uint8

// The kinds. The zero Kind is no joint.
const (
	NoKind Kind = iota
	KindRevolute
	KindDistance
	KindPrismatic
	KindWeld
	KindWheel
	KindMotor
	KindMouse
	KindAngle
	KindGear
	KindPulley
	KindRatchet
	KindGroove
	KindRotarySpring
	KindFriction
	KindNoCollision
	KindCustom
	KindCompanion // ties a further pair of bodies to a joint of more than two
	Kinds         // how many there are, NoKind included
)

var kindNames = [Kinds]string{
	NoKind: "none", KindRevolute: "revolute", KindDistance: "distance", KindPrismatic: "prismatic",
	KindWeld: "weld", KindWheel: "wheel", KindMotor: "motor", KindMouse: "mouse", KindAngle: "angle",
	KindGear: "gear", KindPulley: "pulley", KindRatchet: "ratchet", KindGroove: "groove",
	KindRotarySpring: "rotarySpring", KindFriction: "friction", KindNoCollision: "noCollision",
	KindCustom: "custom", KindCompanion: "companion",
}

// String returns the name used in scene files.
func (k Kind) String() string {
	if k >= Kinds {
		return "none"
	}
	return kindNames[k]
}

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

	articulations articulations
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

// add makes an awake joint and puts it in the lists of its bodies.
func (s *Store) add(bodies *state.Bodies, l Link, base *Base) Slot {
	jid := ID(s.ids.New())
	slot := jid.Slot()
	if int(slot) == len(s.Meta) {
		s.Meta = append(s.Meta, Meta{})
		s.Rows = append(s.Rows, 0)
	}
	s.Link = append(s.Link, l)
	s.Strength = append(s.Strength, Strength{})
	s.Load = append(s.Load, Load{})
	s.Slots = append(s.Slots, slot)
	s.Rows[slot] = Row(len(s.Slots) - 1)
	s.Meta[slot] = Meta{ID: jid, Color: None}
	s.compileBase(slot, base)
	s.Wake(slot)
	s.link(bodies, slot, 0, state.BodySlot(l.BodyA))
	s.link(bodies, slot, 1, state.BodySlot(l.BodyB))
	return slot
}

// compileBase compiles the part of a definition that all kinds share.
func (s *Store) compileBase(slot Slot, b *Base) {
	row := s.Rows[slot]
	s.Meta[slot].UserData = b.UserData
	s.Strength[row] = Strength{
		Hertz: float32(b.Hertz), Damping: float32(b.Damping),
		MaxForce: orInfinite(b.MaxForce), MaxTorque: orInfinite(b.MaxTorque),
		BreakForce: orInfinite(b.BreakForce), BreakTorque: orInfinite(b.BreakTorque),
	}
	if b.Hertz > 0 {
		s.Strength[row].Hertz = float32(max(b.Hertz, minHertz))
	}
	f := s.Link[row].Flags &^ (CollideConnected | Disabled | ReportOnly | Stressed | OwnStrength)
	if s.Strength[row] != unbounded {
		f |= OwnStrength
	}
	if b.CollideConnected {
		f |= CollideConnected
	}
	if b.Disabled {
		f |= Disabled
	}
	if b.ReportOnly {
		f |= ReportOnly
	}
	s.Link[row].Flags = f
	s.noteChange(slot)
}

// unbounded is the Strength of the zero Base.
var unbounded = Strength{MaxForce: orInfinite(0), MaxTorque: orInfinite(0), BreakForce: orInfinite(0), BreakTorque: orInfinite(0)}

// bound returns a limit whose zero means none.
func orInfinite(x float64) float32 {
	if x == 0 {
		return float32(math.Inf(1))
	}
	return float32(x)
}

// Remove destroys a joint with its members. None must be in a colour.
func (s *Store) Remove(bodies *state.Bodies, slot Slot) {
	for _, m := range s.Companions(slot) {
		s.Remove(bodies, m)
	}
	l := s.Link[s.Rows[slot]]
	s.unlink(bodies, slot, 0, state.BodySlot(l.BodyA))
	s.unlink(bodies, slot, 1, state.BodySlot(l.BodyB))
	switch l.Kind {
	case KindRevolute:
		s.revolutes.free(l.Data)
	case KindGear, KindCustom:
		s.multiBodies.free(l.Data)
	case KindCompanion:
		s.companionCount--
	default:
		s.generics.free(l.Data)
	}
	s.Sleep(slot)
	last := Row(len(s.Slots) - 1)
	s.swap(s.Rows[slot], last)
	s.Link = s.Link[:last]
	s.Strength = s.Strength[:last]
	s.Load = s.Load[:last]
	s.Slots = s.Slots[:last]
	s.ids.Free(id.ID(s.Meta[slot].ID))
	s.Meta[slot] = Meta{Color: None}
}

// Wake moves a joint into the awake part.
func (s *Store) Wake(slot Slot) {
	if m := &s.Meta[slot]; !m.Awake {
		s.swap(s.Rows[slot], Row(s.awake))
		s.awake++
		m.Awake = true
	}
}

// Sleep moves a joint into the sleeping part.
func (s *Store) Sleep(slot Slot) {
	if m := &s.Meta[slot]; m.Awake {
		s.awake--
		s.swap(s.Rows[slot], Row(s.awake))
		m.Awake = false
	}
}

// swap exchanges two rows in every column: the only place where rows move.
func (s *Store) swap(a, b Row) {
	if a == b {
		return
	}
	s.version++
	s.Link[a], s.Link[b] = s.Link[b], s.Link[a]
	s.Strength[a], s.Strength[b] = s.Strength[b], s.Strength[a]
	s.Load[a], s.Load[b] = s.Load[b], s.Load[a]
	s.Slots[a], s.Slots[b] = s.Slots[b], s.Slots[a]
	s.Rows[s.Slots[a]] = a
	s.Rows[s.Slots[b]] = b
}

// RecenterBody tells the joints of a body that its centre of mass has moved in its
// own frame.
func (s *Store) RecenterBody(bodies *state.Bodies, b state.BodySlot) {
	for key := bodies.Meta[b].FirstJoint; key != state.None; key = s.Next(key) {
		s.recompile(bodies, Slot(key>>1))
	}
}

// recompile compiles a joint anew.
func (s *Store) recompile(bodies *state.Bodies, slot Slot) {
	s.noteChange(slot)
	l := &s.Link[s.Rows[slot]]
	switch l.Kind {
	case KindRevolute:
		r := &s.revolutePoints[l.Data]
		r.angle = r.unwrappedAngle(bodies, l)
		s.compileRevolute(bodies, l)
		r.angle = r.unwrappedAngle(bodies, l)
	case KindCompanion:
	default:
		s.compile(bodies, slot)
	}
}
