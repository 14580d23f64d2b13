// Package rattle is part of the engine: it integrates a few bodies on pins that turn freely and
// slides that slide freely, with or without cycles. Package articulation finds them and calls it.
//
// Such bodies swing for minutes, so gains and losses of energy in the sub-steps add up. They are
// integrated by RATTLE (Andersen 1983), which is symplectic and of second order. Impulses at the
// arms of the beginning close the gaps at the end, after the bodies have turned. Impulses at the
// arms of the end then make the points move together. Solve, before the bodies move, finds the
// first impulses by Newton's method (newton.go), and Relax finds the second impulses.
//
// The lines depend on the rotation of the bodies in the sub-step, so a light body that bears a
// heavy one and whips round needs shorter steps. Then the sub-step is divided into shorter steps of
// the system alone, and the bodies get the velocity with which they arrive at the end of the
// sub-step.
//
// The velocity of a body is thus
//
//	start    as the pass begins, with outer forces over the whole sub-step and what contacts and
//	         other joints did in the sub-step before, but without the impulses of these joints
//	arrival  during the sub-step
//	end      after the last of the shorter steps
//
// Contributions of contacts and other joints to the arrival velocity are added to the end velocity.
//
// The pins of a system with loops and little freedom bend a little under load: see loops.go.
//
// Systems share no dynamic body, so they may be solved at the same time. Arithmetic is float64 with
// rounded products; all targets agree to the bit. Warm calls allocate nothing.
package rattle
