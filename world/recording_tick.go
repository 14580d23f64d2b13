package world

import "encoding/binary"

// beginRecordedTick notes that the stages of a tick begin.
func (r *recording) beginTick() { r.call(callTick) }

// endTick notes the hashes of the state that a tick has left: those of the parts that are not as after the tick before.
func (r *recording) endTick() {
	w := r.w
	hashes := w.hashState()
	var mask uint64
	var buffer [8 * len(stateParts)]byte
	changed := buffer[:0]
	for i, part := range stateParts {
		if h := *hashes.part(part); h != *r.hashes.part(part) {
			mask |= 1 << i
			changed = binary.LittleEndian.AppendUint64(changed, h)
		}
	}
	r.hashes = hashes
	r.ticks++
	r.call(callTickEnd).uint(mask).bytes(changed)
	r.work += keyframeWorkPerTick + w.bodies.Awake() + w.contacts.Awake()
}

// endStep notes the end of a Step, and writes what has come together.
func (r *recording) endStep() {
	r.call(callStepEnd).float(r.w.accumulator)
	if r.ticks-r.since >= logTicks || len(r.log) >= logBytes {
		r.flush()
	}
	if r.work >= keyframeWork+keyframeWorkPerBody*r.w.bodies.Len() {
		r.writeKeyframe()
	}
}

// The work after which the whole state is written, in bodies and contacts that a tick has moved. A seek runs no more than that.
const (
	keyframeWork        = 150000
	keyframeWorkPerTick = 100
	keyframeWorkPerBody = 0
)
