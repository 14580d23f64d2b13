//go:build !long

package rollback_test

import "time"

// udpTicks is the length of a match over sockets, udpTimestep the time of a tick.
const (
	udpTicks    = 600
	udpTimestep = 5 * time.Millisecond
)
