package item

import (
	"errors"
	"fmt"
)

// Bounds limit the sizes that an encoding may declare.
type Bounds struct {
	Nesting  int // arrays, maps and tags in each other
	Elements int // of an array
	Pairs    int // of a map
	NoTags   bool
}

// Errors of encodings, which are wrapped.
var (
	ErrMalformed = errors.New("is not well-formed CBOR")
	ErrBounds    = errors.New("is beyond the bounds")
)

func malformed(what string) error { return fmt.Errorf("item: %s %w", what, ErrMalformed) }

// Check returns the bytes after the first item, which must be well-formed and within bounds.
func Check(data []byte, b *Bounds) (rest []byte, err error) { return check(data, b, b.Nesting) }

func check(data []byte, b *Bounds, nesting int) (rest []byte, err error) {
	major, n, rest := ReadHead(data)
	items := uint64(0)
	switch major {
	case Uint, Negint:
		return rest, nil
	case Bytes, Text:
		if n > uint64(len(rest)) {
			return nil, malformed("a string that ends too early")
		}
		return rest[n:], nil
	case Simple:
		if data[0] == Simple|24 && n < 32 {
			return nil, malformed("a simple value in two bytes")
		}
		return rest, nil
	case Array:
		if n > uint64(b.Elements) {
			return nil, fmt.Errorf("item: an array of %d elements %w", n, ErrBounds)
		}
		items = n
	case Map:
		if n > uint64(b.Pairs) {
			return nil, fmt.Errorf("item: a map of %d pairs %w", n, ErrBounds)
		}
		items = 2 * n
	case Tag:
		if b.NoTags {
			return nil, fmt.Errorf("item: a tag %w", ErrBounds)
		}
		items = 1
	default:
		return nil, malformed("a head")
	}
	if nesting == 0 {
		return nil, fmt.Errorf("item: the nesting %w", ErrBounds)
	}
	for ; items > 0; items-- {
		if rest, err = check(rest, b, nesting-1); err != nil {
			return nil, err
		}
	}
	return rest, nil
}
