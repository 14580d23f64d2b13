//go:build purego || !(amd64 || arm64 || js)

package collision

// relationArgs would be the arguments of a vector kernel.
type relationArgs struct{}

// relateVector does none without a vector kernel.
func (*renewals) relateVector(*Pipeline) int { return 0 }
