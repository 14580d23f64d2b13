package world

import (
	"encoding/binary"
	"fmt"
	"reflect"

	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/snapshot"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/world/internal/tools"
)

// NewReplay begins a replay of a recording at a keyframe. It serves package world/record, which
// replays recordings. Games do not call it.
func NewReplay(keyframe []byte) (tools.Replay[*World], error) {
	p := &replay{}
	p.trees = recording.Decoder{Effects: effectTypes(), Constraint: &replayedConstraint{p}, Handle: p.assignHandle, Function: p.assignFunction}
	if err := p.Load(keyframe); err != nil {
		return nil, err
	}
	return p, nil
}

// World returns the world of the replay, to look at.
func (p *replay) World() *World { return p.w }

// Close gives the workers of the world back.
func (p *replay) Close() {
	p.leaveStep()
	p.w.Close()
	if p.foreign != nil {
		p.foreign.Close()
	}
}

// Feed gives the replay the next part of the log.
func (p *replay) Feed(log []byte) { p.player.Feed(log) }

// Next replays up to the end of the next tick, or to the end of Feed's log, and reports whether
// there was a tick.
func (p *replay) Next() (t tools.ReplayedTick, ok bool, err error) {
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

// Restored reports whether the game restored the world at the end of Feed's log: the state is the
// state of the next keyframe, to Load.
func (p *replay) Restored() bool { return p.player.Restored }

// replayedWorld is the world of a replay as a player uses it.
type replayedWorld struct{ p *replay }

// BeginStep begins a Step or a Tick.
func (x replayedWorld) BeginStep(_ bool, dt float64) {
	w := x.p.w
	w.enterStep()
	w.startEvents()
	w.accumulator += dt
}

func (x replayedWorld) EndStep(accumulator float64) {
	x.p.w.accumulator = accumulator
	x.p.w.leaveStep()
}

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
	function := recordedCallOf(c)
	if function == nil {
		return false
	}
	x.p.call(function, arguments)
	return true
}

// readHashes compares the recorded hashes of a tick with the hashes of the replay.
func (p *replay) readHashes(a *tape.Items, t *tools.ReplayedTick) error {
	motion, ok := recording.ReadMotionHash(a.Bytes())
	mask, changed := a.Uint(), a.Bytes()
	if a.Err() != nil || !ok {
		return p.player.Fail(a.Err())
	}
	replayed := recording.HashMotion(p.w.bodies)
	t.Body, t.Field = motion.Difference(&replayed, p.w.bodies)
	p.ticks++
	if p.ticks%hashTicks != 0 {
		return nil
	}
	hashes := p.w.hashState()
	for i, part := range snapshot.Parts[:p.parts] {
		if mask&(1<<i) != 0 {
			if len(changed) < 8 {
				return recording.ErrReplay
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

// Load goes to a keyframe.
func (p *replay) Load(keyframe []byte) error {
	a := tape.NewItems(keyframe)
	version, ticks := a.Uint(), a.Uint()
	hashes := a.Bytes()
	subscriptions, _ := a.Tree().([]any)
	answers, state := a.Bytes(), a.Bytes()
	if err := a.Err(); err != nil {
		return p.player.Fail(err)
	}
	if version > recording.Version {
		return p.player.Fail(fmt.Errorf("world: version %d of the format %w: this release knows %d", version, recording.ErrNewer, recording.Version))
	}
	if version != recording.Version || len(hashes)%8 != 0 {
		return p.player.Fail(nil)
	}
	p.parts, p.recorded = min(len(hashes)/8, len(snapshot.Parts)), StateHashes{}
	for i, part := range snapshot.Parts[:p.parts] {
		*p.recorded.part(part) = binary.LittleEndian.Uint64(hashes[8*i:])
	}
	p.ticks, p.trees.Answers = ticks, recording.Answers{}
	if err := p.Answers(answers); err != nil {
		return err
	}
	if err := p.restoreState(state); err != nil {
		return p.player.Fail(err)
	}
	p.player.Reset(replayedWorld{p})
	p.subscriptions = map[uint64]Subscription{}
	for ; len(subscriptions) >= 4; subscriptions = subscriptions[4:] {
		var x struct {
			Owner  uint64
			IsBody bool
			Kind   uint64
			ID     uint64
		}
		for i, field := range [...]any{&x.Owner, &x.IsBody, &x.Kind, &x.ID} {
			if err := p.trees.Assign(reflect.ValueOf(field).Elem(), subscriptions[i]); err != nil {
				return p.player.Fail(err)
			}
		}
		p.subscribe(subscriptionKey{x.Owner, x.IsBody, eventKind(min(x.Kind, uint64(eventKinds)))}, x.ID)
	}
	return nil
}
