// Command zones computes from recordings what it would take to divide a level between two servers:
// how many bodies both must know, the bytes that this takes, how many bodies change sides, and how
// wrong a server is about the bodies of the other when their states come late.
//
//	go run ./zones [-band 1,2,4] [-late 1,3,6] file.rec...
//
// The border is the vertical line that has as many dynamic bodies on its left as on its right, all
// ticks counted. A body is near the border when its box comes within the band. See docs/zones.md
// for what the numbers mean.
package main
