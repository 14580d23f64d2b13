// Example miner is a mine of a million tiles, made from a seed and loaded around the player: a
// pick, bombs that carve, ground that falls without support, ores, and lamps that light the places
// in their sight. A game on Ebitengine.
//
//	go run ./games/miner -bench    # prints the time of a tick with 500 bodies awake
package main
