package par

import "time"

// watch finds out whether sharing pays at all. A processor that another program takes
// away in the middle of a block holds up every worker for a slice of the scheduler,
// milliseconds, at any of the hundred barriers of a step. On a machine that is busy with
// other things a crew is then several times slower than the caller alone, who needs one
// processor only. So steps are watched, and when most of their time went by in such
// waits, the caller works alone for a while before the crew is tried again.
//
// Who runs a block is left open anyway, so no result depends on what the watch decides.
type watch struct {
	steps  int           // of this trial
	spent  time.Duration // by them, as the caller saw it
	lost   time.Duration // by workers that waited for one that did not go on; summed over them
	alone  int           // steps that the caller is still to work alone
	resume int           // how many it will be after the next trial that fails
}

const (
	stall      = time.Millisecond // no block takes as long
	trial      = 20 * time.Millisecond
	trialSteps = 8
	firstBreak = 64 // steps: a second of a game
	longBreak  = 1024
	worth      = 7 // what a worker more is worth, in tenths of the first
)

// rests reports whether the caller is to work this step alone, and counts it.
func (w *watch) rests() bool {
	if w.alone == 0 {
		return false
	}
	w.alone--
	return true
}

// note adds a step of a crew of so many workers.
func (w *watch) note(spent, lost time.Duration, crew int) {
	w.steps++
	w.spent += spent
	w.lost += lost
	if w.steps < trialSteps || w.spent < trial {
		return
	}
	// While one is held up all others wait.
	others := time.Duration(crew - 1)
	useful := w.spent - w.lost/others
	w.resume = max(w.resume, firstBreak)
	if useful*(10+worth*others) < 10*w.spent {
		w.alone = w.resume
		w.resume = min(2*w.resume, longBreak)
	} else {
		w.resume = firstBreak
	}
	w.steps, w.spent, w.lost = 0, 0, 0
}
