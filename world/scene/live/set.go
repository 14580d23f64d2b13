package live

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
)

// withValue returns a document with a value in the place that the keys lead to. No value, or null,
// removes what is there.
func withValue(document []byte, keys []string, value []byte) ([]byte, error) {
	root, err := decode(document)
	if err != nil {
		return nil, err
	}
	at := root
	for _, key := range keys[:len(keys)-1] {
		next, err := within(at, key)
		if err != nil {
			return nil, err
		}
		at = next
	}
	last := keys[len(keys)-1]
	switch into := at.(type) {
	case map[string]any:
		into[last] = json.RawMessage(value)
		if len(value) == 0 || string(value) == "null" {
			delete(into, last)
		}
	case []any:
		i, err := strconv.Atoi(last)
		if err != nil || i < 0 || i >= len(into) || len(value) == 0 {
			return nil, ErrNotLive
		}
		into[i] = json.RawMessage(value)
	default:
		return nil, ErrNotLive
	}
	return json.Marshal(root)
}

// isObject reports whether a text of JSON is an object.
func isObject(value []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(value), []byte("{")) }

// within returns what a key leads to; an object that is not there is made.
func within(at any, key string) (any, error) {
	switch v := at.(type) {
	case map[string]any:
		if v[key] == nil {
			v[key] = map[string]any{}
		}
		return v[key], nil
	case []any:
		if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(v) {
			return v[i], nil
		}
	}
	return nil, ErrNotLive
}

// setBody brings a field of a body, or of one of its colliders, into the world.
func (d *Document) setBody(s *scene.Scene, index int, keys []string) error {
	b := d.bodies[index]
	if !b.Valid() {
		return ErrGone
	}
	if keys[0] == "colliders" && len(keys) >= 3 {
		return setCollider(b, s, index, keys)
	}
	return setBodyField(b, &s.Bodies[index], keys[0])
}

// setBodyField changes a field of a body by its key in documents. It is a switch and not a table,
// which every program that imports the package would link.
func setBodyField(b world.Body, to *scene.Body, key string) error {
	d := &to.Def
	switch key {
	case "name":
		b.SetName(d.Name)
		return nil
	case "type":
		return b.SetType(d.Type)
	case "position":
		return b.SetTransform(d.Position, b.Angle())
	case "angle":
		return b.SetTransform(b.Position(), d.Angle)
	case "linearVelocity":
		return b.SetLinearVelocity(d.LinearVelocity)
	case "angularVelocity":
		return b.SetAngularVelocity(d.AngularVelocity)
	case "linearDamping":
		return b.SetLinearDamping(d.LinearDamping)
	case "angularDamping":
		return b.SetAngularDamping(d.AngularDamping)
	case "gravityScale", "weightless":
		return b.SetGravityScale(scaleOf(to))
	case "sleepSpeed":
		return b.SetSleepSpeed(d.SleepSpeed)
	case "gravity":
		return b.SetGravity(d.Gravity)
	case "lockX", "lockY", "lockRotation":
		return b.SetLocks(d.LockX, d.LockY, d.LockRotation)
	case "neverSleep":
		return b.SetNeverSleep(d.NeverSleep)
	case "bullet":
		return b.SetBullet(d.Bullet)
	case "fastRotation":
		return b.SetFastRotation(d.FastRotation)
	case "disabled":
		return b.SetEnabled(!d.Disabled)
	case "dominance":
		return b.SetDominance(d.Dominance)
	case "mass":
		return b.SetMassData(to.Mass)
	}
	return ErrNotLive
}

// scaleOf returns the factor of gravity that a definition means.
func scaleOf(b *scene.Body) float64 {
	if b.Def.GravityScale == 0 && !b.Def.Weightless {
		return 1
	}
	return b.Def.GravityScale
}

// setCollider brings a field of a collider, which is not of a chain, into the world.
func setCollider(b world.Body, s *scene.Scene, index int, keys []string) error {
	var single []world.Collider
	for c := range b.Colliders() {
		if _, chained := c.Chain(); !chained {
			single = append(single, c)
		}
	}
	slices.Reverse(single) // the world yields the newest first
	i, err := strconv.Atoi(keys[1])
	if err != nil || i < 0 || i >= len(single) || i >= len(s.Bodies[index].Colliders) {
		return ErrGone
	}
	c, to := single[i], &s.Bodies[index].Colliders[i]
	switch keys[2] {
	case "density":
		return c.SetDensity(densityOf(to))
	case "mass":
		return c.SetMass(to.Def.Mass)
	case "filter":
		return c.SetFilter(to.Def.Filter)
	case "oneWay":
		return c.SetOneWay(to.Def.OneWay)
	case "material":
		return c.SetMaterial(materialOf(s, to.Material))
	case "massless", "sensor", "hitEvents", "noContactEvents", "preSolve", "noSensorEvents", "seesSensors", "crushThreshold", "type":
		return ErrNotLive
	}
	return c.SetShape(to.Shape)
}

func densityOf(c *scene.Collider) float64 {
	if c.Def.Density == 0 {
		return 1
	}
	return c.Def.Density
}

func materialOf(s *scene.Scene, name string) shape.Material {
	for i := range s.Materials {
		if s.Materials[i].Name == name {
			return s.Materials[i].Material
		}
	}
	return shape.DefaultMaterial()
}

// setJoint puts a joint with another definition in the place of one, between the same bodies.
func (d *Document) setJoint(s *scene.Scene, index int) error {
	j := d.joints[index]
	if !j.Valid() {
		return ErrGone
	}
	to, from := s.Joints[index], d.scene.Joints[index]
	if _, gear := to.Def.(scene.Gear); gear || to.A != from.A || to.B != from.B || reflect.TypeOf(to.Def) != reflect.TypeOf(from.Def) {
		return ErrNotLive
	}
	for _, other := range s.Joints {
		if g, ok := other.Def.(scene.Gear); ok && (g.First == index || g.Second == index) {
			return ErrNotLive // the gear would go with the joint
		}
	}
	a, b := j.BodyA(), j.BodyB()
	created, err := d.world.CreateJoint(a, b, definitionOf(to.Def))
	if err != nil {
		return err
	}
	d.joints[index] = created
	return j.Destroy()
}

// definitionOf returns a pointer to a copy of a definition.
func definitionOf(def any) joint.Definition {
	p := reflect.New(reflect.TypeOf(def))
	p.Elem().Set(reflect.ValueOf(def))
	return p.Interface().(joint.Definition)
}

// setArea brings a field of an area into the world.
func (d *Document) setArea(s *scene.Scene, index int, key string) error {
	a, to := d.areas[index], &s.Areas[index].Def
	if !a.Valid() {
		return ErrGone
	}
	switch key {
	case "name":
		a.SetName(to.Name)
		return nil
	case "shape":
		return a.SetShape(to.Shape)
	case "position", "angle":
		return a.SetTransform(to.Position, to.Angle)
	case "priority":
		return a.SetPriority(to.Priority)
	case "filter":
		return a.SetFilter(to.Filter)
	case "disabled":
		return a.SetEnabled(!to.Disabled)
	case "effects":
		return a.SetEffects(to.Effects...)
	}
	return ErrNotLive
}
