package statefile

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
)

// The major types of CBOR.
const (
	majorUint  = 0 << 5
	majorBytes = 2 << 5
	majorText  = 3 << 5
	majorArray = 4 << 5
	majorMap   = 5 << 5
	majorTag   = 6 << 5
	majorNone  = 0xff // of no item
)

// appendHead appends the head of an item in its shortest form.
func appendHead(dst []byte, major byte, n uint64) []byte {
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

func appendText(dst []byte, s string) []byte {
	return append(appendHead(dst, majorText, uint64(len(s))), s...)
}

// readHead reads the head of an item. The items of a file were found to be well-formed before: here no lengths but those of
// strings are checked.
func readHead(data []byte) (major byte, n uint64, rest []byte) {
	if len(data) == 0 {
		return majorNone, 0, nil
	}
	major, n = data[0]&0xe0, uint64(data[0]&0x1f)
	size := 0
	if n >= 24 {
		if n > 27 {
			return majorNone, 0, nil
		}
		size = 1 << (n - 24)
	}
	if data = data[1:]; len(data) < size {
		return majorNone, 0, nil
	}
	if size > 0 {
		n = 0
	}
	for _, b := range data[:size] {
		n = n<<8 | uint64(b)
	}
	return major, n, data[size:]
}

// skipItem returns what lies behind an item.
func skipItem(data []byte) []byte {
	for items := uint64(1); items > 0; items-- {
		major, n, rest := readHead(data)
		switch major {
		case majorBytes, majorText:
			rest = rest[min(n, uint64(len(rest))):]
		case majorArray:
			items += n
		case majorMap:
			items += 2 * n
		case majorTag:
			items++
		case majorNone:
			return nil
		}
		data = rest
	}
	return data
}

// entry is an entry of a map.
type entry struct {
	name string
	span // of the key and the value in what is being encoded

	column *encodedColumn
}

// compareNames orders names as their items: the head of a longer one is greater.
func compareNames(a, b entry) int {
	return cmp.Or(cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name))
}

func sortEntries(list []entry) { slices.SortFunc(list, compareNames) }

// entry appends an entry whose value a function appends.
func (e *Encoder) entry(list *[]entry, name string, value func() error) error {
	start := len(e.out)
	e.out = appendText(e.out, name)
	err := value()
	*list = append(*list, entry{name: name, span: span{start, len(e.out)}})
	return err
}

// sort brings the entries of a map that were just appended into the order of their names.
func (e *Encoder) sort(list []entry) {
	if slices.IsSortedFunc(list, compareNames) {
		return
	}
	start := list[0].start
	e.moved = append(e.moved[:0], e.out[start:]...)
	noisy := len(e.noisy)
	for noisy > 0 && e.noisy[noisy-1].start >= start {
		noisy--
	}
	moved := slices.Clone(e.noisy[noisy:])
	e.out, e.noisy = e.out[:start], e.noisy[:noisy]
	sortEntries(list)
	for _, x := range list {
		by := len(e.out) - x.start
		e.out = append(e.out, e.moved[x.start-start:x.end-start]...)
		first, _ := slices.BinarySearchFunc(moved, x.start, func(s span, at int) int { return cmp.Compare(s.start, at) })
		for ; first < len(moved) && moved[first].end <= x.end; first++ {
			e.noisy = append(e.noisy, span{moved[first].start + by, moved[first].end + by})
		}
	}
}
