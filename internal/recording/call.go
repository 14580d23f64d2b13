package recording

import (
	"fmt"

	"github.com/carom2d/carom/internal/tape"
)

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

	BodyReplaceColliders

	Calls // their number
)

// isAnswer reports whether a record is an answer of the game's code.
func (c Call) isAnswer() bool { return c == Answer || c == FilterAnswer || c == SweepAnswer }

// isData reports whether a call changes data of the game alone. Such a call may come from a
// callback.
func (c Call) isData() bool {
	return c == ContactSetUserNumber || c == BodySetName || c == AreaSetName
}

// callNames are the names of calls, for who counts them.
var callNames = [Calls]string{
	Step:                         "Step",
	TickStep:                     "Tick",
	Tick:                         "tick",
	TickEnd:                      "end of tick",
	StepEnd:                      "end of step",
	Answer:                       "answer",
	FilterAnswer:                 "answer of ShouldCollide",
	SweepAnswer:                  "answer of PreSolve in a sweep",
	Restore:                      "Restore",
	CreateBody:                   "CreateBody",
	CreateBodies:                 "CreateBodies",
	CreateArea:                   "CreateArea",
	CreateJoint:                  "CreateJoint",
	CreateGear:                   "CreateGear",
	CreateCustom:                 "CreateCustom",
	Explode:                      "Explode",
	SetConfig:                    "SetConfig",
	SetGravity:                   "SetGravity",
	SetPoses:                     "SetPoses",
	BodyDestroy:                  "Body.Destroy",
	BodySetType:                  "Body.SetType",
	BodySetEnabled:               "Body.SetEnabled",
	BodySetName:                  "Body.SetName",
	BodySetTransform:             "Body.SetTransform",
	BodyAttach:                   "Body.Attach",
	BodyReplaceColliders:         "Body.ReplaceColliders",
	BodyAttachChain:              "Body.AttachChain",
	BodySetDominance:             "Body.SetDominance",
	BodySetGravity:               "Body.SetGravity",
	BodyClearGravity:             "Body.ClearGravity",
	BodySetLinearVelocity:        "Body.SetLinearVelocity",
	BodySetAngularVelocity:       "Body.SetAngularVelocity",
	BodySetMassData:              "Body.SetMassData",
	BodyMoveTo:                   "Body.MoveTo",
	BodyApplyForce:               "Body.ApplyForce",
	BodyApplyForceToCenter:       "Body.ApplyForceToCenter",
	BodyApplyTorque:              "Body.ApplyTorque",
	BodyApplyImpulse:             "Body.ApplyImpulse",
	BodyApplyImpulseToCenter:     "Body.ApplyImpulseToCenter",
	BodyApplyAngularImpulse:      "Body.ApplyAngularImpulse",
	BodyApplySteadyForce:         "Body.ApplySteadyForce",
	BodyApplySteadyForceToCenter: "Body.ApplySteadyForceToCenter",
	BodyApplySteadyTorque:        "Body.ApplySteadyTorque",
	BodySetLinearDamping:         "Body.SetLinearDamping",
	BodySetAngularDamping:        "Body.SetAngularDamping",
	BodySetGravityScale:          "Body.SetGravityScale",
	BodySetLocks:                 "Body.SetLocks",
	BodySetBullet:                "Body.SetBullet",
	BodySetFastRotation:          "Body.SetFastRotation",
	BodyDropThrough:              "Body.DropThrough",
	BodyWake:                     "Body.Wake",
	BodySleep:                    "Body.Sleep",
	BodySetNeverSleep:            "Body.SetNeverSleep",
	BodySetSleepSpeed:            "Body.SetSleepSpeed",
	ColliderDestroy:              "Collider.Destroy",
	ColliderSetShape:             "Collider.SetShape",
	ColliderSetMaterial:          "Collider.SetMaterial",
	ColliderSetFilter:            "Collider.SetFilter",
	ColliderSetDensity:           "Collider.SetDensity",
	ColliderSetMass:              "Collider.SetMass",
	ColliderSetOneWay:            "Collider.SetOneWay",
	ChainDestroy:                 "Chain.Destroy",
	ChainSetOneWay:               "Chain.SetOneWay",
	ContactSetUserNumber:         "Contact.SetUserNumber",
	JointDestroy:                 "Joint.Destroy",
	JointEditBase:                "Joint.EditBase",
	JointEdit:                    "Joint.Edit",
	AreaDestroy:                  "Area.Destroy",
	AreaWake:                     "Area.Wake",
	AreaSetShape:                 "Area.SetShape",
	AreaSetTransform:             "Area.SetTransform",
	AreaSetPriority:              "Area.SetPriority",
	AreaSetFilter:                "Area.SetFilter",
	AreaSetEnabled:               "Area.SetEnabled",
	AreaSetEffects:               "Area.SetEffects",
	AreaSetSurface:               "Area.SetSurface",
	AreaSetName:                  "Area.SetName",
	Subscribe:                    "On",
	Cancel:                       "Subscription.Cancel",
}

// CountCalls counts the calls in a part of a log, by their names.
func CountCalls(log []byte, counts map[string]int) error {
	items := tape.NewItems(log)
	for !items.Empty() {
		a := items.Record()
		kind := Call(a.Uint())
		if a.Err() != nil || kind >= Calls {
			return fmt.Errorf("%w: a record of an unknown call", ErrReplay)
		}
		switch kind {
		case TickEnd, StepEnd, Tick:
		default:
			counts[callNames[kind]]++
		}
	}
	return items.Err()
}
