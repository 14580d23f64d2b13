package screen

import "time"

// Clock turns the times at which frames are drawn into the seconds by which to step a world, for
// World.Step. The zero Clock is ready.
//
// The seconds of all frames add up to the time that has passed, so a world runs at its own rate on
// a display of any rate. Body.RenderPose lies between two ticks at the same fraction as the time.
// Times are taken when the program runs and not when the display shows a picture, so they jitter by
// some milliseconds, and by more in browsers. Motion would jitter with them. So a frame gets the
// mean length of frames and an eighth of the remaining difference to real time. A skipped frame,
// which makes the next frame at least half as long again as the mean, is caught up at once.
type Clock struct {
	last    time.Duration
	started bool
	mean    float64 // s, of the length of a frame
	owed    float64 // s, real time less the time given
}

// MaxFrame is the longest frame in seconds. The excess of a longer frame, such as the time for
// which a window was hidden, is lost.
const MaxFrame = 0.25

// The smoothing of frames. With a share of a sixteenth, the mean follows a display to another rate
// within half a second.
const (
	meanShare = 1.0 / 16
	owedShare = 1.0 / 8
	leftOut   = 1.5 // times the mean
)

// Frame returns the seconds by which to step the world in a frame that begins at the time now. The
// time is measured from any fixed moment by a monotonic clock. The first frame is zero seconds
// long.
func (c *Clock) Frame(now time.Duration) float64 {
	passed := (now - c.last).Seconds()
	c.last = now
	if !c.started {
		c.started = true
		return 0
	}
	passed = max(passed, 0)
	if passed > MaxFrame {
		c.owed = 0
		return MaxFrame
	}
	c.owed += passed
	if c.mean == 0 || passed > leftOut*c.mean {
		given := max(c.owed, 0)
		c.owed -= given
		c.follow(passed)
		return given
	}
	c.follow(passed)
	given := max(c.mean+(c.owed-c.mean)*owedShare, 0)
	c.owed -= given
	return given
}

func (c *Clock) follow(passed float64) {
	if c.mean == 0 {
		c.mean = passed
		return
	}
	c.mean += (passed - c.mean) * meanShare
}
