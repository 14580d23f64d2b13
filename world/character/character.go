package character

import (
	"errors"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Character is a body of a world that moves as the game wishes as far as there is room: see the
// documentation of the package. New makes one. Its methods may be called wherever methods of the
// world may be called.
type Character struct {
	world    *world.World
	body     world.Body
	collider world.Collider
	def      Def
	state    State

	// Derived from the definition and the shape.
	filter    shape.Filter
	shape     shape.Convex
	up, right geom.Vec2
	angle     float64 // of the shape during a Move, rad
	turn      geom.Rot
	minUp     float64 // the cosine of the steepest ground
	radius    float64 // of a circle inside the shape
	area      float64 // of the shape, m^2
	unit      float64
	timestep  float64

	movedAt uint64 // the tick for which Move was called last, and one

	// Scratch of a Move.
	extent       geom.Box // of the shape, about the position
	candidates   []world.Collider
	surroundings surroundings
	obstacles    []obstacle
	statics      int // of the obstacles, the first ones, are static
	planes       planeSet
	held         obstacle
	carrier      world.Body     // passed through while it carries the character
	grip         world.Collider // passed through while the character holds it
	carriedFor   float64        // s, while the ground carries the character: see alongside
	carriedWith  geom.Vec2      // m/s, that the obstacles have in advance
	recoveryLeft float64        // m, by which this Move may still push it out of overlap
	hits         []Hit
}

// New makes a character at a position, in metres, and its kinematic body. It returns a
// *geom.FieldError, and changes nothing, if the definition or the position cannot be used.
func New(w *world.World, def Def, position mgl64.Vec2) (*Character, error) {
	if err := def.resolve(w); err != nil {
		return nil, err
	}
	c := &Character{world: w, def: def}
	c.def.Shape = def.shapeOf(w)
	if err := c.compile(c.def.Shape); err != nil {
		return nil, err
	}
	c.unit, c.timestep = unitOf(w), w.Config().Timestep
	c.state.Up = def.Up
	c.derive()
	b, err := w.CreateBody(body.Def{Type: body.Kinematic, Position: position, Name: def.Name})
	if err != nil {
		return nil, err
	}
	collider, err := b.Attach(c.def.Shape, world.ColliderDef{Filter: def.Filter, Material: def.Material, UserData: c})
	if err != nil {
		return nil, errors.Join(err, b.Destroy())
	}
	c.body, c.collider = b, collider
	return c, nil
}

// Register gives characters a name, so that worlds with characters can be written to files and read
// again. A file does not contain their State: the game keeps it, and calls Restore after reading.
func Register(names *world.Names) {
	world.NameCodec(names, "character.Character",
		func(*Character) ([]byte, error) { return nil, nil },
		func([]byte) (*Character, error) { return &Character{}, nil })
}

// Restore returns the character of a body that New made, with a state that State returned, for a
// world that was saved and read again: see Register. The oldest collider of the body is the
// character's and gives the shape. It returns a *geom.FieldError if the body is not the body of a
// character, or if the definition or the state cannot be used.
func Restore(b world.Body, def Def, s State) (*Character, error) {
	collider := ownCollider(b)
	if b.Type() != body.Kinematic || !collider.Valid() {
		return nil, geom.NewFieldError("Body", b, geom.ErrDegenerate)
	}
	w := b.World()
	def.Shape = collider.Shape()
	if err := def.resolve(w); err != nil {
		return nil, err
	}
	c := &Character{world: w, def: def, body: b, collider: collider, unit: unitOf(w), timestep: w.Config().Timestep}
	if err := c.compile(def.Shape); err != nil {
		return nil, err
	}
	if err := c.SetState(s); err != nil {
		return nil, err
	}
	collider.SetUserData(c)
	return c, nil
}

// ownCollider returns the oldest collider of the body of a character, which may carry others of the
// game, or none.
func ownCollider(b world.Body) (own world.Collider) {
	for c := range b.Colliders() {
		own = c
	}
	return own
}

// slopeTolerance, in radians, lets a slope of exactly the limit be walked on.
const slopeTolerance = 1e-3

// Of returns the character that owns a collider, and whether there is one. In a fork of the world
// there is none before Restore.
func Of(collider world.Collider) (*Character, bool) {
	c, ok := collider.UserData().(*Character)
	if !ok || c.collider != collider {
		return nil, false
	}
	return c, true
}

// compile compiles a shape and the data derived from it.
func (c *Character) compile(s shape.Support) error {
	compiled, radius, err := compileShape(s)
	if err != nil {
		return err
	}
	c.shape, c.radius, c.area = compiled, radius, areaOf(s)
	return nil
}

// compileShape compiles the shape of a character and returns its inner radius, by which motions are
// divided into steps. A shape in which no circle fits, such as a segment without a radius, is an
// error.
func compileShape(s shape.Support) (compiled shape.Convex, radius float64, err error) {
	if compiled, err = shape.New(s); err != nil {
		return compiled, 0, err
	}
	if radius = shape.InnerRadius(compiled); radius == 0 {
		err = geom.NewFieldError("Shape", s, geom.ErrDegenerate)
	}
	return compiled, radius, err
}

// Destroy removes the character and its body.
func (c *Character) Destroy() error { return c.body.Destroy() }

// Body returns the kinematic body of the character.
func (c *Character) Body() world.Body { return c.body }

// Collider returns the collider of the character.
func (c *Character) Collider() world.Collider { return c.collider }

// Def returns the definition, with its defaults filled in.
func (c *Character) Def() Def { return c.def }

// Position returns the position of the character, m. In BeforeTick it is the position at the
// beginning of the tick.
func (c *Character) Position() mgl64.Vec2 { return c.body.Position() }

// Up returns the direction that leads up, unit.
func (c *Character) Up() mgl64.Vec2 { return c.state.Up }

// UserData returns the value of the definition.
func (c *Character) UserData() any { return c.def.UserData }

// Angle returns the angle of the shape, rad. Only SetUp makes it nonzero.
func (c *Character) Angle() float64 { return c.body.Angle() }

// Teleport puts the character elsewhere at once, m. It stands on nothing until the next Move.
func (c *Character) Teleport(position mgl64.Vec2) error {
	if err := c.body.SetTransform(position, c.body.Angle()); err != nil {
		return err
	}
	if err := c.body.SetLinearVelocity(mgl64.Vec2{}); err != nil {
		return err
	}
	c.hits = c.hits[:0]
	c.state = State{Velocity: c.state.Velocity, Up: c.state.Up, Turn: c.state.Turn, Mode: min(c.state.Mode, Swimming)}
	return nil
}

// Edit changes the definition, except UserData and Shape, which SetShape changes. A number that the
// function sets to zero means its default again. It returns the *geom.FieldError of New, and then
// changes nothing.
func (c *Character) Edit(change func(*Def)) error {
	if change == nil {
		panic("character: an edit without a function")
	}
	def := c.def
	change(&def)
	def.Shape = c.def.Shape
	if err := def.resolve(c.world); err != nil {
		return err
	}
	if err := c.collider.SetFilter(def.Filter); err != nil {
		return err
	}
	material := shape.DefaultMaterial()
	if def.Material != nil {
		material = *def.Material
	}
	if err := c.collider.SetMaterial(material); err != nil {
		return err
	}
	c.body.SetName(def.Name)
	turned := def.Up != c.def.Up
	c.def = def
	c.derive()
	if turned {
		return c.SetUp(def.Up)
	}
	return nil
}

// derive computes the data that follow from the definition.
func (c *Character) derive() {
	c.filter = c.def.Filter.Normalized()
	c.up = geom.From(c.state.Up)
	c.right = c.up.RightPerp()
	c.angle, c.turn = c.state.Turn, geom.RotFromAngle(c.state.Turn)
	_, c.minUp = geom.SinCos(c.def.SlopeLimit + slopeTolerance)
}

// SetUp changes the direction that leads up, of any length, for example to lead away from the
// centre of a planet. The shape turns with it in the next Move, about the feet if it stands.
func (c *Character) SetUp(up mgl64.Vec2) error {
	def := c.def
	def.Up = up
	if err := def.resolveUp(c.world); err != nil {
		return err
	}
	old, now := c.up, geom.From(def.Up)
	turn := geom.Atan2(old.Cross(now), old.Dot(now))
	c.state.Turn += turn
	c.state.Foot = geom.RotFromAngle(turn).Apply(geom.From(c.state.Foot)).Mgl()
	c.state.Up = def.Up
	c.derive()
	return nil
}
