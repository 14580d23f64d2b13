package view

import (
	"math"
	"slices"
)

// beginSection appends the head of a section, and returns where it is.
//
//go:noinline
func beginSection(dst []byte, kind uint32) ([]byte, int) {
	at := len(dst)
	dst = le.AppendUint32(dst, kind)
	return append(dst, make([]byte, sectionSize-4)...), at
}

// endSection pads the payload and fills in the head. It removes a section without records.
func endSection(dst []byte, at, count int) []byte {
	if count == 0 {
		return dst[:at]
	}
	dst = pad(dst, at)
	le.PutUint32(dst[at+4:], uint32(count))
	le.PutUint32(dst[at+8:], uint32(len(dst)-at-sectionSize))
	return dst
}

// pad appends zeros up to a multiple of 8 bytes from a place on.
func pad(dst []byte, at int) []byte {
	for (len(dst)-at)%8 != 0 {
		dst = append(dst, 0)
	}
	return dst
}

// extend appends n bytes and returns them too. Their values are unspecified.
func extend(dst []byte, n int) (whole, added []byte) {
	dst = slices.Grow(dst, n)
	return dst[:len(dst)+n], dst[len(dst) : len(dst)+n]
}

// finishFrame fills in the length and the number of sections of the frame that begins at start.
func finishFrame(dst []byte, start int) []byte {
	frame := dst[start:]
	le.PutUint32(frame[12:], uint32(len(frame)))
	sections := uint32(0)
	for at := headerSize; at < len(frame); sections++ {
		at += sectionSize + int(le.Uint32(frame[at+8:]))
	}
	le.PutUint32(frame[60:], sections)
	return dst
}

// appendSlots appends a section that lists slots.
func appendSlots(dst []byte, kind uint32, slots []uint32) []byte {
	dst, at := beginSection(dst, kind)
	for _, s := range slots {
		dst = le.AppendUint32(dst, s)
	}
	if len(slots) == 0 && kind == sectionMoving {
		return dst // that nothing moves any more is told
	}
	return endSection(dst, at, len(slots))
}

func appendFloats(dst []byte, list ...float64) []byte {
	for _, x := range list {
		dst = le.AppendUint64(dst, math.Float64bits(x))
	}
	return dst
}

func appendFloats32(dst []byte, list ...float32) []byte {
	for _, x := range list {
		dst = le.AppendUint32(dst, math.Float32bits(x))
	}
	return dst
}

func appendNumbers(dst []byte, list ...uint32) []byte {
	for _, x := range list {
		dst = le.AppendUint32(dst, x)
	}
	return dst
}
