//go:build long

package world_test

// randomScripts is how many random lists of operations run.
const randomScripts = 2000

// churnedBodies is how many bodies come and go in a world that must not grow.
const churnedBodies = 1_000_000

// queryOrderSeeds is how many worlds of fast bodies are stopped by obstacles in different orders.
const queryOrderSeeds = 20_000
