package state

import (
	"unsafe"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/bitset"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/internal/table"
)

// BodyID is a body's slot and generation.
type BodyID id.ID

// BodySlot is the stable index of a body.
type BodySlot uint32

// BodyRow is the dense index of a body.
type BodyRow int32

// MovedBody is a body that was moved from a pose to its present one.
type MovedBody struct {
	_    [0]func() // not comparable, so no program has code for a comparison
	Row  BodyRow
	From geom.Transform
}

// BodyOffset is the offset of a body's row, in bytes, in the tables whose rows take 32 bytes:
// State, Dynamics and Pose. Bundles refer to bodies by it, because the kernels can add it to an
// address directly.
type BodyOffset uint32

// rowSize is the size of a row of these tables.
const rowSize = 32

var _ = [1]struct{}{}[unsafe.Sizeof(BodyState{})^rowSize|unsafe.Sizeof(BodyDynamics{})^rowSize|unsafe.Sizeof(geom.Transform{})^rowSize]

// Offset returns where a row begins.
func (r BodyRow) Offset() BodyOffset { return BodyOffset(r) * rowSize }

// Row returns the row that begins there.
func (o BodyOffset) Row() BodyRow { return BodyRow(o / rowSize) }

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

// BodyState is the part of a body that the solver reads and writes in every sub-step: 32 bytes, no
// pointers, two per cache line. The fields D* are the motion since the tick began, so float32 is
// enough at any distance from the origin.
type BodyState struct {
	VX, VY float32 // velocity of the centre of mass, m/s
	W      float32 // angular velocity, rad/s
	Flags  BodyFlags
	DX, DY float32 // motion of the centre of mass since the tick began, m
	DC, DS float32 // rotation since the tick began, cosine and sine
}

// BodyDynamics holds the masses and forces of a body, from which its velocity follows.
type BodyDynamics struct {
	InvMass, InvInertia           float32 // 1/kg, 1/(kg m^2); zero: immovable
	LinearDamping, AngularDamping float32 // 1/s
	ForceX, ForceY, Torque        float32 // N, N m; cleared by every tick
	GravityScale                  float32
}

// AddForce adds a force (N) at the centre of mass and a torque (N m) for the coming tick.
func (d *BodyDynamics) AddForce(f geom.Vec2, torque float64) {
	d.ForceX += float32(f.X)
	d.ForceY += float32(f.Y)
	d.Torque += float32(torque)
}

// BodyMotion is the part of a body that the finalize stage reads and writes.
type BodyMotion struct {
	SleepTime            float32 // s below the sleep speed
	SleepSpeed           float32 // m/s; negative: never sleeps
	MaxExtent            float32 // m from the centre of mass to the farthest point
	MinExtent            float32 // m from the centre of mass to the nearest border
	FirstCollider        uint32  // first collider, or None
	StepFlags            StepFlags
	LoadTicks            uint16 // ticks under a heavy load, see package solver
	OverconstrainedTicks uint16 // ticks for which the body counts as overconstrained, see package direct
	RefusedTicks         uint16 // ticks for which it does not count as loaded
	HeavyTicks           uint16 // ticks for which it counts as bearing a far heavier body
}

// StepFlags are the flags of a body that only whole-step stages read.
type StepFlags uint32

// The flags that whole-step stages read.
const (
	StepFlagBullet       StepFlags = 1 << iota
	StepFlagFastRotation           // not held to the largest rotation per step
	StepFlagFast                   // moved so far this tick that it may tunnel
	StepFlagRound                  // all solid colliders are circles about the centre of mass: not held to it either
	StepFlagOwnGravity             // Gravity acts, not the gravity of the world
)

// MaxSpin returns the largest angular velocity of a dynamic body, rad/s. A body that is not held to
// the largest rotation per step may turn so fast that its farthest point has MaxSpeed; one without
// an extent counts as large as a slop.
func (m *BodyMotion) MaxSpin(p *step.Params) float32 {
	if m.StepFlags&(StepFlagFastRotation|StepFlagRound) == 0 {
		return p.MaxRotation / p.DT
	}
	return max(p.MaxRotation/p.DT, p.MaxSpeed/max(m.MaxExtent, p.LinearSlop))
}

var (
	_ [32]byte = [unsafe.Sizeof(BodyState{})]byte{}
	_ [32]byte = [unsafe.Sizeof(BodyDynamics{})]byte{}
	_ [32]byte = [unsafe.Sizeof(BodyMotion{})]byte{}
)

// BodyMeta is the cold record of a body, indexed by Slot.
type BodyMeta struct {
	_             [0]func() // not comparable, so no program has code for a comparison
	ID            BodyID
	Type          body.Type
	Disabled      bool
	MassOverride  bool // mass set by the user, not by the colliders
	NeverSleep    bool
	Fresh         bool // made asleep since the last tick
	HasOwnGravity bool
	Dominance     int8      // see Body.SetDominance of package world
	LocalCenter   geom.Vec2 // centre of mass in the body's own frame, m
	Mass          float64   // kg, zero for bodies that are not dynamic
	Inertia       float64   // kg m^2 about the centre of mass
	FirstContact  uint32    // head of the list of contact edges, or None
	FirstJoint    uint32    // head of the list of joint edges, or None
	ColliderCount int32
	ContactCount  int32
	SleepSpeed    float64   // as the user gave it, m/s; zero: the world's
	OwnGravity    geom.Vec2 // in place of the world's, m/s^2, with HasOwnGravity
	gameData      *GameData // nil: none
}

// GameData are values for the game alone. Most bodies have none, so they are stored apart.
type GameData struct {
	Name     string
	UserData any
	Key      uint64 // body.Def.Key
}

// GameData returns the name and the data that the game gave the body.
func (m *BodyMeta) GameData() GameData {
	if m.gameData == nil {
		return GameData{}
	}
	return *m.gameData
}

// SetGameData sets the values of the game.
func (m *BodyMeta) SetGameData(data GameData) {
	m.gameData = nil
	if data.Name != "" || data.UserData != nil || data.Key != 0 { // not in place: a snapshot may hold the old
		kept := data
		m.gameData = &kept
	}
}

// Key returns the key of the game's own, or zero.
func (m *BodyMeta) Key() uint64 {
	if m.gameData == nil {
		return 0
	}
	return m.gameData.Key
}

// Bodies is the table of bodies. A row is awake, asleep, or inactive: static or disabled.
type Bodies struct {
	table.Table[BodySlot, BodyRow]

	State    []BodyState      `column:"state"`
	Dynamics []BodyDynamics   `column:"state"`
	Pose     []geom.Transform `column:"state"` // of the centre of mass
	LastPose []geom.Transform `column:"state"` // Pose when the last tick began
	Motion   []BodyMotion     `column:"state"`
	Gravity  []BodyGravity    `column:"state"` // rare; see GravityOf
	Meta     []BodyMeta       `column:"state"` // by slot

	Dominant int `column:"derived"` // bodies with a dominance other than zero

	// OwnGravityRows are the awake rows with StepFlagOwnGravity, for the integrator.
	OwnGravityRows bitset.Set `column:"scratch"`

	Written column.Marks `column:"scratch"` // entries of Meta; whoever writes one in a tick sets its mark
	held    heldBody     `column:"scratch"`
	centers uint64       `column:"derived"` // rises when an identity or a centre of mass changes
}

// heldBody is one row of all columns.
type heldBody struct {
	_              [0]func() // not comparable, so no program has code for a comparison
	state          BodyState
	dynamics       BodyDynamics
	pose, lastPose geom.Transform
	motion         BodyMotion
	gravity        BodyGravity
}

// NewBodies returns a table that holds the ground.
func NewBodies() *Bodies {
	s := &Bodies{}
	s.Add(Inactive, geom.IdentityTransform)
	s.Meta[Ground].Type = body.Static
	return s
}

// Alive reports whether the body exists. The ground does.
func (s *Bodies) Alive(i BodyID) bool { return s.AliveID(id.ID(i)) }

// At returns the ID of an occupied slot, or zero.
func (s *Bodies) At(slot BodySlot) BodyID { return BodyID(s.IDAt(slot)) }

// SlotOf returns the slot of an ID, also of a body that is gone.
func (s *Bodies) SlotOf(i BodyID) BodySlot { return s.SlotOfID(id.ID(i)) }

// IsDynamic reports whether a body is dynamic. It reads the state of the body, which is in the
// cache more often than Meta.
func (s *Bodies) IsDynamic(slot BodySlot) bool { return s.State[s.Rows[slot]].Flags&FlagDynamic != 0 }

// Add makes a body in a partition and returns its slot. Its state is at rest, its lists are empty
// and its mass is zero.
func (s *Bodies) Add(partition Partition, pose geom.Transform) BodySlot {
	slot, row := s.Insert(s, partition)
	s.State[row] = BodyState{DC: 1}
	s.Dynamics[row] = BodyDynamics{GravityScale: 1}
	s.Pose[row], s.LastPose[row] = pose, pose
	s.Motion[row] = BodyMotion{FirstCollider: None}
	setRare(s.Gravity, int(row), BodyGravity{})
	if int(slot) == len(s.Meta) {
		s.Meta = grow.Append(s.Meta, BodyMeta{})
	}
	s.Meta[slot] = BodyMeta{ID: BodyID(s.IDAt(slot)), FirstContact: None, FirstJoint: None}
	s.centers++
	return slot
}

// Remove destroys a body. Its lists must be empty.
func (s *Bodies) Remove(slot BodySlot) {
	if slot == Ground {
		panic("body: the ground cannot be removed")
	}
	s.SetDominance(slot, 0)
	s.Table.Remove(s, slot)
	s.Meta[slot] = BodyMeta{FirstContact: None, FirstJoint: None}
	s.centers++
}

// SetLocalCenter changes the centre of mass of a body, in its own frame, m.
func (s *Bodies) SetLocalCenter(slot BodySlot, center geom.Vec2) {
	s.Meta[slot].LocalCenter = center
	s.centers++
}

// MoveTo brings a body into another partition.
func (s *Bodies) MoveTo(slot BodySlot, partition Partition) { s.Move(s, slot, partition) }

// Arrange puts the first rows into the given order, which lists the bodies of these rows.
func (s *Bodies) Arrange(order []BodySlot) { s.Table.Arrange(s, order) }

// AppendRow, TruncateRows, CopyRow, HoldRow and ReleaseRow move the columns for the table.
func (s *Bodies) AppendRow() {
	n := len(s.State) + 1
	s.State = grow.Resize(s.State, n)
	s.Dynamics = grow.Resize(s.Dynamics, n)
	s.Pose = grow.Resize(s.Pose, n)
	s.LastPose = grow.Resize(s.LastPose, n)
	s.Motion = grow.Resize(s.Motion, n)
	s.Gravity = resizeRare(s.Gravity, n)
}

// TruncateRows shortens all columns.
func (s *Bodies) TruncateRows(n int) {
	s.State, s.Dynamics, s.Motion = s.State[:n], s.Dynamics[:n], s.Motion[:n]
	s.Pose, s.LastPose, s.Gravity = s.Pose[:n], s.LastPose[:n], resizeRare(s.Gravity, n)
}

// CopyRow copies one row over another in all columns.
func (s *Bodies) CopyRow(to, from int) {
	s.State[to] = s.State[from]
	s.Dynamics[to] = s.Dynamics[from]
	s.Motion[to] = s.Motion[from]
	s.Pose[to] = s.Pose[from]
	s.LastPose[to] = s.LastPose[from]
	copyRare(s.Gravity, to, from)
}

// HoldRow keeps a copy of a row.
func (s *Bodies) HoldRow(r int) {
	s.held = heldBody{state: s.State[r], dynamics: s.Dynamics[r], pose: s.Pose[r], lastPose: s.LastPose[r], motion: s.Motion[r], gravity: rareAt(s.Gravity, r)}
}

// ReleaseRow writes the kept row.
func (s *Bodies) ReleaseRow(r int) {
	h := &s.held
	s.State[r], s.Dynamics[r], s.Pose[r], s.LastPose[r], s.Motion[r] = h.state, h.dynamics, h.pose, h.lastPose, h.motion
	setRare(s.Gravity, r, h.gravity)
}

// FirstCollider returns the first in a body's list of colliders, or None.
func (s *Bodies) FirstCollider(slot BodySlot) uint32 { return s.Motion[s.Rows[slot]].FirstCollider }

// SetVelocity writes a velocity of the centre of mass, whatever is locked.
func (s *Bodies) SetVelocity(slot BodySlot, v geom.Vec2, omega float64) {
	st := &s.State[s.Rows[slot]]
	st.VX, st.VY, st.W = float32(v.X), float32(v.Y), float32(omega)
}

// SetLocks writes the flags that follow from locks.
func (s *Bodies) SetLocks(slot BodySlot, x, y, rotation bool) {
	flags := &s.State[s.Rows[slot]].Flags
	*flags &^= FlagLockX | FlagLockY | FlagLockRotation
	if x {
		*flags |= FlagLockX
	}
	if y {
		*flags |= FlagLockY
	}
	if rotation {
		*flags |= FlagLockRotation
	}
}

// SetStepFlag sets or clears a flag.
func (s *Bodies) SetStepFlag(slot BodySlot, t StepFlags, on bool) {
	if m := &s.Motion[s.Rows[slot]]; on {
		m.StepFlags |= t
	} else {
		m.StepFlags &^= t
	}
}

// Stop clears the velocity of a body and the forces on it.
func (s *Bodies) Stop(slot BodySlot) {
	s.SetVelocity(slot, geom.Vec2{}, 0)
	d := &s.Dynamics[s.Rows[slot]]
	d.ForceX, d.ForceY, d.Torque = 0, 0, 0
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
	s.Table.Validate("bodies", len(s.State), len(s.Dynamics), len(s.Pose), len(s.LastPose), len(s.Motion), rareLen(s.Gravity, s.Len()))
	for _, st := range s.State[s.Awake():] {
		invariant.Check(st.VX == 0 && st.VY == 0 && st.W == 0, "bodies: a body that is not awake has a velocity")
	}
}
