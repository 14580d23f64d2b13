package statefile

import (
	"errors"
	"fmt"
)

// The reasons for which a file is refused.
var (
	ErrFormat   = errors.New("is of another format")
	ErrVersion  = errors.New("is of a newer version of the format")
	ErrDamaged  = errors.New("is damaged")
	ErrTooLarge = errors.New("is larger than the limit")
	ErrInvalid  = errors.New("contradicts itself")
)

// Error is the reason for which a file is refused, with its place in the file.
type Error struct {
	Where  string // such as "bodies/Pose.P.X", or a part of the file such as "header"
	Detail string // more about it, or empty
	Err    error  // ErrFormat, ErrVersion, ErrDamaged, ErrTooLarge or ErrInvalid
}

func (e *Error) Error() string {
	if e.Detail == "" {
		return fmt.Sprintf("state file: %s: %v", e.Where, e.Err)
	}
	return fmt.Sprintf("state file: %s: %v: %s", e.Where, e.Err, e.Detail)
}

func (e *Error) Unwrap() error { return e.Err }

func refuse(err error, where, detail string, args ...any) error {
	return &Error{where, fmt.Sprintf(detail, args...), err}
}

// Invalid returns an Error with ErrInvalid.
func Invalid(where, detail string, args ...any) error {
	return refuse(ErrInvalid, where, detail, args...)
}
