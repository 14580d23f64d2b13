// Package articulation is part of the engine: it solves joints that form trees, and joints that
// close cycles in them, exactly and all at once. Package solver runs it before the colours of a
// batch of islands.
//
// A sweep over a long chain, joint by joint, propagates a change of force by a few joints, and does
// not converge between a light and a heavy body. Elimination from the leaves to the root solves
// such joints in time proportional to their number.
//
// # Terms
//
//   - An articulation is a connected set of dynamic bodies and rigid joints. Immovable bodies are
//     leaves wherever they occur.
//   - A joint of an articulation connects a child with its parent, which is nearer to the root. The
//     joints are listed from the leaves to the root.
//   - A line is a scalar constraint, one row of the Jacobian of a joint.
//   - A point block holds the two lines of a revolute joint. A line block holds any other lines.
//     See point_block.go, and line_block.go for the derivation.
//   - An actuator is the motor, the limits and the spring of a coordinate. It adds a line to its
//     joint: see actuator.go.
//   - The active bound of a coordinate is the motor or the limit that decides its speed, if there
//     is one. The active set is the set of all active bounds. active_set.go finds it.
//   - A tie is a joint beside the tree. A couple is a tie that acts on the angle alone: see tie.go
//     and couple.go. A custom joint of two bodies may be a tie: see custom.go.
//   - A frame is an articulation with many ties, which all close cycles: see frame.go.
//   - A rope is an articulation of pins on at most one immovable body: see effective.go.
//   - A small articulation has few bodies on joints that turn or slide freely. It may have cycles.
//     Package rattle solves it. Only the first two terms above apply to it.
//   - A line is redundant if it depends on other lines: see redundancy.go.
//   - The lead of a line compensates its bend within a sub-step: see lead.go.
//   - Geometric stiffness is the restoring stiffness of a rotated body under tension: see
//     stiffness.go.
//   - A stub is a small articulation of light bodies that meet obstacles for a heavy one, such as a
//     weight on a stick: see bond.go.
//   - A rope whirls if its links turn against each other: see whirl.go.
//   - An articulation whips if its lines bend far within a sub-step: see whip.go.
//
// # Which joints
//
// The Graph decides when joints come, go or change. A few bodies on joints that turn or slide
// freely are a small articulation. Any other connected set is solved here if a path through it has
// ten joints or more, if jointed bodies differ tenfold in mass, if a body that hangs on an
// immovable one carries ten times its own mass, if a body bears a far heavier one, if a joint lies
// far outside a body, if a motor turns a joint into its limit, if joints close cycles in a set that
// hangs on an immovable body, or if the set is a stub. The sweeps of package constraint solve all
// other joints: joints with a bound in a set that has more than eight, joints without a rigid part,
// gears, custom joints, and all joints of a connected set with more cycles than ties can close or a
// frame can have. Other joints that close cycles are solved here as ties or in a frame, and so are
// couples, ropes and gears on bodies that are pinned far outside, custom joints of two bodies that
// are pinned outside their centres, and ropes between bodies that differ tenfold in mass, together
// with the joints that are connected with them. Joints solved here are six times as stiff as the
// world's unless they set their own stiffness.
//
// # Promises
//
// Articulations share no dynamic body, so they may be solved at the same time. Arithmetic is
// float64 with rounded products; all targets agree to the bit. Warm calls allocate nothing.
package articulation
