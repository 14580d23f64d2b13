package character

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// State is the state of a character: plain values, to be saved and restored. It does not contain
// the definition. Neither does it contain the pose of the body and the shape of the collider, which
// the world saves.
type State struct {
	Velocity  mgl64.Vec2 // the velocity that obstacles left of the last Move, m/s
	Inherited mgl64.Vec2 // the velocity that others gave it: the ground that it left, bodies that pushed it, m/s

	Floor, Wall, Ceiling Touch

	// Surface is the normal of the ground itself. At the edge of a step it is the normal of the
	// step's upper side, while Floor.Normal is the normal of the contact.
	Surface mgl64.Vec2
	Foot    mgl64.Vec2 // the point that the ground carries, from the position, m
	Anchor  mgl64.Vec2 // the same point in the frame of the ground's body, m
	Frame   mgl64.Vec2 // the velocity of the last ground that was not light, m/s: bodies that share it count as at rest
	Descent float64    // the speed at which it goes down with a dynamic body, at most free fall, m/s

	Up       mgl64.Vec2 // unit
	Turn     float64    // rad, the angle of the shape
	AirTime  float64    // s since it left the ground
	Mode     Mode
	Hold     world.ColliderID // the collider that it climbs
	Drift    mgl64.Vec2       // the velocity of that, m/s
	Dropping bool             // falls through a one-way floor
	Crushed  float64          // m by which there is too little room
}

// Touch is a contact of a character by plain values. The zero Touch is none.
type Touch struct {
	Collider world.ColliderID
	Point    mgl64.Vec2 // m
	Normal   mgl64.Vec2 // unit, towards the character
	Velocity mgl64.Vec2 // of the other's surface, m/s
}

func (s *State) clearGround() {
	s.Floor, s.Surface, s.Foot, s.Anchor, s.Descent = Touch{}, mgl64.Vec2{}, mgl64.Vec2{}, mgl64.Vec2{}, 0
}

// Contact is a contact of a character on one side.
type Contact struct {
	Collider world.Collider
	Point    mgl64.Vec2 // m
	Normal   mgl64.Vec2 // unit, towards the character
	Velocity mgl64.Vec2 // of the other's surface, a conveyor's belt included, m/s
}

// State returns the state of the character. After a Move in BeforeTick it is the state at the end
// of the tick.
func (c *Character) State() State { return c.state }

// SetState changes the state of the character to a state that State has returned. The character
// continues in the same way only if its world is in the same state too. It returns a
// *geom.FieldError for numbers that are not finite.
func (c *Character) SetState(s State) error {
	if err := checkState(s.AirTime, []stateNumber{
		{"Velocity", s.Velocity}, {"Inherited", s.Inherited}, {"Surface", s.Surface},
		{"Foot", s.Foot}, {"Anchor", s.Anchor}, {"Drift", s.Drift}, {"Frame", s.Frame}, {"Up", s.Up}, {"Turn", mgl64.Vec2{s.Turn}}, {"Descent", mgl64.Vec2{s.Descent}},
	}); err != nil {
		return err
	}
	if s.Up == (mgl64.Vec2{}) {
		return geom.NewFieldError("Up", s.Up, geom.ErrDegenerate)
	}
	if s.Mode > Climbing {
		return geom.NewFieldError("Mode", s.Mode, geom.ErrOutOfRange)
	}
	c.state = s
	c.movedAt = 0 // a tick that runs again has not moved it yet
	c.derive()
	return nil
}

// stateNumber is a number or a point of a state.
type stateNumber struct {
	name  string
	value mgl64.Vec2
}

// checkState checks the numbers of a state.
func checkState(airTime float64, numbers []stateNumber) error {
	for _, f := range numbers {
		if err := geom.CheckPoint(f.name, geom.From(f.value)); err != nil {
			return err
		}
	}
	return geom.CheckNotNegative("AirTime", airTime)
}

// OnFloor reports whether the character stands on ground that it can walk on.
func (c *Character) OnFloor() bool { return c.state.Floor.Collider != 0 }

// OnWall reports whether it touches a wall, or ground too steep to stand on.
func (c *Character) OnWall() bool { return c.state.Wall.Collider != 0 }

// OnCeiling reports whether it touches a ceiling.
func (c *Character) OnCeiling() bool { return c.state.Ceiling.Collider != 0 }

// Floor returns the contact with the ground that the character stands on, and whether it stands.
func (c *Character) Floor() (Contact, bool) { return c.contact(&c.state.Floor) }

// Wall returns the wall that the character touches, and whether it does.
func (c *Character) Wall() (Contact, bool) { return c.contact(&c.state.Wall) }

// Ceiling returns the ceiling that the character touches, and whether it does.
func (c *Character) Ceiling() (Contact, bool) { return c.contact(&c.state.Ceiling) }

func (c *Character) contact(t *Touch) (Contact, bool) {
	if t.Collider == 0 {
		return Contact{}, false
	}
	return Contact{c.world.ColliderByID(t.Collider), t.Point, t.Normal, t.Velocity}, true
}

// Velocity returns the velocity of the last Move, m/s, without its parts into walls and ceilings,
// and on the ground without its part up or down. A game derives the next velocity from it. In the
// air the velocity of the ground that the character left is added: see Inherited.
func (c *Character) Velocity() mgl64.Vec2 { return c.state.Velocity }

// Inherited returns the velocity that the character got from the ground that it left and from
// bodies that pushed it, m/s. In the air it lasts until the character lands, and loses its parts
// into obstacles. On the ground friction ends it.
func (c *Character) Inherited() mgl64.Vec2 { return c.state.Inherited }

// WorldVelocity returns the velocity of the last Move in the world, m/s: the whole displacement,
// including carries and pushes, over the time of a tick. It is zero where a step or a descent
// beside a dynamic body has put the character in its new place.
func (c *Character) WorldVelocity() mgl64.Vec2 { return c.body.LinearVelocity() }

// AirTime returns the time since the character left the ground, s, zero on the ground.
func (c *Character) AirTime() float64 { return c.state.AirTime }

// Crushed returns by how much the room is too small for the character when a body moves against it,
// m. Zero means that there is room.
func (c *Character) Crushed() float64 { return c.state.Crushed }
