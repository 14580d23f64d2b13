package deflate

import "errors"

// The levels.
const (
	Fastest  = 1
	Balanced = 6
)

// ErrDamaged is returned for data that Append has not written.
var ErrDamaged = errors.New("deflate: the data is damaged")
