// Example everyshape drops one of every shape on ground of every kind. The scene is
// a document, scene.json, and two of its shapes are the program's own. It runs until
// all have come to rest; given a folder, it leaves pictures there.
//
//	go run ./examples/everyshape /tmp
package main
