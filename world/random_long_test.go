//go:build long

package world_test

// randomScripts is how many random lists of operations run.
const randomScripts = 2000

// churned is how many bodies come and go in a world that must not grow.
const churned = 1_000_000

// orders is how many worlds of fast bodies are stopped by obstacles in different orders.
const orders = 20_000
