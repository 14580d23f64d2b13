// Package step holds the parameters of one fixed timestep, computed once and read by every
// stage, and the coefficients of soft constraints. Lengths are in metres and times in
// seconds, in float32 like the solver's bundles.
package step
