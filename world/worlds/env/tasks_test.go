package env_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/world/worlds/env"
	"github.com/stretchr/testify/require"
)

// play runs episodes of a policy and returns their mean return and length.
func play(t testing.TB, task env.Task, n int, policy func(action, o []float32)) (mean, length float64) {
	v := newVector(t, task, n, env.Config{Autoreset: env.Disabled})
	out := v.NewBatch()
	require.NoError(t, v.Reset(env.Seeds(100, n), out.Observations))
	actions := make([]float32, n*task.Actions)
	over := 0
	for over < n {
		for i := range n {
			policy(actions[i*task.Actions:(i+1)*task.Actions], out.Observations[i*task.Observations:(i+1)*task.Observations])
		}
		require.NoError(t, v.Step(actions, out))
		over = 0
		for i := range n {
			mean += float64(out.Rewards[i])
			if out.Terminated[i] || out.Truncated[i] {
				over++
			} else {
				length++
			}
		}
	}
	return mean / float64(n), length/float64(n) + 1
}

// A linear controller balances the pole for as long as an episode lasts, and without one it falls
// at once.
func TestPoleCanBeBalanced(t *testing.T) {
	mean, length := play(t, env.CartPole(), 16, func(a, o []float32) { a[0] = 0.1*o[0] + 0.2*o[1] - 3*o[2] - 0.6*o[3] })
	require.Equal(t, 500.0, mean)
	require.Equal(t, 500.0, length)
	mean, _ = play(t, env.CartPole(), 16, func(a, o []float32) { a[0] = 0 })
	require.Less(t, mean, 120.0)
}

// The cart and the pole move as the equations of motion say, for a pole with the inertia of its
// box.
func TestCartPoleObeysItsEquations(t *testing.T) {
	v := newVector(t, env.CartPole(), 1, env.Config{})
	out := v.NewBatch()
	require.NoError(t, v.Reset([]uint64{3}, out.Observations))
	o := out.Observations
	state := [4]float64{float64(o[0]), float64(o[1]), float64(o[2]), float64(o[3])}
	const cart, pole, half, g, force = 1.0, 0.1, 0.5, 9.8, 4.0
	const inertia = pole * (0.1*0.1 + 1) / 12
	slope := func(s [4]float64) [4]float64 {
		// Unknowns: accelerations x", a" of (M+m) x" - m l cos(a) a" = F - m l sin(a) a'^2, (I + m
		// l^2) a" - m l cos(a) x" = m g l sin(a).
		sin, cos := math.Sincos(s[2])
		a11, a12, b1 := cart+pole, -pole*half*cos, force-pole*half*sin*s[3]*s[3]
		a21, a22, b2 := -pole*half*cos, inertia+pole*half*half, pole*g*half*sin
		det := a11*a22 - a12*a21
		return [4]float64{s[1], (b1*a22 - a12*b2) / det, s[3], (a11*b2 - a21*b1) / det}
	}
	const dt = 1e-4
	for step := range 12 {
		require.NoError(t, v.Step([]float32{0.4}, out))
		for range 200 { // the midpoint rule
			k := slope(state)
			mid := state
			for i := range mid {
				mid[i] += k[i] * dt / 2
			}
			k = slope(mid)
			for i := range state {
				state[i] += k[i] * dt
			}
		}
		// The engine's sub-steps of 5 ms are first order: an error of half of one times the
		// acceleration, in positions and angles per second.
		for i, tolerance := range []float64{0.004, 0.02, 0.02, 0.06} {
			require.InDelta(t, state[i], float64(o[i]), tolerance, "number %d after step %d", i, step)
		}
	}
	require.Less(t, state[2], 0.5)
	require.Greater(t, math.Abs(state[2]), 0.1, "the pole has moved by more than the tolerance")
}

// A ship that brakes by its height and stays upright lands, and one that does nothing crashes.
func TestShipCanLand(t *testing.T) {
	pilot := func(a, o []float32) {
		x, y, u, v, angle, rate := 12*o[0], 12*o[1], 5*o[2], 5*o[3], o[4], o[5]
		want := max(-0.35, min(0.35, 0.08*x+0.25*u)) // to the left it must lean with a positive angle
		a[1] = -(3*(want-angle) - 3*rate)
		fall := -0.25 - 0.22*max(y-1, 0)
		a[0] = (1 + (fall - v)) / 3
		if o[6]+o[7] == 2 {
			a[0], a[1] = 0, 0
		}
	}
	mean, _ := play(t, env.Lander(), 16, pilot)
	require.Greater(t, mean, 150.0)
	mean, length := play(t, env.Lander(), 16, func(a, o []float32) { a[0], a[1] = 0, 0 })
	require.Less(t, mean, 0.0)
	require.Less(t, length, 200.0)
}

// A hand that goes behind the box and then pushes earns more than one that stands still.
func TestBoxCanBePushed(t *testing.T) {
	pushed, _ := play(t, env.Pusher(), 24, func(a, o []float32) {
		bx, by, gx, gy := o[4], o[5], o[10], o[11]
		d := float32(math.Hypot(float64(gx), float64(gy))) + 1e-6
		tx, ty := bx-0.45*gx/d, by-0.45*gy/d // a place behind the box
		if tx*tx+ty*ty < 0.03 || bx*gx+by*gy > 0.95*d*float32(math.Hypot(float64(bx), float64(by))) {
			tx, ty = bx, by
		}
		a[0], a[1] = 3*tx-0.5*o[2], 3*ty-0.5*o[3]
	})
	still, _ := play(t, env.Pusher(), 24, func(a, o []float32) { a[0], a[1] = 0, 0 })
	require.InDelta(t, 0, still, 0.01)
	require.Greater(t, pushed, 4.0)
}

// A walker without torques sinks down and has come nowhere.
func TestWalkerFallsWithoutLegs(t *testing.T) {
	mean, length := play(t, env.Walker(), 8, func(a, o []float32) { clear(a) })
	require.Less(t, length, 300.0)
	require.Less(t, mean, 5.0)
	require.Greater(t, length, 10.0)
}
