package player

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
)

var (
	errNoDocument = errors.New("the world is not that of an editor's document")
	errNotLive    = errors.New("this cannot change while the world runs")
	errGone       = errors.New("this is no more in the world")
)

// doEditSet changes a value of the document and what the running world has of it. The document is
// checked as a whole; a change that is refused changes nothing.
func (p *Player) doEditSet(c *command) error {
	e := p.edited
	if e == nil {
		return errNoDocument
	}
	keys := strings.Split(c.Pointer, "/")
	if len(keys) < 4 || keys[0] != "" {
		return fmt.Errorf("%s: %w", c.Pointer, errNotLive)
	}
	text, err := withValue(e.text, keys[1:], c.Setting)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Pointer, err)
	}
	s, err := scene.Parse(text)
	if err != nil {
		return err
	}
	index, err := strconv.Atoi(keys[2])
	if err != nil {
		return fmt.Errorf("%s: %w", c.Pointer, errNotLive)
	}
	switch keys[1] {
	case "bodies":
		err = e.setBody(s, index, keys[3:])
	case "joints":
		err = e.setJoint(p.run.World, s, index)
	case "areas":
		err = e.setArea(s, index, keys[3])
	default:
		err = errNotLive
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.Pointer, err)
	}
	e.text, e.scene = text, s
	if p.paused {
		p.sendFrame()
	}
	return nil
}

// withValue returns a document with a value in the place that the keys lead to. No value, or null,
// removes what is there.
func withValue(document []byte, keys []string, value json.RawMessage) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	var root any
	if err := decoder.Decode(&root); err != nil {
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
		into[last] = value
		if len(value) == 0 || string(value) == "null" {
			delete(into, last)
		}
	case []any:
		i, err := strconv.Atoi(last)
		if err != nil || i < 0 || i >= len(into) || len(value) == 0 {
			return nil, errNotLive
		}
		into[i] = value
	default:
		return nil, errNotLive
	}
	return json.Marshal(root)
}

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
	return nil, errNotLive
}

// setBody brings a field of a body, or of one of its colliders, into the world.
func (e *edited) setBody(s *scene.Scene, index int, keys []string) error {
	b := e.contents.Bodies[index]
	if !b.Valid() {
		return errGone
	}
	if keys[0] == "colliders" && len(keys) >= 3 {
		return setCollider(b, s, index, keys)
	}
	set, ok := bodySetters[keys[0]]
	if !ok {
		return errNotLive
	}
	return set(b, &s.Bodies[index])
}

// bodySetters holds what the world can change of a body, by the keys of documents.
var bodySetters = map[string]func(world.Body, *scene.Body) error{
	"name": func(b world.Body, to *scene.Body) error { b.SetName(to.Def.Name); return nil },
	"type": func(b world.Body, to *scene.Body) error { return b.SetType(to.Def.Type) },
	"position": func(b world.Body, to *scene.Body) error {
		return b.SetTransform(to.Def.Position, b.Angle())
	},
	"angle":           func(b world.Body, to *scene.Body) error { return b.SetTransform(b.Position(), to.Def.Angle) },
	"linearVelocity":  func(b world.Body, to *scene.Body) error { return b.SetLinearVelocity(to.Def.LinearVelocity) },
	"angularVelocity": func(b world.Body, to *scene.Body) error { return b.SetAngularVelocity(to.Def.AngularVelocity) },
	"linearDamping":   func(b world.Body, to *scene.Body) error { return b.SetLinearDamping(to.Def.LinearDamping) },
	"angularDamping":  func(b world.Body, to *scene.Body) error { return b.SetAngularDamping(to.Def.AngularDamping) },
	"gravityScale":    func(b world.Body, to *scene.Body) error { return b.SetGravityScale(scaleOf(to)) },
	"weightless":      func(b world.Body, to *scene.Body) error { return b.SetGravityScale(scaleOf(to)) },
	"sleepSpeed":      func(b world.Body, to *scene.Body) error { return b.SetSleepSpeed(to.Def.SleepSpeed) },
	"gravity":         func(b world.Body, to *scene.Body) error { return b.SetGravity(to.Def.Gravity) },
	"lockX":           setLocks,
	"lockY":           setLocks,
	"lockRotation":    setLocks,
	"neverSleep":      func(b world.Body, to *scene.Body) error { return b.SetNeverSleep(to.Def.NeverSleep) },
	"bullet":          func(b world.Body, to *scene.Body) error { return b.SetBullet(to.Def.Bullet) },
	"fastRotation":    func(b world.Body, to *scene.Body) error { return b.SetFastRotation(to.Def.FastRotation) },
	"disabled":        func(b world.Body, to *scene.Body) error { return b.SetEnabled(!to.Def.Disabled) },
	"dominance":       func(b world.Body, to *scene.Body) error { return b.SetDominance(to.Def.Dominance) },
	"mass":            func(b world.Body, to *scene.Body) error { return b.SetMassData(to.Mass) },
}

// scaleOf returns the factor of gravity that a definition means.
func scaleOf(b *scene.Body) float64 {
	if b.Def.GravityScale == 0 && !b.Def.Weightless {
		return 1
	}
	return b.Def.GravityScale
}

func setLocks(b world.Body, to *scene.Body) error {
	return b.SetLocks(to.Def.LockX, to.Def.LockY, to.Def.LockRotation)
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
		return errGone
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
		return errNotLive
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
func (e *edited) setJoint(w *world.World, s *scene.Scene, index int) error {
	j := e.contents.Joints[index]
	if !j.Valid() {
		return errGone
	}
	to, from := s.Joints[index], e.scene.Joints[index]
	if _, gear := to.Def.(scene.Gear); gear || to.A != from.A || to.B != from.B || reflect.TypeOf(to.Def) != reflect.TypeOf(from.Def) {
		return errNotLive
	}
	for _, other := range s.Joints {
		if g, ok := other.Def.(scene.Gear); ok && (g.First == index || g.Second == index) {
			return errNotLive // the gear would go with the joint
		}
	}
	definition := reflect.New(reflect.TypeOf(to.Def))
	definition.Elem().Set(reflect.ValueOf(to.Def))
	a, b := j.BodyA(), j.BodyB()
	created, err := w.CreateJoint(a, b, definition.Interface().(joint.Definition))
	if err != nil {
		return err
	}
	e.contents.Joints[index] = created
	return j.Destroy()
}

// setArea brings a field of an area into the world.
func (e *edited) setArea(s *scene.Scene, index int, key string) error {
	a, to := e.contents.Areas[index], &s.Areas[index].Def
	if !a.Valid() {
		return errGone
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
	return errNotLive
}
