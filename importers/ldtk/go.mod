module github.com/carom2d/carom/importers/ldtk

go 1.26

require (
	github.com/carom2d/carom v0.0.0
	github.com/carom2d/carom/importers/level v0.0.0
	github.com/go-gl/mathgl v1.2.0
	github.com/solarlune/ldtkgo v0.9.3
	github.com/stretchr/testify v1.12.1
)

require (
	github.com/google/btree v1.1.3 // indirect
	github.com/klauspost/compress v1.18.0 // indirect
	github.com/tidwall/gjson v1.6.4 // indirect
	github.com/tidwall/match v1.0.1 // indirect
	github.com/tidwall/pretty v1.0.2 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/sys v0.31.0 // indirect
)

replace (
	github.com/carom2d/carom => ../../
	github.com/carom2d/carom/importers/level => ../level
)
