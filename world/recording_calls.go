package world

import (
	"reflect"
	"sync"

	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// callKind is a kind of records. The numbers are part of the format.
type callKind uint8

const (
	callStep callKind = iota
	callTickStep
	callTick
	callTickEnd
	callStepEnd
	callAnswer

	callCreateBody
	callCreateBodies
	callCreateArea
	callCreateJoint
	callCreateGear
	callCreateCustom
	callExplode
	callSetConfig
	callSetGravity
	callSetPoses
	callRestore

	callBodyDestroy
	callBodySetType
	callBodySetEnabled
	callBodySetName
	callBodySetTransform
	callBodyAttach
	callBodyAttachChain
	callBodySetDominance
	callBodySetGravity
	callBodyClearGravity
	callBodySetMassData
	callBodySetLinearVelocity
	callBodySetAngularVelocity
	callBodyMoveTo
	callBodyApplyForce
	callBodyApplyForceToCenter
	callBodyApplyTorque
	callBodyApplyImpulse
	callBodyApplyImpulseToCenter
	callBodyApplyAngularImpulse
	callBodyApplySteadyForce
	callBodyApplySteadyForceToCenter
	callBodyApplySteadyTorque
	callBodySetLinearDamping
	callBodySetAngularDamping
	callBodySetGravityScale
	callBodySetLocks
	callBodySetBullet
	callBodySetFastRotation
	callBodyDropThrough
	callBodyWake
	callBodySleep
	callBodySetNeverSleep
	callBodySetSleepSpeed

	callColliderDestroy
	callColliderSetShape
	callColliderSetMaterial
	callColliderSetFilter
	callColliderSetDensity
	callColliderSetMass
	callColliderSetOneWay

	callChainDestroy
	callChainSetOneWay

	callContactSetUserNumber

	callJointDestroy
	callJointEditBase
	callJointEdit

	callAreaDestroy
	callAreaWake
	callAreaSetShape
	callAreaSetTransform
	callAreaSetPriority
	callAreaSetFilter
	callAreaSetEnabled
	callAreaSetEffects
	callAreaSetSurface
	callAreaSetName

	callSubscribe
	callCancel

	callFilterAnswer // of ShouldCollide, for two colliders
	callSweepAnswer  // of PreSolve, for a contact that a sweep would make

	callKinds
)

// recordedCall is a kind of calls: its name, and the function that a replay calls. The function's
// parameters say how the record of a call is read.
type recordedCall struct {
	name string
	make any // nil for steps and answers
}

// recordedCalls has all kinds of calls. It is made at the first use, so that only a program that
// replays links what a replay needs.
var recordedCalls struct {
	once sync.Once
	list [callKinds]recordedCall
}

func recordedCallOf(kind callKind) *recordedCall {
	recordedCalls.once.Do(func() { recordedCalls.list = listCalls() })
	return &recordedCalls.list[kind]
}

func listCalls() [callKinds]recordedCall {
	return [callKinds]recordedCall{
		callStep: {"Step", nil}, callTickStep: {"Tick", nil}, callTick: {"tick", nil}, callTickEnd: {"end of tick", nil},
		callStepEnd: {"end of step", nil}, callAnswer: {"answer", nil}, callFilterAnswer: {"answer of ShouldCollide", nil},
		callSweepAnswer: {"answer of PreSolve in a sweep", nil}, callRestore: {"Restore", nil},

		callCreateBody:   {"CreateBody", (*World).CreateBody},
		callCreateBodies: {"CreateBodies", func(w *World, parts []BodyParts) { _, _ = w.CreateBodies(nil, parts) }},
		callCreateArea:   {"CreateArea", (*World).CreateArea},
		callCreateJoint:  {"CreateJoint", func(w *World, a, b Body, d definitionOf) { _, _ = w.createJoint(a, b, d.Of) }},
		callCreateGear:   {"CreateGear", (*World).CreateGear},
		callCreateCustom: {"CreateCustom", (*World).CreateCustom},
		callExplode:      {"Explode", (*World).Explode},
		callSetConfig: {"SetConfig", func(w *World, c Config) {
			c.Workers = w.config.Workers
			_ = w.SetConfig(c)
		}},
		callSetGravity: {"SetGravity", (*World).SetGravity},
		callSetPoses:   {"SetPoses", (*World).SetPoses},

		callBodyDestroy:                  {"Body.Destroy", Body.Destroy},
		callBodySetType:                  {"Body.SetType", Body.SetType},
		callBodySetEnabled:               {"Body.SetEnabled", Body.SetEnabled},
		callBodySetName:                  {"Body.SetName", Body.SetName},
		callBodySetTransform:             {"Body.SetTransform", Body.SetTransform},
		callBodyAttach:                   {"Body.Attach", func(b Body, c ColliderParts) { _, _ = b.Attach(c.Shape, c.Def) }},
		callBodyAttachChain:              {"Body.AttachChain", Body.AttachChain},
		callBodySetDominance:             {"Body.SetDominance", Body.SetDominance},
		callBodySetGravity:               {"Body.SetGravity", Body.SetGravity},
		callBodyClearGravity:             {"Body.ClearGravity", Body.ClearGravity},
		callBodySetLinearVelocity:        {"Body.SetLinearVelocity", Body.SetLinearVelocity},
		callBodySetAngularVelocity:       {"Body.SetAngularVelocity", Body.SetAngularVelocity},
		callBodySetMassData:              {"Body.SetMassData", Body.setMassData},
		callBodyMoveTo:                   {"Body.MoveTo", Body.MoveTo},
		callBodyApplyForce:               {"Body.ApplyForce", Body.ApplyForce},
		callBodyApplyForceToCenter:       {"Body.ApplyForceToCenter", Body.ApplyForceToCenter},
		callBodyApplyTorque:              {"Body.ApplyTorque", Body.ApplyTorque},
		callBodyApplyImpulse:             {"Body.ApplyImpulse", Body.ApplyImpulse},
		callBodyApplyImpulseToCenter:     {"Body.ApplyImpulseToCenter", Body.ApplyImpulseToCenter},
		callBodyApplyAngularImpulse:      {"Body.ApplyAngularImpulse", Body.ApplyAngularImpulse},
		callBodyApplySteadyForce:         {"Body.ApplySteadyForce", Body.ApplySteadyForce},
		callBodyApplySteadyForceToCenter: {"Body.ApplySteadyForceToCenter", Body.ApplySteadyForceToCenter},
		callBodyApplySteadyTorque:        {"Body.ApplySteadyTorque", Body.ApplySteadyTorque},
		callBodySetLinearDamping:         {"Body.SetLinearDamping", Body.SetLinearDamping},
		callBodySetAngularDamping:        {"Body.SetAngularDamping", Body.SetAngularDamping},
		callBodySetGravityScale:          {"Body.SetGravityScale", Body.SetGravityScale},
		callBodySetLocks:                 {"Body.SetLocks", Body.SetLocks},
		callBodySetBullet:                {"Body.SetBullet", Body.SetBullet},
		callBodySetFastRotation:          {"Body.SetFastRotation", Body.SetFastRotation},
		callBodyDropThrough:              {"Body.DropThrough", Body.DropThrough},
		callBodyWake:                     {"Body.Wake", Body.Wake},
		callBodySleep:                    {"Body.Sleep", Body.Sleep},
		callBodySetNeverSleep:            {"Body.SetNeverSleep", Body.SetNeverSleep},
		callBodySetSleepSpeed:            {"Body.SetSleepSpeed", Body.SetSleepSpeed},

		callColliderDestroy:     {"Collider.Destroy", Collider.Destroy},
		callColliderSetShape:    {"Collider.SetShape", func(c Collider, p ColliderParts) { _ = c.SetShape(p.Shape) }},
		callColliderSetMaterial: {"Collider.SetMaterial", Collider.SetMaterial},
		callColliderSetFilter:   {"Collider.SetFilter", Collider.SetFilter},
		callColliderSetDensity:  {"Collider.SetDensity", Collider.SetDensity},
		callColliderSetMass:     {"Collider.SetMass", Collider.SetMass},
		callColliderSetOneWay:   {"Collider.SetOneWay", Collider.SetOneWay},

		callChainDestroy:   {"Chain.Destroy", Chain.Destroy},
		callChainSetOneWay: {"Chain.SetOneWay", Chain.SetOneWay},

		callContactSetUserNumber: {"Contact.SetUserNumber", func(w *World, id, number uint64) {
			if c, ok := w.ContactByID(ContactID(id)); ok {
				c.SetUserNumber(number)
			}
		}},

		callJointDestroy:  {"Joint.Destroy", Joint.Destroy},
		callJointEditBase: {"Joint.EditBase", func(j Joint, base joint.Base) { _ = j.EditBase(func(b *joint.Base) { *b = base }) }},
		callJointEdit: {"Joint.Edit", func(j Joint, d definitionOf) {
			if d.Of != nil && d.Of.Kind() == j.Kind() {
				_ = j.edit(d.Of)
			}
		}},

		callAreaDestroy:      {"Area.Destroy", Area.Destroy},
		callAreaWake:         {"Area.Wake", Area.Wake},
		callAreaSetShape:     {"Area.SetShape", func(a Area, p ColliderParts) { _ = a.SetShape(p.Shape) }},
		callAreaSetTransform: {"Area.SetTransform", Area.SetTransform},
		callAreaSetPriority:  {"Area.SetPriority", Area.SetPriority},
		callAreaSetFilter:    {"Area.SetFilter", Area.SetFilter},
		callAreaSetEnabled:   {"Area.SetEnabled", Area.SetEnabled},
		callAreaSetEffects:   {"Area.SetEffects", func(a Area, effects []AreaEffect) { _ = a.SetEffects(effects...) }},
		callAreaSetSurface:   {"Area.SetSurface", Area.SetSurface},
		callAreaSetName:      {"Area.SetName", Area.SetName},

		callSubscribe: {"On", func(p *Replay, owner uint64, isBody bool, kind eventKind, id uint64) {
			p.subscribe(subscriptionKey{owner: owner, isBody: isBody, kind: kind}, id)
		}},
		callCancel: {"Subscription.Cancel", (*Replay).cancel},
	}
}

// definitionOf makes the definition of a joint a field, of which the type is known.
type definitionOf struct{ Of joint.Definition }

// setMassData is SetMassData with the fields of the mass data as they are recorded.
func (b Body) setMassData(mass float64, center mgl64.Vec2, inertia float64) error {
	return b.SetMassData(MassData{mass, center, inertia})
}

// call makes a recorded call with the arguments that its record holds.
func (p *Replay) call(function any, a *tape.Items) {
	f := reflect.ValueOf(function)
	arguments := make([]reflect.Value, f.Type().NumIn())
	for i := range arguments {
		arguments[i] = p.argument(f.Type().In(i), a)
	}
	if a.Err() == nil {
		f.Call(arguments)
	}
}

// argument reads an argument of a type.
func (p *Replay) argument(t reflect.Type, a *tape.Items) reflect.Value {
	switch t {
	case reflect.TypeFor[*World]():
		return reflect.ValueOf(p.w)
	case reflect.TypeFor[*Replay]():
		return reflect.ValueOf(p)
	case bodyType:
		return reflect.ValueOf(p.body(a))
	case reflect.TypeFor[Joint]():
		return reflect.ValueOf(p.joint(a))
	case reflect.TypeFor[Collider]():
		return reflect.ValueOf(Collider{p.w, ColliderID(a.Uint())})
	case reflect.TypeFor[Chain]():
		chain, _ := Collider{p.w, ColliderID(a.Uint())}.Chain()
		return reflect.ValueOf(chain)
	case reflect.TypeFor[Area]():
		return reflect.ValueOf(Area{p.w, AreaID(a.Uint())})
	case reflect.TypeFor[mgl64.Vec2]():
		return reflect.ValueOf(mgl64.Vec2{a.Float(), a.Float()})
	}
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Float64:
		v.SetFloat(a.Float())
	case reflect.Bool:
		v.SetBool(a.Bool())
	case reflect.String:
		v.SetString(a.Text())
	case reflect.Int, reflect.Int8:
		v.SetInt(a.Int())
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(a.Uint())
	default:
		if err := p.trees.Assign(v, a.Tree()); err != nil {
			a.Fail(err)
		}
	}
	return v
}
