// Package par runs the blocks of a stage on a persistent pool of workers.
//
// # Terms
//
//   - A block is a piece of work that touches rows no other block of its stage
//     touches. Blocks are cut by the scene alone (Blocks, Span), or where any cut gives
//     the same bits, so the result cannot depend on who runs which block.
//   - A worker is a goroutine with a number below Workers. Number 0 is the
//     goroutine that called; the others start with the first stage that has two
//     blocks, so a small world never leaves the caller's goroutine.
//   - A stage is a number of blocks. All of them end before the next stage of the
//     same run begins; that boundary is a barrier.
//   - A share is what a worker is given of a stage: neighbouring blocks, as many as
//     any other worker's, and at the same place whenever a stage has as many blocks.
//   - A seat is where a worker finds its share, and where it waits.
//
// # Promises
//
//   - Each block runs exactly once, and what one stage wrote the next one sees.
//     Which worker runs a block and in which order is left open.
//   - A warm Run or RunStages allocates nothing.
//   - A worker runs its own share, front to back, so that rows which are visited
//     stage after stage stay in the cache of one core. What a worker that is late,
//     or has not woken up yet, leaves lying for some microseconds the others take
//     from the back, so it holds up nobody for longer than the block it is at.
//   - A waiting worker polls for some ten microseconds, or milliseconds between
//     Muster and Dismiss, and then parks. So an idle pool costs nothing and a
//     barrier between short stages costs no system call.
//   - No more workers take part than GOMAXPROCS; when there are fewer processors
//     than that they yield instead of polling.
//   - Where other programs want the processors so much that workers wait for each other
//     most of the time, the caller works alone for some hundred steps between Muster
//     and Dismiss before the others are tried again.
//   - A panic in a block ends the run early and is raised again, as a *Panic with
//     the stack of the worker, on the goroutine that called. The blocks before it
//     in its stage still run, so of several panics it is always the one of the
//     smallest block.
//   - A pool that is forgotten instead of closed stops its workers when the
//     garbage collector finds it: workers refer to the crew, never to the Pool.
//   - One run at a time: a Pool belongs to one World. A second Run while one is
//     under way, also from inside a block, panics.
package par
