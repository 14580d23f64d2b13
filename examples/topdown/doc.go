// Example topdown looks at the world from above: no gravity, damping instead of
// a floor, a paddle that the player moves, and events that say what was hit.
package main
