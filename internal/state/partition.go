package state

import "github.com/carom2d/carom/internal/table"

// Partition is a range of rows, the same in every table of a world.
type Partition = table.Partition

// The partitions, in the order of their rows.
const (
	Awake    = table.Awake
	Asleep   = table.Asleep
	Inactive = table.Inactive // static and disabled bodies
)
