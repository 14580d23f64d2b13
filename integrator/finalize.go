package integrator

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// Finalize ends the tick for the awake rows from lo up to hi. It advances Pose by the motion that
// the sub-steps summed up in State, and keeps the old pose in LastPose. It clears that motion and
// the user's forces, runs the sleep timers and sets StepFlagFast on bodies that may have passed
// through another. Speeds and spins that exceed the maximum after the last relaxation are limited,
// and velocities too small to matter become zero.
//
// A body whose state or new pose is not finite returns to LastPose with no velocity, and its row is
// appended to dst. Once warm, Finalize allocates nothing if all bodies are finite.
func Finalize(dst []state.BodyRow, b *state.Bodies, p *step.Params, lo, hi int) []state.BodyRow {
	if !vectorKernels || hi-lo < lanes {
		return finalize(dst, b, p, lo, hi)
	}
	var constants finalizeConstants
	constants.set(p)
	for lo < hi {
		lo = runFinalize(b, &constants, lo, hi)
		end := portableEnd(b.State, lo, hi)
		dst = finalize(dst, b, p, lo, end)
		lo = end
	}
	return dst
}

// finalize is the portable Finalize.
func finalize(dst []state.BodyRow, b *state.Bodies, p *step.Params, lo, hi int) []state.BodyRow {
	states, dynamics := b.State[lo:hi], b.Dynamics[lo:hi]
	poses, lastPoses, motions := b.Pose[lo:hi], b.LastPose[lo:hi], b.Motion[lo:hi]
	dynamics, poses = dynamics[:len(states)], poses[:len(states)]
	lastPoses, motions = lastPoses[:len(states)], motions[:len(states)]
	maxSpin := p.MaxRotation / p.DT
	var discarded preSolveVelocity
	for i := range states {
		s, pose, m := &states[i], &poses[i], &motions[i]
		beforeLast, old := lastPoses[i], *pose
		next := geom.Transform{
			P: geom.Vec2{X: old.P.X + float64(s.DX), Y: old.P.Y + float64(s.DY)},
			R: geom.Rot{C: float64(s.DC), S: float64(s.DS)}.Mul(old.R).Unit(),
		}
		lastPoses[i] = old
		d := &dynamics[i]
		d.ForceX, d.ForceY, d.Torque = 0, 0, 0 // they act for one tick
		if !isFinite(s, next) {
			*s = state.BodyState{Flags: s.Flags, DC: 1}
			m.SleepTime = 0
			m.StepFlags &^= state.StepFlagFast
			dst = append(dst, state.BodyRow(lo+i))
			continue
		}
		*pose = next
		m.StepFlags &^= state.StepFlagFast
		if displacementBound(s, m) > float32(0.5*m.MinExtent) {
			m.StepFlags |= state.StepFlagFast
		}
		updateSleepTimer(s, m, &beforeLast, &old, p)
		if s.Flags&state.FlagDynamic != 0 {
			s.VX, s.VY, s.W = flushTiny(s.VX), flushTiny(s.VY), flushTiny(s.W)
			s.LimitSpeed(p.MaxSpeed)
			if s.W > maxSpin || s.W < -maxSpin {
				limitAngularSpeed(s, &discarded, m.MaxSpin(p))
			}
		}
		s.DX, s.DY, s.DC, s.DS = 0, 0, 1, 0
	}
	return dst
}

// flushTiny returns a velocity, m/s or rad/s, or zero for a velocity whose motion would take a
// thousand years to become visible. Under damping alone velocities would decrease until they are
// subnormal, and subnormal arithmetic is ten times slower on most processors.
func flushTiny(v float32) float32 {
	if v > -tiny && v < tiny {
		return 0
	}
	return v
}

const tiny = 1e-15

// isFinite reports whether every number is finite. An infinite number minus
// itself is NaN and NaN is not equal to zero, so one sum tests all of them.
// geom.Rot.Unit turns a NaN rotation into the identity, hence the test of D* itself.
func isFinite(s *state.BodyState, pose geom.Transform) bool {
	sum := (s.VX - s.VX) + (s.VY - s.VY) + (s.W - s.W) + (s.DX - s.DX) + (s.DY - s.DY) + (s.DC - s.DC) + (s.DS - s.DS)
	return sum == 0 && pose.Finite()
}

// displacementBound returns an upper bound of the straight displacement of any point of the body
// during the tick, m: the motion of the centre plus the chord of the farthest point around
// it.
func displacementBound(s *state.BodyState, m *state.BodyMotion) float32 {
	d := float32(math.Sqrt(float64(float32(s.DX*s.DX) + float32(s.DY*s.DY))))
	if s.DS == 0 && s.DC >= 0 {
		return d
	}
	c := s.DC - 1
	chord := float32(math.Sqrt(float64(float32(c*c) + float32(s.DS*s.DS))))
	return d + float32(chord*m.MaxExtent)
}

// A body speeds up in a tick when it is faster than an eighth of its sleep speed, below which
// motion is noise, and faster than in the tick before by more than 1/128. A body that starts from
// rest gains 1/n in its n-th tick, so it speeds up for two seconds. A tower that sways or slowly
// leans further gains less in a tick.
//
// Ticks in which a body speeds up raise its sleep timer to at most the share speedUpSleepShare of
// the time to fall asleep. The remaining time must pass in other ticks.
const (
	minSpeedUpFraction = 1.0 / 16 // of twice the sleep speed
	speedUpRatio       = 1 + 1.0/128
	speedUpSleepShare  = 9.0 / 10
)

// updateSleepTimer runs the sleep timer: the time during which no point of the body has moved
// faster than its sleep speed on the average of two ticks, nor twice as fast in one. A settling
// body oscillates with a period of a few ticks, and is at rest when it moves by this oscillation
// only. The timer measures the displacement and not the velocity at the end of the tick. A light
// body wedged between heavy ones may end every tick with a velocity which the next tick removes
// before the body moves. A body with a negative sleep speed is never at rest.
//
// A settling body slows down or oscillates. A body that begins to slide down a slope or to topple
// stays slow for longer than the time to fall asleep, but speeds up all the time. So ticks in which
// a body speeds up do not count towards the last part of the time (see speedUpSleepShare). The
// poses beforeLast and old are the poses at the start of the last tick and of this tick.
func updateSleepTimer(s *state.BodyState, m *state.BodyMotion, beforeLast, old *geom.Transform, p *step.Params) {
	twoTicks := float32(2 * p.DT)
	maxMotion := float32(m.SleepSpeed * twoTicks)
	maxMotion2 := float32(maxMotion * maxMotion)
	x, y, turnedBefore := float32(old.P.X-beforeLast.P.X), float32(old.P.Y-beforeLast.P.Y), float32(beforeLast.R.InverseMul(old.R).S)
	d2 := float32(s.DX*s.DX) + float32(s.DY*s.DY)
	bothX, bothY := s.DX+x, s.DY+y
	both2 := float32(bothX*bothX) + float32(bothY*bothY)
	turned := float32(s.DS * m.MaxExtent)
	turnedBoth := turned + float32(turnedBefore*m.MaxExtent)
	if !(maxMotion >= 0) || d2 > maxMotion2 || both2 > maxMotion2 || s.DC < 0 ||
		turned > maxMotion || turned < -maxMotion || turnedBoth > maxMotion || turnedBoth < -maxMotion {
		m.SleepTime = 0
		return
	}
	minMotion := float32(minSpeedUpFraction * maxMotion)
	sleepTime := m.SleepTime + p.DT
	if !(sleepTime > twoTicks) { // both ticks whose motion was measured
		sleepTime = twoTicks
	}
	if d2 > float32(minMotion*minMotion) && float32(s.DX*x)+float32(s.DY*y) > float32(speedUpRatio*(float32(x*x)+float32(y*y))) ||
		(turned > minMotion || turned < -minMotion) && float32(s.DS*turnedBefore) > float32(speedUpRatio*float32(turnedBefore*turnedBefore)) {
		if speedUpLimit := float32(speedUpSleepShare * p.SleepTime); !(sleepTime < speedUpLimit) {
			sleepTime = speedUpLimit
		}
		if m.SleepTime > sleepTime {
			return
		}
	}
	m.SleepTime = sleepTime
}
