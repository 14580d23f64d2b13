package player

import (
	"fmt"

	"github.com/carom2d/carom/world"
)

const (
	pastEvery = 15 // ticks between two snapshots
	pastCount = 80 // twenty seconds at 60 Hz
)

// past is a ring of moments.
type past struct {
	ring  [pastCount]moment
	first int // the oldest
	count int
}

// moment is a snapshot with the scene's own state.
type moment struct {
	world.Snapshot
	restore func() // or nil
}

// clear forgets everything. The snapshots are reused.
func (p *past) clear() {
	for i := range p.ring {
		p.ring[i].restore = nil
	}
	p.first, p.count = 0, 0
}

func (p *past) at(i int) *moment { return &p.ring[(p.first+i)%pastCount] }

// keep saves the world if a snapshot is due. If the time is before the newest snapshot, the later
// snapshots are dropped.
func (p *past) keep(run Run) {
	w := run.World
	for p.count > 0 && p.at(p.count-1).Ticks() > w.Ticks() {
		p.count--
	}
	if p.count > 0 && w.Ticks() < p.at(p.count-1).Ticks()+pastEvery {
		return
	}
	if p.count == pastCount {
		p.first, p.count = (p.first+1)%pastCount, p.count-1
	}
	// Save is refused only while the world steps, which it does not here.
	m := p.at(p.count)
	if w.Save(&m.Snapshot) != nil {
		return
	}
	if run.Keep != nil {
		m.restore = run.Keep()
	}
	p.count++
}

// span returns the range of ticks from which the world can continue.
func (p *past) span() [2]uint64 {
	if p.count == 0 {
		return [2]uint64{}
	}
	return [2]uint64{p.at(0).Ticks(), p.at(p.count - 1).Ticks()}
}

// restore brings the world to a tick: it restores the snapshot before the tick and runs the ticks
// from there. It repeats no changes of a person in between, but for edits of a document.
func (p *past) restore(run Run, tick uint64) error {
	if p.count == 0 || tick < p.at(0).Ticks() || tick > run.World.Ticks() {
		return fmt.Errorf("tick: %d is not one of the last seconds", tick)
	}
	i := p.count - 1
	for p.at(i).Ticks() > tick {
		i--
	}
	if err := run.World.Restore(&p.at(i).Snapshot); err != nil {
		return err
	}
	if back := p.at(i).restore; back != nil {
		back()
	}
	p.count = i + 1
	for run.World.Ticks() < tick {
		run.Advance()
	}
	return nil
}
