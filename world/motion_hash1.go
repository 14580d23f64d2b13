package world

import (
	"math"
	"math/bits"
)

// What recordings of version 1 hold.

// hashTicks1 is hashTicks in recordings of version 1.
const hashTicks1 = 32

// motionHash1 is motionHash in recordings of version 1.
func (w *World) motionHash1() (h motionHash) {
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
