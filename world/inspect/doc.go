// Package inspect looks into a running game: a page in the browser shows its worlds live.
//
//	inspect.Attach(w, "level 3")
//	go inspect.ListenAndServe("localhost:6061")
//
// or, in a program that has a server, as net/http/pprof does:
//
//	http.Handle("/debug/carom/", inspect.Handler())
//
// The page has the shapes, contacts, joints, events, stage times and what else package world/view
// knows, everything about a body that is clicked, and downloads of recordings and of CPU profiles.
// With the option Edit it also pauses, steps and slows the game, pulls bodies, changes their
// numbers and goes back to earlier moments. The game needs no code for that.
//
// A game whose world is that of a scene document lets clients edit it, with OfDocument: place
// a crate, turn a limit, with the tools of the page on which scenes are built. What was changed
// comes back as a patch of the document:
//
//	s, err := scene.Parse(document)
//	w, contents, err := s.New()
//	d, err := live.New(document, w, contents, nil)
//	inspect.Attach(w, "level 3", inspect.Edit, inspect.OfDocument(edit.Page{Document: d}))
//
// # Terms
//
//   - A client is a page, or another program that speaks the messages of world/view/FORMAT.md.
//   - A watcher is a client that gets the frames of a world.
//
// # Promises
//
//   - The goroutine that steps the world never waits for a client. What a client asks for runs
//     between its steps.
//   - No client changes a world unless it was attached with Edit. When the last watcher leaves, the
//     game goes on at its own speed.
//   - A world without watchers pays a few loads per step.
//   - Only this machine gets in, unless the link has the token. A page of another site gets
//     nothing, also by rebinding its name.
//   - Numbers and sizes of clients, messages, frames and snapshots are limited: see Server.
package inspect
