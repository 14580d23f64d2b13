//go:build long

package gogen

const randomScenes = 1000
