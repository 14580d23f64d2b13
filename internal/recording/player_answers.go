package recording

import (
	"fmt"

	"github.com/carom2d/carom/internal/tape"
)

// MissingAnswer is the panic of a stand-in for the game's code that has no answer.
type MissingAnswer string

// Guard runs a part of a replay that panics when the world behaves differently from the recorded
// world.
func Guard(run func()) (err error) {
	defer func() {
		if x := recover(); x != nil {
			if missing, ok := x.(MissingAnswer); ok {
				err = fmt.Errorf("%w: %s", ErrReplay, string(missing))
				return
			}
			err = fmt.Errorf("%w: %v", ErrReplay, x)
		}
	}()
	run()
	return nil
}

// Answered returns an answer that was read, or panics if it could not be read.
func Answered[T any](a *tape.Items, x T) T {
	if err := a.Err(); err != nil {
		panic(MissingAnswer(err.Error()))
	}
	return x
}

// Answer returns the next answer. The calls before it that were made in the callback are made now.
func (p *Player) Answer() *tape.Items {
	if !p.applyData() {
		a := &p.answers[0]
		p.answers = p.answers[1:]
		a.Uint()
		return a
	}
	panic(MissingAnswer("the replay asks for more answers than were recorded"))
}

// applyData makes the calls of data in front of the next answer, and reports whether there is none.
func (p *Player) applyData() (none bool) {
	for len(p.answers) > 0 {
		a := p.answers[0]
		kind := Call(a.Uint())
		if kind == Answer {
			return false
		}
		p.answers = p.answers[1:]
		if !kind.isData() {
			panic(MissingAnswer("a call in a callback that changes the world"))
		}
		_ = p.apply(kind, &a)
	}
	return true
}

// PairAnswer returns the game's answer for two colliders. The sweeps of fast bodies ask in the
// order in which a tree finds the colliders, and leave out colliders behind a hit. That order
// depends on queries, which are not recorded. A pair without a recorded answer lies behind a hit,
// so any answer will do.
func (p *Player) PairAnswer(kind Call, a, b uint64) bool {
	pair := pairQuestion{kind, a, b}
	list := p.filtered[pair]
	if len(list) == 0 {
		return true
	}
	if len(list) > 1 {
		p.filtered[pair] = list[1:]
	}
	return list[0]
}

// keepAnswer keeps a record of a tick or a call until it is asked for.
func (p *Player) keepAnswer(record tape.Items) {
	a := record
	kind := Call(a.Uint())
	if kind != FilterAnswer && kind != SweepAnswer {
		p.answers = append(p.answers, record)
		return
	}
	pair := pairQuestion{kind, a.Uint(), a.Uint()}
	p.filtered[pair] = append(p.filtered[pair], Answered(&a, a.Bool()))
}

// forgetAnswers ends the answers of a tick or a call.
func (p *Player) forgetAnswers() {
	p.answers = p.answers[:0]
	if len(p.filtered) > 0 || p.filtered == nil {
		p.filtered = map[pairQuestion][]bool{}
	}
}
