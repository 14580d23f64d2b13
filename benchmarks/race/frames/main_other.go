//go:build !js

package main

import "os"

func main() {
	os.Stderr.WriteString("frames runs under node alone: GOOS=js GOARCH=wasm go build ./race/frames\n")
	os.Exit(1)
}
