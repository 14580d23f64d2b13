//go:build light

package gallery

// scenes is the list of Scenes: a program with the build tag light has no other scenes.
var scenes = light
