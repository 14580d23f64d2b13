package tiled

import (
	"errors"
	"fmt"
	"strings"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/importers/level"
)

// value returns the text of a property: texts of several lines are not in the attribute.
func (p *property) value() string {
	if p.Value == "" {
		return strings.TrimSpace(p.Text)
	}
	return p.Value
}

// solid reads the property of that name.
func (p *property) solid() (bool, error) {
	on, err := level.Bool(p.Name, p.value())
	return on, format(err)
}

// setSurface takes over a property of colliders. It reports false for any other.
func setSurface(s *level.Surface, p property) (known bool, err error) {
	known, err = s.Set(p.Name, p.value())
	return known, format(err)
}

// setBody takes over a property of bodies. It reports false for any other.
func setBody(d *body.Def, p property) (known bool, err error) {
	known, err = level.SetBody(d, p.Name, p.value())
	return known, format(err)
}

// format gives an error of a value the reason that errors of this package have.
func format(err error) error {
	switch {
	case errors.Is(err, level.ErrValue):
		return fmt.Errorf("%w: %w", ErrFormat, err)
	case errors.Is(err, level.ErrTooLarge):
		return fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	return err
}
