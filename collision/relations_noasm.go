//go:build purego || !(amd64 || arm64 || js)

package collision

// relationArgs would be the arguments of a vector kernel.
type relationArgs struct{}

// relate does none without a vector kernel.
func (*relationArgs) relate(*renewals, *Pipeline) int { return 0 }
