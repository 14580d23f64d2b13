//go:build long

package rollback_test

// udpTicks is the length of a match of worlds over UDP, by the true clock.
const udpTicks = 10_000

// worldTicks is the length of a match of worlds over a simulated network.
const worldTicks = 10_000

// socketTicks is the length of a match of worlds over WebSocket and a simulated network.
const socketTicks = 10_000

// vanishSeeds is the number of matches that two players leave at different times.
const vanishSeeds = 300

// sessionSeeds is the number of random sessions besides those that failed once.
const sessionSeeds = 10_000
