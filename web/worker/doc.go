// Command worker is the program that the worker of the page runs: it steps a world beside the page,
// so that the page never waits for a step. It is built with GOOS=js GOARCH=wasm and started by
// web/js/world_worker.js, which worker_source.js starts.
//
// The worker takes all commands of world/view's FORMAT.md, one JSON object each, and
//
//	{"id":1,"do":"load","scene":"mixed","settings":{"bodies":300}}    a scene by its name
//	{"id":2,"do":"load","document":"{\"version\":1,...}"}             a document of world/scene, as a text
//	{"id":3,"do":"keys","keys":5}                                     the keys that are held down: bits of gallery.Keys
//	{"id":4,"do":"point","x":1,"y":2,"down":true}                     the pointer is held down there, or let go
//
// It answers with the same messages and frames as a running game. Names are the scenes of
// web/gallery, and boxes, balls and mixed, which are piles whose size is the setting bodies. Before
// the name of a new world comes
//
//	{"type":"camera","view":[-10,-1,10,12],"follow":[17,1],"points":true}
//
// with the box that the page shows (all zeros for everything), the body that the page keeps in the
// middle, if there is one, and whether the scene takes the command point.
//
// The build tag norecordings leaves out recordings, and the compressor and the checksums of all
// files. The build tag light leaves out documents and all scenes except gallery.Light. They serve a
// page that shows its first picture soon. The page's worker starts the larger program when it gets
// a recording or a document.
//
// The build tag editor makes the program of the editor's page. It has no scenes of web/gallery. It
// has the commands of world/scene/edit about documents and geometry, edit-set, and the following
// commands, whose replies have an "answer" too:
//
//	{"id":4,"do":"edit-open","document":{...}}    builds the world, which stands still, or "errors"
//	{"id":5,"do":"edit-capture"}                  "document": the world as it is now
//	{"id":6,"do":"edit-go","document":{...}}      "text": a program of package gogen
//
// A recording is passed to the function caromOpen as bytes. While a recording is played, the status
// message has "replay":true, "control":true (the page may control time but not change the world),
// "history" from tick 0 of the recording to its last tick, and "begin", the simulated time at tick
// 0. The command restore goes to any of these ticks.
package main
