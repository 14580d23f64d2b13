package par

import "time"

// contention finds out whether sharing pays at all. A processor that another program takes
// away in the middle of a block holds up every worker for a slice of the scheduler,
// milliseconds, at any of the hundred barriers of a step. On a machine that is busy with
// other things a crew is then several times slower than the caller alone, who needs one
// processor only. So steps are watched, and when most of their time went by in such
// waits, the caller works alone for a while before the crew is tried again.
//
// Who runs a block is left open anyway, so no result depends on what the watch decides.
type contention struct {
	steps           int           // of this trial
	elapsed         time.Duration // by them, as the caller saw it
	stallTime       time.Duration // by workers that waited for one that did not go on; summed over them
	serialSteps     int           // steps that the caller is still to work alone
	nextSerialSteps int           // how many it will be after the next trial that fails
}

const (
	stallThreshold   = time.Millisecond // no block takes as long
	trialTime        = 20 * time.Millisecond
	trialSteps       = 8
	firstSerialSteps = 64 // steps: a second of a game
	maxSerialSteps   = 1024
	workerGainTenths = 7 // what a worker more is worth, in tenths of the first
)

// rests reports whether the caller is to work this step alone, and counts it.
func (c *contention) takeSerialStep() bool {
	if c.serialSteps == 0 {
		return false
	}
	c.serialSteps--
	return true
}

// record adds a step of a crew of so many workers.
func (c *contention) record(elapsed, stallTime time.Duration, workers int) {
	c.steps++
	c.elapsed += elapsed
	c.stallTime += stallTime
	if c.steps < trialSteps || c.elapsed < trialTime {
		return
	}
	// While one is held up all others wait.
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
