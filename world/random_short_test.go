//go:build !long

package world_test

// randomScripts is how many random lists of operations run.
const randomScripts = 12

// churned is how many bodies come and go in a world that must not grow.
const churned = 20_000

// orders is how many worlds of fast bodies are stopped by obstacles in different orders.
const orders = 120
