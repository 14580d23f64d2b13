//go:build platforms && !long

package rollback_test

// platformTicks is the length of the match of processes.
const platformTicks = 3000
