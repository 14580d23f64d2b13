package recording

// Call is a kind of records. The numbers are part of the format.
type Call uint8

const (
	Step Call = iota
	TickStep
	Tick
	TickEnd
	StepEnd
	Answer

	CreateBody
	CreateBodies
	CreateArea
	CreateJoint
	CreateGear
	CreateCustom
	Explode
	SetConfig
	SetGravity
	SetPoses
	Restore

	BodyDestroy
	BodySetType
	BodySetEnabled
	BodySetName
	BodySetTransform
	BodyAttach
	BodyAttachChain
	BodySetDominance
	BodySetGravity
	BodyClearGravity
	BodySetMassData
	BodySetLinearVelocity
	BodySetAngularVelocity
	BodyMoveTo
	BodyApplyForce
	BodyApplyForceToCenter
	BodyApplyTorque
	BodyApplyImpulse
	BodyApplyImpulseToCenter
	BodyApplyAngularImpulse
	BodyApplySteadyForce
	BodyApplySteadyForceToCenter
	BodyApplySteadyTorque
	BodySetLinearDamping
	BodySetAngularDamping
	BodySetGravityScale
	BodySetLocks
	BodySetBullet
	BodySetFastRotation
	BodyDropThrough
	BodyWake
	BodySleep
	BodySetNeverSleep
	BodySetSleepSpeed

	ColliderDestroy
	ColliderSetShape
	ColliderSetMaterial
	ColliderSetFilter
	ColliderSetDensity
	ColliderSetMass
	ColliderSetOneWay

	ChainDestroy
	ChainSetOneWay

	ContactSetUserNumber

	JointDestroy
	JointEditBase
	JointEdit

	AreaDestroy
	AreaWake
	AreaSetShape
	AreaSetTransform
	AreaSetPriority
	AreaSetFilter
	AreaSetEnabled
	AreaSetEffects
	AreaSetSurface
	AreaSetName

	Subscribe
	Cancel

	FilterAnswer // of ShouldCollide, for two colliders
	SweepAnswer  // of PreSolve, for a contact that a sweep would make

	Calls // their number
)

// isAnswer reports whether a record is an answer of the game's code.
func (c Call) isAnswer() bool { return c == Answer || c == FilterAnswer || c == SweepAnswer }

// isData reports whether a call changes what belongs to the game alone. It may come from a
// callback.
func (c Call) isData() bool {
	return c == ContactSetUserNumber || c == BodySetName || c == AreaSetName
}
