// Example miner is a mine of a million tiles, made from a seed and loaded around the player: a
// pick, bombs that carve, ground that falls once nothing holds it, ores, and lamps that light
// what can be seen from them. A game on Ebitengine.
//
//	go run ./games/miner -bench    # prints the time of a tick with 500 bodies awake
package main
