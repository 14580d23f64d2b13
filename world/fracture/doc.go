// Package fracture breaks bodies into pieces: along a line, among seeds, or when they are hit. It
// uses the public API of package world only, and package shape/polygon for the geometry.
//
//	report, err := fracture.Cut(crate, left, right, fracture.Def{})          // a sword
//	report, err := fracture.Shatter(pane, seeds, fracture.Def{MinArea: 0.01}) // glass
//	sub, err := fracture.BreakOnHit(pane, fracture.Breakable{Impulse: 3})     // by itself
//
// # Terms
//
//   - The parent is the body that breaks. It is destroyed.
//   - A fragment is a connected part of it. Fragments that are too small, or that the game does not
//     want, vanish.
//   - A piece is the body of a fragment. It has the parent's definition, and a collider for each
//     convex part of the fragment, with the definition of the collider that the part came from.
//
// A piece has the parent's frame: what was at a local point of the parent is at the same local
// point of the piece, its texture too. Only the centre of mass is its own. So the joints of the
// parent hold as they did. Each is made anew on the fragment that has its anchor, or nearest to it;
// gears are made anew on the new joints. A joint whose fragment vanished ends, and so do joints of
// the game's own (joint.Custom) and subscriptions.
//
// # Promises
//
//   - Fragments have together the mass of the parent, its centre, momentum and angular momentum, to
//     1e-9 of them, for colliders without curved borders; fragments that vanish take their share
//     along, which the Report tells. The world keeps velocities in float32: a piece that turns has
//     its velocity to 6e-8 of it.
//   - Curved borders become polygons within Def.Tolerance, unless no fragment's border runs through
//     the collider. The mass stays what it was, and a common correction of the velocities keeps
//     both momenta.
//   - A call that cannot be done returns an error, and the world is as it was, but for identities
//     that were used.
//   - The same bits on every platform: the order of the pieces is the order of the cells (left before
//     right, or the order of the seeds), then of the colliders of the parent.
//
// Concave bodies have several convex colliders. docs/decisions says why there is no
// compound shape in their place.
package fracture
