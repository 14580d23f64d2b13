package scene

import (
	"fmt"
	"slices"
	"strings"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// checker checks the fields of a Scene built in Go, by the rules of a reader.
type checker struct {
	at    *docPath
	first *firstError
}

// errTooLarge is the error of a number such as 1e999.
var errTooLarge = fmt.Errorf("%w: too large for a float64", geom.ErrOutOfRange)

func checkInteger(v, limit int) error {
	if v < 0 || v > limit {
		return fmt.Errorf("%d %w: 0 to %d", v, geom.ErrOutOfRange, limit)
	}
	return nil
}

func checkCount(n, limit int) error {
	if n > limit {
		return fmt.Errorf("%d are %w: at most %d", n, ErrTooMany, limit)
	}
	return nil
}

func checkText(length, limit int) error {
	if length > limit {
		return fmt.Errorf("%d bytes are %w: at most %d", length, ErrTooMany, limit)
	}
	return nil
}

func unknownChoice(got string, of []string) error {
	return fmt.Errorf("%q %w: must be one of %s", shorten(got), geom.ErrOutOfRange, strings.Join(of, ", "))
}

func (c *checker) reading() bool { return false }

func (c *checker) number(key string, x *float64, s numberRange) { c.fail(key, s.check(*x)) }

func (c *checker) integer(key string, x *int, limit int) { c.fail(key, checkInteger(*x, limit)) }

func (c *checker) bits(string, *uint64) {}

func (c *checker) flag(string, *bool) {}

func (c *checker) text(key string, x *string, limit int) {
	c.fail(key, checkText(len(*x), limit))
	if strings.ToValidUTF8(*x, "") != *x {
		c.fail(key, fmt.Errorf("%q %w: not UTF-8", shorten(*x), ErrNotInScene))
	}
}

func (c *checker) names(key string, x *[]string, limit int) {
	c.fail(key, checkCount(len(*x), limit))
	for i, name := range *x {
		if err := checkText(len(name), MaxText); err != nil {
			c.first.record(c.at.field(key).item(i), err)
		}
	}
}

func (c *checker) choice(key string, x *string, _ bool, of ...string) {
	if !slices.Contains(of, *x) {
		c.fail(key, unknownChoice(*x, of))
	}
}

func (c *checker) point(key string, x *mgl64.Vec2, s numberRange) {
	c.coordinates(c.at.field(key), x, s)
}

func (c *checker) coordinates(at *docPath, x *mgl64.Vec2, s numberRange) {
	for i, v := range x {
		c.first.record(at.item(i), s.check(v))
	}
}

func (c *checker) points(key string, x *[]mgl64.Vec2, s numberRange, limit int) {
	c.fail(key, checkCount(len(*x), limit))
	for i := range *x {
		c.coordinates(c.at.field(key).item(i), &(*x)[i], s)
	}
}

func (c *checker) object(key string, present bool, walk func(visitor)) {
	if present {
		walk(&checker{c.at.field(key), c.first})
	}
}

func (c *checker) list(key string, length, limit int, _ func(int), walk func(int, visitor)) {
	c.fail(key, checkCount(length, limit))
	for i := range length {
		if c.first.err != nil {
			return
		}
		walk(i, &checker{c.at.field(key).item(i), c.first})
	}
}

func (c *checker) finish(build func() error) {
	if c.first.err != nil {
		return
	}
	if err := build(); err != nil {
		c.first.record(locateError(c.at, err))
	}
}

func (c *checker) fail(key string, err error) { c.first.record(c.at.field(key), err) }
