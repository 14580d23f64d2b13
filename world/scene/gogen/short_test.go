//go:build !long

package gogen

// randomScenes is the number of random documents that are compiled.
const randomScenes = 60
