// Package player runs a world for a page: it takes the commands of world/view's FORMAT.md as JSON,
// steps the world in real time, and hands out frames and answers. The page's worker is built on it,
// and so can any program be that has a world of its own and a page beside it.
//
//	p := player.New(player.Config{Scenes: build, Documents: player.Document, Text: sendText, Frame: sendFrame})
//	p.Receive([]byte(`{"do":"load","scene":"pyramid"}`))
//	for range ticker { p.Advance(secondsSinceLast) }
//
// # Terms
//
//   - A Run is a world with what happens before each of its ticks, and with what takes the keys and
//     the pointer.
//   - The past is a ring of snapshots of the last seconds, from which the world can go on. What a
//     Run keeps of its own comes back with the snapshot.
//
// # Promises
//
// A Player belongs to one goroutine. It never runs more than a few ticks for an Advance, so a page
// whose time stood still does not wait. A command that cannot be carried out gets a reply with a
// sentence and changes nothing.
package player
