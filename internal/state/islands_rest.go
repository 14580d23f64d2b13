package state

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
)

// restSearch looks for bodies at rest, in blocks of awake bodies.
type restSearch struct {
	islands      *Islands
	bodies       *Bodies
	minSleepTime float32
	found        [][]restRun // by block
}

// restRun is a run of bodies of an island that have rested for long enough, with none of another
// island between.
type restRun struct {
	island       uint32
	bodies       int32
	maxSleepTime float32
}

const restBlock = 1024

// findResting counts the bodies at rest of each island, and lists these islands.
func (s *Islands) findResting(bodies *Bodies, minSleepTime float32, pool *par.Pool) {
	t := &s.rests
	t.islands, t.bodies, t.minSleepTime = s, bodies, minSleepTime
	t.found = grow.Resize(t.found, par.Blocks(bodies.Awake(), restBlock))
	pool.Run(len(t.found), t)
	for _, runs := range t.found {
		for _, run := range runs {
			x := &s.table[run.island]
			if x.restingBodies == 0 {
				x.maxSleepTime = run.maxSleepTime
				s.resting = append(s.resting, run.island)
				s.writtenIslands.Set(int(run.island))
			}
			x.restingBodies += run.bodies
			x.maxSleepTime = max(x.maxSleepTime, run.maxSleepTime)
		}
	}
	t.islands, t.bodies = nil, nil
}

// Do lists the runs of a block.
func (t *restSearch) Do(block, _ int) {
	lo, hi := par.Span(block, t.bodies.Awake(), restBlock)
	motions, slots, runs := t.bodies.Motion[lo:hi], t.bodies.Slots[lo:hi], t.found[block][:0]
	last := restRun{island: None}
	for i := range motions {
		sleepTime := motions[i].SleepTime
		if sleepTime < t.minSleepTime {
			continue
		}
		island := t.islands.Of(slots[i])
		if island == None {
			continue
		}
		if island == last.island {
			last.bodies++
			last.maxSleepTime = max(last.maxSleepTime, sleepTime)
			continue
		}
		if last.island != None {
			runs = append(runs, last)
		}
		last = restRun{island, 1, sleepTime}
	}
	if last.island != None {
		runs = append(runs, last)
	}
	t.found[block] = runs
}
