// Command excerpt writes an overlay for the go command, in which packages have some of their tests
// alone, and of the rest of their test files what these tests need. A platform on which only
// golden tests run compiles a third of the code then.
//
//	go build -o excerpt ./internal/excerpt
//	GOARCH=arm64 ./excerpt -run '^TestGolden' -to out/excerpt ./world ./geom
//	GOARCH=arm64 go test -overlay out/excerpt/overlay.json -run '^TestGolden' ./world ./geom
//
// What a test needs is found by names, without types: a local variable that is called like a
// function keeps this function. Too much may stay, and what lacks does not compile.
package main
