// Example server plays a thousand matches of pool in a worlds.Pool, as a server does: each tick has
// a budget, a match that panics is dealt with alone, and figures for the operator are at
// /debug/vars. It prints how long a round of ticks takes and what a world weighs. With -compare it
// prints how many worlds are stepped in a second, beside goroutines by hand.
package main
