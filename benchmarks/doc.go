// Package benchmarks times Carom against other Go engines on the same scenes and calls.
// It is a module of its own, so that the engine does not depend on its peers.
//
//	go test -run '^$' -bench . -benchtime 1x -count 5
//
// Every scene is built three times, once per engine, with the same bodies in the
// same places, 60 Hz and each engine's own defaults: 4 sub-steps for Carom, 10
// iterations for cp, 8 velocity and 3 position iterations for ByteArena's box2d.
// The ratio rows divide a peer's time by Carom's, measured in turn.
package benchmarks
