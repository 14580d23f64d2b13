package ldtk

import (
	"errors"
	"fmt"

	"github.com/carom2d/carom/importers/level"
)

// The reasons of errors, for errors.Is.
var (
	ErrFormat      = errors.New("is not a project of LDtk")
	ErrTooLarge    = level.ErrTooLarge
	ErrUnsupported = errors.New("is not supported")
)

// Error tells in which file, level, layer and entity something is wrong. All but File may be
// empty.
type Error struct {
	File, Level, Layer, Entity string
	Err                        error
}

func (e *Error) Error() string {
	return "ldtk: " + place(e.File, e.Level, e.Layer, e.Entity) + e.Err.Error()
}

func (e *Error) Unwrap() error { return e.Err }

// Warning tells of something in a project that was left out, or changed.
type Warning struct {
	Level, Layer, Entity string
	Text                 string
}

func (w Warning) String() string { return place("", w.Level, w.Layer, w.Entity) + w.Text }

func place(file, level, layer, entity string) (text string) {
	if file != "" {
		text = file + ": "
	}
	for _, part := range [][2]string{{"level ", level}, {"layer ", layer}, {"entity ", entity}} {
		if part[1] != "" {
			text += part[0] + part[1] + ": "
		}
	}
	return text
}

// format returns the error of a value with the reason that errors of this package have.
func format(err error) error {
	if errors.Is(err, level.ErrValue) {
		return fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return err
}
