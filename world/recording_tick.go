package world

import "encoding/binary"

// beginTick notes that the stages of a tick begin.
func (r *recorder) beginTick() { r.call(callTick) }

// endTick notes a hash of the motion that a tick has left, and now and then the hashes of the whole
// state: those of the parts that are not as the last time.
func (r *recorder) endTick() {
	w := r.w
	r.ticks++
	var mask uint64
	var buffer [8 * len(stateParts)]byte
	changed := buffer[:0]
	if r.ticks%hashTicks == 0 {
		hashes := w.hashState()
		for i, part := range stateParts {
			if h := *hashes.part(part); h != *r.hashes.part(part) {
				mask |= 1 << i
				changed = binary.LittleEndian.AppendUint64(changed, h)
			}
		}
		r.hashes = hashes
	}
	motion := w.motionHash()
	r.motion = motion.appendTo(r.motion[:0])
	r.call(callTickEnd).bytes(r.motion).uint(mask).bytes(changed)
	r.last = keyframeWorkPerTick + w.bodies.Awake() + w.contacts.Awake()
	r.work += r.last
}

// hashTicks is the number of ticks between two hashes of the whole state.
const hashTicks = 64

// endStep notes the end of a Step, and writes what has come together.
func (r *recorder) endStep() {
	r.call(callStepEnd).float(r.w.accumulator)
	if r.ticks-r.since >= logTicks || len(r.log) >= logBytes {
		r.flush()
	}
	if asleep := r.w.bodies.Len() - r.w.bodies.Awake(); r.work >= keyframeWork+keyframeTicks*r.last+keyframeWorkPerSleeper*asleep {
		r.writeKeyframe()
	}
}

// The work after which the whole state is written, in bodies and contacts that a tick has moved. A
// seek runs no more than that: with 1000 bodies in motion some 200 ticks, a seventh of a second. To
// write a state costs as much as three to six ticks, so there are many ticks between two of them,
// however large the world.
const (
	keyframeWork           = 75000
	keyframeTicks          = 160
	keyframeWorkPerTick    = 100
	keyframeWorkPerSleeper = 20
)
