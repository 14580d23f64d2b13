//go:build long

package world_test

// randomScripts is how many random lists of operations run.
const randomScripts = 2000
