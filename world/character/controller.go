package character

import (
	"cmp"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Controller moves a Character by a stick and a button: it combines Run, Jump, Corner and the loss
// of speed at walls. Its fields may be set at any time.
//
//	hero := character.Controller{Character: c, Jump: character.Jump{Height: 2, Coyote: 0.1}}
//
//	// in Config.BeforeTick, in every tick:
//	err := hero.Tick(stick, button)
//
// Tick serves walking and falling. In water and on ladders the game calls Move itself; Launch
// hands the velocity back.
type Controller struct {
	*Character
	Run  Run
	Jump Jump

	// CornerReach is the largest distance, in metres, by which a rising character is moved aside
	// past the corner of a ceiling: see Corner. Zero means not at all.
	CornerReach float64

	// AutoRepeat makes a button that is held down jump again at each landing.
	AutoRepeat bool

	motion Motion
}

// Motion is the state of a Controller besides the State of its Character.
type Motion struct {
	Speed float64 // m/s to the right along the ground, or across the air
	Jump  JumpState
	Held  bool // the button was down in the last tick
}

// Validate returns the *geom.FieldError of the first number that cannot be used.
func (c *Controller) Validate() error {
	return cmp.Or(c.Run.Validate(), c.Jump.Validate(), geom.CheckNotNegative("CornerReach", c.CornerReach))
}

// Motion returns the state of the controller. A game saves it together with State.
func (c *Controller) Motion() Motion { return c.motion }

// SetMotion restores a state that Motion has returned. It returns a *geom.FieldError for numbers
// that cannot be used.
func (c *Controller) SetMotion(m Motion) error {
	err := cmp.Or(geom.CheckFinite("Speed", m.Speed), geom.CheckFinite("Jump.Speed", m.Jump.Speed),
		geom.CheckNotNegative("Jump.Coyote", m.Jump.Coyote), geom.CheckNotNegative("Jump.Buffer", m.Jump.Buffer))
	if err == nil {
		c.motion = m
	}
	return err
}

// Launch gives the character a velocity for the next Tick, m/s: the velocity of a springboard, of a
// swimmer who leaves the water, or none after a Teleport. Speed upwards leaves the ground.
func (c *Controller) Launch(velocity mgl64.Vec2) {
	v := geom.From(velocity)
	c.motion = Motion{Speed: v.Dot(c.right), Jump: JumpState{Speed: v.Dot(c.up)}, Held: c.motion.Held}
}

// Tick moves the character in the coming tick, in place of Move. Stick is the wish to go right,
// -1 to 1; button reports whether the jump button is down: the controller itself sees when it
// is pressed and let go. A number that cannot be used is a *geom.FieldError, and then nothing has
// changed.
//
// Right is a quarter turn clockwise from up. Where up is along -y, on a ceiling or in a game whose
// y points down, right is along -x: such a game passes -stick.
func (c *Controller) Tick(stick float64, button bool) error {
	if c.Character == nil {
		panic("character: a Controller without a Character")
	}
	if err := cmp.Or(c.Validate(), geom.CheckFinite("Stick", stick)); err != nil {
		return err
	}
	config, next := c.world.Config(), c.motion
	dt := config.Timestep
	var along, up float64
	runs := c.OnFloor() && next.Jump.Speed <= 0 // else it was launched
	along, next.Speed = c.Run.inUnits(config.LengthUnit).Tick(next.Speed, stick, runs, dt)
	jump := c.Jump.inUnits(config.LengthUnit)
	if rise := geom.From(c.state.Inherited).Dot(c.up); jump.MaxFall > 0 && rise > 0 {
		jump.MaxFall += rise // the whole fall has MaxFall: a character that was thrown comes down
	}
	next.Jump, up = jump.Tick(next.Jump, JumpInput{
		Press: button && (c.AutoRepeat || !next.Held), Hold: button, OnFloor: c.OnFloor(), OnCeiling: c.OnCeiling(),
	}, dt)
	next.Held = button

	velocity := c.right.Mul(along).MulAdd(up, c.up)
	if err := c.checkVelocity(velocity); err != nil {
		return err
	}
	if up > 0 && c.CornerReach > 0 {
		if err := c.passCorner(c.up.Mul(float64(up * dt))); err != nil {
			return err
		}
	}
	if err := c.Move(velocity.Mgl()); err != nil {
		return err
	}
	next.Speed = c.speedAtWall(next.Speed)
	c.motion = next
	return nil
}

// passCorner moves the character aside where its head only clips a corner on its way up. It ignores
// one-way platforms and colliders with which the character does not collide.
func (c *Controller) passCorner(rise geom.Vec2) error {
	corner := Corner{
		Shape: c.shape, Position: c.Position(), Angle: c.Angle(), Rise: rise.Mgl(), Reach: c.CornerReach,
		Filter: c.queryFilter(),
	}
	hit, ok := c.world.ShapeCast(corner.Shape, corner.Position, corner.Angle, corner.Rise, corner.Filter)
	if !ok || hit.Collider.OneWay() != (mgl64.Vec2{}) || c.filter.Ghost || !c.filter.Accepts(hit.Collider.Filter()) {
		return nil
	}
	aside, ok := corner.Correct(c.world)
	if !ok {
		return nil
	}
	return c.body.SetTransform(corner.Position.Add(aside), corner.Angle)
}

// speedAtWall returns the speed that remains after a wall has stopped a part of it. Dynamic bodies
// take no speed: the character pushes them with the force of its full speed.
func (c *Controller) speedAtWall(speed float64) float64 {
	wall, ok := c.Wall()
	if !ok || geom.From(wall.Normal).Dot(c.right)*speed >= 0 {
		return speed
	}
	if wall.Collider.Body().Type() == body.Dynamic && !c.def.NoPush {
		return speed
	}
	left := geom.From(c.Velocity()).Dot(c.right)
	return math.Copysign(min(math.Abs(speed), math.Abs(left)), speed)
}
