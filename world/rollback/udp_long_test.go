//go:build long

package rollback_test

import "time"

// udpTicks is the length of a match over sockets, udpTimestep the time of a tick.
const (
	udpTicks    = 10_000
	udpTimestep = time.Second / 60
)
