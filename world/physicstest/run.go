package physicstest

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/carom2d/carom/world"
)

// Run runs a world tick by tick for a simulated time and evaluates all checks at the beginning and
// after every tick. It ends at the first tick at which a check does not hold. Then the test has
// failed and continues after Run, which reports whether all checks held.
//
// A test that fails in another way during the run, by a panic or in a function of EachTick, also
// leaves its files.
func Run(t testing.TB, w *world.World, d time.Duration, checks ...Check) bool {
	t.Helper()
	r := &run{world: w, began: w.Time(), evidence: newEvidence(t, w)}
	over := false
	defer func() {
		if !over { // a panic, or the end of the goroutine
			t.Logf("physicstest: the run ended early%s%s", r.when(), r.evidence.leave(nil))
		}
	}()
	broken := r.play(d, checks)
	over = true
	if len(broken) == 0 {
		r.evidence.discard()
		return true
	}
	t.Errorf("%s%s", r.describe(broken), r.evidence.leave(broken))
	return false
}

// run is the state of a Run.
type run struct {
	world    *world.World
	began    float64 // s
	ticks    int
	evidence *evidence
	watches  []watch
}

// play returns the errors of the first tick at which a check does not hold.
func (r *run) play(d time.Duration, checks []Check) (broken []error) {
	for _, c := range checks {
		r.watches = append(r.watches, c.begin(r.world))
	}
	look := func(w watch) func(moment) error { return w.look }
	if broken = r.ask(look); broken != nil {
		return broken
	}
	// Half a tick is more than the rounding of sums of timesteps, and a tick that lies half behind
	// the end does not run.
	for r.world.Time()-r.began < d.Seconds()-float64(r.world.Config().Timestep/2) {
		for _, w := range r.watches {
			if w.before != nil {
				w.before(r.moment())
			}
		}
		r.world.Tick()
		r.ticks++
		r.evidence.film(r.world)
		if broken = r.ask(look); broken != nil {
			return broken
		}
	}
	return r.ask(func(w watch) func(moment) error { return w.end })
}

func (r *run) ask(which func(watch) func(moment) error) (broken []error) {
	m := r.moment()
	for _, w := range r.watches {
		if ask := which(w); ask != nil {
			if err := ask(m); err != nil {
				broken = append(broken, err)
			}
		}
	}
	return broken
}

// moment measures time in whole microseconds, so that sums of timesteps come out as written.
func (r *run) moment() moment {
	elapsed := time.Duration((r.world.Time() - r.began) * float64(time.Second)).Round(time.Microsecond)
	return moment{world: r.world, elapsed: elapsed, tick: r.ticks}
}

func (r *run) when() string {
	return fmt.Sprintf(" at %.3f s (tick %d of the run)", r.moment().elapsed.Seconds(), r.ticks)
}

func (r *run) describe(broken []error) string {
	lines := make([]string, len(broken))
	for i, err := range broken {
		lines[i] = err.Error()
	}
	return "physicstest: " + strings.Join(lines, "; ") + r.when()
}

// bodiesOf returns the existing bodies of errors.
func bodiesOf(broken []error) (bodies []world.Body) {
	for _, err := range broken {
		var e *bodyError
		if !errors.As(err, &e) {
			continue
		}
		for _, body := range e.bodies {
			if body.Valid() {
				bodies = append(bodies, body)
			}
		}
	}
	return bodies
}
