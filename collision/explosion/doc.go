// Package explosion is part of the engine: it finds the bodies that an explosion hits and the
// impulse on each, and applies the impulses. Package world checks the definition and keeps the
// result for the game.
//
// # Terms
//
//   - Facet: a straight piece of a collider's outline. It faces the point of the blast if the point
//     lies in front of it.
//   - Part: a piece of a facet for which one ray decides whether something shields it.
//   - Strength: the fraction of the full impulse at a distance from the point.
//
// The impulse on a facet is the integral of the strength over the facet's width as seen from the
// point, by Gaussian quadrature in each part. Bodies and colliders are visited by ascending slot,
// so a result does not depend on the broadphase. A warm call allocates nothing.
package explosion
