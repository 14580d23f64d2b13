//go:build purego || !(amd64 || arm64 || js)

package collision

// reuseLanes is the size of the groups that there are none of.
const reuseLanes = 1

// separationBatch stays empty without a vector kernel.
type separationBatch struct{ rows [1]int32 }

func (*separationBatch) reset(*Pipeline) {}

// add reports that there is no vector kernel on this target.
func (*separationBatch) add(int) bool { return false }

func (*separationBatch) run() (groups []int, left []int32) { return nil, nil }
