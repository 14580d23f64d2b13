package world

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/snapshot"
	"github.com/carom2d/carom/internal/tape"
)

// Errors of replays.
var (
	// ErrReplay is wrapped when a recording cannot be what a world recorded.
	ErrReplay = errors.New("world: the recording cannot be replayed")
	// ErrNewer is wrapped for a recording of a newer version of the format.
	ErrNewer = errors.New("is of a newer version")
)

// Replay runs what World.Record has written. It is the engine of package world/record, which is the
// door to recordings.
type Replay struct {
	w       *World
	foreign *World // stands for other worlds of the game
	items   tape.Items

	answers  []tape.Items            // of the call or tick under way
	filtered map[pairQuestion][]bool // of ShouldCollide and of PreSolve in sweeps, likewise
	inStep   bool
	single   bool        // in a Tick
	tick     int         // of the Step
	restored bool        // the recorded world was restored: see Restored
	ticks    uint64      // of the recording
	recorded StateHashes // when they were written last
	parts    int         // of the state that the recording knows: those of snapshot.Parts that came later are not in it

	subscriptions map[uint64]Subscription
	trees         recording.Decoder
}

// ReplayedTick is the result of a tick of a replay: whether it has left the state that it left when
// it was recorded.
type ReplayedTick struct {
	// Field is the field in which the motion is not the same, and Body the first body that can have
	// it; empty if nothing differs.
	Field string
	Body  Body
	// Parts are the parts of the state that are not the same, such as "contacts". They are compared
	// now and then: see Hashed.
	Parts  []string
	Hashed bool
}

// Same reports whether nothing differs.
func (t *ReplayedTick) Same() bool { return t.Field == "" && len(t.Parts) == 0 }

// NewReplay begins a replay at a keyframe.
func NewReplay(keyframe []byte) (*Replay, error) {
	p := &Replay{}
	p.trees = recording.Decoder{Effects: effectTypes(), Constraint: &replayedConstraint{p}, Handle: p.assignHandle, Function: p.assignFunction}
	if err := p.Load(keyframe); err != nil {
		return nil, err
	}
	return p, nil
}

// World returns the world of the replay, to look at.
func (p *Replay) World() *World { return p.w }

// Close gives the workers of the world back.
func (p *Replay) Close() {
	if p.inStep {
		p.w.leaveStep()
		p.inStep = false
	}
	p.w.Close()
	if p.foreign != nil {
		p.foreign.Close()
	}
}

// Feed gives the replay the next part of the log.
func (p *Replay) Feed(log []byte) { p.items = tape.NewItems(log) }

// Next replays up to the end of the next tick, or to the end of what Feed gave, and reports whether
// there was a tick.
func (p *Replay) Next() (t ReplayedTick, ok bool, err error) {
	if failed := p.guarded(func() { t, ok, err = p.next() }); failed != nil {
		return t, false, p.fail(failed)
	}
	return t, ok, err
}

func (p *Replay) next() (t ReplayedTick, ok bool, err error) {
	for !p.items.Empty() {
		a := p.items.Record()
		kind := callKind(a.Uint())
		if a.Err() != nil || kind >= callKinds {
			return t, false, p.fail(a.Err())
		}
		switch kind {
		case callStep, callTickStep:
			err = p.beginStep(kind == callTickStep, &a)
		case callTick:
			var unfinished bool
			if unfinished, err = p.runTick(&t); err == nil {
				return t, !unfinished, nil
			}
		case callStepEnd:
			err = p.endStep(&a)
		case callRestore:
			p.restored = true
			p.items = tape.Items{}
			return t, false, nil
		case callAnswer, callFilterAnswer, callSweepAnswer: // of a call that has failed
		case callTickEnd:
			err = ErrReplay
		default:
			p.collect()
			err = p.apply(kind, &a)
		}
		if err != nil {
			return t, false, p.fail(err)
		}
	}
	return t, false, p.items.Err()
}

// Restored reports whether the game restored the world at the end of what Feed gave: the state is
// the state of the next keyframe, to Load.
func (p *Replay) Restored() bool { return p.restored }

func (p *Replay) fail(err error) error {
	if err == nil {
		err = ErrReplay
	}
	if !errors.Is(err, ErrReplay) {
		err = fmt.Errorf("%w: %w", ErrReplay, err)
	}
	p.items.Fail(err)
	return err
}

func (p *Replay) beginStep(single bool, a *tape.Items) error {
	dt := 0.0
	if !single {
		dt = a.Float()
	}
	if a.Err() != nil || p.inStep || !(dt >= 0) || dt > 1e9 {
		return ErrReplay
	}
	p.w.enterStep()
	p.inStep, p.single, p.tick = true, single, 0
	p.w.startEvents()
	p.w.accumulator += dt
	return nil
}

func (p *Replay) endStep(a *tape.Items) error {
	accumulator := a.Float()
	if a.Err() != nil || !p.inStep || !(accumulator >= 0) {
		return ErrReplay
	}
	p.w.accumulator = accumulator
	p.w.leaveStep()
	p.inStep = false
	return nil
}

// runTick replays a tick. A tick whose end was not recorded was left by a panic: it is not run.
func (p *Replay) runTick(t *ReplayedTick) (unfinished bool, err error) {
	p.forgetAnswers()
	var end tape.Items
	for {
		if p.items.Empty() {
			return true, p.items.Err()
		}
		a := p.items.Record()
		peek := a
		kind := callKind(peek.Uint())
		if kind == callTickEnd {
			end = peek
			break
		}
		if kind == callStepEnd {
			p.items = tape.NewItems(nil)
			return true, nil
		}
		p.keepAnswer(a)
	}
	if !p.inStep || p.w.door.has(doorBroken) {
		return false, ErrReplay
	}
	if err := p.guarded(func() {
		if p.single {
			p.w.singleTick()
		} else {
			p.w.stepTick(p.tick)
		}
	}); err != nil {
		return false, err
	}
	p.tick++
	if len(p.answers) > 0 && !p.applyData() {
		return false, fmt.Errorf("%w: the replay asks for fewer answers than were recorded", ErrReplay)
	}
	return false, p.readHashes(&end, t)
}

// readHashes compares the hashes that a tick left when it was recorded with the hashes of the
// replay.
func (p *Replay) readHashes(a *tape.Items, t *ReplayedTick) error {
	motion, ok := recording.ReadMotionHash(a.Bytes())
	mask, changed := a.Uint(), a.Bytes()
	if a.Err() != nil || !ok {
		return p.fail(a.Err())
	}
	replayed := recording.HashMotion(p.w.bodies)
	body, field := motion.Difference(&replayed, p.w.bodies)
	if t.Field = field; body != 0 {
		t.Body = Body{p.w, body}
	}
	p.ticks++
	if p.ticks%hashTicks != 0 {
		return nil
	}
	hashes := p.w.hashState()
	for i, part := range snapshot.Parts[:p.parts] {
		if mask&(1<<i) != 0 {
			if len(changed) < 8 {
				return ErrReplay
			}
			*p.recorded.part(part) = binary.LittleEndian.Uint64(changed)
			changed = changed[8:]
		}
		if *p.recorded.part(part) != *hashes.part(part) {
			t.Parts = append(t.Parts, part)
		}
	}
	t.Hashed = true
	return nil
}

// guarded runs a part of the replay that panics when the world does what it did not do when it was
// recorded.
func (p *Replay) guarded(run func()) (err error) {
	defer func() {
		if x := recover(); x != nil {
			if missing, ok := x.(missingAnswer); ok {
				err = fmt.Errorf("%w: %s", ErrReplay, string(missing))
				return
			}
			err = fmt.Errorf("%w: %v", ErrReplay, x)
		}
	}()
	run()
	return nil
}

// collect gathers the answers of the call that was just read, with the calls of data that were
// made in the callbacks: those in front of a answer.
func (p *Replay) collect() {
	p.forgetAnswers()
	items, whole := p.items, 0
	for !items.Empty() {
		a := items.Record()
		peek := a
		kind := callKind(peek.Uint())
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

func (k callKind) isAnswer() bool {
	return k == callAnswer || k == callFilterAnswer || k == callSweepAnswer
}

// isData reports whether a call changes what belongs to the game alone.
func (k callKind) isData() bool {
	return k == callContactSetUserNumber || k == callBodySetName || k == callAreaSetName
}

// apply makes a call. One that panicked when it was recorded panics again, and changes nothing
// again.
func (p *Replay) apply(kind callKind, a *tape.Items) error {
	function := recordedCallOf(kind).make
	if function == nil {
		return ErrReplay
	}
	func() {
		defer func() { _ = recover() }()
		p.call(function, a)
	}()
	return a.Err()
}

// missingAnswer is the panic of a stand-in for the game's code that has no answer.
type missingAnswer string

// answer returns the next answer. The calls before it that were made in the callback are made now.
func (p *Replay) answer() *tape.Items {
	if !p.applyData() {
		a := &p.answers[0]
		p.answers = p.answers[1:]
		a.Uint()
		return a
	}
	panic(missingAnswer("the replay asks for more answers than were recorded"))
}

// applyData makes the calls of data in front of the next answer, and reports whether there is
// none.
func (p *Replay) applyData() (none bool) {
	for len(p.answers) > 0 {
		a := p.answers[0]
		kind := callKind(a.Uint())
		if kind == callAnswer {
			return false
		}
		p.answers = p.answers[1:]
		if !kind.isData() {
			panic(missingAnswer("a call in a callback that changes the world"))
		}
		_ = p.apply(kind, &a)
	}
	return true
}

// CountCalls counts the calls in a part of a log, by their names.
func CountCalls(log []byte, counts map[string]int) error {
	items := tape.NewItems(log)
	for !items.Empty() {
		a := items.Record()
		kind := callKind(a.Uint())
		if a.Err() != nil || kind >= callKinds {
			return fmt.Errorf("%w: a record of an unknown call", ErrReplay)
		}
		switch kind {
		case callTickEnd, callStepEnd, callTick:
		default:
			counts[recordedCallOf(kind).name]++
		}
	}
	return items.Err()
}
