// Example platformer is a level of tiles with a character that runs, jumps and swims: outlines of
// tiles, one-way floors, a lift, crates to push, spikes and coins. A game on Ebitengine.
package main
