// Example everyshape drops one of every shape on ground of every kind. The scene is a
// document, scene.json, and two of its shapes are defined by the program. It runs until all
// bodies are at rest. Given a folder, it writes pictures into it.
//
//	go run ./everyshape /tmp
package main
