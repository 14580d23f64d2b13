// Package sight finds the convex shapes that are seen from a point, up to a radius, and the
// visibility polygon of the point. It is pure functions over compiled shapes and their poses.
//
// # Terms
//
//   - Eye: the point that looks.
//   - Obstacle: a shape at a pose. Its number is its place in the order of Search.Add.
//   - Near side: the border of an obstacle that faces the eye. Flat sides keep their corners.
//     Chords replace curved borders.
//   - Turn: a number that grows with the angle of a direction, from 0 to 4.
//   - Envelope: the pieces of edges that lie nearest to the eye, in ascending order of turns.
//
// # The search
//
// If the eye lies on a border, Search.Look moves it a little in front of the border. It finds the
// near side of each obstacle and merges the near sides into one envelope. With n edges the work is
// O(n log n). The order of the obstacles decides between two edges at the same distance.
//
// A Search that is used again allocates nothing once its slices are large enough.
package sight
