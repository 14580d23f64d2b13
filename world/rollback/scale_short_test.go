//go:build !long

package rollback_test

import "time"

// udpTicks is the length of a match over sockets, udpTimestep the time of a tick.
const (
	udpTicks    = 600
	udpTimestep = 5 * time.Millisecond
)

// worldTicks is the length of a match of worlds over a simulated network.
const worldTicks = 1500

// socketTicks is the length of a match of worlds over WebSocket and a simulated network.
const socketTicks = 300
