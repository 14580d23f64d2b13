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

// Error tells in which file, layer and object something is wrong.
type Error = level.Error

// Warning tells of something in a map that was left out, or changed. Its object is a name, or a
// number where that is missing.
type Warning = level.Warning

// failure returns an Error about a file that wraps one of the reasons.
func failure(file string, reason error, format string, args ...any) error {
	return located(level.Place{File: file}, fmt.Errorf("%w: %s", reason, fmt.Sprintf(format, args...)))
}

// located returns an error with its place.
func located(at level.Place, err error) error {
	return Error{Importer: "tiled", Place: at}.Located(err, ErrFormat)
}
