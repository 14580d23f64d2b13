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
	ErrReplay = recording.ErrReplay
	// ErrNewer is wrapped for a recording of a newer version of the format.
	ErrNewer = errors.New("is of a newer version")
)

// Replay runs what World.Record has written. It is the engine of package world/record, which is the
// door to recordings.
type Replay struct {
	w       *World
	foreign *World // stands for other worlds of the game
	player  recording.Player

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
	p.leaveStep()
	p.w.Close()
	if p.foreign != nil {
		p.foreign.Close()
	}
}

// leaveStep ends a Step that was begun.
func (p *Replay) leaveStep() {
	if p.player.InStep {
		p.w.leaveStep()
		p.player.InStep = false
	}
}

// Feed gives the replay the next part of the log.
func (p *Replay) Feed(log []byte) { p.player.Feed(log) }

// Next replays up to the end of the next tick, or to the end of what Feed gave, and reports whether
// there was a tick.
func (p *Replay) Next() (t ReplayedTick, ok bool, err error) {
	failed := recording.Guard(func() {
		var end tape.Items
		if end, ok, err = p.player.Next(); ok && err == nil {
			err = p.readHashes(&end, &t)
		}
	})
	if failed != nil {
		err = failed
	}
	if err != nil {
		return t, false, p.player.Fail(err)
	}
	return t, ok, nil
}

// Restored reports whether the game restored the world at the end of what Feed gave: the state is
// the state of the next keyframe, to Load.
func (p *Replay) Restored() bool { return p.player.Restored }

// replayedWorld is the world of a replay as a player plays in it.
type replayedWorld struct{ p *Replay }

// BeginStep begins a Step or a Tick.
func (x replayedWorld) BeginStep(_ bool, dt float64) {
	w := x.p.w
	w.enterStep()
	w.startEvents()
	w.accumulator += dt
}

// EndStep ends it.
func (x replayedWorld) EndStep(accumulator float64) {
	x.p.w.accumulator = accumulator
	x.p.w.leaveStep()
}

// RunTick runs a tick.
func (x replayedWorld) RunTick(single bool, n int) {
	if single {
		x.p.w.singleTick()
	} else {
		x.p.w.stepTick(n)
	}
}

// Broken reports whether a tick is half done.
func (x replayedWorld) Broken() bool { return x.p.w.door.has(doorBroken) }

// Call makes a call of the game.
func (x replayedWorld) Call(c recording.Call, arguments *tape.Items) bool {
	function := recordedCallOf(c).make
	if function == nil {
		return false
	}
	x.p.call(function, arguments)
	return true
}

// readHashes compares the hashes that a tick left when it was recorded with the hashes of the
// replay.
func (p *Replay) readHashes(a *tape.Items, t *ReplayedTick) error {
	motion, ok := recording.ReadMotionHash(a.Bytes())
	mask, changed := a.Uint(), a.Bytes()
	if a.Err() != nil || !ok {
		return p.player.Fail(a.Err())
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

// CountCalls counts the calls in a part of a log, by their names.
func CountCalls(log []byte, counts map[string]int) error {
	items := tape.NewItems(log)
	for !items.Empty() {
		a := items.Record()
		kind := recording.Call(a.Uint())
		if a.Err() != nil || kind >= recording.Calls {
			return fmt.Errorf("%w: a record of an unknown call", ErrReplay)
		}
		switch kind {
		case recording.TickEnd, recording.StepEnd, recording.Tick:
		default:
			counts[recordedCallOf(kind).name]++
		}
	}
	return items.Err()
}
