package character

import (
	"cmp"
	"errors"
	"math"
	"strings"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Dynamic is a character that is a dynamic body among others, for crowds and for games in which
// people are knocked about. It stands on a spring, its leg, and forces with bounds move it and hold
// it upright. The world does the rest: masses push each other, platforms carry, and a blow that is
// stronger than the bounds throws it over.
//
// The forces of leg and feet act on the floor too, equal and opposite and along the
// same line, so momentum and angular momentum are kept: a seesaw tips and a raft drifts
// back. They are computed for the end of the tick (implicitly), and so are stable at every tick
// rate, stiffness and mass. A light floor bears at most 25 times the weight of its effective mass.
// The torque that holds a character upright on such a floor is at most the force on the foot times
// the width of the foot, or the torque that turns a free floor at 24 rad/s, if that is larger.
//
// A Dynamic is driven by Move before each tick. Kinematic platforms have their velocity set
// first.
type Dynamic struct {
	body     world.Body
	collider world.Collider
	def      DynamicDef // resolved
	convex   shape.Convex
	foot     shape.Convex
	state    DynamicState

	known   bool   // the foot met the floor while it slept, at the number of changes
	changes uint64 // of the static colliders of the world
}

// NewDynamic puts a dynamic character into a world, upright, with its origin at a position
// (m). It returns a *geom.FieldError, and changes nothing, if the definition cannot be used.
func NewDynamic(w *world.World, def DynamicDef, position mgl64.Vec2) (*Dynamic, error) {
	d, err := compileDynamic(w, def)
	if err != nil {
		return nil, err
	}
	area, err := shape.AreaOf(d.def.Shape)
	if err != nil {
		return nil, err
	}
	angle := geom.Atan2(-d.def.Up[0], d.def.Up[1])
	made, err := w.CreateBodies(nil, []world.BodyParts{{
		Def: body.Def{Name: def.Name, Position: position, Angle: angle},
		Colliders: []world.ColliderParts{{Shape: d.def.Shape, Def: world.ColliderDef{
			Density: d.def.Mass / area, Material: d.def.Material, Filter: d.def.Filter, UserData: d.def.UserData,
		}}},
	}})
	if err != nil {
		return nil, withoutPlace(err)
	}
	d.body, d.collider = made[0], ownCollider(made[0])
	return d, nil
}

// withoutPlace names the field of an error of World.CreateBodies without its place in the lists.
func withoutPlace(err error) error {
	var f *geom.FieldError
	if !errors.As(err, &f) {
		return err
	}
	return geom.NewFieldError(f.Field[strings.LastIndex(f.Field, "].")+len("]."):], f.Value, f.Err)
}

// RestoreDynamic makes a dynamic character of a body that NewDynamic made, for a world that was
// read from a file. The definition comes from Def and the state from State. The character's
// collider is the oldest of the body. Without one the error is geom.ErrDegenerate. Numbers of the
// state that are not finite are an error too.
func RestoreDynamic(b world.Body, def DynamicDef, s DynamicState) (*Dynamic, error) {
	collider := ownCollider(b)
	if !collider.Valid() {
		return nil, geom.NewFieldError("Body", b.String(), geom.ErrDegenerate)
	}
	if err := checkState(s.AirTime, []stateNumber{
		{"FloorPoint", s.FloorPoint}, {"FloorNormal", s.FloorNormal}, {"LegLength", mgl64.Vec2{s.LegLength}}, {"JumpSpeed", mgl64.Vec2{s.JumpSpeed}},
		{"FloorPosition", s.FloorPosition}, {"FloorAngle", mgl64.Vec2{s.FloorAngle}},
	}); err != nil {
		return nil, err
	}
	d, err := compileDynamic(b.World(), def)
	if err != nil {
		return nil, err
	}
	d.body, d.state, d.collider = b, s, collider
	return d, nil
}

func compileDynamic(w *world.World, def DynamicDef) (*Dynamic, error) {
	err := def.resolve(w)
	if err != nil {
		return nil, err
	}
	d := &Dynamic{def: def}
	if d.convex, _, err = compileShape(d.def.Shape); err != nil {
		return nil, err
	}
	d.foot, err = shape.New(shape.Circle{Radius: d.def.Foot})
	return d, err
}

// Body returns the body, which the game may push and destroy like any other.
func (d *Dynamic) Body() world.Body { return d.body }

// Collider returns the collider of the character's shape.
func (d *Dynamic) Collider() world.Collider { return d.collider }

// Def returns the definition with its defaults filled in.
func (d *Dynamic) Def() DynamicDef { return d.def }

// State returns the state of the character besides its body, for RestoreDynamic.
func (d *Dynamic) State() DynamicState { return d.state }

// OnFloor reports whether the leg stood on a floor that is not too steep in the last Move.
func (d *Dynamic) OnFloor() bool { return d.state.OnFloor }

// FloorNormal returns the unit normal out of the floor, or zero in the air.
func (d *Dynamic) FloorNormal() mgl64.Vec2 { return d.state.FloorNormal }

// Floor returns the collider that it stands on, and whether there is one.
func (d *Dynamic) Floor() (world.Collider, bool) {
	c := d.body.World().ColliderByID(d.state.Floor)
	return c, d.state.OnFloor && c.Valid()
}

// LegLength returns the height of the shape's lowest point above the floor, m, and zero in the
// air.
func (d *Dynamic) LegLength() float64 { return d.state.LegLength }

// AirTime returns the time since it stood on a floor, s.
func (d *Dynamic) AirTime() float64 { return d.state.AirTime }

// Fallen reports whether it was knocked over: it tilted by more than TiltLimit, and is an ordinary
// body until StandUp.
func (d *Dynamic) Fallen() bool { return d.state.Fallen }

// StandUp lets a fallen character get up, which takes a floor and a moment. It wakes the body.
func (d *Dynamic) StandUp() error {
	if err := d.body.Wake(); err != nil {
		return err
	}
	d.state.Rising, d.state.Fallen = d.state.Rising || d.state.Fallen, false
	return nil
}

// Jump takes off from the floor with a speed along Up relative to it, m/s, and reports whether
// there was a floor. The floor gets the opposite impulse.
func (d *Dynamic) Jump(speed float64) (bool, error) {
	if err := geom.CheckNotNegative("Speed", speed); err != nil {
		return false, err
	}
	floor, ok := d.Floor()
	if !ok || d.state.Fallen {
		return false, nil
	}
	s := d.stanceOn(floor)
	if err := d.takeOff(&s, speed); err != nil {
		return false, err
	}
	d.state.Jumping, d.state.JumpSpeed, d.state.OnFloor = true, speed, false
	return true, nil
}

// takeOff gives the speed of a jump by an impulse. On a floor that gives way, some of the speed is
// still missing. If the ground below that floor holds it, Move adds the rest while the leg reaches.
func (d *Dynamic) takeOff(s *stance, speed float64) error {
	impulse := (speed - s.relative().Dot(s.up)) * s.massAlong(s.up)
	if impulse <= 0 {
		return nil
	}
	push := s.up.Mul(impulse).Mgl()
	return cmp.Or(s.body.ApplyImpulseToCenter(push), s.floor.ApplyImpulse(push.Mul(-1), s.center.Mgl()))
}

// Move applies the forces of the coming tick: the forces that hold it up, and the forces that
// accelerate it to a velocity relative to the floor, m/s. Only the part of the velocity
// perpendicular to Up counts. It is a speed along the ground, uphill and downhill alike.
//
// A character that stands still falls asleep like other bodies, and so does the floor under it.
// Then it costs next to nothing. Another velocity wakes it, and so does a body that touches it or
// moves its floor, and a floor that gets another shape or filter.
func (d *Dynamic) Move(velocity mgl64.Vec2) error {
	if err := geom.CheckPoint("Velocity", geom.From(velocity)); err != nil {
		return err
	}
	right := geom.From(d.def.Up).RightPerp()
	speed := geom.From(velocity).Dot(right)
	if !d.body.Enabled() || d.sleepsOn(speed) {
		return nil
	}
	if !d.body.Awake() {
		if err := d.body.Wake(); err != nil {
			return err
		}
	}
	dt := d.body.World().Config().Timestep
	tilt := d.tilt()
	if math.Abs(tilt) < d.def.TiltLimit/2 {
		d.state.Rising = false
	} else if math.Abs(tilt) > d.def.TiltLimit && !d.state.Rising {
		d.state.Fallen = true
	}
	s, found := d.castFoot()
	if found && d.state.Jumping && s.relative().Dot(s.normal) <= 0 {
		d.state.Jumping, d.state.JumpSpeed = false, 0
	}
	d.recordStance(s, found, dt)
	if !found || d.state.Fallen {
		d.state.JumpSpeed = 0
	}
	switch {
	case d.state.JumpSpeed > 0:
		return d.continueJump(&s, dt)
	case d.state.Fallen:
		return nil
	case !d.state.OnFloor:
		return d.steerInAir(right, speed, dt)
	}
	s.steady = d.isStill(speed)
	leg := d.legForce(&s, dt)
	return s.apply(leg.Add(d.walkForce(&s, speed, dt)), d.uprightTorque(&s, tilt, leg.Dot(s.up), dt))
}

// continueJump is the rest of a jump from a floor that gave way. The speed to reach in the next
// tick is lower by the gravity of this tick.
func (d *Dynamic) continueJump(s *stance, dt float64) error {
	speed := d.state.JumpSpeed
	d.state.JumpSpeed = max(0, speed+float64(s.body.GravityScale()*s.gravity().Dot(s.up)*dt))
	if s.relative().Dot(s.up) > 0.99*speed {
		return nil
	}
	return d.takeOff(s, speed)
}
