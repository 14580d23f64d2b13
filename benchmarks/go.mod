module github.com/carom2d/carom/benchmarks

go 1.26

require (
	github.com/ByteArena/box2d v1.0.2
	github.com/carom2d/carom v0.0.0
	github.com/go-gl/mathgl v1.2.0
	github.com/jakecoffman/cp/v2 v2.4.0
)

require (
	github.com/fxamacker/cbor/v2 v2.9.0 // indirect
	github.com/google/btree v1.1.3 // indirect
	github.com/klauspost/compress v1.18.0 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	github.com/x448/float16 v0.8.4 // indirect
	golang.org/x/sys v0.31.0 // indirect
)

replace github.com/carom2d/carom => ../
