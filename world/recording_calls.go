package world

import (
	"sync"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
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
	callVerdict

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

	callFilterVerdict // of ShouldCollide, for two colliders
	callSweepVerdict  // of PreSolve, for a contact that a sweep would make

	callKinds
)

// recordedCall is a kind of calls: its name, and how a replay makes the call.
type recordedCall struct {
	name  string
	apply func(p *Replay, a *tape.Items)
}

// recordedCalls has all kinds of calls; those of steps and verdicts are not made by apply. It is made at the first use, so that only
// a program that replays links what a replay needs.
var recordedCalls struct {
	once sync.Once
	list [callKinds]recordedCall
}

func recordedCallOf(kind callKind) *recordedCall {
	recordedCalls.once.Do(func() {
		for _, part := range [...]map[callKind]recordedCall{worldCalls(), bodyCalls(), motionCalls(), otherCalls()} {
			for kind, call := range part { // in any order
				recordedCalls.list[kind] = call
			}
		}
	})
	return &recordedCalls.list[kind]
}

// worldCalls has those of a world.
func worldCalls() map[callKind]recordedCall {
	return map[callKind]recordedCall{
		callStep: {"Step", nil}, callTickStep: {"Tick", nil}, callTick: {"tick", nil}, callTickEnd: {"end of tick", nil},
		callStepEnd: {"end of step", nil}, callVerdict: {"verdict", nil}, callFilterVerdict: {"verdict of ShouldCollide", nil},
		callSweepVerdict: {"verdict of PreSolve in a sweep", nil}, callRestore: {"Restore", nil},

		callCreateBody: {"CreateBody", func(p *Replay, a *tape.Items) {
			if d := readValue[body.Def](p, a); a.Err() == nil {
				_, _ = p.w.CreateBody(d)
			}
		}},
		callCreateBodies: {"CreateBodies", func(p *Replay, a *tape.Items) {
			if parts := readValue[[]BodyParts](p, a); a.Err() == nil {
				_, _ = p.w.CreateBodies(nil, parts)
			}
		}},
		callCreateArea: {"CreateArea", func(p *Replay, a *tape.Items) {
			if d := readValue[AreaDef](p, a); a.Err() == nil {
				_, _ = p.w.CreateArea(d)
			}
		}},
		callCreateJoint: {"CreateJoint", func(p *Replay, a *tape.Items) {
			bodyA, bodyB := p.body(a), p.body(a)
			if d := readValue[definitionOf](p, a); a.Err() == nil {
				_, _ = p.w.createJoint(bodyA, bodyB, d.Of)
			}
		}},
		callCreateGear: {"CreateGear", func(p *Replay, a *tape.Items) {
			first, second := p.joint(a), p.joint(a)
			if d := readValue[joint.Gear](p, a); a.Err() == nil {
				_, _ = p.w.CreateGear(first, second, d)
			}
		}},
		callCreateCustom: {"CreateCustom", func(p *Replay, a *tape.Items) {
			bodies := readValue[[]Body](p, a)
			if d := readValue[joint.Custom](p, a); a.Err() == nil {
				_, _ = p.w.CreateCustom(bodies, d)
			}
		}},
		callExplode: {"Explode", func(p *Replay, a *tape.Items) {
			if e := readValue[Explosion](p, a); a.Err() == nil {
				_ = p.w.Explode(e)
			}
		}},
		callSetConfig: {"SetConfig", func(p *Replay, a *tape.Items) {
			if c := readValue[Config](p, a); a.Err() == nil {
				c.Workers = p.w.config.Workers
				_ = p.w.SetConfig(c)
			}
		}},
		callSetGravity: {"SetGravity", func(p *Replay, a *tape.Items) { _ = p.w.SetGravity(vec(a)) }},
		callSetPoses: {"SetPoses", func(p *Replay, a *tape.Items) {
			if poses := readValue[[]Pose](p, a); a.Err() == nil {
				_ = p.w.SetPoses(poses)
			}
		}},
	}
}

// bodyCalls has those of bodies but forces and motion.
func bodyCalls() map[callKind]recordedCall {
	return map[callKind]recordedCall{
		callBodyDestroy:    {"Body.Destroy", onBody(func(b Body, a *tape.Items) { _ = b.Destroy() })},
		callBodySetType:    {"Body.SetType", onBody(func(b Body, a *tape.Items) { _ = b.SetType(body.Type(a.Uint())) })},
		callBodySetEnabled: {"Body.SetEnabled", onBody(func(b Body, a *tape.Items) { _ = b.SetEnabled(a.Bool()) })},
		callBodySetName:    {"Body.SetName", onBody(func(b Body, a *tape.Items) { b.SetName(a.Text()) })},
		callBodySetTransform: {"Body.SetTransform", onBody(func(b Body, a *tape.Items) {
			_ = b.SetTransform(vec(a), a.Float())
		})},
		callBodyAttach: {"Body.Attach", onBodyOf(func(p *Replay, b Body, a *tape.Items) {
			if c := readValue[ColliderParts](p, a); a.Err() == nil {
				_, _ = b.Attach(c.Shape, c.Def)
			}
		})},
		callBodyAttachChain: {"Body.AttachChain", onBodyOf(func(p *Replay, b Body, a *tape.Items) {
			chain := readValue[shape.Chain](p, a)
			if d := readValue[ColliderDef](p, a); a.Err() == nil {
				_, _ = b.AttachChain(chain, d)
			}
		})},
		callBodySetDominance:       {"Body.SetDominance", onBody(func(b Body, a *tape.Items) { _ = b.SetDominance(int8(a.Int())) })},
		callBodySetGravity:         {"Body.SetGravity", onBody(func(b Body, a *tape.Items) { _ = b.SetGravity(vec(a)) })},
		callBodyClearGravity:       {"Body.ClearGravity", onBody(func(b Body, a *tape.Items) { _ = b.ClearGravity() })},
		callBodySetLinearVelocity:  {"Body.SetLinearVelocity", onBody(func(b Body, a *tape.Items) { _ = b.SetLinearVelocity(vec(a)) })},
		callBodySetAngularVelocity: {"Body.SetAngularVelocity", onBody(func(b Body, a *tape.Items) { _ = b.SetAngularVelocity(a.Float()) })},
		callBodySetMassData: {"Body.SetMassData", onBody(func(b Body, a *tape.Items) {
			_ = b.SetMassData(MassData{a.Float(), vec(a), a.Float()})
		})},
	}
}

// motionCalls has those of the motion of bodies.
func motionCalls() map[callKind]recordedCall {
	return map[callKind]recordedCall{
		callBodyMoveTo:                   {"Body.MoveTo", onBody(func(b Body, a *tape.Items) { _ = b.MoveTo(vec(a), a.Float()) })},
		callBodyApplyForce:               {"Body.ApplyForce", onBody(func(b Body, a *tape.Items) { _ = b.ApplyForce(vec(a), vec(a)) })},
		callBodyApplyForceToCenter:       {"Body.ApplyForceToCenter", onBody(func(b Body, a *tape.Items) { _ = b.ApplyForceToCenter(vec(a)) })},
		callBodyApplyTorque:              {"Body.ApplyTorque", onBody(func(b Body, a *tape.Items) { _ = b.ApplyTorque(a.Float()) })},
		callBodyApplyImpulse:             {"Body.ApplyImpulse", onBody(func(b Body, a *tape.Items) { _ = b.ApplyImpulse(vec(a), vec(a)) })},
		callBodyApplyImpulseToCenter:     {"Body.ApplyImpulseToCenter", onBody(func(b Body, a *tape.Items) { _ = b.ApplyImpulseToCenter(vec(a)) })},
		callBodyApplyAngularImpulse:      {"Body.ApplyAngularImpulse", onBody(func(b Body, a *tape.Items) { _ = b.ApplyAngularImpulse(a.Float()) })},
		callBodyApplySteadyForce:         {"Body.ApplySteadyForce", onBody(func(b Body, a *tape.Items) { _ = b.ApplySteadyForce(vec(a), vec(a)) })},
		callBodyApplySteadyForceToCenter: {"Body.ApplySteadyForceToCenter", onBody(func(b Body, a *tape.Items) { _ = b.ApplySteadyForceToCenter(vec(a)) })},
		callBodyApplySteadyTorque:        {"Body.ApplySteadyTorque", onBody(func(b Body, a *tape.Items) { _ = b.ApplySteadyTorque(a.Float()) })},
		callBodySetLinearDamping:         {"Body.SetLinearDamping", onBody(func(b Body, a *tape.Items) { _ = b.SetLinearDamping(a.Float()) })},
		callBodySetAngularDamping:        {"Body.SetAngularDamping", onBody(func(b Body, a *tape.Items) { _ = b.SetAngularDamping(a.Float()) })},
		callBodySetGravityScale:          {"Body.SetGravityScale", onBody(func(b Body, a *tape.Items) { _ = b.SetGravityScale(a.Float()) })},
		callBodySetLocks:                 {"Body.SetLocks", onBody(func(b Body, a *tape.Items) { _ = b.SetLocks(a.Bool(), a.Bool(), a.Bool()) })},
		callBodySetBullet:                {"Body.SetBullet", onBody(func(b Body, a *tape.Items) { _ = b.SetBullet(a.Bool()) })},
		callBodySetFastRotation:          {"Body.SetFastRotation", onBody(func(b Body, a *tape.Items) { _ = b.SetFastRotation(a.Bool()) })},
		callBodyDropThrough:              {"Body.DropThrough", onBody(func(b Body, a *tape.Items) { _ = b.DropThrough() })},
		callBodyWake:                     {"Body.Wake", onBody(func(b Body, a *tape.Items) { _ = b.Wake() })},
		callBodySleep:                    {"Body.Sleep", onBody(func(b Body, a *tape.Items) { _ = b.Sleep() })},
		callBodySetNeverSleep:            {"Body.SetNeverSleep", onBody(func(b Body, a *tape.Items) { _ = b.SetNeverSleep(a.Bool()) })},
		callBodySetSleepSpeed:            {"Body.SetSleepSpeed", onBody(func(b Body, a *tape.Items) { _ = b.SetSleepSpeed(a.Float()) })},
	}
}

// otherCalls has those of all else.
func otherCalls() map[callKind]recordedCall {
	return map[callKind]recordedCall{
		callColliderDestroy: {"Collider.Destroy", onCollider(func(_ *Replay, c Collider, a *tape.Items) { _ = c.Destroy() })},
		callColliderSetShape: {"Collider.SetShape", onCollider(func(p *Replay, c Collider, a *tape.Items) {
			if s := readValue[ColliderParts](p, a); a.Err() == nil {
				_ = c.SetShape(s.Shape)
			}
		})},
		callColliderSetMaterial: {"Collider.SetMaterial", onCollider(func(p *Replay, c Collider, a *tape.Items) {
			if m := readValue[shape.Material](p, a); a.Err() == nil {
				_ = c.SetMaterial(m)
			}
		})},
		callColliderSetFilter: {"Collider.SetFilter", onCollider(func(p *Replay, c Collider, a *tape.Items) {
			if f := readValue[shape.Filter](p, a); a.Err() == nil {
				_ = c.SetFilter(f)
			}
		})},
		callColliderSetDensity: {"Collider.SetDensity", onCollider(func(_ *Replay, c Collider, a *tape.Items) { _ = c.SetDensity(a.Float()) })},
		callColliderSetMass:    {"Collider.SetMass", onCollider(func(_ *Replay, c Collider, a *tape.Items) { _ = c.SetMass(a.Float()) })},
		callColliderSetOneWay:  {"Collider.SetOneWay", onCollider(func(_ *Replay, c Collider, a *tape.Items) { _ = c.SetOneWay(vec(a)) })},

		callChainDestroy:   {"Chain.Destroy", onChain(func(c Chain, a *tape.Items) { _ = c.Destroy() })},
		callChainSetOneWay: {"Chain.SetOneWay", onChain(func(c Chain, a *tape.Items) { _ = c.SetOneWay(vec(a)) })},

		callContactSetUserNumber: {"Contact.SetUserNumber", func(p *Replay, a *tape.Items) {
			if c, ok := p.w.ContactByID(ContactID(a.Uint())); ok {
				c.SetUserNumber(a.Uint())
			}
		}},

		callJointDestroy: {"Joint.Destroy", onJoint(func(_ *Replay, j Joint, a *tape.Items) { _ = j.Destroy() })},
		callJointEditBase: {"Joint.EditBase", onJoint(func(p *Replay, j Joint, a *tape.Items) {
			if base := readValue[joint.Base](p, a); a.Err() == nil {
				_ = j.EditBase(func(b *joint.Base) { *b = base })
			}
		})},
		callJointEdit: {"Joint.Edit", onJoint(func(p *Replay, j Joint, a *tape.Items) {
			if d := readValue[definitionOf](p, a); a.Err() == nil && d.Of != nil && d.Of.Kind() == j.Kind() {
				_ = j.edit(d.Of)
			}
		})},

		callAreaDestroy: {"Area.Destroy", onArea(func(_ *Replay, x Area, a *tape.Items) { _ = x.Destroy() })},
		callAreaWake:    {"Area.Wake", onArea(func(_ *Replay, x Area, a *tape.Items) { _ = x.Wake() })},
		callAreaSetShape: {"Area.SetShape", onArea(func(p *Replay, x Area, a *tape.Items) {
			if s := readValue[ColliderParts](p, a); a.Err() == nil {
				_ = x.SetShape(s.Shape)
			}
		})},
		callAreaSetTransform: {"Area.SetTransform", onArea(func(_ *Replay, x Area, a *tape.Items) { _ = x.SetTransform(vec(a), a.Float()) })},
		callAreaSetPriority:  {"Area.SetPriority", onArea(func(_ *Replay, x Area, a *tape.Items) { _ = x.SetPriority(int(a.Int())) })},
		callAreaSetFilter: {"Area.SetFilter", onArea(func(p *Replay, x Area, a *tape.Items) {
			if f := readValue[shape.Filter](p, a); a.Err() == nil {
				_ = x.SetFilter(f)
			}
		})},
		callAreaSetEnabled: {"Area.SetEnabled", onArea(func(_ *Replay, x Area, a *tape.Items) { _ = x.SetEnabled(a.Bool()) })},
		callAreaSetEffects: {"Area.SetEffects", onArea(func(p *Replay, x Area, a *tape.Items) {
			if effects := readValue[[]AreaEffect](p, a); a.Err() == nil {
				_ = x.SetEffects(effects...)
			}
		})},
		callAreaSetSurface: {"Area.SetSurface", onArea(func(p *Replay, x Area, a *tape.Items) {
			if points := readValue[[]mgl64.Vec2](p, a); a.Err() == nil {
				_ = x.SetSurface(points)
			}
		})},
		callAreaSetName: {"Area.SetName", onArea(func(_ *Replay, x Area, a *tape.Items) { x.SetName(a.Text()) })},

		callSubscribe: {"On", func(p *Replay, a *tape.Items) {
			p.subscribe(subscriptionKey{owner: a.Uint(), isBody: a.Bool(), kind: eventKind(a.Uint())}, a.Uint())
		}},
		callCancel: {"Subscription.Cancel", func(p *Replay, a *tape.Items) { p.cancel(a.Uint()) }},
	}
}

// definitionOf makes the definition of a joint a field, of which the type is known.
type definitionOf struct{ Of joint.Definition }

func vec(a *tape.Items) mgl64.Vec2 { return mgl64.Vec2{a.Float(), a.Float()} }

func onBody(f func(Body, *tape.Items)) func(*Replay, *tape.Items) {
	return func(p *Replay, a *tape.Items) { f(p.body(a), a) }
}

func onBodyOf(f func(*Replay, Body, *tape.Items)) func(*Replay, *tape.Items) {
	return func(p *Replay, a *tape.Items) { f(p, p.body(a), a) }
}

func onCollider(f func(*Replay, Collider, *tape.Items)) func(*Replay, *tape.Items) {
	return func(p *Replay, a *tape.Items) { f(p, Collider{p.w, ColliderID(a.Uint())}, a) }
}

func onChain(f func(Chain, *tape.Items)) func(*Replay, *tape.Items) {
	return func(p *Replay, a *tape.Items) {
		chain, _ := Collider{p.w, ColliderID(a.Uint())}.Chain()
		f(chain, a)
	}
}

func onJoint(f func(*Replay, Joint, *tape.Items)) func(*Replay, *tape.Items) {
	return func(p *Replay, a *tape.Items) { f(p, p.joint(a), a) }
}

func onArea(f func(*Replay, Area, *tape.Items)) func(*Replay, *tape.Items) {
	return func(p *Replay, a *tape.Items) { f(p, Area{p.w, AreaID(a.Uint())}, a) }
}
