// Command excerpt writes an overlay for the go command. In the overlay, packages have only some of
// their tests, and the parts of their test files that these tests need. A platform on which only
// golden tests run then compiles a third of the code.
//
//	go build -o excerpt ./internal/excerpt
//	GOARCH=arm64 ./excerpt -run '^TestGolden' -to out/excerpt ./world ./geom
//	GOARCH=arm64 go test -overlay out/excerpt/overlay.json -run '^TestGolden' ./world ./geom
//
// The command finds the needed declarations by names, without types: a local variable with the name
// of a function keeps this function. So the excerpt may keep too much. If it kept too little, it
// would not compile.
package main
