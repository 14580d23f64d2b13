package world

import (
	"reflect"
	"sync"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// recordedCalls has the functions that a replay calls, by kinds of calls; nil for steps and
// answers. The parameter types of a function determine how the record of a call is read. The list
// is made at the first use, so that only a program that replays links the functions of a replay.
var recordedCalls struct {
	once sync.Once
	list [recording.Calls]any
}

func recordedCallOf(kind recording.Call) (function any) {
	recordedCalls.once.Do(func() { recordedCalls.list = listCalls() })
	return recordedCalls.list[kind]
}

func listCalls() [recording.Calls]any {
	return [recording.Calls]any{
		recording.CreateBody:   (*World).CreateBody,
		recording.CreateBodies: func(w *World, parts []BodyParts) { _, _ = w.CreateBodies(nil, parts) },
		recording.CreateArea:   (*World).CreateArea,
		recording.CreateJoint:  func(w *World, a, b Body, d definitionOf) { _, _ = w.createJoint(a, b, d.Of) },
		recording.CreateGear:   (*World).CreateGear,
		recording.CreateCustom: (*World).CreateCustom,
		recording.Explode:      (*World).Explode,
		recording.SetConfig: func(w *World, c Config) {
			if c.validate() != nil {
				return // the game may have given a number of workers that was refused
			}
			c.Workers = w.config.Workers
			_ = w.SetConfig(c)
		},
		recording.SetGravity: (*World).SetGravity,
		recording.SetPoses:   (*World).SetPoses,

		recording.BodyDestroy:                  Body.Destroy,
		recording.BodySetType:                  Body.SetType,
		recording.BodySetEnabled:               Body.SetEnabled,
		recording.BodySetName:                  Body.SetName,
		recording.BodySetTransform:             Body.SetTransform,
		recording.BodyAttach:                   func(b Body, c ColliderParts) { _, _ = b.Attach(c.Shape, c.Def) },
		recording.BodyReplaceColliders:         Body.replaceColliders,
		recording.BodyAttachChain:              Body.AttachChain,
		recording.BodySetDominance:             Body.SetDominance,
		recording.BodySetGravity:               Body.SetGravity,
		recording.BodyClearGravity:             Body.ClearGravity,
		recording.BodySetLinearVelocity:        Body.SetLinearVelocity,
		recording.BodySetAngularVelocity:       Body.SetAngularVelocity,
		recording.BodySetMassData:              Body.setMassData,
		recording.BodyMoveTo:                   Body.MoveTo,
		recording.BodyApplyForce:               Body.ApplyForce,
		recording.BodyApplyForceToCenter:       Body.ApplyForceToCenter,
		recording.BodyApplyTorque:              Body.ApplyTorque,
		recording.BodyApplyImpulse:             Body.ApplyImpulse,
		recording.BodyApplyImpulseToCenter:     Body.ApplyImpulseToCenter,
		recording.BodyApplyAngularImpulse:      Body.ApplyAngularImpulse,
		recording.BodyApplySteadyForce:         Body.ApplySteadyForce,
		recording.BodyApplySteadyForceToCenter: Body.ApplySteadyForceToCenter,
		recording.BodyApplySteadyTorque:        Body.ApplySteadyTorque,
		recording.BodySetLinearDamping:         Body.SetLinearDamping,
		recording.BodySetAngularDamping:        Body.SetAngularDamping,
		recording.BodySetGravityScale:          Body.SetGravityScale,
		recording.BodySetLocks:                 Body.SetLocks,
		recording.BodySetBullet:                Body.SetBullet,
		recording.BodySetFastRotation:          Body.SetFastRotation,
		recording.BodyDropThrough:              Body.DropThrough,
		recording.BodyWake:                     Body.Wake,
		recording.BodySleep:                    Body.Sleep,
		recording.BodySetNeverSleep:            Body.SetNeverSleep,
		recording.BodySetSleepSpeed:            Body.SetSleepSpeed,

		recording.ColliderDestroy:     Collider.Destroy,
		recording.ColliderSetShape:    func(c Collider, p ColliderParts) { _ = c.SetShape(p.Shape) },
		recording.ColliderSetMaterial: Collider.SetMaterial,
		recording.ColliderSetFilter:   Collider.SetFilter,
		recording.ColliderSetDensity:  Collider.SetDensity,
		recording.ColliderSetMass:     Collider.SetMass,
		recording.ColliderSetOneWay:   Collider.SetOneWay,

		recording.ChainDestroy:   Chain.Destroy,
		recording.ChainSetOneWay: Chain.SetOneWay,

		recording.ContactSetUserNumber: func(w *World, id, number uint64) {
			if c, ok := w.ContactByID(ContactID(id)); ok {
				c.SetUserNumber(number)
			}
		},

		recording.JointDestroy:  Joint.Destroy,
		recording.JointEditBase: func(j Joint, base joint.Base) { _ = j.EditBase(func(b *joint.Base) { *b = base }) },
		recording.JointEdit: func(j Joint, d definitionOf) {
			if d.Of != nil && d.Of.Kind() == j.Kind() {
				_ = j.edit(d.Of)
			}
		},

		recording.AreaDestroy:      Area.Destroy,
		recording.AreaWake:         Area.Wake,
		recording.AreaSetShape:     func(a Area, p ColliderParts) { _ = a.SetShape(p.Shape) },
		recording.AreaSetTransform: Area.SetTransform,
		recording.AreaSetPriority:  Area.SetPriority,
		recording.AreaSetFilter:    Area.SetFilter,
		recording.AreaSetEnabled:   Area.SetEnabled,
		recording.AreaSetEffects:   func(a Area, effects []area.Effect) { _ = a.SetEffects(effects...) },
		recording.AreaSetSurface:   Area.SetSurface,
		recording.AreaSetName:      Area.SetName,

		recording.Subscribe: func(p *replay, owner uint64, isBody bool, kind eventKind, id uint64) {
			p.subscribe(subscriptionKey{owner: owner, isBody: isBody, kind: kind}, id)
		},
		recording.Cancel: (*replay).cancel,
	}
}

// setMassData is SetMassData with the fields of the mass data as they are recorded.
func (b Body) setMassData(mass float64, center mgl64.Vec2, inertia float64) error {
	return b.SetMassData(MassData{mass, center, inertia})
}

// call makes a recorded call with the arguments that its record holds.
func (p *replay) call(function any, a *tape.Items) {
	f := reflect.ValueOf(function)
	arguments := make([]reflect.Value, f.Type().NumIn())
	for i := range arguments {
		arguments[i] = p.argument(f.Type().In(i), a)
	}
	if a.Err() == nil {
		f.Call(arguments)
	}
}

func (p *replay) argument(t reflect.Type, a *tape.Items) reflect.Value {
	switch t {
	case reflect.TypeFor[*World]():
		return reflect.ValueOf(p.w)
	case reflect.TypeFor[*replay]():
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

func (w *World) compileArea(s shape.Support) (shape.Convex, error) {
	if w.recording == nil {
		return shape.New(s)
	}
	arena := &shape.Arena{Wrap: w.recording.wrap}
	g, err := shape.Compile(s, geom.Vec2{}, arena)
	arena.Wrap = nil
	return shape.Convex{Geometry: &g, Arena: arena}, err
}

// answerRecorder returns the recording if an answer of the game's code must be recorded: in a tick
// or in a change, not in a query.
func (w *World) answerRecorder() callRecorder {
	if w.recording == nil || !w.door.has(doorTicking|doorChanging) {
		return nil
	}
	return w.recording
}

var bodyType = reflect.TypeFor[Body]()

// effectTypes returns the types of the effects of areas by their names in a recording.
func effectTypes() map[string]reflect.Type {
	return map[string]reflect.Type{
		"gravity": reflect.TypeFor[area.Gravity](), "pointGravity": reflect.TypeFor[area.PointGravity](),
		"damping": reflect.TypeFor[area.Damping](), "conveyor": reflect.TypeFor[area.Conveyor](), "field": reflect.TypeFor[AreaField](),
		"fluid": reflect.TypeFor[area.Fluid](), "wind": reflect.TypeFor[area.Wind](),
	}
}
