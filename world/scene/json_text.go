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
		switch c := raw[i+1]; c {
		case 'u':
			r := hexRune(raw[i+2:])
			i += 6
			if utf16.IsSurrogate(r) {
				low := rune(-1)
				if i+6 <= len(raw) && raw[i] == '\\' && raw[i+1] == 'u' {
					low = hexRune(raw[i+2:])
				}
				if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
					i += 6
				}
			}
			text = utf8.AppendRune(text, r)
			continue
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
		i += 2
	}
	return text
}

// hexRune returns the rune of four hexadecimal digits.
func hexRune(digits []byte) rune {
	x, err := strconv.ParseUint(string(digits[:4]), 16, 32)
	if err != nil {
		return utf8.RuneError
	}
	return rune(x)
}
