package physicstest

import (
	"math"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// ComesToRest holds if the bodies are at rest within a time after the beginning and stay at rest to
// the end of the run, which should last longer. A body is at rest if it sleeps, or if no corner of
// its box is faster than its SleepSpeed.
func ComesToRest(limit time.Duration, bodies ...world.Body) Check {
	rest := func(m moment) error {
		if err := gone(bodies); err != nil {
			return err
		}
		return eachBody(m.world, bodies, func(b world.Body) error {
			if speed := fastestCorner(b); b.Awake() && !(speed <= b.SleepSpeed()) {
				return bodyErrorf(b, "%v is not at rest: it moves at %.4g m/s and %.4g rad/s, %v after the beginning",
					b, b.LinearVelocity().Len(), b.AngularVelocity(), round(m.elapsed))
			}
			return nil
		})
	}
	return Check{func(*world.World) watch {
		return watch{
			look: func(m moment) error {
				if m.elapsed < limit {
					return nil
				}
				return rest(m)
			},
			end: rest,
		}
	}}
}

// FallsAsleep holds if all of the bodies sleep at some tick, no later than a time after the
// beginning. They may wake up again.
func FallsAsleep(limit time.Duration, bodies ...world.Body) Check {
	var awake error
	return within(limit, func() error { return awake }, func(m moment) bool {
		if awake = gone(bodies); awake != nil {
			return false
		}
		awake = eachBody(m.world, bodies, func(b world.Body) error {
			if b.Awake() {
				return bodyErrorf(b, "%v does not sleep within %v: %v", b, limit, m.world.WhyAwake(b))
			}
			return nil
		})
		return awake == nil
	})
}

// SpeedBelow holds while no body is faster, in m/s.
func SpeedBelow(limit float64, bodies ...world.Body) Check {
	return ofBodies(bodies, func(b world.Body) error {
		if v := b.LinearVelocity().Len(); !(v < limit) {
			return bodyErrorf(b, "%v is at %.4g m/s: less than %.4g m/s are allowed", b, v, limit)
		}
		return nil
	})
}

// SpinBelow holds while no body turns faster in either direction, in rad/s.
func SpinBelow(limit float64, bodies ...world.Body) Check {
	return ofBodies(bodies, func(b world.Body) error {
		if w := math.Abs(b.AngularVelocity()); !(w < limit) {
			return bodyErrorf(b, "%v turns at %.4g rad/s: less than %.4g rad/s are allowed", b, w, limit)
		}
		return nil
	})
}

// StaysUpright holds while no body is turned by more than an angle from its orientation at the
// beginning. Later bodies are measured from their first orientation.
func StaysUpright(angle float64, bodies ...world.Body) Check {
	return ofBodiesInRun(bodies, func() func(world.Body) error {
		began := map[world.BodyID]float64{}
		return func(b world.Body) error {
			start, known := began[b.ID()]
			if !known {
				start = b.Angle()
				began[b.ID()] = start
			}
			if tilt := math.Abs(math.Remainder(b.Angle()-start, 2*math.Pi)); !(tilt <= angle) {
				return bodyErrorf(b, "%v is turned by %.4g rad: %.4g rad are allowed", b, tilt, angle)
			}
			return nil
		}
	})
}

// StaysFinite holds while positions and velocities of all bodies are numbers, and the engine has
// quarantined no body for numbers that were not finite.
func StaysFinite() Check {
	return always(func(m moment) error {
		for _, q := range m.world.Events().Quarantines {
			return bodyErrorf(q.Body, "%v was put into quarantine: its motion was no longer finite", q.Body)
		}
		for b := range m.world.Bodies() {
			p, v := b.Position(), b.LinearVelocity()
			sum := p[0] + p[1] + b.Angle() + v[0] + v[1] + b.AngularVelocity()
			if math.IsNaN(sum) || math.IsInf(sum, 0) {
				return bodyErrorf(b, "%v is not finite: it is at %s and moves at %s", b, vec(p), vec(v))
			}
		}
		return nil
	})
}

// fastestCorner returns the highest speed of a corner of the boxes of a body.
func fastestCorner(b world.Body) float64 {
	speed := b.LinearVelocity().Len()
	for c := range b.Colliders() {
		lower, upper := c.Bounds()
		for _, corner := range []mgl64.Vec2{lower, upper, {lower[0], upper[1]}, {upper[0], lower[1]}} {
			speed = max(speed, b.VelocityAt(corner).Len())
		}
	}
	return speed
}

func round(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
