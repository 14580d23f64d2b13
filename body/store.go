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

// Dynamics is what turns forces into velocities.
type Dynamics struct {
	InvMass, InvInertia           float32 // 1/kg, 1/(kg m^2); zero: immovable
	LinearDamping, AngularDamping float32 // 1/s
	ForceX, ForceY, Torque        float32 // N, N m; cleared by every tick
	GravityScale                  float32
}

// Motion is what the finalize stage reads and writes.
type Motion struct {
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
	_ [32]byte = [unsafe.Sizeof(State{})]byte{}
	_ [32]byte = [unsafe.Sizeof(Dynamics{})]byte{}
	_ [32]byte = [unsafe.Sizeof(Motion{})]byte{}
)

// Meta is the cold record of a body, indexed by Slot.
type Meta struct {
	ID            ID
	Type          Type
	SleepState    SleepState
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
func (m *Meta) GameData() GameData {
	if m.gameData == nil {
		return GameData{}
	}
	return *m.gameData
}

// SetGameData sets the name and the data of the game.
func (m *Meta) SetGameData(name string, data any) {
	switch {
	case m.gameData != nil:
		*m.gameData = GameData{name, data}
	case name != "" || data != nil:
		m.gameData = &GameData{name, data}
	}
}

// SleepState is a partition of the table.
type SleepState uint8

// The partitions, in the order in which they lie.
const (
	Awake SleepState = iota
	Asleep
	Inactive // static and disabled
)

// Store is the table of bodies.
type Store struct {
	State    []State
	Dynamics []Dynamics
	Pose     []geom.Transform // of the centre of mass
	LastPose []geom.Transform // Pose when the last tick began
	Motion   []Motion
	Slots    []Slot // the slot in each row

	Rows []Row  // the row of each slot
	Meta []Meta // by Slot

	ids    id.Pool
	awake  int
	asleep int
}

// NewStore returns a store that holds the ground.
func NewStore() *Store {
	s := &Store{}
	s.Add(Inactive, geom.IdentityTransform)
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
func (s *Store) Add(sleepState SleepState, pose geom.Transform) Slot {
	newID := ID(s.ids.New())
	slot := newID.Slot()
	if int(slot) == len(s.Meta) {
		s.Meta = grow.Append(s.Meta, Meta{})
		s.Rows = grow.Append(s.Rows, 0)
	}
	row := Row(len(s.Slots))
	s.State = grow.Append(s.State, State{DC: 1})
	s.Dynamics = grow.Append(s.Dynamics, Dynamics{GravityScale: 1})
	s.Pose = grow.Append(s.Pose, pose)
	s.LastPose = grow.Append(s.LastPose, pose)
	s.Motion = grow.Append(s.Motion, Motion{FirstCollider: None})
	s.Slots = grow.Append(s.Slots, slot)
	s.Rows[slot] = row
	s.Meta[slot] = Meta{ID: newID, SleepState: Inactive, FirstContact: None, FirstJoint: None}
	s.MoveTo(slot, sleepState)
	return slot
}

// Remove destroys a body. Its lists must be empty.
func (s *Store) Remove(slot Slot) {
	if slot == Ground {
		panic("body: the ground cannot be removed")
	}
	s.MoveTo(slot, Inactive)
	last := Row(len(s.Slots) - 1)
	s.swap(s.Rows[slot], last)
	s.State = s.State[:last]
	s.Dynamics = s.Dynamics[:last]
	s.Pose = s.Pose[:last]
	s.LastPose = s.LastPose[:last]
	s.Motion = s.Motion[:last]
	s.Slots = s.Slots[:last]
	s.ids.Free(id.ID(s.Meta[slot].ID))
	s.Meta[slot] = Meta{FirstContact: None, FirstJoint: None}
}

// MoveTo brings a body into another part, by one swap per border crossed.
func (s *Store) MoveTo(slot Slot, sleepState SleepState) {
	for s.Meta[slot].SleepState < sleepState {
		row := s.Rows[slot]
		if s.Meta[slot].SleepState == Awake {
			s.awake--
			s.asleep++
			s.swap(row, Row(s.awake))
		} else {
			s.asleep--
			s.swap(row, Row(s.awake+s.asleep))
		}
		s.Meta[slot].SleepState++
	}
	for s.Meta[slot].SleepState > sleepState {
		row := s.Rows[slot]
		if s.Meta[slot].SleepState == Inactive {
			s.swap(row, Row(s.awake+s.asleep))
			s.asleep++
		} else {
			s.swap(row, Row(s.awake))
			s.awake++
			s.asleep--
		}
		s.Meta[slot].SleepState--
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
	s.Dynamics[a], s.Dynamics[b] = s.Dynamics[b], s.Dynamics[a]
	s.Pose[a], s.Pose[b] = s.Pose[b], s.Pose[a]
	s.LastPose[a], s.LastPose[b] = s.LastPose[b], s.LastPose[a]
	s.Motion[a], s.Motion[b] = s.Motion[b], s.Motion[a]
	s.Slots[a], s.Slots[b] = s.Slots[b], s.Slots[a]
	s.Rows[s.Slots[a]] = a
	s.Rows[s.Slots[b]] = b
}

// Origin returns the transform of the body's own frame.
func (s *Store) Origin(slot Slot) geom.Transform {
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
func (s *Store) Validate() {
	n := len(s.Slots)
	if len(s.State) != n || len(s.Dynamics) != n || len(s.Pose) != n || len(s.LastPose) != n || len(s.Motion) != n {
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
		sleepState := Inactive
		if r < s.awake {
			sleepState = Awake
		} else if r < s.awake+s.asleep {
			sleepState = Asleep
		}
		if m.SleepState != sleepState {
			panic("body: a row lies outside its partition")
		}
		if st := s.State[r]; sleepState != Awake && (st.VX != 0 || st.VY != 0 || st.W != 0) {
			panic("body: a body that is not awake has a velocity")
		}
	}
}
