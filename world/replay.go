package world

import (
	"encoding/binary"

	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/snapshot"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/world/internal/tools"
)

// replay runs the calls that World.Record has written.
type replay struct {
	w       *World
	foreign *World // stands for other worlds of the game
	player  recording.Player

	ticks    uint64      // of the recording
	recorded StateHashes // when they were written last
	parts    int         // of the state that the recording knows: those of snapshot.Parts that came later are not in it

	subscriptions map[uint64]Subscription
	trees         recording.Decoder
}

// NewReplay begins a replay of a recording at a keyframe. It is for package world/record, which is
// the door to recordings, and no part of the API that a game uses.
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

// leaveStep ends a Step that was begun.
func (p *replay) leaveStep() {
	if p.player.InStep {
		p.w.leaveStep()
		p.player.InStep = false
	}
}

// Feed gives the replay the next part of the log.
func (p *replay) Feed(log []byte) { p.player.Feed(log) }

// Next replays up to the end of the next tick, or to the end of what Feed gave, and reports whether
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

// Restored reports whether the game restored the world at the end of what Feed gave: the state is
// the state of the next keyframe, to Load.
func (p *replay) Restored() bool { return p.player.Restored }

// replayedWorld is the world of a replay as a player plays in it.
type replayedWorld struct{ p *replay }

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
	function := recordedCallOf(c)
	if function == nil {
		return false
	}
	x.p.call(function, arguments)
	return true
}

// readHashes compares the hashes that a tick left when it was recorded with the hashes of the
// replay.
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
