package recording

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/carom2d/carom/internal/state"
)

// MotionHash is a hash of the poses and velocities of the awake bodies. Two hashes show which body
// and which field differ: each field has sums over the bodies by the low and by the high digits of
// their slots.
type MotionHash [motionFields][2][motionBuckets]uint16

const (
	motionBuckets = 32
	motionDigit   = 5 // bits
)

// The fields of a MotionHash.
const (
	motionPosition = iota
	motionAngle
	motionVelocity
	motionSpin
	motionFields
)

var motionFieldNames = [motionFields]string{"position", "angle", "linear velocity", "angular velocity"}

// HashMotion returns the hash of bodies as they are now.
func HashMotion(b *state.Bodies) (h MotionHash) {
	const k1, k2, k3, k4, k5 = 0x9e3779b97f4a7c15, 0xbb67ae8584caa73b, 0x6a09e667f3bcc909, 0xd6e8feb86659fd93, 0x3c6ef372fe94f82b
	// Two sums of 16 bits lie in a word. The carry from one into the other is the same on every
	// platform.
	var sums [2][motionBuckets][2]uint64
	n := b.Awake()
	poses, states, slots := b.Pose[:n], b.State[:n], b.Slots[:n]
	for row := range poses {
		pose, st := &poses[row], &states[row]
		slot := uint64(slots[row])
		low, high := slot%motionBuckets, slot>>motionDigit%motionBuckets
		s := slot * k5
		t := bits.RotateLeft64(s, 32)
		// A product by these numbers changes its upper 16 bits with every bit of the factor. The
		// slot is in it, or two bodies could exchange their numbers.
		position := (math.Float64bits(pose.P.X)^s)*k1 + (math.Float64bits(pose.P.Y)^t)*k2
		angle := (math.Float64bits(pose.R.C)^s)*k3 + (math.Float64bits(pose.R.S)^t)*k4
		velocity := (uint64(math.Float32bits(st.VX)) | uint64(math.Float32bits(st.VY))<<32 ^ s) * k1
		spin := (uint64(math.Float32bits(st.W)) ^ s) * k2
		x, y := position>>48|angle>>48<<32, velocity>>48|spin>>48<<32
		sums[0][low][0] += x
		sums[0][low][1] += y
		sums[1][high][0] += x
		sums[1][high][1] += y
	}
	for digit := range sums {
		for k, x := range sums[digit] {
			h[motionPosition][digit][k], h[motionAngle][digit][k] = uint16(x[0]), uint16(x[0]>>32)
			h[motionVelocity][digit][k], h[motionSpin][digit][k] = uint16(x[1]), uint16(x[1]>>32)
		}
	}
	return h
}

// AppendTo appends the hash in the form of the file: nothing if no body is awake.
func (h *MotionHash) AppendTo(dst []byte) []byte {
	if *h == (MotionHash{}) {
		return dst
	}
	for field := range h {
		for digit := range h[field] {
			for _, x := range h[field][digit] {
				dst = binary.LittleEndian.AppendUint16(dst, x)
			}
		}
	}
	return dst
}

// ReadMotionHash undoes AppendTo.
func ReadMotionHash(data []byte) (h MotionHash, ok bool) {
	if len(data) == 0 {
		return h, true
	}
	if len(data) != 2*motionFields*2*motionBuckets {
		return h, false
	}
	for field := range h {
		for digit := range h[field] {
			for k := range h[field][digit] {
				h[field][digit][k] = binary.LittleEndian.Uint16(data)
				data = data[2:]
			}
		}
	}
	return h, true
}

// Difference returns the first body in the order of slots that may differ, and its first differing
// field. The field is empty if nothing differs, and the body is zero if no body can be found.
func (h *MotionHash) Difference(other *MotionHash, bodies *state.Bodies) (body state.BodyID, field string) {
	bodySlot := uint64(0)
	for f := range h {
		for slot := uint64(1); int(slot) < bodies.Cap(); slot++ {
			low, high := slot%motionBuckets, slot>>motionDigit%motionBuckets
			if h[f][0][low] == other[f][0][low] || h[f][1][high] == other[f][1][high] {
				continue
			}
			if id := bodies.Meta[slot].ID; id != 0 && bodies.Alive(id) && (body == 0 || slot < bodySlot) {
				body, bodySlot, field = id, slot, motionFieldNames[f]
				break
			}
		}
		if h[f] != other[f] && field == "" {
			field = motionFieldNames[f]
		}
	}
	return body, field
}
