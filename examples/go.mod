module github.com/carom2d/carom/examples

go 1.26

require (
	github.com/carom2d/carom v0.0.0
	github.com/carom2d/carom/ebitengine v0.0.0
	github.com/coder/websocket v1.8.13
	github.com/go-gl/mathgl v1.2.0
	github.com/hajimehoshi/ebiten/v2 v2.8.8
	github.com/stretchr/testify v1.12.1
)

replace (
	github.com/carom2d/carom => ../
	github.com/carom2d/carom/ebitengine => ../ebitengine
)
