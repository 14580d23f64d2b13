// Package par runs the blocks of a stage on a persistent pool of workers.
//
// # Terms
//
//   - A block is a piece of work that touches rows no other block of its stage touches.
//     Blocks are cut by the scene alone (Blocks, Span), or where any cut gives the same
//     bits, so the result cannot depend on which worker runs which block.
//   - A worker is a goroutine with a number below Workers. Number 0 is the calling
//     goroutine. The others start with the first stage that has two blocks, so a small
//     world never leaves the caller's goroutine.
//   - A stage is a number of blocks. All of them end before the next stage of the same
//     run begins; that boundary is a barrier.
//   - A worker's range is its part of the blocks of a stage: consecutive blocks, about as many as
//     any other worker's. The range is the same for all stages with the same number of blocks.
//     Fewer blocks than workers are spread over the workers.
//   - A deque holds the range of one worker. Its owner takes blocks from the front,
//     other workers steal from the back.
//   - A burst is a series of runs with short gaps, from BeginBurst to EndBurst, such as the stages
//     of a tick.
//
// # Promises
//
//   - Each block runs exactly once, and each stage sees all writes of the stages before.
//     The worker and the order of blocks are not specified.
//   - A warm Run or RunStages allocates nothing.
//   - A worker runs its own range, front to back, so that rows which are visited stage after stage
//     stay in the cache of one core. If a worker is late, or is not awake yet, the others steal its
//     blocks after some microseconds. So a late worker delays the others by at most the block that
//     it is running.
//   - A waiting worker polls for some ten microseconds, or milliseconds within a burst,
//     and then parks. So an idle pool costs nothing, and a barrier between short stages
//     needs no system call.
//   - At most GOMAXPROCS workers take part. If there are fewer processors than GOMAXPROCS, the
//     workers yield instead of polling.
//   - If workers wait for each other most of the time, because other programs use the
//     processors, the caller works alone for some hundred bursts before the others are
//     tried again.
//   - If bursts with fewer workers take less time, they have fewer: now and then some bursts are
//     tried with half or twice the number.
//   - A panic in a block ends the run early and is raised again on the calling goroutine, as a
//     *Panic with the stack of the worker. The blocks before it in its stage still run, so of
//     several panics the one of the smallest block is always raised.
//   - A pool that is dropped without Close stops its workers when the garbage collector
//     finds it: workers refer to the scheduler, never to the Pool.
//   - A pool with a Trace records how long each block takes, on the caller alone. Without one
//     no clock is read.
//   - One run at a time: a Pool belongs to one World. A second Run while one is under
//     way, also from inside a block, panics.
package par
