package tiled

import (
	"errors"
	"fmt"

	"github.com/carom2d/carom/importers/level"
)

// The reasons of errors, for errors.Is.
var (
	ErrFormat      = errors.New("is not a map of Tiled")
	ErrTooLarge    = level.ErrTooLarge
	ErrUnsupported = errors.New("is not supported")
)

// Error names the file, layer and object of a mistake.
type Error = level.Error

// Warning names a part of a map that was left out or changed. Its object is a name, or the number
// of an object without a name.
type Warning = level.Warning

// failure returns an Error about a file that wraps one of the reasons.
func failure(file string, reason error, format string, args ...any) error {
	return located(level.Place{File: file}, fmt.Errorf("%w: %s", reason, fmt.Sprintf(format, args...)))
}

// located returns an error with its place.
func located(at level.Place, err error) error {
	return Error{Importer: "tiled", Place: at}.Located(err, ErrFormat)
}
