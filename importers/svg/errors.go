package svg

import (
	"errors"

	"github.com/carom2d/carom/importers/level"
)

// The reasons of errors, for errors.Is.
var (
	ErrFormat   = errors.New("is not a drawing in SVG")
	ErrTooLarge = level.ErrTooLarge
)

// Error tells in which file, layer and object something is wrong.
type Error = level.Error

// Warning tells of something in a drawing that was left out, or changed. Its object is an id, or
// the name of an element with its number where that is missing.
type Warning = level.Warning

// located returns an error with its place.
func located(at level.Place, err error) error {
	return Error{Importer: "svg", Place: at}.Located(err, ErrFormat)
}
