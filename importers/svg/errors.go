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

// Error names the file, layer and object of a mistake.
type Error = level.Error

// Warning names a part of a drawing that was left out or changed. Its object is an id, or the name
// and number of an element without an id.
type Warning = level.Warning

// located returns an error with its place.
func located(at level.Place, err error) error {
	return Error{Importer: "svg", Place: at}.Located(err, ErrFormat)
}
