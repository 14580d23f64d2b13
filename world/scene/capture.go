package scene

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// FromWorld describes a world as it is now. A body that joints need gets a name if
// its own is empty or taken. The error is an *Error for what a scene cannot hold,
// such as a custom shape that is not registered: see the method FromWorld of
// Shapes.
func FromWorld(w *world.World) (*Scene, error) { return capturing(w, nil) }

func capturing(w *world.World, shapes *Shapes) (*Scene, error) {
	c := capture{
		scene:  &Scene{Config: settingsOf(w.Config()), Shapes: shapes},
		names:  map[string]bool{"": true},
		body:   make(map[world.Body]int),
		known:  map[shape.Material]string{shape.DefaultMaterial(): ""},
		joints: make(map[world.Joint]int),
		chains: make(map[world.Chain]bool),
	}
	for b := range w.Bodies() {
		c.body[b] = len(c.scene.Bodies)
		c.scene.Bodies = append(c.scene.Bodies, c.describe(b))
	}
	for i := range c.scene.Bodies {
		d := &c.scene.Bodies[i].Def
		if c.names[d.Name] {
			d.Name = "" // taken by a body before it, which keeps it
		}
		c.names[d.Name] = true
	}
	for _, gears := range [2]bool{false, true} { // gears come after what they couple
		for j := range w.Joints() {
			if (j.Kind() == joint.KindGear) != gears {
				continue
			}
			if err := c.joint(j); err != nil {
				return nil, err
			}
		}
	}
	if err := c.scene.Validate(); err != nil {
		return nil, err
	}
	return c.scene, nil
}

// capture is a scene in the making. Its maps are looked up, never walked.
type capture struct {
	scene  *Scene
	names  map[string]bool // of bodies
	body   map[world.Body]int
	joints map[world.Joint]int
	chains map[world.Chain]bool // those described
	known  map[shape.Material]string
}

// settingsOf returns the part of a configuration that a document holds, without
// what a world fills in by itself.
func settingsOf(c world.Config) world.Config {
	kept := world.Config{Gravity: c.Gravity, SubSteps: c.SubSteps, NoSleep: c.NoSleep, NoContinuous: c.NoContinuous}
	plain := world.Must(world.New(world.Config{LengthUnit: c.LengthUnit, Workers: 1}))
	defaults := plain.Config()
	plain.Close()
	if kept.SubSteps == defaults.SubSteps {
		kept.SubSteps = 0
	}
	usual, mine := settings(&defaults), settings(&c)
	for i, s := range settings(&kept) {
		if *mine[i].value != *usual[i].value {
			*s.value = *mine[i].value
		}
	}
	if c.LengthUnit != 1 {
		kept.LengthUnit = c.LengthUnit
	}
	return kept
}

func (c *capture) describe(b world.Body) Body {
	made := Body{Def: b.Def(), Mass: b.MassOverride()}
	made.Def.UserData = nil
	if made.Def.GravityScale == 1 {
		made.Def.GravityScale = 0
	}
	colliders := slices.Collect(b.Colliders())
	slices.Reverse(colliders) // the world yields the newest first
	for _, collider := range colliders {
		chain, chained := collider.Chain()
		if !chained {
			made.Colliders = append(made.Colliders, c.collider(collider))
		} else if !c.chains[chain] {
			c.chains[chain] = true
			made.Chains = append(made.Chains, c.chain(chain))
		}
	}
	return made
}

// chain describes a chain. What is not its own the segments have in common.
func (c *capture) chain(from world.Chain) Chain {
	given := from.Shape()
	made := Chain{Points: given.Points, Closed: given.Closed}
	varied := false
	for _, s := range from.Segments() {
		own := c.collider(s)
		own.Def.Massless = false // of every chain
		made.Def = own.Def
		made.Materials = append(made.Materials, own.Material)
		varied = varied || own.Material != made.Materials[0]
	}
	if !varied {
		made.Material, made.Materials = made.Materials[0], nil
	}
	return made
}

func (c *capture) collider(from world.Collider) Collider {
	made := Collider{Shape: from.Shape(), Def: from.Def()}
	if inner, angle, offset := shape.Placement(made.Shape); angle == 0 && offset == (mgl64.Vec2{}) {
		made.Shape = inner // not a pointer
	}
	made.Material = c.material(*made.Def.Material)
	made.Def.Material, made.Def.UserData = nil, nil
	made.Def.Massless = made.Def.Massless && !made.Def.Sensor
	if made.Def.Density == 1 {
		made.Def.Density = 0
	}
	f := &made.Def.Filter
	if f.Category == 1 {
		f.Category = 0
	}
	if f.Mask == math.MaxUint64 {
		f.Mask = 0
	}
	return made
}

// material returns the name of a material, and gives it one.
func (c *capture) material(m shape.Material) string {
	name, ok := c.known[m]
	if !ok {
		name = "material " + strconv.Itoa(len(c.known))
		c.known[m] = name
		c.scene.Materials = append(c.scene.Materials, Material{Name: name, Material: m})
	}
	return name
}

func (c *capture) joint(j world.Joint) error {
	at := (&place{}).field("joints").item(len(c.scene.Joints))
	made := Joint{}
	if g, ok := j.Gear(); ok {
		first, second := g.Joints()
		def := Gear{Gear: g.Def(), First: c.joints[first], Second: c.joints[second]}
		def.UserData = nil
		made.Def = def
	} else {
		made.A, made.B = c.name(j.BodyA()), c.name(j.BodyB())
		for _, k := range jointKinds {
			if k.name == j.Kind().String() {
				made.Def = k.def(j)
			}
		}
	}
	if made.Def == nil {
		return &Error{Path: at.String(), Err: fmt.Errorf("a joint of kind %v %w", j.Kind(), ErrNotInScene)}
	}
	c.joints[j] = len(c.scene.Joints)
	c.scene.Joints = append(c.scene.Joints, made)
	return nil
}

// name returns the name of a body, and gives it one.
func (c *capture) name(b world.Body) string {
	if b == b.World().Ground() {
		return ""
	}
	d := &c.scene.Bodies[c.body[b]].Def
	for i := c.body[b]; d.Name == ""; i++ {
		if try := "body " + strconv.Itoa(i); !c.names[try] {
			d.Name = try
			c.names[try] = true
		}
	}
	return d.Name
}
