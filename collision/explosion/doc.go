// Package explosion is part of the engine: it finds which bodies an explosion hits and the impulse
// of each, and gives it to them. Package world checks the definition and keeps the result for the
// game.
//
// # Terms
//
//   - Facet: a straight piece of a collider's outline. It faces the point of the blast if the point
//     lies in front of it.
//   - Part: a piece of a facet for which one ray decides whether something shields it.
//   - Strength: the fraction of the full impulse at a distance from the point.
//
// The impulse on a facet is the integral of the strength over its width as the point sees it, by
// Gaussian quadrature in each part. Bodies and colliders come by ascending slot, so a result does
// not depend on the broadphase. A warm call allocates nothing.
package explosion
