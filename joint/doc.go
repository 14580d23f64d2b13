// Package joint holds joints between two bodies: the definitions a game fills
// in, the store, and the mathematics of each kind over body rows.
//
// A game fills in one of the definitions and gives it to World.CreateRevolute, or its
// like, of package world, which also has RevoluteAt and other functions that make
// definitions from points of the world. The stores and rows are the engine's.
//
// # Which joint
//
//	Revolute      a pin: hinges, chains, bridges, ragdolls, wheels on an axle
//	Distance      a rod, a spring, or, Loose and with limits, a rope
//	Prismatic     a slide: pistons, lifts, drawers
//	Weld          glue, rigid or springy
//	Wheel         a wheel on a sprung axis
//	Motor         drives a body to a velocity or a pose
//	Mouse         drags a point of a body
//	Angle         ties two angles, at a ratio
//	Gear          couples two revolute or prismatic joints
//	Pulley        a rope over two wheels, with a ratio as a block and tackle has
//	Ratchet       turns one way only
//	Groove        a point that slides along a slot
//	RotarySpring  a spring and damper given in newton metres
//	Friction      resists sliding and turning: the ground seen from above
//	NoCollision   two bodies that do not collide
//	Custom        a constraint of the game's own
//
// # Terms
//
//   - A kind is a sort of joint: revolute and so on. Each kind has a definition,
//     a record that lasts while the joint lives, and a row.
//   - A row is what the passes of one tick need of a joint, and is rebuilt every
//     tick. Rows of one kind and one colour lie together, so a pass is a plain
//     loop over one type.
//   - Frames: a definition places the joint in the frames of its bodies, from
//     their origins. Records keep the anchors from the centres of mass.
//   - The rigid part of a joint is what must hold exactly, such as the common
//     point of a revolute joint. Springs, motors and limits are its other parts.
//   - Load is the force and torque with which a joint held in the last sub-step.
//
// # Trees
//
// Joints with a rigid part that connect bodies without a cycle, such as chains, bridges,
// mobiles and the arms of robots, are solved exactly and all at once, with their motors,
// springs and limits, where sweeping over them would not converge: when a way through
// them has ten joints or more, when jointed bodies differ tenfold in mass, or when what
// hangs on a body, from something immovable, weighs ten times as much. Such joints are six times as stiff as the world's, unless they say how
// stiff they are. Swept over as ever are joints with bounds on the forces of their rigid
// part, joints that have none, gears, custom joints, and all joints of what has a cycle.
// tree.go begins with the reasons, tree_factor.go with the mathematics.
//
// # The kinds
//
// Revolute joints, of which scenes have thousands, have rows of their own. All
// other kinds between two bodies share one row, the bond: up to three lines that are
// solved together as a block, and up to two axes. An axis is a coordinate, a length,
// a translation or an angle, on which a spring, a motor, limits and a rigid hold may
// act. A kind says in compile what acts, and in measure how the lines lie. Gears and
// custom joints may have more than two bodies; wide.go says how those are known to
// bodies and islands.
//
// A new kind between two bodies needs a definition with Validate and compile, a
// Kind with its name, and, if no present one fits, a case in bond.values and in
// genericConstraint.measure.
//
// # Code of the game's own
//
// Laws of springs and custom joints run code of the game's own. Such a joint is
// flagged Serial: the solver puts it into the overflow, which is solved first and
// one joint after the other, and runs the passes over the overflow on the goroutine
// that called Step. The order of the calls depends on the history of the world
// alone. What the code panics with comes out of Step.
//
// # Promises
//
// All joints of a pass may be run in any order or at once if no two of them
// share a dynamic body. Products are rounded before they are added, so all
// targets agree to the bit. Far from the origin nothing is lost: the errors of
// a joint are formed in float64 and then narrowed.
package joint
