package record

import (
	"fmt"

	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/internal/tools"
)

// Player replays a recording. It belongs to one goroutine.
type Player struct {
	recording *Recording
	replay    tools.Replay[*world.World]
	next      int   // chunk to read
	tick      int   // replayed
	logged    int   // tick at which the log that was read last ends
	err       error // of Step, which lasts until a state is loaded
	last      ReplayedTick
}

// ReplayedTick tells whether a replayed tick ended in the recorded state.
type ReplayedTick struct {
	// Field is the field in which the motion differs, and Body the first body that may differ. Both
	// are empty if nothing differs.
	Field string
	Body  world.Body
	// Parts are the parts of the state that differ, such as "contacts". They are compared at
	// intervals: see Hashed.
	Parts  []string
	Hashed bool
}

// Same reports whether nothing differs.
func (t ReplayedTick) Same() bool { return t.Field == "" && len(t.Parts) == 0 }

// Player begins a replay at the beginning of the recording.
func (r *Recording) Player() (*Player, error) {
	p := &Player{recording: r}
	data, err := r.tape.Read(&r.chunks[1])
	if err != nil {
		return nil, err
	}
	if p.replay, err = world.NewReplay(data); err != nil {
		return nil, err
	}
	p.next = 2
	return p, nil
}

// World returns the world at this tick, for reading. A seek may replace the world by another, whose
// handles differ: keep identities instead of handles.
func (p *Player) World() *world.World { return p.replay.World() }

// Tick returns the number of replayed ticks of the recording.
func (p *Player) Tick() int { return p.tick }

// Time returns the simulated time since the beginning of the recording, s.
func (p *Player) Time() float64 { return p.World().Time() - p.recording.Start() }

// Last returns whether the last replayed tick ended in the recorded state. It does, unless other
// code made the recording.
func (p *Player) Last() ReplayedTick { return p.last }

// Difference returns the difference between the state after the last replayed tick and the recorded
// state, or nil.
func (p *Player) Difference() *Difference {
	last := &p.last
	if last.Same() {
		return nil
	}
	d := &Difference{Tick: p.tick, Parts: last.Parts, Field: last.Field}
	if last.Body.Valid() {
		d.Body, d.Name = last.Body.ID(), last.Body.Name()
		for _, f := range bodyFields {
			if f.name == last.Field {
				d.B = f.value(last.Body)
			}
		}
	}
	return d
}

// Step replays the calls up to the next tick, and the tick. It reports whether there was a tick. At
// the end of the recording it makes the calls after the last tick. After an error Step returns the
// same error until a seek goes to another state.
func (p *Player) Step() (bool, error) {
	if p.err != nil {
		return false, p.err
	}
	ok, err := p.step()
	if err != nil {
		p.err = fmt.Errorf("record: tick %d: %w", p.tick+1, err)
	}
	return ok, p.err
}

func (p *Player) step() (bool, error) {
	for {
		tick, ok, err := p.replay.Next()
		switch {
		case err != nil:
			return false, err
		case ok && p.tick == p.logged:
			return false, fmt.Errorf("%w: there are more ticks than were recorded", ErrReplay)
		case ok:
			p.tick++
			p.last = ReplayedTick{Field: tick.Field, Parts: tick.Parts, Hashed: tick.Hashed}
			if tick.Body != 0 {
				p.last.Body = p.World().BodyByID(tick.Body)
			}
			return true, nil
		case p.tick != p.logged:
			return false, fmt.Errorf("%w: calls are missing up to tick %d", ErrReplay, p.logged)
		case p.next == len(p.recording.chunks):
			return false, nil
		}
		if err := p.readChunk(); err != nil {
			return false, err
		}
	}
}

// readChunk gives the replay the content of the next chunk.
func (p *Player) readChunk() error {
	c := &p.recording.chunks[p.next]
	p.next++
	if c.Kind == tape.KindKeyframe && !p.replay.Restored() {
		return nil
	}
	if c.Kind != tape.KindKeyframe && p.replay.Restored() {
		return fmt.Errorf("%w: the state to which the world was restored is missing", ErrReplay)
	}
	data, err := p.recording.tape.Read(c)
	if err != nil {
		return err
	}
	switch c.Kind {
	case tape.KindKeyframe:
		return p.replay.Load(data)
	case tape.KindAnswers:
		return p.replay.Answers(data)
	case tape.KindLog:
		p.replay.Feed(data)
		p.logged = int(c.Ticks)
	}
	return nil
}

// SeekTick goes to the state after a number of ticks of the recording: zero is its beginning. It
// takes at most the time for reading a state and replaying the ticks from that state on.
func (p *Player) SeekTick(tick int) error {
	if tick < 0 || tick > p.recording.Ticks() {
		return fmt.Errorf("record: tick %d %w: it has %d", tick, ErrRange, p.recording.Ticks())
	}
	best := p.recording.keyframeBefore(func(c *tape.Chunk) bool { return int(c.Ticks) < tick })
	if err := p.goFrom(best, tick < p.tick || tick == 0); err != nil {
		return err
	}
	for p.tick < tick {
		if ok, err := p.Step(); err != nil {
			return err
		} else if !ok {
			return fmt.Errorf("record: tick %d %w: it has %d", tick, ErrRange, p.tick)
		}
	}
	return nil
}

// SeekTime goes to the first tick at which the given number of seconds has been simulated since the
// beginning of the recording.
func (p *Player) SeekTime(seconds float64) error {
	if !(seconds >= 0) || seconds > p.recording.Seconds()+maxSlack {
		return fmt.Errorf("record: second %v %w: it has %v", seconds, ErrRange, p.recording.Seconds())
	}
	until := p.recording.Start() + seconds - maxSlack
	best := p.recording.keyframeBefore(func(c *tape.Chunk) bool { return c.Time < until })
	if err := p.goFrom(best, true); err != nil {
		return err
	}
	for p.World().Time() < until {
		if ok, err := p.Step(); err != nil || !ok {
			return err
		}
	}
	return nil
}

// maxSlack is the largest rounding error of a time, s.
const maxSlack = 1e-9

// keyframeBefore returns the last chunk with a state before a place. The first chunk with a state
// always counts.
func (r *Recording) keyframeBefore(isBefore func(*tape.Chunk) bool) (best int) {
	best = 1
	for i := 2; i < len(r.chunks); i++ {
		c := &r.chunks[i]
		if c.Kind != tape.KindKeyframe {
			continue
		}
		if !isBefore(c) {
			break
		}
		best = i
	}
	return best
}

// goFrom loads the state of a chunk, unless the player is between that state and its destination.
func (p *Player) goFrom(chunk int, back bool) error {
	if !back && chunk < p.next && p.err == nil {
		return nil
	}
	c := &p.recording.chunks[chunk]
	data, err := p.recording.tape.Read(c)
	if err != nil {
		return err
	}
	if err := p.replay.Load(data); err != nil {
		p.err = err
		return err
	}
	p.tick, p.next, p.last = int(c.Ticks), chunk+1, ReplayedTick{}
	p.logged, p.err = p.tick, nil
	return nil
}

// Close releases the world of the player.
func (p *Player) Close() { p.replay.Close() }
