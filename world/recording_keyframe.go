package world

import (
	"encoding/binary"

	"github.com/carom2d/carom/internal/item"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/snapshot"
	"github.com/carom2d/carom/internal/tape"
)

// A keyframe is a list of items: the version of the format, the recorded ticks, the hashes that
// were written last, the subscriptions, the answers of the game's own shapes when they are
// compiled, and the state. A replay from a keyframe needs only the answers after it. The number of
// hashes is the number of parts that the recording release knew: a replay compares the parts that
// it knows too.

// writeKeyframe gives the whole state to the writer. It waits for a free snapshot: if all are in
// use, the writer is behind.
func (r *recorder) writeKeyframe() {
	r.flush()
	b := item.AppendUint(nil, recording.Version)
	b = item.AppendUint(b, r.ticks)
	b = item.AppendBytes(b, appendHashes(nil, &r.hashes))
	b = tape.AppendTree(b, r.subscriptionTree())
	b = item.AppendBytes(b, r.askShapes())
	s, w := <-r.states.free, r.w
	w.stateStore().Save(&s.columns)
	s.world, s.config, s.ticks, s.time = w, w.config, w.ticks, w.timeAt(w.ticks)
	s.names = &snapshot.Names{Partial: true, StandIn: r.nameOf}
	r.out.Jobs <- recording.Job{Kind: tape.KindKeyframe, Ticks: r.ticks, Time: s.time, Data: b, State: s}
	r.work = 0
}

// restored records that the game has restored the world: the next tick begins in another state.
func (r *recorder) restored() {
	r.call(recording.Restore)
	r.wrapShapes()
	r.writeKeyframe()
}

func appendHashes(dst []byte, h *StateHashes) []byte {
	for _, part := range snapshot.Parts {
		dst = binary.LittleEndian.AppendUint64(dst, *h.part(part))
	}
	return dst
}

// subscriptionTree lists the subscriptions in the order in which they were made.
func (r *recorder) subscriptionTree() []any {
	list := []any{}
	s := &r.w.subscriptions
	for id := uint64(1); s.count > 0 && id <= s.lastID; id++ {
		for i := range s.list {
			if x := &s.list[i]; x.id == id {
				list = append(list, x.key.owner, x.key.isBody, uint64(x.key.kind), id)
			}
		}
	}
	return list
}

func (r *recorder) beginTick() { r.call(recording.Tick) }

// endTick records a hash of the motion after a tick. Every hashTicks ticks it records the hashes of
// the whole state: the hashes of the parts that have changed since the last time.
func (r *recorder) endTick() {
	w := r.w
	r.ticks++
	var mask uint64
	var buffer [8 * len(snapshot.Parts)]byte
	changed := buffer[:0]
	if r.ticks%hashTicks == 0 {
		hashes := w.hashState()
		for i, part := range snapshot.Parts {
			if h := *hashes.part(part); h != *r.hashes.part(part) {
				mask |= 1 << i
				changed = binary.LittleEndian.AppendUint64(changed, h)
			}
		}
		r.hashes = hashes
	}
	motion := recording.HashMotion(w.bodies)
	r.motion = motion.AppendTo(r.motion[:0])
	r.call(recording.TickEnd).bytes(r.motion).uint(mask).bytes(changed)
	r.last = keyframeWorkPerTick + w.bodies.Awake() + w.contacts.Awake()
	r.work += r.last
}

// hashTicks is the number of ticks between two hashes of the whole state.
const hashTicks = 64

// endStep records the end of a Step, and writes the log when it is long enough.
func (r *recorder) endStep() {
	r.call(recording.StepEnd).float(r.w.accumulator)
	if r.ticks-r.since >= logTicks || len(r.log) >= logBytes {
		r.flush()
	}
	if asleep := r.w.bodies.Len() - r.w.bodies.Awake(); r.work >= keyframeWork+keyframeTicks*r.last+keyframeWorkPerSleeper*asleep {
		r.writeKeyframe()
	}
}

// The work after which the whole state is written, in bodies and contacts that a tick has moved.
// This bounds the work of a seek: with 1000 bodies in motion some 200 ticks, a seventh of a second.
// Writing a state costs as much as three to six ticks, so it must be rare compared with ticks,
// however large the world.
const (
	keyframeWork           = 75000
	keyframeTicks          = 160
	keyframeWorkPerTick    = 100
	keyframeWorkPerSleeper = 20
)

const (
	logTicks = 60      // of a chunk
	logBytes = 1 << 18 // of a chunk
)
