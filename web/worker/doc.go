// Command worker is the program that the worker of the page runs: a world beside the page, so that
// the page never waits for a step. It is built with GOOS=js GOARCH=wasm and started by
// web/js/world_worker.js, which worker_source.js starts.
//
// The worker takes the commands of world/view's FORMAT.md, one JSON object each, of which every one
// is allowed, and
//
//	{"id":1,"do":"load","scene":"mixed","settings":{"bodies":300}}    a scene by its name
//	{"id":2,"do":"load","document":"{\"version\":1,...}"}             a document of world/scene, as a text
//	{"id":3,"do":"keys","keys":5}                                     the keys that are held down: bits of gallery.Keys
//	{"id":4,"do":"point","x":1,"y":2,"down":true}                     the pointer is held down there, or let go
//
// It answers with the same messages and frames as a running game. Names are those of web/gallery,
// and boxes, balls and mixed, piles that the setting bodies makes larger. Before the name of a new
// world comes
//
//	{"type":"camera","view":[-10,-1,10,12],"follow":[17,1],"points":true}
//
// with the box that the page shows, all zeros for everything, the body that it keeps in the
// middle, if there is one, and whether the scene takes the command point.
//
// The build tag norecordings leaves recordings out, and light documents and all scenes but those of
// gallery.Light, for a page that wants to show its first picture soon: its worker starts the larger
// program when somebody gives it a recording or a document.
//
// The build tag editor makes the program of the page on which scenes are built: without the scenes
// of web/gallery, and with the commands of world/scene/edit about documents and geometry, edit-set,
// and these, whose replies have an "answer" too:
//
//	{"id":4,"do":"edit-open","document":{...}}    builds the world, which stands still, or "errors"
//	{"id":5,"do":"edit-capture"}                  "document": the world as it is now
//	{"id":6,"do":"edit-go","document":{...}}      "text": a program of package gogen
//
// A recording comes to the function caromOpen as bytes. While one is played, the status message has
// "replay":true, "control":true (time may be told what to do, the world not), "history" from tick 0
// of the recording to its last, and "begin", the simulated time at tick 0. The command restore goes
// to any of these ticks.
package main
