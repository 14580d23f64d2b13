package ldtk

import (
	"errors"

	"github.com/carom2d/carom/importers/level"
)

// The reasons of errors, for errors.Is.
var (
	ErrFormat      = errors.New("is not a project of LDtk")
	ErrTooLarge    = level.ErrTooLarge
	ErrUnsupported = errors.New("is not supported")
)

// Error names the file, level, layer and entity of a mistake.
type Error = level.Error

// Warning names a part of a project that was left out or changed.
type Warning = level.Warning

// located returns an error with its place.
func located(at level.Place, err error) error {
	return Error{Importer: "ldtk", Place: at}.Located(err, ErrFormat)
}
