module github.com/carom2d/carom

go 1.26

require (
	github.com/coder/websocket v1.8.13
	github.com/go-gl/mathgl v1.2.0
	github.com/google/btree v1.1.3
	github.com/stretchr/testify v1.12.1
	golang.org/x/image v0.25.0
	golang.org/x/sys v0.31.0
	golang.org/x/term v0.30.0
)

require go.yaml.in/yaml/v3 v3.0.5 // indirect
