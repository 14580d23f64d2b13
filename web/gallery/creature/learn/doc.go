// Command learn searches the gaits of package creature and writes them as Go.
//
//	go run ./web/gallery/creature/learn -o web/gallery/creature/learned.go
//
// It takes some minutes and writes the same bytes in every run.
package main
