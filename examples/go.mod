module github.com/carom2d/carom/examples

go 1.26

require (
	github.com/andybalholm/brotli v1.1.1
	github.com/carom2d/carom v0.0.0
	github.com/carom2d/carom/ebitengine v0.0.0
	github.com/carom2d/carom/importers/tiled v0.0.0
	github.com/go-gl/mathgl v1.2.0
	github.com/hajimehoshi/ebiten/v2 v2.8.8
	github.com/stretchr/testify v1.12.1
)

require (
	github.com/carom2d/carom/importers/level v0.0.0 // indirect
	github.com/coder/websocket v1.8.13 // indirect
	github.com/ebitengine/gomobile v0.0.0-20240911145611-4856209ac325 // indirect
	github.com/ebitengine/hideconsole v1.0.0 // indirect
	github.com/ebitengine/purego v0.8.0 // indirect
	github.com/google/btree v1.1.3 // indirect
	github.com/jezek/xgb v1.1.1 // indirect
	github.com/klauspost/compress v1.18.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/image v0.25.0 // indirect
	golang.org/x/sync v0.12.0 // indirect
	golang.org/x/sys v0.31.0 // indirect
	golang.org/x/text v0.23.0 // indirect
)

replace (
	github.com/carom2d/carom => ../
	github.com/carom2d/carom/ebitengine => ../ebitengine
	github.com/carom2d/carom/importers/level => ../importers/level
	github.com/carom2d/carom/importers/tiled => ../importers/tiled
)
