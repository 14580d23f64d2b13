// Package rattle is part of the engine: it integrates few bodies on revolute joints that turn
// freely, with cycles or without. Package articulation finds them and calls it.
//
// Such bodies swing for minutes: what a scheme gains or loses in a sub-step adds up. They are
// integrated by RATTLE (Andersen 1983), which is symplectic and of second order: the impulses at
// the arms of the beginning close the gaps at the end, after the bodies have turned, and impulses
// at the arms of the end then make the points move together. Solve, before the bodies move, finds
// the first impulses by Newton's method (newton.go), and Relax the second.
//
// The lines depend on how the bodies turn in the sub-step, so a light body that bears a heavy
// one and whips round needs shorter steps. Then the sub-step is divided into shorter steps of the
// system alone, and the bodies get the velocity with which they arrive where it ends.
//
// The velocity of a body is thus
//
//	start    as the pass begins, with outer forces over the whole sub-step and what contacts and
//	         other joints did in the sub-step before, but without the impulses of these joints
//	arrival  during the sub-step
//	end      after the last of the shorter steps
//
// and what contacts and other joints add to the arrival velocity is added to the end velocity.
//
// Systems share no dynamic body, so they may be solved at once. Arithmetic is float64 with rounded
// products; all targets agree to the bit. Warm, nothing here allocates.
package rattle
