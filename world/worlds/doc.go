// Package worlds steps many worlds over one set of workers, as a server of a thousand matches or a
// trainer with a thousand environments does.
//
//	pool, err := worlds.New(worlds.Config{Budget: 14 * time.Millisecond})
//	for _, w := range matches {
//		_, err := pool.Add(worlds.Def{World: w})
//	}
//	for range time.Tick(time.Second / 60) {
//		report := pool.Step()
//		for _, m := range report.Failed {
//			log.Print(m.Err())
//			m.Reset(&start)
//		}
//	}
//
// # Terms
//
//   - A Member is a world in the pool, with its rate.
//   - A Step of the pool lets every member run the ticks that its Rate gives it, each tick as long
//     as the world's own Config.Timestep. So a match of 30 ticks a second and one of 144 live in a
//     pool of 60 steps.
//   - A worker is a goroutine that takes one member after the other and runs all its due ticks.
//   - The budget is the time after which Step returns. Members that are not done by then are late:
//     the Report lists them, and Step does not wait for them.
//
// # Promises
//
//   - A world has the same bits as a world that is stepped alone, whatever else is in the pool and
//     however many workers there are. Times decide in which order worlds are taken, and with a
//     budget when a late world ticks, but never the result of a tick.
//   - A warm Step allocates nothing, unless the game's own code does.
//   - No worker waits for another within a Step. The members that took longest come first, so that
//     no large world is left for the end.
//   - A panic of one world, in its tick or in the game's code, stops only that world. Its member is
//     left out until it is reset, and Err has the value and the stack.
//   - A pool without Budget runs worlds on the goroutine of Step too, and one with a single worker
//     starts no goroutine.
//
// # Worlds of a pool
//
// Make them with world.Config.Workers 1: the pool shares the processors, and a world with workers
// of its own takes more memory. The game's code in a world (Config.BeforeTick, subscriptions,
// Def.AfterTick) runs on the worker that steps the world. It may use that world and its own data;
// data shared by several worlds need a lock. Between two Steps all worlds belong to the caller,
// except worlds whose Late is Running.
package worlds
