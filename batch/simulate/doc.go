// Package simulate runs the simulations of a plan one by one: it makes the world of a run, steps
// it, measures it, and continues from a snapshot where a run was interrupted.
package simulate
