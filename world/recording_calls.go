package world

import (
	"reflect"
	"sync"

	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// recordedCall is a kind of calls: its name, and the function that a replay calls. The function's
// parameters say how the record of a call is read.
type recordedCall struct {
	name string
	make any // nil for steps and answers
}

// recordedCalls has all kinds of calls. It is made at the first use, so that only a program that
// replays links the functions of a replay.
var recordedCalls struct {
	once sync.Once
	list [recording.Calls]recordedCall
}

func recordedCallOf(kind recording.Call) *recordedCall {
	recordedCalls.once.Do(func() { recordedCalls.list = listCalls() })
	return &recordedCalls.list[kind]
}

func listCalls() [recording.Calls]recordedCall {
	return [recording.Calls]recordedCall{
		recording.Step: {"Step", nil}, recording.TickStep: {"Tick", nil}, recording.Tick: {"tick", nil}, recording.TickEnd: {"end of tick", nil},
		recording.StepEnd: {"end of step", nil}, recording.Answer: {"answer", nil}, recording.FilterAnswer: {"answer of ShouldCollide", nil},
		recording.SweepAnswer: {"answer of PreSolve in a sweep", nil}, recording.Restore: {"Restore", nil},

		recording.CreateBody:   {"CreateBody", (*World).CreateBody},
		recording.CreateBodies: {"CreateBodies", func(w *World, parts []BodyParts) { _, _ = w.CreateBodies(nil, parts) }},
		recording.CreateArea:   {"CreateArea", (*World).CreateArea},
		recording.CreateJoint:  {"CreateJoint", func(w *World, a, b Body, d definitionOf) { _, _ = w.createJoint(a, b, d.Of) }},
		recording.CreateGear:   {"CreateGear", (*World).CreateGear},
		recording.CreateCustom: {"CreateCustom", (*World).CreateCustom},
		recording.Explode:      {"Explode", (*World).Explode},
		recording.SetConfig: {"SetConfig", func(w *World, c Config) {
			c.Workers = w.config.Workers
			_ = w.SetConfig(c)
		}},
		recording.SetGravity: {"SetGravity", (*World).SetGravity},
		recording.SetPoses:   {"SetPoses", (*World).SetPoses},

		recording.BodyDestroy:                  {"Body.Destroy", Body.Destroy},
		recording.BodySetType:                  {"Body.SetType", Body.SetType},
		recording.BodySetEnabled:               {"Body.SetEnabled", Body.SetEnabled},
		recording.BodySetName:                  {"Body.SetName", Body.SetName},
		recording.BodySetTransform:             {"Body.SetTransform", Body.SetTransform},
		recording.BodyAttach:                   {"Body.Attach", func(b Body, c ColliderParts) { _, _ = b.Attach(c.Shape, c.Def) }},
		recording.BodyAttachChain:              {"Body.AttachChain", Body.AttachChain},
		recording.BodySetDominance:             {"Body.SetDominance", Body.SetDominance},
		recording.BodySetGravity:               {"Body.SetGravity", Body.SetGravity},
		recording.BodyClearGravity:             {"Body.ClearGravity", Body.ClearGravity},
		recording.BodySetLinearVelocity:        {"Body.SetLinearVelocity", Body.SetLinearVelocity},
		recording.BodySetAngularVelocity:       {"Body.SetAngularVelocity", Body.SetAngularVelocity},
		recording.BodySetMassData:              {"Body.SetMassData", Body.setMassData},
		recording.BodyMoveTo:                   {"Body.MoveTo", Body.MoveTo},
		recording.BodyApplyForce:               {"Body.ApplyForce", Body.ApplyForce},
		recording.BodyApplyForceToCenter:       {"Body.ApplyForceToCenter", Body.ApplyForceToCenter},
		recording.BodyApplyTorque:              {"Body.ApplyTorque", Body.ApplyTorque},
		recording.BodyApplyImpulse:             {"Body.ApplyImpulse", Body.ApplyImpulse},
		recording.BodyApplyImpulseToCenter:     {"Body.ApplyImpulseToCenter", Body.ApplyImpulseToCenter},
		recording.BodyApplyAngularImpulse:      {"Body.ApplyAngularImpulse", Body.ApplyAngularImpulse},
		recording.BodyApplySteadyForce:         {"Body.ApplySteadyForce", Body.ApplySteadyForce},
		recording.BodyApplySteadyForceToCenter: {"Body.ApplySteadyForceToCenter", Body.ApplySteadyForceToCenter},
		recording.BodyApplySteadyTorque:        {"Body.ApplySteadyTorque", Body.ApplySteadyTorque},
		recording.BodySetLinearDamping:         {"Body.SetLinearDamping", Body.SetLinearDamping},
		recording.BodySetAngularDamping:        {"Body.SetAngularDamping", Body.SetAngularDamping},
		recording.BodySetGravityScale:          {"Body.SetGravityScale", Body.SetGravityScale},
		recording.BodySetLocks:                 {"Body.SetLocks", Body.SetLocks},
		recording.BodySetBullet:                {"Body.SetBullet", Body.SetBullet},
		recording.BodySetFastRotation:          {"Body.SetFastRotation", Body.SetFastRotation},
		recording.BodyDropThrough:              {"Body.DropThrough", Body.DropThrough},
		recording.BodyWake:                     {"Body.Wake", Body.Wake},
		recording.BodySleep:                    {"Body.Sleep", Body.Sleep},
		recording.BodySetNeverSleep:            {"Body.SetNeverSleep", Body.SetNeverSleep},
		recording.BodySetSleepSpeed:            {"Body.SetSleepSpeed", Body.SetSleepSpeed},

		recording.ColliderDestroy:     {"Collider.Destroy", Collider.Destroy},
		recording.ColliderSetShape:    {"Collider.SetShape", func(c Collider, p ColliderParts) { _ = c.SetShape(p.Shape) }},
		recording.ColliderSetMaterial: {"Collider.SetMaterial", Collider.SetMaterial},
		recording.ColliderSetFilter:   {"Collider.SetFilter", Collider.SetFilter},
		recording.ColliderSetDensity:  {"Collider.SetDensity", Collider.SetDensity},
		recording.ColliderSetMass:     {"Collider.SetMass", Collider.SetMass},
		recording.ColliderSetOneWay:   {"Collider.SetOneWay", Collider.SetOneWay},

		recording.ChainDestroy:   {"Chain.Destroy", Chain.Destroy},
		recording.ChainSetOneWay: {"Chain.SetOneWay", Chain.SetOneWay},

		recording.ContactSetUserNumber: {"Contact.SetUserNumber", func(w *World, id, number uint64) {
			if c, ok := w.ContactByID(ContactID(id)); ok {
				c.SetUserNumber(number)
			}
		}},

		recording.JointDestroy:  {"Joint.Destroy", Joint.Destroy},
		recording.JointEditBase: {"Joint.EditBase", func(j Joint, base joint.Base) { _ = j.EditBase(func(b *joint.Base) { *b = base }) }},
		recording.JointEdit: {"Joint.Edit", func(j Joint, d definitionOf) {
			if d.Of != nil && d.Of.Kind() == j.Kind() {
				_ = j.edit(d.Of)
			}
		}},

		recording.AreaDestroy:      {"Area.Destroy", Area.Destroy},
		recording.AreaWake:         {"Area.Wake", Area.Wake},
		recording.AreaSetShape:     {"Area.SetShape", func(a Area, p ColliderParts) { _ = a.SetShape(p.Shape) }},
		recording.AreaSetTransform: {"Area.SetTransform", Area.SetTransform},
		recording.AreaSetPriority:  {"Area.SetPriority", Area.SetPriority},
		recording.AreaSetFilter:    {"Area.SetFilter", Area.SetFilter},
		recording.AreaSetEnabled:   {"Area.SetEnabled", Area.SetEnabled},
		recording.AreaSetEffects:   {"Area.SetEffects", func(a Area, effects []AreaEffect) { _ = a.SetEffects(effects...) }},
		recording.AreaSetSurface:   {"Area.SetSurface", Area.SetSurface},
		recording.AreaSetName:      {"Area.SetName", Area.SetName},

		recording.Subscribe: {"On", func(p *Replay, owner uint64, isBody bool, kind eventKind, id uint64) {
			p.subscribe(subscriptionKey{owner: owner, isBody: isBody, kind: kind}, id)
		}},
		recording.Cancel: {"Subscription.Cancel", (*Replay).cancel},
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
