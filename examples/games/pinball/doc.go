// Example pinball is a table with flippers on motors, bumpers that return balls faster than they
// come, lanes of sensors, a spinner and a gate that opens one way. A game on Ebitengine.
package main
