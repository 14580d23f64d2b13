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
//   - A piece is the body of a fragment. It has the parent's definition and the convex parts of the
//     fragment as colliders, each with the definition of the parent's collider from which it came.
//
// A piece has the parent's frame: a local point of the parent is the same local point of the piece,
// for textures too. Only the centre of mass differs. So the joints of the parent hold as before.
// Each joint is created again on the fragment that has its anchor, or is nearest to it; gears are
// created again on the new joints. A joint counts whole turns from the angle at which it is made,
// so the limits and the rest angles of its new definition move by as much as its angle. A joint
// whose fragment vanished ends, and so do joints that the world refuses for the piece, such as one
// between bodies that are not dynamic, joints of the game's own (joint.Custom), areas that the
// parent carries, and subscriptions.
//
// # Promises
//
//   - Together the fragments have the mass, centre, momentum and angular momentum of the parent, to
//     1e-9, for colliders without curved borders. Only the centre is not kept if the game has set
//     another one by world.Body.SetMassData. Fragments that vanish take their share along; the
//     Report lists them. The world stores velocities as float32. The velocities of the pieces are
//     rounded together, so that the pieces keep both momenta to 1e-9 too. The rounding changes a
//     velocity by less than 4e-4 of the largest speed of a piece, and an angular velocity by less
//     than 1e-3 of this speed divided by the radius of gyration. Two pieces of nearly the same mass
//     that part faster than their parent moved often have no such velocities. Then the line or the
//     seeds are shifted: mostly by less than 1e-4 of the square root of the body's area, at most by
//     4e-4 of it.
//   - Curved borders become polygons within Def.Tolerance, unless no fragment's border runs through
//     the collider. The mass does not change, and a common correction of the velocities keeps both
//     momenta.
//   - A call that fails returns an error, and the world is as it was, except for used identities.
//   - Results have the same bits on every platform. The order of the pieces is the order of the
//     cells (left before right, or the order of the seeds), then the order of the parent's
//     colliders.
//
// The parts of a fragment that come from one compound stay one compound collider. Other parts are
// colliders of their own.
package fracture
