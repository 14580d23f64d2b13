//go:build !long

package rollback_test

// udpTicks is the length of a match of worlds over UDP, by the true clock.
const udpTicks = 120

// worldTicks is the length of a match of worlds over a simulated network.
const worldTicks = 400

// socketTicks is the length of a match of worlds over WebSocket and a simulated network.
const socketTicks = 150

// vanishSeeds is the number of matches that two players leave at different times.
const vanishSeeds = 6

// sessionSeeds is the number of random sessions besides those that failed once.
const sessionSeeds = 4
