package par

import "time"

// contention measures whether sharing the work pays. Another program may take a processor away in
// the middle of a block, for a time slice of the operating system, which lasts milliseconds. All
// other workers then wait at one of the hundred barriers of a tick. So on a busy machine several
// workers can be slower than the caller alone, which needs one processor only. Therefore bursts are
// timed. When they consist mostly of such waiting, the caller works alone for a while before the
// workers are tried again.
//
// No result depends on this, because the worker of a block is not specified anyway.
type contention struct {
	steps           int           // bursts of this trial
	elapsed         time.Duration // of these bursts, as the caller measured it
	stallTime       time.Duration // that workers waited for a worker that was held up, summed over the workers
	serialSteps     int           // bursts that the caller still works alone
	nextSerialSteps int           // bursts that the caller works alone after the next failed trial
}

const (
	stallThreshold   = time.Millisecond // longer than any block takes
	trialTime        = 20 * time.Millisecond
	trialSteps       = 8
	firstSerialSteps = 64 // bursts: a second of a game
	maxSerialSteps   = 1024
	workerGainTenths = 7 // speed that each further worker adds, in tenths of the first
)

// takeSerialStep reports whether the caller works this burst alone, and counts the burst.
func (c *contention) takeSerialStep() bool {
	if c.serialSteps == 0 {
		return false
	}
	c.serialSteps--
	return true
}

// record adds a burst of the given number of workers.
func (c *contention) record(elapsed, stallTime time.Duration, workers int) {
	c.steps++
	c.elapsed += elapsed
	c.stallTime += stallTime
	if c.steps < trialSteps || c.elapsed < trialTime {
		return
	}
	// While one worker is held up all others wait.
	others := time.Duration(workers - 1)
	useful := c.elapsed - c.stallTime/others
	c.nextSerialSteps = max(c.nextSerialSteps, firstSerialSteps)
	if useful*(10+workerGainTenths*others) < 10*c.elapsed {
		c.serialSteps = c.nextSerialSteps
		c.nextSerialSteps = min(2*c.nextSerialSteps, maxSerialSteps)
	} else {
		c.nextSerialSteps = firstSerialSteps
	}
	c.steps, c.elapsed, c.stallTime = 0, 0, 0
}
