package svg

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// maxNumber bounds coordinates, lengths and factors.
const maxNumber = 1e9

// scanner reads the numbers of a path, a list of points or a transform.
type scanner struct{ text string }

// skip passes over blanks and commas.
func (s *scanner) skip() { s.text = strings.TrimLeft(s.text, " \t\r\n\f,") }

// number reads the next number. Numbers may follow one another without a blank: "1-2.5.5".
func (s *scanner) number() (float64, error) {
	s.skip()
	n := numberLength(s.text)
	x, err := strconv.ParseFloat(s.text[:n], 64)
	if err != nil || !(math.Abs(x) <= maxNumber) {
		return 0, fmt.Errorf("%w: %.20q where a number belongs", ErrFormat, s.text)
	}
	s.text = s.text[n:]
	return x, nil
}

// numberLength returns the length of the number with which a text begins.
func numberLength(s string) (n int) {
	sign := func() {
		if n < len(s) && (s[n] == '+' || s[n] == '-') {
			n++
		}
	}
	digits := func() {
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
	}
	sign()
	digits()
	if n < len(s) && s[n] == '.' {
		n++
		digits()
	}
	if n < len(s) && (s[n] == 'e' || s[n] == 'E') {
		mantissa := n
		n++
		sign()
		exponent := n
		if digits(); n == exponent {
			n = mantissa
		}
	}
	return n
}

// flag reads a 0 or 1 of an arc, which needs no blank after it.
func (s *scanner) flag() (bool, error) {
	s.skip()
	if s.text == "" || s.text[0] != '0' && s.text[0] != '1' {
		return false, fmt.Errorf("%w: %.20q where 0 or 1 belongs", ErrFormat, s.text)
	}
	on := s.text[0] == '1'
	s.text = s.text[1:]
	return on, nil
}

// atNumber reports whether a number comes next.
func (s *scanner) atNumber() bool {
	s.skip()
	return s.text != "" && strings.IndexByte("+-.0123456789", s.text[0]) >= 0
}

// parseNumbers reads a list of numbers with a maximum length.
func parseNumbers(text string, most int) (list []float64, err error) {
	s := scanner{text}
	for s.skip(); s.text != ""; s.skip() {
		x, err := s.number()
		if err != nil {
			return nil, err
		}
		if list = append(list, x); len(list) > most {
			return nil, fmt.Errorf("%w: more than %d numbers", ErrTooLarge, most)
		}
	}
	return list, nil
}
