// Command carom runs scenes of the Carom physics engine from the command line:
// it simulates them, times them and draws them.
//
//	carom list
//	carom run pyramid -gif pyramid.gif
//	carom run my_scene.json -seconds 3 -png end.png -stats
//	carom bench -scene tumbler -repeat 5 -profile
//
// It exits with status 0 when all went well, 1 when something failed while it
// ran, and 2 when it was called in a way it does not understand.
package main
