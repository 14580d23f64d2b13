// Example pinball is a table with flippers on motors, bumpers that give more than they get, lanes
// of sensors, a spinner and a gate that opens one way. A game on Ebitengine.
package main
