package state

import (
	"unsafe"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/id"
)

// BodyID is a body's slot and generation.
type BodyID id.ID

// BodySlot is the stable index of a body.
type BodySlot uint32

// BodyRow is the dense index of a body.
type BodyRow int32

// Ground is the slot of the static body that always exists.
const Ground BodySlot = 0

// None ends lists and marks a constraint without a colour.
const None = ^uint32(0)

// BodyFlags of a body's State. The kernels write a state back only when FlagDynamic.
type BodyFlags uint32

// The flags that kernels and the integrator read.
const (
	FlagDynamic BodyFlags = 1 << iota
	FlagLockX
	FlagLockY
	FlagLockRotation
)

// BodyState is what the solver touches every sub-step: 32 bytes, no pointers, two
// per cache line. D* are the motion since the step began, so that float32 is
// enough at any distance from the origin.
type BodyState struct {
	VX, VY float32 // velocity of the centre of mass, m/s
	W      float32 // angular velocity, rad/s
	Flags  BodyFlags
	DX, DY float32 // motion of the centre of mass since the step began, m
	DC, DS float32 // rotation since the step began
}

// BodyDynamics is what turns forces into velocities.
type BodyDynamics struct {
	InvMass, InvInertia           float32 // 1/kg, 1/(kg m^2); zero: immovable
	LinearDamping, AngularDamping float32 // 1/s
	ForceX, ForceY, Torque        float32 // N, N m; cleared by every tick
	GravityScale                  float32
}

// BodyMotion is what the finalize stage reads and writes.
type BodyMotion struct {
	SleepTime      float32 // s below the sleep speed
	SleepSpeed     float32 // m/s; negative: never sleeps
	MaxExtent      float32 // m from the centre of mass to the farthest point
	MinExtent      float32 // m from the centre of mass to the nearest border
	FirstCollider  uint32  // first collider, or None
	StepFlags      StepFlags
	SupportImpulse float32 // N s: upward normal impulses on the body in the last sub-step
	CarriedMass    float32 // kg of other bodies whose weight rests on this one
}

// StepFlags are the flags of a body that only whole-step stages read.
type StepFlags uint32

// The traits.
const (
	StepFlagBullet       StepFlags = 1 << iota
	StepFlagFastRotation           // not held to the largest rotation per step
	StepFlagFast                   // moved so far this tick that it may tunnel
)

var (
	_ [32]byte = [unsafe.Sizeof(BodyState{})]byte{}
	_ [32]byte = [unsafe.Sizeof(BodyDynamics{})]byte{}
	_ [32]byte = [unsafe.Sizeof(BodyMotion{})]byte{}
)

// BodyMeta is the cold record of a body, indexed by Slot.
type BodyMeta struct {
	ID            BodyID
	Type          body.Type
	Partition     Partition
	Disabled      bool
	MassOverride  bool // mass set by the user, not by the colliders
	NeverSleep    bool
	LocalCenter   geom.Vec2 // centre of mass in the body's own frame, m
	Mass          float64   // kg, zero for bodies that are not dynamic
	Inertia       float64   // kg m^2 about the centre of mass
	FirstContact  uint32    // head of the list of contact edges, or None
	FirstJoint    uint32    // head of the list of joint edges, or None
	ColliderCount int32
	ContactCount  int32
	SleepSpeed    float64   // as the user gave it, m/s; zero: the world's
	gameData      *GameData // nil: none
}

// GameData are what only the game reads. Most bodies have none, so they lie apart.
type GameData struct {
	Name     string
	UserData any
}

// GameData returns the name and the data that the game gave the body.
func (m *BodyMeta) GameData() GameData {
	if m.gameData == nil {
		return GameData{}
	}
	return *m.gameData
}

// SetGameData sets the name and the data of the game.
func (m *BodyMeta) SetGameData(name string, data any) {
	switch {
	case m.gameData != nil:
		*m.gameData = GameData{name, data}
	case name != "" || data != nil:
		m.gameData = &GameData{name, data}
	}
}

// Partition is a partition of the table.
type Partition uint8

// The partitions, in the order in which they lie.
const (
	Awake Partition = iota
	Asleep
	Inactive // static and disabled
)

// Bodies is the table of bodies.
type Bodies struct {
	State    []BodyState
	Dynamics []BodyDynamics
	Pose     []geom.Transform // of the centre of mass
	LastPose []geom.Transform // Pose when the last tick began
	Motion   []BodyMotion
	Slots    []BodySlot // the slot in each row

	Rows []BodyRow  // the row of each slot
	Meta []BodyMeta // by Slot

	ids    id.Pool
	awake  int
	asleep int
}

// NewBodies returns a store that holds the ground.
func NewBodies() *Bodies {
	s := &Bodies{}
	s.Add(Inactive, geom.IdentityTransform)
	s.Meta[Ground].Type = body.Static
	return s
}

// Len returns the number of bodies, the ground included.
func (s *Bodies) Len() int { return len(s.Slots) }

// Awake returns how many rows, from row 0, are awake.
func (s *Bodies) Awake() int { return s.awake }

// AsleepEnd returns the row after the last sleeping one.
func (s *Bodies) AsleepEnd() int { return s.awake + s.asleep }

// BodyRow returns the row of a slot.
func (s *Bodies) Row(slot BodySlot) BodyRow { return s.Rows[slot] }

// Alive reports whether the body exists. The ground does.
func (s *Bodies) Alive(i BodyID) bool { return s.ids.Alive(id.ID(i)) }

// BodySlot returns the slot of an ID.
func (i BodyID) Slot() BodySlot { return BodySlot(id.ID(i).Slot()) }

// Cap returns one more than the largest slot ever used.
func (s *Bodies) Cap() int { return len(s.Meta) }

// Add makes a body in the given part and returns its slot. Its state is at
// rest, its lists are empty and its mass is zero.
func (s *Bodies) Add(partition Partition, pose geom.Transform) BodySlot {
	newID := BodyID(s.ids.New())
	slot := newID.Slot()
	if int(slot) == len(s.Meta) {
		s.Meta = grow.Append(s.Meta, BodyMeta{})
		s.Rows = grow.Append(s.Rows, 0)
	}
	row := BodyRow(len(s.Slots))
	s.State = grow.Append(s.State, BodyState{DC: 1})
	s.Dynamics = grow.Append(s.Dynamics, BodyDynamics{GravityScale: 1})
	s.Pose = grow.Append(s.Pose, pose)
	s.LastPose = grow.Append(s.LastPose, pose)
	s.Motion = grow.Append(s.Motion, BodyMotion{FirstCollider: None})
	s.Slots = grow.Append(s.Slots, slot)
	s.Rows[slot] = row
	s.Meta[slot] = BodyMeta{ID: newID, Partition: Inactive, FirstContact: None, FirstJoint: None}
	s.MoveTo(slot, partition)
	return slot
}

// Remove destroys a body. Its lists must be empty.
func (s *Bodies) Remove(slot BodySlot) {
	if slot == Ground {
		panic("body: the ground cannot be removed")
	}
	s.MoveTo(slot, Inactive)
	last := BodyRow(len(s.Slots) - 1)
	s.swap(s.Rows[slot], last)
	s.State = s.State[:last]
	s.Dynamics = s.Dynamics[:last]
	s.Pose = s.Pose[:last]
	s.LastPose = s.LastPose[:last]
	s.Motion = s.Motion[:last]
	s.Slots = s.Slots[:last]
	s.ids.Free(id.ID(s.Meta[slot].ID))
	s.Meta[slot] = BodyMeta{FirstContact: None, FirstJoint: None}
}

// MoveTo brings a body into another part, by one swap per border crossed.
func (s *Bodies) MoveTo(slot BodySlot, partition Partition) {
	for s.Meta[slot].Partition < partition {
		row := s.Rows[slot]
		if s.Meta[slot].Partition == Awake {
			s.awake--
			s.asleep++
			s.swap(row, BodyRow(s.awake))
		} else {
			s.asleep--
			s.swap(row, BodyRow(s.awake+s.asleep))
		}
		s.Meta[slot].Partition++
	}
	for s.Meta[slot].Partition > partition {
		row := s.Rows[slot]
		if s.Meta[slot].Partition == Inactive {
			s.swap(row, BodyRow(s.awake+s.asleep))
			s.asleep++
		} else {
			s.swap(row, BodyRow(s.awake))
			s.awake++
			s.asleep--
		}
		s.Meta[slot].Partition--
	}
}

// Arrange puts the given bodies into the first rows, in their order. They are those
// that are there already.
func (s *Bodies) Arrange(order []BodySlot) {
	for row, slot := range order {
		s.swap(BodyRow(row), s.Rows[slot])
	}
}

// swap exchanges two rows in every column: the only place where rows move.
func (s *Bodies) swap(a, b BodyRow) {
	if a == b {
		return
	}
	s.State[a], s.State[b] = s.State[b], s.State[a]
	s.Dynamics[a], s.Dynamics[b] = s.Dynamics[b], s.Dynamics[a]
	s.Pose[a], s.Pose[b] = s.Pose[b], s.Pose[a]
	s.LastPose[a], s.LastPose[b] = s.LastPose[b], s.LastPose[a]
	s.Motion[a], s.Motion[b] = s.Motion[b], s.Motion[a]
	s.Slots[a], s.Slots[b] = s.Slots[b], s.Slots[a]
	s.Rows[s.Slots[a]] = a
	s.Rows[s.Slots[b]] = b
}

// Origin returns the transform of the body's own frame.
func (s *Bodies) Origin(slot BodySlot) geom.Transform {
	m := &s.Meta[slot]
	return OriginOf(s.Pose[s.Rows[slot]], m.LocalCenter)
}

// OriginOf turns a pose of the centre of mass into the body's own frame.
func OriginOf(pose geom.Transform, localCenter geom.Vec2) geom.Transform {
	return geom.Transform{P: pose.P.Sub(pose.R.Apply(localCenter)), R: pose.R}
}

// PoseOf turns the body's own frame into the pose of the centre of mass.
func PoseOf(origin geom.Transform, localCenter geom.Vec2) geom.Transform {
	return geom.Transform{P: origin.Apply(localCenter), R: origin.R}
}

// Validate panics when the table contradicts itself.
func (s *Bodies) Validate() {
	n := len(s.Slots)
	if len(s.State) != n || len(s.Dynamics) != n || len(s.Pose) != n || len(s.LastPose) != n || len(s.Motion) != n {
		panic("body: columns differ in length")
	}
	if s.awake < 0 || s.asleep < 0 || s.awake+s.asleep > n {
		panic("body: partition outside the table")
	}
	for r, slot := range s.Slots {
		m := &s.Meta[slot]
		if s.Rows[slot] != BodyRow(r) {
			panic("body: slot and row disagree")
		}
		partition := Inactive
		if r < s.awake {
			partition = Awake
		} else if r < s.awake+s.asleep {
			partition = Asleep
		}
		if m.Partition != partition {
			panic("body: a row lies outside its partition")
		}
		if st := s.State[r]; partition != Awake && (st.VX != 0 || st.VY != 0 || st.W != 0) {
			panic("body: a body that is not awake has a velocity")
		}
	}
}
