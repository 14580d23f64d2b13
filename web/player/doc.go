// Package player runs a world for a page: it takes the commands of world/view's FORMAT.md as JSON,
// steps the world in real time, and hands out frames and answers. The page's worker is built on it,
// and any other program with a world and a page can use it too.
//
//	p := player.New(player.Config{Scenes: build, Documents: player.Document, Text: sendText, Frame: sendFrame})
//	p.Receive([]byte(`{"do":"load","scene":"pyramid"}`))
//	for range ticker { p.Advance(secondsSinceLast) } // or after the time that p.Due returns
//
// # Terms
//
//   - A Run is a world with functions for its ticks, the keys and the pointer.
//   - The past is a ring of snapshots of the last seconds, from which the world can continue. A
//     Run's own state is restored with the snapshot. Edits of a document are applied to it again.
//
// # Promises
//
// A Player belongs to one goroutine. An Advance never runs more than a few ticks, so a page whose
// time stood still does not wait. A command that cannot be carried out is answered with a sentence
// and changes nothing.
package player
