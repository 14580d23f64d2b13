package scene

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
)

// Character is a character of package character with the numbers of its Controller. Def.Material
// and Def.UserData are not part of the document: Material names the material, and the empty name is
// the default one.
type Character struct {
	Position    mgl64.Vec2
	Material    string
	Def         character.Def
	Run         character.Run
	Jump        character.Jump
	CornerReach float64
	AutoRepeat  bool
}

func walkCharacter(f visitor, c *Character, in *surroundings) {
	d := &c.Def
	f.text("name", &d.Name, MaxText)
	f.point("position", &c.Position, numberRange{min: -in.maxPosition, max: in.maxPosition})
	f.object("shape", d.Shape != nil, func(f visitor) { walkShape(f, &d.Shape, in) })
	f.point("up", &d.Up, localPosition)
	f.number("slopeLimit", &d.SlopeLimit, numberRange{max: math.Pi / 2, zeroMeans: math.Pi / 4})
	f.number("stepHeight", &d.StepHeight, optionalLength.withZero(0.3))
	f.number("snapDistance", &d.SnapDistance, optionalLength)
	f.number("skin", &d.Skin, optionalLength.withZero(0.0005))
	f.number("mass", &d.Mass, nonNegativeAmount.withZero(80))
	f.number("pushForce", &d.PushForce, nonNegativeAmount.withZero(200))
	f.flag("noSteps", &d.NoSteps)
	f.flag("noSnap", &d.NoSnap)
	f.flag("noPush", &d.NoPush)
	f.flag("keepHorizontalSpeed", &d.KeepHorizontalSpeed)
	f.object("run", c.Run != character.Run{}, func(f visitor) { walkRun(f, &c.Run) })
	f.object("jump", c.Jump != character.Jump{}, func(f visitor) { walkJump(f, &c.Jump) })
	f.number("cornerReach", &c.CornerReach, optionalLength)
	f.flag("autoRepeat", &c.AutoRepeat)
	f.text("material", &c.Material, MaxText)
	f.object("filter", d.Filter != shape.Filter{}, func(f visitor) { walkFilter(f, &d.Filter) })
	f.finish(func() error { return checkCharacter(d) })
}

// checkCharacter checks the rules that the ranges of the fields do not cover.
func checkCharacter(d *character.Def) error {
	if _, length := geom.From(d.Up).Unit(); d.Up != (mgl64.Vec2{}) && length == 0 {
		return geom.NewFieldError("Up", d.Up, geom.ErrDegenerate)
	}
	if d.Material != nil {
		return geom.NewFieldError("Material", "a pointer", ErrNotInScene)
	}
	name := shapeName(d.Shape)
	line, _ := d.Shape.(shape.Segment)
	if name == nameHalfPlane || name == nameChainSegment || name == nameCompound || name == nameSegment && line.Radius == 0 {
		return geom.NewFieldError("Shape", name, fmt.Errorf("%w: a character is one convex shape with a size", geom.ErrOutOfRange))
	}
	return nil
}

func walkRun(f visitor, r *character.Run) {
	f.number("speed", &r.Speed, nonNegativeRate)
	f.number("accelerate", &r.Accelerate, nonNegativeRate)
	f.number("brake", &r.Brake, nonNegativeRate)
	f.number("air", &r.Air, numberRange{max: 1})
	f.flag("noAirControl", &r.NoAirControl)
	f.finish(r.Validate)
}

func walkJump(f visitor, j *character.Jump) {
	f.number("height", &j.Height, optionalLength)
	f.number("rise", &j.Rise, numberRange{max: maxSeconds})
	f.number("fallFactor", &j.FallFactor, nonNegativeFactor)
	f.number("maxFall", &j.MaxFall, nonNegativeRate)
	f.number("cut", &j.Cut, optionalLength)
	f.number("coyote", &j.Coyote, numberRange{max: maxSeconds})
	f.number("buffer", &j.Buffer, numberRange{max: maxSeconds})
	f.finish(j.Validate)
}

// character adds a character with its controller to the world.
func (b *builder) character(c *Character) error {
	def := c.Def
	def.Material = b.materials[c.Material]
	created, err := character.New(b.world, def, c.Position)
	if err != nil {
		return err
	}
	b.contents.Characters = append(b.contents.Characters, &character.Controller{
		Character: created, Run: c.Run, Jump: c.Jump, CornerReach: c.CornerReach, AutoRepeat: c.AutoRepeat,
	})
	return nil
}

// characterOf returns the character of a body, if the body is upright, with one collider, and
// without joints and areas.
func characterOf(b world.Body) (*character.Character, bool) {
	var found *character.Character
	for collider := range b.Colliders() {
		c, ok := character.Of(collider)
		if !ok || found != nil {
			return nil, false
		}
		found = c
	}
	for range b.Joints() {
		return nil, false
	}
	if found != nil {
		for a := range b.World().Areas() {
			if a.Body() == b {
				return nil, false
			}
		}
	}
	return found, found != nil && b.Angle() == 0
}

// character describes a character of a world.
func (c *capture) character(from *character.Character) {
	d := from.Def()
	created := Character{Position: from.Position(), Def: d.WithoutDefaults(from.Body().World())}
	if d.Material != nil {
		created.Material = c.material(*d.Material)
	}
	for _, controller := range c.controllers {
		if controller.Character == from {
			created.Run, created.Jump = controller.Run, controller.Jump
			created.CornerReach, created.AutoRepeat = controller.CornerReach, controller.AutoRepeat
		}
	}
	out := &created.Def
	out.Shape = unplaced(out.Shape)
	out.Material, out.UserData = nil, nil
	out.Filter = withoutDefaults(out.Filter)
	c.scene.Characters = append(c.scene.Characters, created)
}
