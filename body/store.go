package body

import (
	"unsafe"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/id"
)

// ID is a body's slot and generation.
type ID id.ID

// Slot is the stable index of a body.
type Slot uint32

// Row is the dense index of a body.
type Row int32

// Ground is the slot of the static body that always exists.
const Ground Slot = 0

// None ends the lists that start at a body.
const None = ^uint32(0)

// Flags of a body's State. The kernels write a state back only when FlagDynamic.
type Flags uint32

// The flags that kernels and the integrator read.
const (
	FlagDynamic Flags = 1 << iota
	FlagLockX
	FlagLockY
	FlagLockRotation
)

// State is what the solver touches every sub-step: 32 bytes, no pointers, two
// per cache line. D* are the motion since the step began, so that float32 is
// enough at any distance from the origin.
type State struct {
	VX, VY float32 // velocity of the centre of mass, m/s
	W      float32 // angular velocity, rad/s
	Flags  Flags
	DX, DY float32 // motion of the centre of mass since the step began, m
	DC, DS float32 // rotation since the step began
}

// Drive is what turns forces into velocities.
type Drive struct {
	InvMass, InvInertia           float32 // 1/kg, 1/(kg m^2); zero: immovable
	LinearDamping, AngularDamping float32 // 1/s
	ForceX, ForceY, Torque        float32 // N, N m; cleared by every tick
	GravityScale                  float32
}

// Motion is what the finalize stage reads and writes.
type Motion struct {
	SleepTime  float32 // s below the sleep speed
	SleepSpeed float32 // m/s; negative: never sleeps
	MaxExtent  float32 // m from the centre of mass to the farthest point
	MinExtent  float32 // m from the centre of mass to the nearest border
	First      uint32  // first collider, or None
	Traits     Traits
	Support    float32 // N s: upward normal impulses on the body in the last sub-step
	Load       float32 // kg of other bodies whose weight rests on this one
}

// Traits are the flags of a body that only whole-step stages read.
type Traits uint32

// The traits.
const (
	TraitBullet       Traits = 1 << iota
	TraitFastRotation        // not held to the largest rotation per step
	TraitFast                // moved so far this tick that it may tunnel
)

var (
	_ [32]byte = [unsafe.Sizeof(State{})]byte{}
	_ [32]byte = [unsafe.Sizeof(Drive{})]byte{}
	_ [32]byte = [unsafe.Sizeof(Motion{})]byte{}
)

// Meta is the cold record of a body, indexed by Slot.
type Meta struct {
	ID          ID
	Type        Type
	Part        Part
	Disabled    bool
	Override    bool // mass set by the user, not by the colliders
	NeverSleep  bool
	LocalCentre geom.Vec2 // centre of mass in the body's own frame, m
	Mass        float64   // kg, zero for bodies that are not dynamic
	Inertia     float64   // kg m^2 about the centre of mass
	Contacts    uint32    // head of the list of contact edges, or None
	Joints      uint32    // head of the list of joint edges, or None
	Colliders   int32
	ContactsLen int32
	SleepSpeed  float64 // as the user gave it, m/s; zero: the world's
	tags        *Tags   // nil: none
}

// Tags are what only the game reads. Most bodies have none, so they lie apart.
type Tags struct {
	Name     string
	UserData any
}

// Tags returns the name and the data that the game gave the body.
func (m *Meta) Tags() Tags {
	if m.tags == nil {
		return Tags{}
	}
	return *m.tags
}

// Tag sets the name and the data of the game.
func (m *Meta) Tag(name string, data any) {
	switch {
	case m.tags != nil:
		*m.tags = Tags{name, data}
	case name != "" || data != nil:
		m.tags = &Tags{name, data}
	}
}

// Part is a partition of the table.
type Part uint8

// The partitions, in the order in which they lie.
const (
	Awake Part = iota
	Asleep
	Resting // static and disabled
)

// Store is the table of bodies.
type Store struct {
	State  []State
	Drive  []Drive
	Pose   []geom.Transform // of the centre of mass
	Last   []geom.Transform // Pose when the last tick began
	Motion []Motion
	Slots  []Slot // the slot in each row

	Rows []Row  // the row of each slot
	Meta []Meta // by Slot

	ids    id.Pool
	awake  int
	asleep int
}

// NewStore returns a store that holds the ground.
func NewStore() *Store {
	s := &Store{}
	s.Add(Resting, geom.Stay)
	s.Meta[Ground].Type = Static
	return s
}

// Len returns the number of bodies, the ground included.
func (s *Store) Len() int { return len(s.Slots) }

// Awake returns how many rows, from row 0, are awake.
func (s *Store) Awake() int { return s.awake }

// AsleepEnd returns the row after the last sleeping one.
func (s *Store) AsleepEnd() int { return s.awake + s.asleep }

// Row returns the row of a slot.
func (s *Store) Row(slot Slot) Row { return s.Rows[slot] }

// Alive reports whether the body exists. The ground does.
func (s *Store) Alive(i ID) bool { return s.ids.Alive(id.ID(i)) }

// Slot returns the slot of an ID.
func (i ID) Slot() Slot { return Slot(id.ID(i).Slot()) }

// Cap returns one more than the largest slot ever used.
func (s *Store) Cap() int { return len(s.Meta) }

// Add makes a body in the given part and returns its slot. Its state is at
// rest, its lists are empty and its mass is zero.
func (s *Store) Add(part Part, pose geom.Transform) Slot {
	bid := ID(s.ids.New())
	slot := bid.Slot()
	if int(slot) == len(s.Meta) {
		s.Meta = grow.Append(s.Meta, Meta{})
		s.Rows = grow.Append(s.Rows, 0)
	}
	row := Row(len(s.Slots))
	s.State = grow.Append(s.State, State{DC: 1})
	s.Drive = grow.Append(s.Drive, Drive{GravityScale: 1})
	s.Pose = grow.Append(s.Pose, pose)
	s.Last = grow.Append(s.Last, pose)
	s.Motion = grow.Append(s.Motion, Motion{First: None})
	s.Slots = grow.Append(s.Slots, slot)
	s.Rows[slot] = row
	s.Meta[slot] = Meta{ID: bid, Part: Resting, Contacts: None, Joints: None}
	s.MoveTo(slot, part)
	return slot
}

// Remove destroys a body. Its lists must be empty.
func (s *Store) Remove(slot Slot) {
	if slot == Ground {
		panic("body: the ground cannot be removed")
	}
	s.MoveTo(slot, Resting)
	last := Row(len(s.Slots) - 1)
	s.swap(s.Rows[slot], last)
	s.State = s.State[:last]
	s.Drive = s.Drive[:last]
	s.Pose = s.Pose[:last]
	s.Last = s.Last[:last]
	s.Motion = s.Motion[:last]
	s.Slots = s.Slots[:last]
	s.ids.Free(id.ID(s.Meta[slot].ID))
	s.Meta[slot] = Meta{Contacts: None, Joints: None}
}

// MoveTo brings a body into another part, by one swap per border crossed.
func (s *Store) MoveTo(slot Slot, part Part) {
	for s.Meta[slot].Part < part {
		row := s.Rows[slot]
		if s.Meta[slot].Part == Awake {
			s.awake--
			s.asleep++
			s.swap(row, Row(s.awake))
		} else {
			s.asleep--
			s.swap(row, Row(s.awake+s.asleep))
		}
		s.Meta[slot].Part++
	}
	for s.Meta[slot].Part > part {
		row := s.Rows[slot]
		if s.Meta[slot].Part == Resting {
			s.swap(row, Row(s.awake+s.asleep))
			s.asleep++
		} else {
			s.swap(row, Row(s.awake))
			s.awake++
			s.asleep--
		}
		s.Meta[slot].Part--
	}
}

// Arrange puts the given bodies into the first rows, in their order. They are those
// that are there already.
func (s *Store) Arrange(order []Slot) {
	for row, slot := range order {
		s.swap(Row(row), s.Rows[slot])
	}
}

// swap exchanges two rows in every column: the only place where rows move.
func (s *Store) swap(a, b Row) {
	if a == b {
		return
	}
	s.State[a], s.State[b] = s.State[b], s.State[a]
	s.Drive[a], s.Drive[b] = s.Drive[b], s.Drive[a]
	s.Pose[a], s.Pose[b] = s.Pose[b], s.Pose[a]
	s.Last[a], s.Last[b] = s.Last[b], s.Last[a]
	s.Motion[a], s.Motion[b] = s.Motion[b], s.Motion[a]
	s.Slots[a], s.Slots[b] = s.Slots[b], s.Slots[a]
	s.Rows[s.Slots[a]] = a
	s.Rows[s.Slots[b]] = b
}

// Origin returns the transform of the body's own frame.
func (s *Store) Origin(slot Slot) geom.Transform {
	m := &s.Meta[slot]
	return OriginOf(s.Pose[s.Rows[slot]], m.LocalCentre)
}

// OriginOf turns a pose of the centre of mass into the body's own frame.
func OriginOf(pose geom.Transform, localCentre geom.Vec2) geom.Transform {
	return geom.Transform{P: pose.P.Sub(pose.R.Apply(localCentre)), R: pose.R}
}

// PoseOf turns the body's own frame into the pose of the centre of mass.
func PoseOf(origin geom.Transform, localCentre geom.Vec2) geom.Transform {
	return geom.Transform{P: origin.Apply(localCentre), R: origin.R}
}

// Validate panics when the table contradicts itself.
func (s *Store) Validate() {
	n := len(s.Slots)
	if len(s.State) != n || len(s.Drive) != n || len(s.Pose) != n || len(s.Last) != n || len(s.Motion) != n {
		panic("body: columns differ in length")
	}
	if s.awake < 0 || s.asleep < 0 || s.awake+s.asleep > n {
		panic("body: partition outside the table")
	}
	for r, slot := range s.Slots {
		m := &s.Meta[slot]
		if s.Rows[slot] != Row(r) {
			panic("body: slot and row disagree")
		}
		part := Resting
		if r < s.awake {
			part = Awake
		} else if r < s.awake+s.asleep {
			part = Asleep
		}
		if m.Part != part {
			panic("body: a row lies outside its part")
		}
		if st := s.State[r]; part != Awake && (st.VX != 0 || st.VY != 0 || st.W != 0) {
			panic("body: a body that is not awake has a velocity")
		}
	}
}
