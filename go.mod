module github.com/carom2d/carom

go 1.26

require (
	github.com/coder/websocket v1.8.13
	github.com/fxamacker/cbor/v2 v2.9.0
	github.com/go-gl/mathgl v1.2.0
	github.com/google/btree v1.1.3
	github.com/klauspost/compress v1.18.0
	github.com/stretchr/testify v1.12.1
	github.com/valyala/fastjson v1.6.10
	golang.org/x/image v0.25.0
	golang.org/x/sys v0.31.0
	golang.org/x/term v0.30.0
)

require (
	github.com/x448/float16 v0.8.4 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
)
