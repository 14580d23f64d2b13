// Package env has environments for learning, many at once: each is a small world, and a Vector
// steps all of them over the workers of a worlds.Pool. Words mean what they mean in Gymnasium's
// vector environments.
//
//	v, err := env.New(env.Walker(), 64, env.Config{})
//	observations := make([]float32, 64*v.Task().Observations)
//	err = v.Reset(env.Seeds(1, 64), observations)
//	out := v.NewBatch()
//	for {
//		policy(actions, out.Observations)
//		err = v.Step(actions, out)
//	}
//
// # Terms
//
//   - A Task says what is to be learned: how many numbers an observation and an action have, how
//     long an episode is, and how a world is made. CartPole, Walker, Lander and Pusher are tasks; a
//     game adds its own by a Simulation.
//   - A batch is flat: the numbers of environment i begin at i times those of one. The slices are
//     the caller's, and a Step writes all of them.
//   - Terminated says that an episode is over because of what happened in it, truncated that it was
//     cut off after Task.MaxSteps. A value that is estimated beyond the end counts after
//     truncation, and is zero after termination.
//   - After the end of an episode an environment begins anew by itself: see Autoreset.
//
// # Promises
//
//   - Each environment has a stream of random numbers of its own, started by its seed. What it does
//     follows from the seed and the actions, on every platform, with any number of environments
//     beside it and any number of workers.
//   - Actions are clamped to -1 to 1, and what is not a number counts as 0. Observations are
//     finite.
//   - A warm Step allocates nothing.
package env
