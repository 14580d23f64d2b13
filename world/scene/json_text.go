package scene

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// maxEscape is the greatest number of bytes that stand for one in a string.
const maxEscape = 6

// decoded returns the text of a string between its quotes: the same bytes if it holds no
// escapes.
func decoded(raw []byte) []byte {
	i := bytes.IndexByte(raw, '\\')
	if i < 0 {
		return raw
	}
	text := append(make([]byte, 0, len(raw)), raw[:i]...)
	for i < len(raw) {
		if raw[i] != '\\' {
			text = append(text, raw[i])
			i++
			continue
		}
		var length int
		text, length = appendEscape(text, raw[i:])
		i += length
	}
	return text
}

// appendEscape appends the text of the escape with which a string begins, and returns the length
// of the escape.
func appendEscape(text, raw []byte) ([]byte, int) {
	switch c := raw[1]; c {
	case 'u':
		r, length := escapedRune(raw)
		return utf8.AppendRune(text, r), length
	case 'b':
		text = append(text, '\b')
	case 'f':
		text = append(text, '\f')
	case 'n':
		text = append(text, '\n')
	case 'r':
		text = append(text, '\r')
	case 't':
		text = append(text, '\t')
	default:
		text = append(text, c)
	}
	return text, 2
}

// escapedRune returns the rune of the \u escape, or of the surrogate pair of two, with which a
// string begins, and their length. A surrogate without its other half is utf8.RuneError.
func escapedRune(raw []byte) (r rune, length int) {
	high, low := hexRune(raw[2:]), rune(-1)
	if !utf16.IsSurrogate(high) {
		return high, maxEscape
	}
	if len(raw) >= 2*maxEscape && raw[maxEscape] == '\\' && raw[maxEscape+1] == 'u' {
		low = hexRune(raw[maxEscape+2:])
	}
	if r = utf16.DecodeRune(high, low); r == utf8.RuneError {
		return r, maxEscape
	}
	return r, 2 * maxEscape
}

// hexRune returns the rune of four hexadecimal digits.
func hexRune(digits []byte) rune {
	x, err := strconv.ParseUint(string(digits[:4]), 16, 32)
	if err != nil {
		return utf8.RuneError
	}
	return rune(x)
}
