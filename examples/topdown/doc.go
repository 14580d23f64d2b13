// Example topdown shows the world from above: no gravity, damping instead of a floor, a
// paddle that the player moves, and events that report every hit.
package main
