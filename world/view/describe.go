package view

import (
	"errors"
	"fmt"
	"strings"

	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Description holds all data of a body, in the form of the message in FORMAT.md. Lengths are in
// metres, times in seconds.
type Description struct {
	Type      string             `json:"type"`
	Body      [2]uint32          `json:"body"`
	Missing   bool               `json:"missing"`
	Name      string             `json:"name"`
	Kind      string             `json:"kind"`
	Awake     bool               `json:"awake"`
	Why       string             `json:"why"`
	Position  mgl64.Vec2         `json:"position"`
	Angle     float64            `json:"angle"`
	Velocity  mgl64.Vec2         `json:"velocity"`
	Spin      float64            `json:"spin"`
	Mass      float64            `json:"mass"`
	Inertia   float64            `json:"inertia"`
	Center    mgl64.Vec2         `json:"center"`
	Energy    float64            `json:"energy"`
	Island    IslandDetail       `json:"island"`
	Settings  map[string]float64 `json:"settings"`
	Colliders []ColliderDetail   `json:"colliders"`
	Contacts  []ContactDetail    `json:"contacts"`
	Joints    []JointDetail      `json:"joints"`
}

// IslandDetail holds the number of bodies that sleep and wake together.
type IslandDetail struct {
	Bodies int `json:"bodies"`
}

// ColliderDetail is a collider of a Description.
type ColliderDetail struct {
	ID          [2]uint32 `json:"id"`
	Shape       string    `json:"shape"`
	Friction    float64   `json:"friction"`
	Restitution float64   `json:"restitution"`
	Density     float64   `json:"density"`
	Mass        float64   `json:"mass"`
	Sensor      bool      `json:"sensor"`
}

// ContactDetail is a contact of a Description. Impulse is the impulse on the body.
type ContactDetail struct {
	Body       [2]uint32    `json:"body"`
	Name       string       `json:"name"`
	Points     []mgl64.Vec2 `json:"points"`
	Normal     mgl64.Vec2   `json:"normal"`
	Impulse    mgl64.Vec2   `json:"impulse"`
	Separation float64      `json:"separation"`
	Friction   float64      `json:"friction"`
}

// JointDetail is a joint of a Description.
type JointDetail struct {
	ID     [2]uint32  `json:"id"`
	Kind   string     `json:"kind"`
	Body   [2]uint32  `json:"body"`
	Name   string     `json:"name"`
	Force  mgl64.Vec2 `json:"force"`
	Torque float64    `json:"torque"`
}

func bodyID(b world.Body) [2]uint32 { return name(b.ID()) }

// name returns the slot and the generation of an identity.
func name[T ~uint64](id T) [2]uint32 { return [2]uint32{uint32(id), uint32(id >> 32)} }

// Describe returns the Description of a body. For a destroyed body it is Missing.
func Describe(w *world.World, b world.Body) Description {
	if !b.Valid() {
		return Description{Type: "body", Body: bodyID(b), Missing: true}
	}
	awake := w.WhyAwake(b)
	d := Description{
		Type: "body", Body: bodyID(b), Name: b.Name(), Kind: b.Type().String(), Awake: b.Awake(), Why: awake.String(),
		Position: b.Position(), Angle: b.Angle(), Velocity: b.LinearVelocity(), Spin: b.AngularVelocity(),
		Mass: b.Mass(), Inertia: b.Inertia(), Center: b.WorldCenter(), Energy: b.KineticEnergy(),
		Island: IslandDetail{awake.Bodies}, Settings: settingsOf(b), Colliders: []ColliderDetail{}, Contacts: []ContactDetail{}, Joints: []JointDetail{},
	}
	for c := range b.Colliders() {
		m := c.Material()
		d.Colliders = append(d.Colliders, ColliderDetail{
			name(c.ID()), shapeName(c), m.Friction, m.Restitution, c.Density(), c.Mass(), c.Sensor(),
		})
	}
	for touch := range b.Touching() {
		d.Contacts = append(d.Contacts, describeTouch(&touch, b))
	}
	for j := range b.Joints() {
		other := j.BodyA()
		if other == b {
			other = j.BodyB()
		}
		detail := JointDetail{ID: name(j.ID()), Kind: j.Kind().String(), Force: j.Force(), Torque: j.Torque()}
		if other.Valid() && other != w.Ground() {
			detail.Body, detail.Name = bodyID(other), other.Name()
		}
		d.Joints = append(d.Joints, detail)
	}
	return d
}

func describeTouch(touch *world.Touch, b world.Body) ContactDetail {
	contact := touch.Contact()
	other := touch.Other.Body()
	d := ContactDetail{Body: bodyID(other), Name: other.Name(), Normal: touch.Normal, Impulse: contact.Impulse, Friction: contact.Friction}
	if contact.ColliderA.Body() == b {
		d.Impulse = d.Impulse.Mul(-1) // the impulse on this body
	}
	for i, point := range touch.Points() {
		d.Points = append(d.Points, point.Position)
		if i == 0 || point.Separation < d.Separation {
			d.Separation = point.Separation
		}
	}
	return d
}

func shapeName(c world.Collider) string {
	name := fmt.Sprintf("%T", c.Shape())
	return strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
}

// setting is a number of a body that a page may change.
type setting struct {
	name string
	get  func(world.Body) float64
	set  func(world.Body, float64) error
}

var settings = []setting{
	{"Position X", func(b world.Body) float64 { return b.Position()[0] }, func(b world.Body, v float64) error {
		return b.SetTransform(mgl64.Vec2{v, b.Position()[1]}, b.Angle())
	}},
	{"Position Y", func(b world.Body) float64 { return b.Position()[1] }, func(b world.Body, v float64) error {
		return b.SetTransform(mgl64.Vec2{b.Position()[0], v}, b.Angle())
	}},
	{"Angle", world.Body.Angle, func(b world.Body, v float64) error { return b.SetTransform(b.Position(), v) }},
	{"Velocity X", func(b world.Body) float64 { return b.LinearVelocity()[0] }, func(b world.Body, v float64) error {
		return b.SetLinearVelocity(mgl64.Vec2{v, b.LinearVelocity()[1]})
	}},
	{"Velocity Y", func(b world.Body) float64 { return b.LinearVelocity()[1] }, func(b world.Body, v float64) error {
		return b.SetLinearVelocity(mgl64.Vec2{b.LinearVelocity()[0], v})
	}},
	{"Spin", world.Body.AngularVelocity, world.Body.SetAngularVelocity},
	{"LinearDamping", world.Body.LinearDamping, world.Body.SetLinearDamping},
	{"AngularDamping", world.Body.AngularDamping, world.Body.SetAngularDamping},
	{"GravityScale", world.Body.GravityScale, world.Body.SetGravityScale},
	{"Enabled", number(world.Body.Enabled), truth(world.Body.SetEnabled)},
	{"Bullet", number(world.Body.Bullet), truth(world.Body.SetBullet)},
	{"NeverSleep", number(world.Body.NeverSleep), truth(world.Body.SetNeverSleep)},
	{"Awake", number(world.Body.Awake), truth(func(b world.Body, on bool) error {
		if on {
			return b.Wake()
		}
		return b.Sleep()
	})},
}

func number(get func(world.Body) bool) func(world.Body) float64 {
	return func(b world.Body) float64 {
		if get(b) {
			return 1
		}
		return 0
	}
}

func truth(set func(world.Body, bool) error) func(world.Body, float64) error {
	return func(b world.Body, v float64) error { return set(b, v != 0) }
}

func settingsOf(b world.Body) map[string]float64 {
	m := make(map[string]float64, len(settings))
	for _, s := range settings {
		m[s.name] = s.get(b)
	}
	return m
}

// ErrNoSetting is wrapped when Set gets the name of a number that a body does not have.
var ErrNoSetting = errors.New("no number of a body that can be set")

// Set changes a number of a body by its name in Description.Settings. A switch is 1 or 0.
func Set(b world.Body, name string, value float64) error {
	for _, s := range settings {
		if s.name == name {
			return s.set(b, value)
		}
	}
	return fmt.Errorf("%q: %w", name, ErrNoSetting)
}
