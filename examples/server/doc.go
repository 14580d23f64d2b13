// Example server steps a thousand small worlds, as a server of as many matches does: each world is one
// table, on one goroutine at a time, and a pool of workers takes them in turn. It prints how long a round of
// ticks takes and what a world weighs.
package main
