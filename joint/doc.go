// Package joint holds the definitions of joints. A game fills them in and reads them back.
//
// World.CreateRevolute, or its like, of package world makes a joint from a definition.
// Package world also has RevoluteAt and other functions that make definitions from points of
// the world. A definition can be checked without a world: Validate names the first field
// that cannot be used.
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
//   - A frame is given from the origin of a body, in the body's own axes.
//   - The rigid part of a joint holds exactly: the common point of a revolute joint, the
//     length of a rod. Springs, motors and limits are the other parts.
//   - A coordinate is a length, a translation or an angle that a joint measures. Motor,
//     limits and spring act along a coordinate. A motor whose speed is not zero keeps its
//     bodies awake.
//   - Angles count whole turns. A disabled joint counts none: its angle is the nearest to the last
//     angle that it had while it was enabled.
//   - The Angle of a Prismatic, a Weld and a Motor is the angle of B less the angle of A without
//     whole turns. When the joint is made or edited, it begins to hold the nearest of these angles.
//   - A coordinate that is beyond a limit, because the game set the limit or the bodies there, is
//     brought back: an angle at 20 rad/s at most, a length at five times the ContactPushSpeed of
//     the world. It stays at the limit without the speed.
//   - Anchors that a joint should hold together, and that the game sets apart, are brought together
//     at 60 LengthUnit per second at most, and an angle that it should hold at 80 rad/s.
//   - The load of a joint is its mean force and torque over a tick: the impulse of the tick over its
//     time. At rest the load is the weight that the joint carries. An impact that stops a mass m from
//     the speed v within a tick dt is the load m v / dt, whatever the number of sub-steps. Two ticks
//     may share an impact; then one of them has at least half of it.
//   - A stressed joint has a load larger than its BreakForce or BreakTorque. It breaks at the end of
//     the tick, or is only reported if ReportOnly is set.
//
// # Code of the game's own
//
// ForceLaw and Constraint run code of the game's own, on the goroutine that called Step, joint
// after joint in an order that depends on the history of the world alone. A panic in that code
// passes through Step. A Constraint can be called without a world, as the example of
// ConstraintContext does.
package joint
