// Package sight finds what is seen from a point among convex shapes, up to a radius: which of
// them, and the visibility polygon. It is pure functions over compiled shapes and their poses.
//
// # Terms
//
//   - Eye: the point that looks.
//   - Obstacle: a shape at a pose. Its number is its place in the order of Search.Add.
//   - Near side: the border of an obstacle that faces the eye. Flat sides keep their corners.
//     Chords stand for curved borders.
//   - Turn: a number that grows with the angle of a direction, from 0 to 4.
//   - Envelope: the pieces of edges that lie nearest to the eye, in ascending order of turns.
//
// # The search
//
// Search.Look moves an eye that lies on a border a little before it, finds the near side of
// each obstacle and merges the near sides to one envelope. With n edges the work is
// O(n log n). Two edges at the same distance are decided by the order of the obstacles, so
// the result depends on that order and on nothing else.
//
// A Search that is used again allocates nothing once its slices are large enough.
package sight
