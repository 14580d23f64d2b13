//go:build !long

package rollback_test

// udpTicks is the length of a match of worlds over UDP, by the true clock.
const udpTicks = 240

// worldTicks is the length of a match of worlds over a simulated network.
const worldTicks = 1500

// socketTicks is the length of a match of worlds over WebSocket and a simulated network.
const socketTicks = 300
