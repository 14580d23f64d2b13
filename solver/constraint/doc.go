// Package constraint is part of the engine: it holds the mathematics of joints and solves them one
// after the other. Package solver runs it over the joints of each colour. Package articulation uses
// its lines of generic joints, and package world measures joints with it.
//
// # Terms
//
//   - A line is a scalar constraint. Its Jacobian is its direction in the space of the
//     velocities of two bodies. Its mobility is one over its effective mass.
//   - A block is up to three lines that are solved together: the rigid part of a joint, or a
//     spring in the plane.
//   - A scalar is a coordinate of a joint, with its motor, limits, spring and hold.
//     soft_scalar.go has the impulses of all four.
//   - A generic joint has one block and up to two scalars. All kinds between two bodies except
//     the revolute joint are generic. The geometry of the kind decides how Generic.Measure finds
//     the lines; nothing else depends on the kind.
//   - A row of a custom joint is a line that the game describes.
//   - A bundle holds eight revolute joints, which vector kernels solve together. Joints that
//     may share bodies have one bundle each.
//   - Gains are the coefficients of a soft constraint; see soft.go.
//
// # The tick
//
// A Set holds the constraints of a tick. Gather is called once per colour. Prepare reads the table
// of joints and the poses. WarmStart applies the impulses of the last tick. Solve corrects
// velocities and positions. Relax corrects velocities alone. Store writes impulses and loads to the
// table.
//
// Impacts holds the joints that transmit the bounces before the first sub-step.
//
// A new kind between two bodies needs a definition in joint, its compilation and its geometry in
// internal/state, and, if the geometry is new, a case in Generic.Measure.
//
// # Promises
//
// The joints of a pass may be run in any order or at the same time if no two of them share a
// dynamic body. Products are rounded before they are added, so all targets agree to the bit.
// Position errors are computed in float64 and then rounded to float32, so nothing is lost far from
// the origin. Warm calls allocate nothing.
package constraint
