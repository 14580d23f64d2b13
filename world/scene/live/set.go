package live

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/carom2d/carom/world/scene"
	"github.com/go-gl/mathgl/mgl64"
)

// withValue returns the document with a value at the keys. No value, or null, removes the present
// value.
func (d *Document) withValue(keys []string, value []byte) ([]byte, error) {
	root, err := decode(d.text)
	if err != nil {
		return nil, err
	}
	if len(keys) == 3 && keys[2] == "name" && (keys[0] == "bodies" || keys[0] == "materials") {
		d.rename(root.(map[string]any), keys, value)
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

// rename writes the new name of a body or material into all references to it.
func (d *Document) rename(root map[string]any, keys []string, value []byte) {
	things, _ := root[keys[0]].([]any)
	i, err := strconv.Atoi(keys[1])
	if err != nil || i < 0 || i >= len(things) {
		return
	}
	before, _ := things[i].(map[string]any)["name"].(string)
	var name string
	if before == "" || json.Unmarshal(value, &name) != nil || name == "" {
		return // a reference to it makes the change an error
	}
	references := map[string][]string{"joints": {"a", "b"}, "areas": {"body"}}
	if keys[0] == "materials" {
		references = map[string][]string{"bodies": {"material", "materials"}, "characters": {"material"}}
	}
	for list, keys := range references {
		if at, ok := root[list]; ok {
			root[list] = renamed(at, "", keys, [2]string{before, name})
		}
	}
}

// renamed returns a value, which stands behind a key, with another name behind some keys.
func renamed(at any, key string, keys []string, name [2]string) any {
	switch at := at.(type) {
	case string:
		if at == name[0] && slices.Contains(keys, key) {
			return name[1]
		}
	case []any:
		for i := range at {
			at[i] = renamed(at[i], key, keys, name)
		}
	case map[string]any:
		for key := range at {
			at[key] = renamed(at[key], key, keys, name)
		}
	}
	return at
}

// isObject reports whether a text of JSON is an object.
func isObject(value []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(value), []byte("{")) }

// within returns the value of a key; it makes a missing object.
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

// setBody applies a field of a body, or its colliders and chains, to the world.
func (d *Document) setBody(s *scene.Scene, index int, keys []string) error {
	b := d.bodies[index]
	switch {
	case !b.Valid():
		return ErrGone
	case keys[0] == "colliders" && len(keys) >= 3:
		return d.setCollider(s, index, keys)
	case keys[0] == "colliders" || keys[0] == "chains":
		return d.setParts(s, index)
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
	case "gravity", "zeroGravity":
		if d.Gravity == (mgl64.Vec2{}) && !d.ZeroGravity {
			return b.ClearGravity()
		}
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

// scaleOf returns the factor of gravity of a definition.
func scaleOf(b *scene.Body) float64 {
	if b.Def.GravityScale == 0 && !b.Def.Weightless {
		return 1
	}
	return b.Def.GravityScale
}

// setArea applies a field of an area to the world. An area on another body is another area.
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
	case "body", "noEvents":
		created, err := d.createArea(s, index)
		if err != nil {
			return err
		}
		created.SetUserData(a.UserData())
		d.areas = slices.Clone(d.areas)
		d.areas[index] = created
		return a.Destroy()
	}
	return ErrNotLive
}

// setCharacter applies a field of a character to the world.
func (d *Document) setCharacter(s *scene.Scene, index int, key string) error {
	c, to := d.characters[index], &s.Characters[index]
	if !c.Body().Valid() {
		return ErrGone
	}
	switch key {
	case "position":
		return c.Teleport(to.Position)
	case "shape":
		return c.SetShape(to.Def.Shape)
	case "run", "jump", "cornerReach", "autoRepeat":
		c.Run, c.Jump, c.CornerReach, c.AutoRepeat = to.Run, to.Jump, to.CornerReach, to.AutoRepeat
		return nil
	}
	return c.Edit(func(def *character.Def) {
		userData := def.UserData
		*def = to.Def
		def.UserData = userData
		for i := range s.Materials {
			if s.Materials[i].Name == to.Material {
				def.Material = &s.Materials[i].Material
			}
		}
	})
}

// setWorld applies the settings that differ to the configuration of the world. The others stay as
// the game has set them.
func (d *Document) setWorld(s *scene.Scene) error {
	c, from, to := d.world.Config(), &d.scene.Config, &s.Config
	take(&c.Gravity, from.Gravity, to.Gravity)
	take(&c.Timestep, from.Timestep, to.Timestep)
	take(&c.SubSteps, from.SubSteps, to.SubSteps)
	take(&c.LengthUnit, from.LengthUnit, to.LengthUnit)
	take(&c.NoSleep, from.NoSleep, to.NoSleep)
	take(&c.NoContinuous, from.NoContinuous, to.NoContinuous)
	take(&c.Stable, from.Stable, to.Stable)
	take(&c.ContactHertz, from.ContactHertz, to.ContactHertz)
	take(&c.ContactDamping, from.ContactDamping, to.ContactDamping)
	take(&c.ContactPushSpeed, from.ContactPushSpeed, to.ContactPushSpeed)
	take(&c.JointHertz, from.JointHertz, to.JointHertz)
	take(&c.JointDamping, from.JointDamping, to.JointDamping)
	take(&c.RestitutionThreshold, from.RestitutionThreshold, to.RestitutionThreshold)
	take(&c.HitThreshold, from.HitThreshold, to.HitThreshold)
	take(&c.MaxSpeed, from.MaxSpeed, to.MaxSpeed)
	take(&c.SleepSpeed, from.SleepSpeed, to.SleepSpeed)
	take(&c.SleepTime, from.SleepTime, to.SleepTime)
	return d.world.SetConfig(c)
}

func take[T comparable](setting *T, from, to T) {
	if from != to {
		*setting = to
	}
}
