package recording

import (
	"errors"
	"fmt"

	"github.com/carom2d/carom/internal/tape"
)

// Version is the version of the format. It rises when an older release could not replay recordings
// of a newer release, because of new calls, new fields of definitions, or changed meanings. A
// release replays recordings of the releases before it. New parts of the state and new kinds of
// chunks do not need a new version, because a release skips unknown parts and chunks.
const Version = 1

// Errors of replays.
var (
	// ErrReplay is wrapped when a recording cannot come from any world.
	ErrReplay = errors.New("world: the recording cannot be replayed")
	// ErrNewer is wrapped for a recording of a newer version of the format.
	ErrNewer = errors.New("is of a newer version")
)

// World is the world that a player plays in.
type World interface {
	// BeginStep begins a Step of a time, s, or a Tick, and EndStep ends it, with the time carried
	// over.
	BeginStep(single bool, dt float64)
	EndStep(accumulator float64)
	// RunTick runs tick n of the Step, or the tick of Tick.
	RunTick(single bool, n int)
	// Broken reports whether a panic has left a tick half done.
	Broken() bool
	// Call makes a call of the game with the arguments of its record, and reports false for a kind
	// that the game cannot call.
	Call(c Call, arguments *tape.Items) bool
}

// Player makes the calls of a log in a world. The log has the answers of the game's code after the
// call or within the tick that asked. The player keeps them until the stand-ins of that code ask
// for them.
type Player struct {
	Restored bool // the recorded world was restored at the end of the log
	InStep   bool // between BeginStep and EndStep

	world    World
	items    tape.Items
	answers  []tape.Items            // of the call or tick under way
	filtered map[pairQuestion][]bool // of ShouldCollide and of PreSolve in sweeps, likewise
	single   bool                    // in a Tick
	tick     int                     // of the Step
}

// pairQuestion is a question to the game about two colliders.
type pairQuestion struct {
	kind Call
	a, b uint64 // identities
}

// Reset makes the player begin in another world, without a log.
func (p *Player) Reset(w World) { *p = Player{world: w} }

// Feed gives the player the next part of the log.
func (p *Player) Feed(log []byte) { p.items = tape.NewItems(log) }

// Next plays up to the end of the next tick, or to the end of the log, and reports whether there
// was a tick. It returns the record after the tick.
func (p *Player) Next() (end tape.Items, ok bool, err error) {
	for !p.items.Empty() {
		a := p.items.Record()
		kind := Call(a.Uint())
		if a.Err() != nil || kind >= Calls {
			return end, false, errors.Join(ErrReplay, a.Err())
		}
		switch kind {
		case Step, TickStep:
			err = p.beginStep(kind == TickStep, &a)
		case Tick:
			var unfinished bool
			if end, unfinished, err = p.runTick(); err == nil {
				return end, !unfinished, nil
			}
		case StepEnd:
			err = p.endStep(&a)
		case Restore:
			p.Restored = true
			p.items = tape.Items{}
			return end, false, nil
		case Answer, FilterAnswer, SweepAnswer: // of a call that has failed
		case TickEnd:
			err = ErrReplay
		default:
			p.collect()
			err = p.apply(kind, &a)
		}
		if err != nil {
			return end, false, err
		}
	}
	return end, false, p.items.Err()
}

// Fail makes an error wrap ErrReplay, and ends the log.
func (p *Player) Fail(err error) error {
	if err == nil {
		err = ErrReplay
	}
	if !errors.Is(err, ErrReplay) {
		err = fmt.Errorf("%w: %w", ErrReplay, err)
	}
	p.items.Fail(err)
	return err
}

func (p *Player) beginStep(single bool, a *tape.Items) error {
	dt := 0.0
	if !single {
		dt = a.Float()
	}
	if a.Err() != nil || p.InStep || !(dt >= 0) || dt > 1e9 {
		return ErrReplay
	}
	p.world.BeginStep(single, dt)
	p.InStep, p.single, p.tick = true, single, 0
	return nil
}

func (p *Player) endStep(a *tape.Items) error {
	accumulator := a.Float()
	if a.Err() != nil || !p.InStep || !(accumulator >= 0) {
		return ErrReplay
	}
	p.world.EndStep(accumulator)
	p.InStep = false
	return nil
}

// runTick plays a tick. A tick without a recorded end was left by a panic: it is not run.
func (p *Player) runTick() (end tape.Items, unfinished bool, err error) {
	p.forgetAnswers()
	for {
		if p.items.Empty() {
			return end, true, p.items.Err()
		}
		a := p.items.Record()
		peek := a
		kind := Call(peek.Uint())
		if kind == TickEnd {
			end = peek
			break
		}
		if kind == StepEnd {
			p.items = tape.NewItems(nil)
			return end, true, nil
		}
		p.keepAnswer(a)
	}
	if !p.InStep || p.world.Broken() {
		return end, false, ErrReplay
	}
	if err := Guard(func() { p.world.RunTick(p.single, p.tick) }); err != nil {
		return end, false, err
	}
	p.tick++
	if len(p.answers) > 0 && !p.applyData() {
		return end, false, fmt.Errorf("%w: the replay asks for fewer answers than were recorded", ErrReplay)
	}
	return end, false, nil
}

// collect collects the answers of the call that was just read, with the data calls made in the
// callbacks, which stand before an answer.
func (p *Player) collect() {
	p.forgetAnswers()
	items, whole := p.items, 0
	for !items.Empty() {
		a := items.Record()
		peek := a
		kind := Call(peek.Uint())
		if peek.Err() != nil || !kind.isAnswer() && !kind.isData() {
			break
		}
		p.keepAnswer(a)
		if kind.isAnswer() {
			p.items, whole = items, len(p.answers)
		}
	}
	p.answers = p.answers[:whole]
}

// apply makes a call. A call that panicked when it was recorded panics again, and again changes
// nothing.
func (p *Player) apply(kind Call, a *tape.Items) error {
	known := true
	func() {
		defer func() { _ = recover() }()
		known = p.world.Call(kind, a)
	}()
	if !known {
		return ErrReplay
	}
	return a.Err()
}
