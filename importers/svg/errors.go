package svg

import (
	"errors"
	"fmt"

	"github.com/carom2d/carom/importers/level"
)

// The reasons of errors, for errors.Is.
var (
	ErrFormat   = errors.New("is not a drawing in SVG")
	ErrTooLarge = level.ErrTooLarge
)

// Error tells in which file, layer and object something is wrong. Layer and Object may be empty.
type Error struct {
	File, Layer, Object string
	Err                 error
}

func (e *Error) Error() string { return "svg: " + place(e.File, e.Layer, e.Object) + e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// Warning tells of something in a drawing that was left out, or changed.
type Warning struct {
	Layer, Object string // ids, or names of elements with their number where these are missing
	Text          string
}

func (w Warning) String() string { return place("", w.Layer, w.Object) + w.Text }

func place(file, layer, object string) string {
	text := ""
	if file != "" {
		text += file + ": "
	}
	if layer != "" {
		text += "layer " + layer + ": "
	}
	if object != "" {
		text += "object " + object + ": "
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
