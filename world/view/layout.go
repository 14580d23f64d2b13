package view

import "errors"

// Version is the version of the format, see FORMAT.md.
const Version = 1

// Layers is a set of layers, as bits.
type Layers uint32

// The layers.
const (
	Contacts   Layers = 1 << iota // points, normals, impulses
	Joints                        // anchors, forces
	Velocities                    // of the bodies that are awake
	Boxes                         // of colliders
	Broadphase                    // the larger boxes in which the broadphase holds the colliders
	Islands                       // of bodies
	Names                         // of bodies
	Areas                         // and the surfaces of their fluids
	Events                        // of all ticks since the last frame
	Stages                        // times of the last tick
	Counters                      // numbers of bodies, contacts and the like
	Energy                        // and momentum
	Depth                         // of the deepest overlap

	AllLayers Layers = 1<<iota - 1
)

// ErrFormat is wrapped by the errors of Decoder.
var ErrFormat = errors.New("view: not a frame of this version")

const (
	magic         = 0x564D5243 // CRMV
	headerSize    = 64
	sectionSize   = 16
	keyframeFlag  = 1
	none          = ^uint32(0)
	contactSize   = 64
	jointSize     = 104
	boxSize       = 24
	eventSize     = 56
	areaSize      = 48
	bodySize      = 32
	colliderSize  = 32
	poseSize      = 24
	velocitySize  = 12
	stateSize     = 8
	stageCount    = 13
	counterCount  = 10
	energyCount   = 6
	depthCount    = 5
	worldSize     = 32
	mostInMove    = 32767 // quanta
	roundingLimit = 1 << 51
)

// The kinds of sections, in the order in which they are applied.
const (
	sectionWorld = iota + 1
	sectionRemovedColliders
	sectionRemovedBodies
	sectionShapes
	sectionBodies
	sectionColliders
	sectionPoses
	sectionMoving
	sectionMoves
	sectionStates
	sectionVelocities
	sectionContacts
	sectionJoints
	sectionBoxes
	sectionBroadphase
	sectionIslands
	sectionNames
	sectionAreas
	sectionEvents
	sectionStages
	sectionCounters
	sectionEnergy
	sectionDepth
	sectionKinds
)

// State is the state of a body, as bits.
type State uint32

// The bits of State above the bits of the type.
const (
	Awake State = 1 << (iota + 2)
	Disabled
	Bullet
	Fast // in the last tick it moved so far that its path was swept
	NeverSleep
	OwnGravity
)

// The types of bodies in State.
const (
	Static State = iota
	Kinematic
	Dynamic

	typeMask State = 3
)

// Type returns Static, Kinematic or Dynamic.
func (s State) Type() State { return s & typeMask }

// ShapeKind is the kind of a shape in a frame.
type ShapeKind uint32

// The kinds of shapes. FORMAT.md has the numbers of each.
const (
	Circle ShapeKind = iota + 1
	Capsule
	Polygon
	Segment
	ChainSegment
	HalfPlane
	Ellipse
	Outline
)

// The flags of colliders, joints, contacts and areas.
const (
	colliderSensor = 1 << iota
	colliderOneWay
	colliderChained
)

const (
	jointDisabled = 1 << iota
	jointSpring
	jointNoAnchors
)

const (
	contactAsleep   = 1 << 8
	contactTouching = 1 << 9
)

// EventKind is the kind of an event in a frame.
type EventKind uint32

// The kinds of events.
const (
	EventContactBegin EventKind = iota + 1
	EventContactEnd
	EventHit
	EventSensorBegin
	EventSensorEnd
	EventAreaBegin
	EventAreaEnd
	EventCrush
	EventJointStress
	EventSleep
	EventWake
	EventQuarantine
)
