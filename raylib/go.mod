module github.com/carom2d/carom/raylib

go 1.26

require (
	github.com/carom2d/carom v0.0.0
	github.com/gen2brain/raylib-go/raylib v0.55.1
	github.com/go-gl/mathgl v1.2.0
)

require (
	github.com/ebitengine/purego v0.7.1 // indirect
	github.com/fxamacker/cbor/v2 v2.9.0 // indirect
	github.com/google/btree v1.1.3 // indirect
	github.com/klauspost/compress v1.18.0 // indirect
	github.com/x448/float16 v0.8.4 // indirect
	golang.org/x/exp v0.0.0-20240506185415-9bf2ced13842 // indirect
	golang.org/x/image v0.25.0 // indirect
	golang.org/x/sys v0.31.0 // indirect
)

replace github.com/carom2d/carom => ../
