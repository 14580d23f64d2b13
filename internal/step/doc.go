// Package step holds the parameters of one fixed timestep, computed once and
// read by every stage, and the coefficients of soft constraints.
//
// Lengths are in metres, times in seconds, in float32 because the solver's rows
// are.
package step
