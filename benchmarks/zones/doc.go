// Command zones computes from recordings the cost of dividing a level between two servers: the
// number of bodies that both servers must know, the bytes for these bodies, the number of bodies
// that change sides, and the error of a server about the other server's bodies when their states
// come late.
//
//	go run ./zones [-band 1,2,4] [-late 1,3,6] file.rec...
//
// The border is the vertical line that has as many dynamic bodies on its left as on its right, all
// ticks counted. A body is near the border when its box comes within the band. See docs/zones.md
// for the meaning of the numbers.
package main
