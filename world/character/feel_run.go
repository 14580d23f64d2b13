package character

import (
	"cmp"

	"github.com/carom2d/carom/geom"
)

// Run describes how a character gains and loses speed along the ground and in the air. The
// zero Run is usable: a Controller multiplies the defaults that hold a length by the LengthUnit of
// its world, and a Run alone takes them at LengthUnit 1.
type Run struct {
	Speed      float64 // m/s; zero means 4
	Accelerate float64 // m/s^2, away from rest; zero means 40
	Brake      float64 // m/s^2, towards rest; zero means 60

	// Air is the share of both rates that is left in the air, 0 to 1; zero means 0.5.
	Air          float64
	NoAirControl bool // nothing changes the speed in the air
}

// Validate returns the *geom.FieldError of the first number that cannot be used.
func (r Run) Validate() error {
	err := cmp.Or(geom.CheckNotNegative("Speed", r.Speed), geom.CheckNotNegative("Accelerate", r.Accelerate),
		geom.CheckNotNegative("Brake", r.Brake), geom.CheckNotNegative("Air", r.Air))
	if err == nil && r.Air > 1 {
		return geom.NewFieldError("Air", r.Air, geom.ErrOutOfRange)
	}
	return err
}

// Tick returns the mean speed along the ground over the coming dt seconds, with which to move, and
// the speed at their end, m/s. Wish is the stick, -1 to 1. Like Jump.Fall it is exact at any tick
// rate: a character that turns round brakes to rest first and then accelerates, within one tick if
// necessary.
func (r Run) Tick(speed, wish float64, onFloor bool, dt float64) (mean, next float64) {
	if !onFloor && r.NoAirControl || dt == 0 {
		return speed, speed
	}
	r = r.inUnits(1)
	target := float64(r.Speed * max(-1, min(1, wish)))
	accelerate, brake := r.Accelerate, r.Brake
	if !onFloor {
		air := cmp.Or(r.Air, 0.5)
		accelerate, brake = float64(accelerate*air), float64(brake*air)
	}
	moved, left := 0.0, dt
	if low := sameSide(target, speed); speed != low { // faster than wished, or the other way
		moved, speed, left = approach(speed, low, brake, left)
	}
	gained, speed, left := approach(speed, target, accelerate, left)
	return (moved + gained + float64(speed*left)) / dt, speed
}

// inUnits returns the run with the defaults of a world with a LengthUnit.
func (r Run) inUnits(unit float64) Run {
	r.Speed, r.Accelerate, r.Brake = cmp.Or(r.Speed, 4*unit), cmp.Or(r.Accelerate, 40*unit), cmp.Or(r.Brake, 60*unit)
	return r
}

// sameSide returns the speed that braking alone reaches: zero if speed and target have opposite
// signs, and otherwise the slower of the two.
func sameSide(target, speed float64) float64 {
	if speed >= 0 {
		return min(speed, max(target, 0))
	}
	return max(speed, min(target, 0))
}

// approach changes a speed towards a target at a rate, until it reaches the target or the time is
// up. It returns the distance moved, the speed then, and the time that is left.
func approach(speed, target, rate, time float64) (moved, next, left float64) {
	change := target - speed
	if change == 0 {
		return 0, speed, time
	}
	step := float64(rate * time)
	if step < max(change, -change) {
		if change < 0 {
			step = -step
		}
		return float64(time * (speed + float64(0.5*step))), speed + step, 0
	}
	t := max(change, -change) / rate
	return float64(0.5 * float64(t*(speed+target))), target, max(time-t, 0)
}

// Approach changes a speed towards a target at a constant rate and holds it there. It returns the
// mean speed over the coming dt seconds, and the speed at their end. It is exact at any tick rate.
// All speeds in m/s, the rate in m/s^2.
func Approach(speed, target, rate, dt float64) (mean, next float64) {
	if dt == 0 {
		return speed, speed
	}
	moved, next, left := approach(speed, target, rate, dt)
	return (moved + float64(next*left)) / dt, next
}
