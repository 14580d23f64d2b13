package plan

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/carom2d/carom/batch/pointer"
	"github.com/carom2d/carom/geom"
)

// Errors of plans, in addition to the errors of packages sample, metric, pointer and world/scene.
// Match them with errors.Is.
var (
	ErrVersion    = errors.New("is a version of the format that this program does not know")
	ErrField      = errors.New("is not a field of the format")
	ErrType       = errors.New("has the wrong type")
	ErrTooLong    = errors.New("is too long")
	ErrScene      = errors.New("must be an object or a path, and stand there if setup does not")
	ErrSetup      = errors.New("must be left out where there is a scene")
	ErrParams     = errors.New("must be left out where there is a scene")
	ErrNoNumber   = errors.New("points to no number of the document")
	ErrTwice      = errors.New("is another parameter's already")
	ErrCount      = errors.New("is out of range")
	ErrNoMetric   = errors.New("names no metric of the plan")
	ErrNoAxis     = errors.New("names no parameter of the plan, or the other one of the picture")
	ErrNoBound    = errors.New("has neither min nor max, or min above max")
	ErrGoal       = errors.New("must be max or min")
	ErrNoMetrics  = errors.New("must name at least one metric")
	ErrColumnName = errors.New("must be letters, digits, _ and -, beginning with a letter, and not that of another column")
)

// Error is an error with its place in the plan.
type Error struct {
	Path         string // "parameters[0].from"; empty for the whole plan
	Line, Column int    // of the value or its container, from 1; zero where the plan was not read
	Err          error  // wraps one of the reasons
}

// Error returns "plan: path (line 3, column 7): reason", without a path for the whole plan.
func (e *Error) Error() string {
	var out strings.Builder
	out.WriteString("plan")
	if e.Path != "" {
		out.WriteString(": " + e.Path)
	}
	if e.Line > 0 {
		fmt.Fprintf(&out, " (line %d, column %d)", e.Line, e.Column)
	}
	out.WriteString(": ")
	out.WriteString(e.Err.Error())
	return out.String()
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// Locate adds to the error of a field its place in the text of the plan. Errors without a field
// apply to the whole plan.
func Locate(data []byte, err error) error {
	var known *Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	out := &Error{Err: err}
	var f *geom.FieldError
	var at *pointer.Error
	switch {
	case errors.As(err, &f):
		out.Path, out.Err = f.Field, valued(f)
		out.place(data)
	case errors.As(err, &at):
		out.Path = pathOf(at.Pointer)
		out.Line, out.Column = pointer.Place(data, at.Offset)
		out.Err = at.Err
	}
	return out
}

// valued returns the reason of a field's error, preceded by the field's value.
func valued(f *geom.FieldError) error {
	if f.Value == nil || f.Value == "" {
		return f.Err
	}
	return fmt.Errorf("%v %w", f.Value, f.Err)
}

// place finds the value of the path, or the nearest container of the value.
func (e *Error) place(data []byte) {
	places := map[string]int{}
	if pointer.Walk(data, func(p string, v pointer.Value) { places[p] = v.Start }) != nil {
		return
	}
	for p := pointerOf(e.Path); ; p = p[:strings.LastIndexByte(p, '/')] {
		if at, ok := places[p]; ok {
			e.Line, e.Column = pointer.Place(data, at)
			return
		}
		if p == "" {
			return
		}
	}
}

// pointerOf returns the JSON pointer of a path: "/parameters/0/from" of "parameters[0].from".
func pointerOf(path string) string {
	if path == "" {
		return ""
	}
	return "/" + strings.NewReplacer(".", "/", "[", "/", "]", "").Replace(path)
}

// pathOf returns the path of a JSON pointer.
func pathOf(p string) string {
	var out bytes.Buffer
	for _, part := range strings.Split(p, "/")[1:] {
		switch {
		case part != "" && strings.Trim(part, "0123456789") == "":
			out.WriteString("[" + part + "]")
		case out.Len() > 0:
			out.WriteString("." + part)
		default:
			out.WriteString(part)
		}
	}
	return out.String()
}
