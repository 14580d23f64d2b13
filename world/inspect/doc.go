// Package inspect shows the worlds of a running game live on a page in the browser.
//
//	inspect.Attach(w, "level 3")
//	go inspect.ListenAndServe("localhost:6061")
//
// or, in a program that has a server, as net/http/pprof does:
//
//	http.Handle("/debug/carom/", inspect.Handler())
//
// The page has the shapes, contacts, joints, events, stage times and the other layers of package
// world/view, all data of a clicked body, and downloads of recordings and of CPU profiles. With the
// option Edit it also pauses, steps and slows the game, pulls bodies, changes their numbers and
// goes back to earlier moments. The game needs no code for that.
//
// With OfDocument, a game whose world comes from a scene document lets clients edit it: place a
// crate or turn a limit, with the tools of the scene editor. The changes come back as a patch of
// the document:
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
//   - The goroutine that steps the world never waits for a client. Commands of clients run between
//     its steps.
//   - No client can change a world that was attached without Edit. When the last watcher leaves,
//     the game continues at its own speed.
//   - A world without watchers pays a few loads per step.
//   - Only this machine has access, unless the link has the token. A page of another site has no
//     access, not even by rebinding its name.
//   - Numbers and sizes of clients, messages, frames and snapshots are limited: see Server.
package inspect
