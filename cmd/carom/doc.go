// Command carom runs scenes of the Carom physics engine from the command line: it simulates
// them, times them and draws them.
//
//	carom list
//	carom run pyramid -gif pyramid.gif
//	carom run my_scene.json -seconds 3 -png end.png -stats
//	carom check my_scene.json
//	carom run dominoes -record dominoes.rec
//	carom replay dominoes.rec -at 3.2s -png then.png
//	carom diff before.rec after.rec
//	carom inspect dominoes.rec
//	carom bench -scene tumbler -repeat 5 -profile
//	carom gen my_scene.json -package level -func NewLevel -o level.go
//	carom bench -scaling -repeat 5
//	carom import level.tmx -o scene.json
//	carom run level.tmx -gif level.gif
//	carom slim game.wasm -o main.wasm
//
// The program carom-import reads levels of the editors Tiled and LDtk and drawings in SVG. It lies
// beside carom or on the path. It is the separate module importers/cmd/carom-import, so that this
// module does not need the modules of the importers.
//
// After go get -tool github.com/carom2d/carom/cmd/carom a game's module has the command. A game
// that keeps its levels as scene documents and compiles them then has a line such as
//
//	//go:generate go tool carom gen level.json -package level -o level.go
//
// A file is written as a temporary file in the same folder and renamed when everything else has
// succeeded. So the old file stays if a run fails, is interrupted or cannot print its report.
// Devices and pipes, such as /dev/stdout, are written directly. The file - is the standard output:
// the report then goes to the standard error.
//
// The exit status is 0 after success, 1 after a failure during the run, and 2 for arguments
// that the command does not accept. After a signal it is 1, or on Unix 128
// and the signal's number.
package main
