// Example crane loads containers on a barge: a trolley on a bridge, a rope that a winch lengthens,
// a magnet that welds containers to itself, and a barge that floats and leans under its load. A
// game on Ebitengine.
package main
