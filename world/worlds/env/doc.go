// Package env has environments for learning, many at once: each is a small world, and a Vector
// steps all of them over the workers of a worlds.Pool. The terms come from Gymnasium's vector
// environments.
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
//   - A Task defines the learning problem: the sizes of observations and actions, the length of an
//     episode, and the way in which a world is made. CartPole, Walker, Lander and Pusher are tasks;
//     a game adds its own by a Simulation.
//   - A batch is flat: with k numbers for each environment, the numbers of environment i begin at i
//     k. The slices belong to the caller, and a Step writes all of them.
//   - Terminated says that an episode ended by an event in it, truncated that it was cut off after
//     Task.MaxSteps. A value that is estimated beyond the end counts after truncation, and is zero
//     after termination.
//   - After the end of an episode an environment begins anew by itself: see Autoreset.
//
// # Promises
//
//   - Each environment has its own stream of random numbers, started by its seed. Its results
//     follow from the seed and the actions, on every platform, with any number of other
//     environments and any number of workers.
//   - Actions are clamped to -1 to 1, and NaN counts as 0. Observations are finite.
//   - A warm Step allocates nothing.
package env
