package scene

import (
	"fmt"
	"slices"
	"strings"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// checker is the fields of a Scene built in Go. It holds every variable to the
// rules that a reader holds a document to.
type checker struct {
	at    *place
	fault *faults
}

// errTooLarge is the fault of a number such as 1e999.
var errTooLarge = fmt.Errorf("%w: too large for a float64", geom.ErrOutOfRange)

func checkInteger(v, most int) error {
	if v < 0 || v > most {
		return fmt.Errorf("%d %w: 0 to %d", v, geom.ErrOutOfRange, most)
	}
	return nil
}

func checkCount(n, most int) error {
	if n > most {
		return fmt.Errorf("%d are %w: at most %d", n, ErrTooMany, most)
	}
	return nil
}

func checkText(s string, most int) error {
	if len(s) > most {
		return fmt.Errorf("%d bytes are %w: at most %d", len(s), ErrTooMany, most)
	}
	return nil
}

func unknownChoice(got string, of []string) error {
	return fmt.Errorf("%q %w: must be one of %s", shorten(got), geom.ErrOutOfRange, strings.Join(of, ", "))
}

func (c *checker) reading() bool { return false }

func (c *checker) number(key string, x *float64, s span) { c.refuse(key, s.check(*x)) }

func (c *checker) integer(key string, x *int, most int) { c.refuse(key, checkInteger(*x, most)) }

func (c *checker) bits(string, *uint64) {}

func (c *checker) flag(string, *bool) {}

func (c *checker) text(key string, x *string, most int) {
	c.refuse(key, checkText(*x, most))
	if strings.ToValidUTF8(*x, "") != *x {
		c.refuse(key, fmt.Errorf("%q %w: not UTF-8", shorten(*x), ErrNotInScene))
	}
}

func (c *checker) names(key string, x *[]string, most int) { c.refuse(key, checkCount(len(*x), most)) }

func (c *checker) choice(key string, x *string, _ bool, of ...string) {
	if !slices.Contains(of, *x) {
		c.refuse(key, unknownChoice(*x, of))
	}
}

func (c *checker) point(key string, x *mgl64.Vec2, s span) {
	c.coordinates(c.at.field(key), x, s)
}

func (c *checker) coordinates(at *place, x *mgl64.Vec2, s span) {
	for i, v := range x {
		c.fault.keep(at.item(i), s.check(v))
	}
}

func (c *checker) points(key string, x *[]mgl64.Vec2, s span, most int) {
	c.refuse(key, checkCount(len(*x), most))
	for i := range *x {
		c.coordinates(c.at.field(key).item(i), &(*x)[i], s)
	}
}

func (c *checker) object(key string, present bool, walk func(fields)) {
	if present {
		walk(&checker{c.at.field(key), c.fault})
	}
}

func (c *checker) list(key string, length, most int, _ func(int), walk func(int, fields)) {
	c.refuse(key, checkCount(length, most))
	for i := range length {
		if c.fault.err != nil {
			return
		}
		walk(i, &checker{c.at.field(key).item(i), c.fault})
	}
}

func (c *checker) made(build func() error) {
	if c.fault.err != nil {
		return
	}
	if err := build(); err != nil {
		c.fault.keep(locate(c.at, err))
	}
}

func (c *checker) refuse(key string, err error) { c.fault.keep(c.at.field(key), err) }
