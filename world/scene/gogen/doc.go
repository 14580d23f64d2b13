// Package gogen writes a Go program that builds the world of a scene document on the public
// interface of the engine: a level drawn by hand becomes code that a game compiles.
//
//	s, err := scene.Parse(document)
//	source, err := gogen.Generate(s, gogen.Options{Package: "level", Func: "NewLevel"})
//
// The command carom does the same: carom gen scene.json -package level -func NewLevel -o level.go.
//
// # The program
//
// The program is one file, formatted as gofmt does. It declares a struct and its constructor. The
// struct has the name of the constructor without New, or with World appended. It has the world, and
// in nested structs the named objects of the document: Materials, Bodies, Joints and Areas. Every
// character has a field in Characters, because the game must move it.
//
//   - The name "front wheel" becomes the field FrontWheel. Names that become the same field are
//     numbered: FrontWheel2.
//   - Three or more bodies whose names differ in the number at their end, without a gap, become an
//     array: "plank 5" to "plank 9" are the elements 0 to 4 of Plank.
//   - A document gives joints no names. A joint whose motor moves, a motor joint, a mouse joint and the
//     joints of a gear become fields. They are named after body B, or after A if B is the ground, and
//     after their type.
//   - Consecutive bodies that differ only in place, angle and number become a loop, and so do
//     joints.
//
// A program of package main also has a function main, which simulates the seconds of the document
// and prints the poses of its bodies and the hash of the state.
//
// # Promises
//
//   - The world is in the same state as the world of Scene.New: World.StateHash is equal, at the
//     start and after any number of ticks. Numbers are equal to the last bit.
//   - The same scene gives the same text.
//   - The result of Generate compiles, alone in its package.
//
// The view is not part of the program. Custom shapes are functions of the game, which a document
// knows by their names only: Generate returns an error that wraps ErrCustomShape.
package gogen
