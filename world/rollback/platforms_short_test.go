//go:build platforms && !long

package rollback_test

// platformTags are the build tags of the match of processes, platformTicks is its length.
const (
	platformTags  = "platforms"
	platformTicks = 3000
)
