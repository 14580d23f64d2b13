// Example server plays a thousand matches of pool in a worlds.Pool, as a server does: each tick has
// a budget, a match that panics does not affect the others, and figures for the operator are at
// /debug/vars. It prints the time of a round of ticks and the memory of a world. With -compare it
// compares the worlds stepped per second with hand-written goroutines.
package main
