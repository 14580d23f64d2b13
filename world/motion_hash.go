package world

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// motionHash is a hash of the poses and velocities of the bodies that are awake, from which can be told which body and which field is not the same:
// each field has sums over the bodies by the low and by the high digits of their slots.
type motionHash [motionFields][2][motionBuckets]uint16

const (
	motionBuckets = 32
	motionDigit   = 5 // bits
)

// The fields of a motionHash.
const (
	motionPosition = iota
	motionAngle
	motionVelocity
	motionSpin
	motionFields
)

var motionFieldNames = [motionFields]string{"position", "angle", "linear velocity", "angular velocity"}

// motionHash returns the hash as it is now.
func (w *World) motionHash() (h motionHash) {
	var sums [motionFields][2][motionBuckets]uint64
	b := w.bodies
	for row := range b.Awake() {
		pose, st := &b.Pose[row], &b.State[row]
		slot := uint64(b.Slots[row])
		low, high := slot%motionBuckets, slot>>motionDigit%motionBuckets
		for field, x := range [motionFields]uint64{
			mixBits(math.Float64bits(pose.P.X), math.Float64bits(pose.P.Y), slot),
			mixBits(math.Float64bits(pose.R.C), math.Float64bits(pose.R.S), slot),
			mixBits(uint64(math.Float32bits(st.VX)), uint64(math.Float32bits(st.VY)), slot),
			mixBits(uint64(math.Float32bits(st.W)), 0, slot),
		} {
			sums[field][0][low] += x
			sums[field][1][high] += x
		}
	}
	for field := range sums {
		for digit := range sums[field] {
			for k, x := range sums[field][digit] {
				h[field][digit][k] = uint16(x >> 32)
			}
		}
	}
	return h
}

// mixBits spreads the bits of two numbers and a slot.
func mixBits(x, y, slot uint64) uint64 {
	const a, b = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93
	high, low := bits.Mul64(x^a, bits.RotateLeft64(y, 32)^slot*a^b)
	return (high ^ low) * b
}

// appendTo appends the hash in the form of the file: nothing if no body is awake.
func (h *motionHash) appendTo(dst []byte) []byte {
	if *h == (motionHash{}) {
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

// readMotionHash undoes appendTo.
func readMotionHash(data []byte) (h motionHash, ok bool) {
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

// difference returns the first body in the order of slots, and its first field, that can be what is not the same; the field is empty
// if nothing differs.
func (h *motionHash) difference(other *motionHash, w *World) (body Body, field string) {
	bodySlot := uint64(0)
	for f := range h {
		for slot := uint64(1); int(slot) < w.bodies.Cap(); slot++ {
			low, high := slot%motionBuckets, slot>>motionDigit%motionBuckets
			if h[f][0][low] == other[f][0][low] || h[f][1][high] == other[f][1][high] {
				continue
			}
			if id := w.bodies.Meta[slot].ID; id != 0 && w.bodies.Alive(id) && (body.id == 0 || slot < bodySlot) {
				body, bodySlot, field = Body{w, id}, slot, motionFieldNames[f]
				break
			}
		}
		if h[f] != other[f] && field == "" {
			field = motionFieldNames[f]
		}
	}
	return body, field
}
