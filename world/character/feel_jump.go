package character

import (
	"cmp"
	"math"

	"github.com/carom2d/carom/geom"
)

// Jump describes a jump by the values that a designer knows: its height and its duration. The zero
// Jump is usable: a Controller multiplies the default Height by the LengthUnit of its world. The
// functions of a Jump are pure, so a game may call any of them alone, or Tick, which combines them.
// They take the default Height at LengthUnit 1.
//
// # The rule of integration
//
// The speed changes at a constant rate between two ticks, and a tick moves by the mean speed that
// Fall returns, not by the speed at its end. Then the positions at ticks lie exactly on the
// parabola, and n ticks of dt equal one tick of n dt, even across the apex and at the limit
// MaxFall. So height, time and distance of a jump do not depend on the tick rate. The highest
// position at a tick may lie below the apex, by at most Gravity dt^2 / 8.
type Jump struct {
	Height float64 // m, from take-off to the apex; zero means 1.5
	Rise   float64 // s, from take-off to the apex; zero means 0.4

	FallFactor float64 // factor on gravity on the way down; zero means 1
	MaxFall    float64 // m/s, the speed of a fall at the most, in a Controller with the inherited speed; zero means any

	// Cut is the largest further rise of a jump after the button is released, m. Zero means a
	// quarter of Height.
	Cut float64

	Coyote float64 // s after leaving a floor in which a jump may still begin; zero means none
	Buffer float64 // s before a landing in which a press is remembered; zero means none
}

// Validate returns the *geom.FieldError of the first number that cannot be used: a number that is
// negative or not finite, or so large or small that gravity is not a usable number.
func (j Jump) Validate() error {
	err := cmp.Or(geom.CheckNotNegative("Height", j.Height), geom.CheckNotNegative("Rise", j.Rise),
		geom.CheckNotNegative("FallFactor", j.FallFactor), geom.CheckNotNegative("MaxFall", j.MaxFall),
		geom.CheckNotNegative("Cut", j.Cut), geom.CheckNotNegative("Coyote", j.Coyote), geom.CheckNotNegative("Buffer", j.Buffer))
	if err != nil {
		return err
	}
	if g := j.Gravity(); g == 0 || math.IsInf(g*j.fallFactor(), 0) {
		return geom.NewFieldError("Rise", j.Rise, geom.ErrOutOfRange)
	}
	return nil
}

func (j Jump) height() float64     { return j.inUnits(1).Height }
func (j Jump) rise() float64       { return cmp.Or(j.Rise, 0.4) }
func (j Jump) fallFactor() float64 { return cmp.Or(j.FallFactor, 1) }
func (j Jump) cut() float64        { return cmp.Or(j.Cut, j.height()/4) }

// inUnits returns the jump with the default height of a world with a LengthUnit.
func (j Jump) inUnits(unit float64) Jump {
	j.Height = cmp.Or(j.Height, 1.5*unit)
	return j
}

// Gravity returns the deceleration with which the jump reaches Height after Rise, m/s^2: with
// h = v t / 2 and v = g t it is 2 h / t^2.
func (j Jump) Gravity() float64 { return 2 * j.height() / (j.rise() * j.rise()) }

// Speed returns the speed of the take-off, m/s: 2 h / t.
func (j Jump) Speed() float64 { return 2 * j.height() / j.rise() }

// Fall returns the mean speed upwards over the coming dt seconds, and the speed at their end, m/s.
// It is exact: gravity is Gravity up to the apex and FallFactor times Gravity from there, and a
// fall is not faster than MaxFall.
func (j Jump) Fall(speed, dt float64) (mean, next float64) {
	moved, left := 0.0, dt
	if g := j.Gravity(); speed > 0 {
		t := speed / g
		if t > left {
			moved, speed, left = float64(left*(speed-float64(0.5*float64(g*left)))), speed-float64(g*left), 0
		} else {
			moved, speed, left = float64(0.5*float64(speed*t)), 0, left-t
		}
	}
	if left > 0 {
		moved, speed = j.drop(moved, speed, left)
	}
	if dt == 0 {
		return speed, speed
	}
	return moved / dt, speed
}

// drop is the part of Fall that goes down.
func (j Jump) drop(moved, speed, left float64) (float64, float64) {
	g, t := j.Gravity()*j.fallFactor(), left
	if j.MaxFall > 0 {
		speed = max(speed, -j.MaxFall)
		t = min(left, (speed+j.MaxFall)/g)
	}
	moved += float64(t * (speed - float64(0.5*float64(g*t))))
	speed -= float64(g * t)
	if t < left {
		speed = -j.MaxFall
	}
	return moved + float64((left-t)*speed), speed
}

// Release returns the speed of a jump whose button is released: it limits the rest of the rise to
// Cut.
func (j Jump) Release(speed float64) float64 {
	return min(speed, math.Sqrt(2*j.Gravity()*j.cut()))
}

// JumpState is the state of a jump: plain numbers to save with the game. The zero JumpState is a
// character that stands.
type JumpState struct {
	Speed   float64 // m/s upwards
	Coyote  float64 // s in which a jump may still begin without a floor
	Buffer  float64 // s in which a press is still remembered
	Jumping bool    // rises from a jump, which releasing the button cuts short
}

// JumpInput is the input of a jump in a tick: two facts about the button and two about the
// character.
type JumpInput struct {
	Press     bool // the button went down since the last tick
	Hold      bool // the button is down
	OnFloor   bool
	OnCeiling bool // the head met something
}

// Tick advances the state by a tick of dt seconds. It returns the new state and the speed
// upwards, m/s, with which to move in this tick: the mean of Fall. On a floor both are zero until
// a jump begins.
//
//	state, up := jump.Tick(state, input, dt)
//	c.Move(mgl64.Vec2{along, up})
func (j Jump) Tick(s JumpState, in JumpInput, dt float64) (next JumpState, up float64) {
	landed := in.OnFloor && s.Speed <= 0
	s.Coyote = Window(s.Coyote, landed, j.Coyote, dt)
	s.Buffer = Window(s.Buffer, in.Press, j.Buffer, dt)
	if landed || in.OnCeiling && s.Speed > 0 {
		s.Speed = 0
	}
	starts := (in.Press || s.Buffer > 0) && (landed || s.Coyote > 0)
	if starts {
		s = JumpState{Speed: j.Speed(), Jumping: true}
	}
	if landed && !starts {
		s.Jumping = false
		return s, 0
	}
	if s.Jumping && !in.Hold {
		s.Speed = j.Release(s.Speed)
	}
	up, s.Speed = j.Fall(s.Speed, dt)
	s.Jumping = s.Jumping && s.Speed > 0
	return s, up
}

// Window returns the seconds that are left of a window of time: all of it while open is true, and
// dt less in each tick after. At zero it has passed. The time to jump after a ledge (coyote time)
// and the memory of an early press (buffer) are such windows. A moment exactly one window ago is
// outside.
func Window(left float64, open bool, length, dt float64) float64 {
	if open {
		return length
	}
	left -= dt
	if left < 1e-9 { // the rounding of a sum of ticks
		return 0
	}
	return left
}
