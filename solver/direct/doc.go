// Package direct is part of the engine: it solves the contacts of bodies under heavy loads exactly
// and all at once. Package solver runs it before the colours of a batch of islands.
//
// A sweep of sequential impulses changes the impulse of a contact by no more than its effective
// mass times its closing speed. Four hundred kilograms on one kilogram then rest on a spring made
// for one kilogram, and a tall stack buckles like a column of such springs. Here the contacts of
// the loaded bodies are solved as one system of linear equations, so the load of a body passes
// through it in the sub-step in which it arrives. Masses are the true masses, and all forces are
// impulses of contacts, equal and opposite.
//
// # Terms
//
//   - A cluster is a set of contacts that shares no dynamic body with any other cluster. The solver
//     chooses the clusters, see loads.go there.
//   - A line is a scalar constraint, one row of the Jacobian: the normal of a contact point,
//     the friction of a contact, or its rolling resistance.
//   - A bond is a joint of an articulation, between two bodies or, if it is a gear, up to four. Its
//     rigid lines, and the limits that it has reached, are always active. Its motors are active
//     between their bounds: see bond.go.
//   - A line is active if the equations decide its impulse. The impulse of an inactive line is
//     known: zero at a point that opens, and the bound of friction at a contact that slides.
//
// # The equations
//
// A line has the Jacobian J, the compliance c and the desired rate -b. With the velocities v' after
// the solution and the line's impulse p it satisfies
//
//	J v' + b = -c p              with position correction
//	J v' + b = -c (p - p0)       without, where p0 is the impulse before
//
// The second form has no compliance where p is constant. With v' = v + d and M for the masses, the
// sum over the active lines a and the other lines o, whose impulses are known, is
//
//	(M + sum_a J^T J / c) d = sum_a J^T p* + sum_o J^T (p - p0)
//
// where p* is the change of impulse at d = 0. The matrix is symmetric and positive definite, so it
// is factored without pivots by package profile. Its blocks of 3 x 3 are the bodies and the pairs
// of touching bodies. The compliance is so small that a load of a thousand times the mass gives way
// by less than a slop, and large enough that float64 holds the matrix.
//
// # Promises
//
// Clusters share no dynamic body, so they may be solved at the same time. Arithmetic is float64
// with rounded products; all targets agree to the bit. Warm calls allocate nothing.
package direct
