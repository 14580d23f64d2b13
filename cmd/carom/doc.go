// Command carom runs scenes of the Carom physics engine from the command line: it simulates
// them, times them and draws them.
//
//	carom list
//	carom run pyramid -gif pyramid.gif
//	carom run my_scene.json -seconds 3 -png end.png -stats
//	carom bench -scene tumbler -repeat 5 -profile
//
// The exit status is 0 after success, 1 after a failure during the run, and 2 for arguments
// that the command does not accept.
package main
