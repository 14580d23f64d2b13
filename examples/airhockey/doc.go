// Example airhockey lets two players meet over a bad network, in one process: each has a world and
// a session of package world/rollback, and a line that delays, loses and reorders packets lies
// between them. The players are programs. Each sees only the state at its own end.
package main
