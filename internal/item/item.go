package item

import (
	"encoding/binary"
	"math"
)

// The major types.
const (
	Uint   = 0 << 5
	Negint = 1 << 5
	Bytes  = 2 << 5
	Text   = 3 << 5
	Array  = 4 << 5
	Map    = 5 << 5
	Tag    = 6 << 5
	Simple = 7 << 5
	None   = 0xff // of no item
)

// AppendHead appends the head of an item in its shortest form.
func AppendHead(dst []byte, major byte, n uint64) []byte {
	switch {
	case n < 24:
		return append(dst, major|byte(n))
	case n <= math.MaxUint8:
		return append(dst, major|24, byte(n))
	case n <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(dst, major|25), uint16(n))
	case n <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(dst, major|26), uint32(n))
	default:
		return binary.BigEndian.AppendUint64(append(dst, major|27), n)
	}
}

// AppendText appends a string.
func AppendText(dst []byte, s string) []byte {
	return append(AppendHead(dst, Text, uint64(len(s))), s...)
}

// ReadHead reads the head of an item, and returns the bytes after it. The major type is None if
// there is no head of known length.
func ReadHead(data []byte) (major byte, n uint64, rest []byte) {
	if len(data) == 0 {
		return None, 0, nil
	}
	major, n = data[0]&0xe0, uint64(data[0]&0x1f)
	size := 0
	switch {
	case n < 24:
	case n <= 27:
		size = 1 << (n - 24)
	default:
		return None, 0, nil
	}
	if data = data[1:]; len(data) < size {
		return None, 0, nil
	}
	switch size {
	case 1:
		n = uint64(data[0])
	case 2:
		n = uint64(binary.BigEndian.Uint16(data))
	case 4:
		n = uint64(binary.BigEndian.Uint32(data))
	case 8:
		n = binary.BigEndian.Uint64(data)
	}
	return major, n, data[size:]
}
