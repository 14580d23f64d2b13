package scene

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/carom2d/carom/world/internal/turns"
	"github.com/go-gl/mathgl/mgl64"
)

// FromWorld describes a world in its present state. A body that joints refer to gets a name if its
// own is empty or taken. A joint between bodies of which none is dynamic has no effect, and a scene
// does not hold it. The error is an *Error for anything else that a scene cannot hold, such as a
// custom shape that is not registered: see the method FromWorld of Shapes.
//
// A character has the numbers of its Controller if it is among the controllers. A tilted character,
// or a character with several colliders, joints or an area, is described as a body. In a fork of a
// world, so is a character before character.Restore.
func FromWorld(w *world.World, controllers ...*character.Controller) (*Scene, error) {
	return captureWorld(w, nil, controllers)
}

func captureWorld(w *world.World, shapes *Shapes, controllers []*character.Controller) (*Scene, error) {
	c := capture{
		scene:         &Scene{Config: settingsOf(w.Config()), Shapes: shapes},
		takenNames:    map[string]bool{"": true},
		bodyIndex:     make(map[world.Body]int),
		materialNames: map[shape.Material]string{shape.DefaultMaterial(): ""},
		jointIndex:    make(map[world.Joint]int),
		seenChains:    make(map[world.Chain]bool),
		controllers:   controllers,
	}
	for b := range w.Bodies() {
		if found, ok := characterOf(b); ok {
			c.character(found)
			continue
		}
		c.bodyIndex[b] = len(c.scene.Bodies)
		c.scene.Bodies = append(c.scene.Bodies, c.describe(b))
	}
	for i := range c.scene.Bodies {
		d := &c.scene.Bodies[i].Def
		if c.takenNames[d.Name] {
			d.Name = "" // an earlier body has the name and keeps it
		}
		c.takenNames[d.Name] = true
	}
	for _, gears := range [2]bool{false, true} { // gears come after their joints
		for j := range w.Joints() {
			if (j.Kind() == joint.KindGear) != gears || immovable(j) {
				continue
			}
			if err := c.joint(j); err != nil {
				return nil, err
			}
		}
	}
	for a := range w.Areas() {
		c.area(a)
	}
	if err := c.scene.Validate(); err != nil {
		return nil, err
	}
	return c.scene, nil
}

// immovable reports that no body of a joint is dynamic, because the type of one has changed.
func immovable(j world.Joint) bool {
	if g, ok := j.Gear(); ok {
		first, second := g.Joints()
		return immovable(first) && immovable(second)
	}
	return j.Kind() != joint.KindCustom && j.BodyA().Type() != body.Dynamic && j.BodyB().Type() != body.Dynamic
}

// capture is the state of FromWorld. Its maps are only looked up, never iterated.
type capture struct {
	scene         *Scene
	takenNames    map[string]bool // of bodies
	bodyIndex     map[world.Body]int
	jointIndex    map[world.Joint]int
	seenChains    map[world.Chain]bool // those described
	materialNames map[shape.Material]string
	controllers   []*character.Controller
}

// settingsOf returns the settings of a configuration that a document stores, without the defaults
// of the world.
func settingsOf(c world.Config) world.Config {
	out := world.Config{Gravity: c.Gravity, SubSteps: c.SubSteps, NoSleep: c.NoSleep, NoContinuous: c.NoContinuous, Stable: c.Stable}
	defaultWorld := world.Must(world.New(world.Config{LengthUnit: c.LengthUnit, Workers: 1}))
	defaults := defaultWorld.Config()
	defaultWorld.Close()
	if out.SubSteps == defaults.SubSteps {
		out.SubSteps = 0
	}
	defaultValues, values := settings(&defaults), settings(&c)
	for i, s := range settings(&out) {
		if *values[i].value != *defaultValues[i].value {
			*s.value = *values[i].value
		}
	}
	if c.LengthUnit != 1 {
		out.LengthUnit = c.LengthUnit
	}
	return out
}

func (c *capture) describe(b world.Body) Body {
	created := Body{Def: b.Def(), Mass: b.MassOverride()}
	created.Def.UserData, created.Def.Angle = nil, angleOf(b)
	if created.Def.GravityScale == 1 {
		created.Def.GravityScale = 0
	}
	colliders := slices.Collect(b.Colliders())
	slices.Reverse(colliders) // the world yields the newest first
	for _, collider := range colliders {
		chain, chained := collider.Chain()
		if !chained {
			created.Colliders = append(created.Colliders, c.collider(collider))
		} else if !c.seenChains[chain] {
			c.seenChains[chain] = true
			created.Chains = append(created.Chains, c.chain(chain))
		}
	}
	return created
}

// angleOf returns an angle from which a new body gets the rotation of b. The arctangent of a
// rotation may lead to a neighbouring rotation. If no angle leads to the rotation, as after a tick,
// angleOf returns the angle of the neighbour, which is kept from then on.
func angleOf(b world.Body) float64 {
	cos, sin := b.Rotation()
	want := geom.Rot{C: cos, S: sin}
	for range 2 {
		angle := want.Angle()
		for _, x := range [3]float64{angle, math.Nextafter(angle, 4), math.Nextafter(angle, -4)} {
			if geom.RotFromAngle(x) == want {
				return x
			}
		}
		want = geom.RotFromAngle(angle)
	}
	return want.Angle()
}

// chain describes a chain. Its segments have the properties that the chain does not store.
func (c *capture) chain(from world.Chain) Chain {
	given := from.Shape()
	created := Chain{Points: given.Points, Closed: given.Closed}
	varied := false
	for _, s := range from.Segments() {
		segment := c.collider(s)
		segment.Def.Massless = false // of every chain
		created.Def = segment.Def
		created.Materials = append(created.Materials, segment.Material)
		varied = varied || segment.Material != created.Materials[0]
	}
	if !varied {
		created.Material, created.Materials = created.Materials[0], nil
	}
	return created
}

func (c *capture) collider(from world.Collider) Collider {
	created := Collider{Shape: unplaced(from.Shape()), Def: from.Def()}
	created.Material = c.material(*created.Def.Material)
	created.Def.Material, created.Def.UserData = nil, nil
	created.Def.Massless = created.Def.Massless && !created.Def.Sensor
	if created.Def.Density == 1 {
		created.Def.Density = 0
	}
	created.Def.Filter = withoutDefaults(created.Def.Filter)
	return created
}

// unplaced returns a shape that Transformed has neither turned nor shifted as the shape itself, for
// it may be a pointer to it.
func unplaced(s shape.Support) shape.Support {
	if inner, angle, offset := shape.Placement(s); angle == 0 && offset == (mgl64.Vec2{}) {
		return inner
	}
	return s
}

// withoutDefaults is the opposite of Filter.Normalized.
func withoutDefaults(f shape.Filter) shape.Filter {
	if f.Category == 1 {
		f.Category = 0
	}
	if f.Mask == math.MaxUint64 {
		f.Mask = 0
	}
	return f
}

// material returns the name of a material. A new material gets one.
func (c *capture) material(m shape.Material) string {
	name, ok := c.materialNames[m]
	if !ok {
		name = "material " + strconv.Itoa(len(c.materialNames))
		c.materialNames[m] = name
		c.scene.Materials = append(c.scene.Materials, Material{Name: name, Material: m})
	}
	return name
}

func (c *capture) joint(j world.Joint) error {
	at := (&docPath{}).field("joints").item(len(c.scene.Joints))
	def := turns.Definition(j)
	def.Shared().UserData = nil
	created := Joint{Def: reflect.ValueOf(def).Elem().Interface()}
	if g, ok := j.Gear(); ok {
		first, second := g.Joints()
		if immovable(first) || immovable(second) {
			return &Error{Path: at.String(), Err: fmt.Errorf("a gear on a joint without a dynamic body %w", ErrNotInScene)}
		}
		created.Def = Gear{Gear: *def.(*joint.Gear), First: c.jointIndex[first], Second: c.jointIndex[second]}
	} else {
		created.A, created.B = c.name(j.BodyA()), c.name(j.BodyB())
	}
	if kindOf(created.Def) == nil {
		return &Error{Path: at.String(), Err: fmt.Errorf("a joint of kind %v %w", j.Kind(), ErrNotInScene)}
	}
	c.jointIndex[j] = len(c.scene.Joints)
	c.scene.Joints = append(c.scene.Joints, created)
	return nil
}

// name returns the name of a body. A body without one gets one.
func (c *capture) name(b world.Body) string {
	if b == b.World().Ground() {
		return ""
	}
	d := &c.scene.Bodies[c.bodyIndex[b]].Def
	for i := c.bodyIndex[b]; d.Name == ""; i++ {
		if candidate := "body " + strconv.Itoa(i); !c.takenNames[candidate] {
			d.Name = candidate
			c.takenNames[candidate] = true
		}
	}
	return d.Name
}
