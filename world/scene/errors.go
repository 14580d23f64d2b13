package scene

import (
	"errors"
	"fmt"
	"strings"

	"github.com/carom2d/carom/geom"
)

// The reasons for which a document is rejected, besides the reasons of packages geom and shape.
// Match them with errors.Is.
var (
	ErrSyntax         = errors.New("is not JSON")
	ErrVersion        = errors.New("is a version of the format that this package does not know")
	ErrWrongType      = errors.New("has the wrong type")
	ErrUnknownField   = errors.New("is not a field of the format")
	ErrDuplicateField = errors.New("stands there twice")
	ErrMissing        = errors.New("is missing")
	ErrUnknownName    = errors.New("names nothing in the document")
	ErrUnknownShape   = errors.New("names no custom shape that is registered")
	ErrDuplicateName  = errors.New("is taken already")
	ErrTooMany        = errors.New("too many")
	ErrTooDeep        = errors.New("is nested too deeply")
	ErrNotInScene     = errors.New("cannot be written into a scene")
)

// Error is an error with its place: Path is the field inside the document, for example
// "bodies[3].colliders[0].radius". Err wraps one of the reasons.
type Error struct {
	Path string // empty for the document as a whole
	// Line and Column are the position of the value in the document, from 1, with columns in
	// characters; for an unknown field they are the position of its key. They are zero for a Scene
	// that was not parsed.
	Line, Column int
	Err          error
}

// Error returns "path: reason".
func (e *Error) Error() string {
	if e.Path == "" {
		return "scene: " + e.Err.Error()
	}
	return e.Path + ": " + e.Err.Error()
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// firstError keeps the first of several errors and its place. For Check it keeps the other errors
// too; then only an error after which reading cannot continue sets err.
type firstError struct {
	at  *docPath
	err error

	keepsAll bool
	all      []fault
}

// fault is one of several errors.
type fault struct {
	at  *docPath
	err error
}

// record stores an error unless there is one already.
func (f *firstError) record(at *docPath, err error) {
	if err == nil || f.err != nil {
		return
	}
	if f.keepsAll {
		f.all = append(f.all, fault{at, err})
		if len(f.all) < maxFaults && !errors.Is(err, ErrTooMany) {
			return
		}
	}
	f.at, f.err = at, err
}

// asError returns the error for callers of the package, with its place in the document; a nil
// document stands for a Scene that was not parsed.
func (f *firstError) asError(d *document) error {
	if f.err == nil {
		return nil
	}
	return newError(d, f.at, f.err)
}

func newError(d *document, at *docPath, err error) *Error {
	e := &Error{Path: at.String(), Err: err}
	if d != nil {
		e.Line, e.Column = d.place(d.offsetOf(at, errors.Is(err, ErrUnknownField)))
	}
	return e
}

// locateError returns the place in the document of an error of another package. A FieldError names
// a field of a Go struct. The format's keys are the same names with a small first letter, except
// for the listed names.
func locateError(at *docPath, err error) (*docPath, error) {
	var fieldErr *geom.FieldError
	if !errors.As(err, &fieldErr) {
		return at, err
	}
	field := fieldErr.Field
	if known, ok := formatNames[field]; ok {
		field = known
	}
	field = strings.ToLower(field[:1]) + field[1:]
	value := fieldErr.Value
	if p, ok := value.(geom.Vec2); ok {
		value = p.Mgl() // [1 2]: lists stand for points in a document
	}
	return at.field(field), fmt.Errorf("%v %w", value, fieldErr.Err)
}

// formatNames holds the names that differ by more than their first letter.
var formatNames = map[string]string{
	"hx": "halfExtents[0]",
	"hy": "halfExtents[1]",
	"RX": "radii[0]",
	"RY": "radii[1]",
}
