package character

import (
	"errors"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Character is a body of a world that moves as the game wishes as far as there is room: see
// the package. New makes one. Its methods may be used where those of the world may.
type Character struct {
	world    *world.World
	body     world.Body
	collider world.Collider
	def      Def
	state    State

	// Derived from the definition and the shape.
	filter    shape.Filter
	shape     shape.Convex
	bounds    geom.Box // of the shape, about the character's position
	up, right geom.Vec2
	minUp     float64 // the cosine of the steepest ground
	radius    float64 // of a circle inside the shape
	unit      float64
	timestep  float64

	movedAt uint64 // the tick for which Move was called last, and one

	// Scratch of a Move.
	near      []world.Collider
	obstacles []obstacle
	planes    planeSet
	carrying  world.Body // passed through while it carries the character
	hits      []Hit
}

// New makes a character at a position, in metres, and its kinematic body. It returns a
// *geom.FieldError, and changes nothing, if the definition or the position cannot be used.
func New(w *world.World, def Def, position mgl64.Vec2) (*Character, error) {
	if err := def.resolve(w); err != nil {
		return nil, err
	}
	c := &Character{world: w, def: def}
	support := def.shapeOf(w)
	if err := c.setShape(support); err != nil {
		return nil, err
	}
	c.unit, c.timestep = unitOf(w), w.Config().Timestep
	c.filter = def.Filter.Normalized()
	c.up = geom.From(def.Up)
	c.right = c.up.RightPerp()
	_, c.minUp = geom.SinCos(def.SlopeLimit + slopeTolerance)
	b, err := w.CreateBody(body.Def{Type: body.Kinematic, Position: position, Name: def.Name, NeverSleep: true})
	if err != nil {
		return nil, err
	}
	collider, err := b.Attach(support, world.ColliderDef{Filter: def.Filter, Material: def.Material, UserData: c})
	if err != nil {
		return nil, errors.Join(err, b.Destroy())
	}
	c.body, c.collider = b, collider
	return c, nil
}

// slopeTolerance, in radians, lets a slope of exactly the limit be walked on.
const slopeTolerance = 1e-3

// Of returns the character whose collider this is, and whether it is one's.
func Of(collider world.Collider) (*Character, bool) {
	c, ok := collider.UserData().(*Character)
	return c, ok
}

// setShape compiles a shape and what is derived from it.
func (c *Character) setShape(s shape.Support) error {
	compiled, err := shape.New(s)
	if err != nil {
		return err
	}
	c.shape = compiled
	c.bounds = shape.BoxOf(compiled, geom.IdentityTransform)
	c.radius = shape.InnerRadius(compiled)
	return nil
}

// Destroy removes the character and its body.
func (c *Character) Destroy() error { return c.body.Destroy() }

// Body returns the kinematic body of the character.
func (c *Character) Body() world.Body { return c.body }

// Collider returns the collider of the character.
func (c *Character) Collider() world.Collider { return c.collider }

// Def returns the definition, with its defaults filled in.
func (c *Character) Def() Def { return c.def }

// Position returns where the character is, m. In BeforeTick that is where the tick begins.
func (c *Character) Position() mgl64.Vec2 { return c.body.Position() }

// Up returns the direction that leads up, unit.
func (c *Character) Up() mgl64.Vec2 { return c.def.Up }

// UserData returns the value of the definition.
func (c *Character) UserData() any { return c.def.UserData }

// Teleport puts the character elsewhere at once, m. It touches nothing until the next Move.
func (c *Character) Teleport(position mgl64.Vec2) error {
	if err := c.body.SetTransform(position, 0); err != nil {
		return err
	}
	if err := c.body.SetLinearVelocity(mgl64.Vec2{}); err != nil {
		return err
	}
	c.state.leave()
	c.state.Wall, c.state.Ceiling, c.state.Inherited = Touch{}, Touch{}, mgl64.Vec2{}
	return nil
}

// SetSlopeLimit changes the steepest ground that the character stands on, rad.
func (c *Character) SetSlopeLimit(limit float64) error {
	def := c.def
	def.SlopeLimit = limit
	if err := def.resolve(c.world); err != nil {
		return err
	}
	c.def = def
	_, c.minUp = geom.SinCos(def.SlopeLimit + slopeTolerance)
	return nil
}

// SetUp changes the direction that leads up. The shape does not turn with it: see SetShape.
func (c *Character) SetUp(up mgl64.Vec2) error {
	def := c.def
	def.Up = up
	if err := def.resolve(c.world); err != nil {
		return err
	}
	c.def = def
	c.up = geom.From(def.Up)
	c.right = c.up.RightPerp()
	return nil
}
