// Package scene reads and writes worlds as JSON documents, so that a scene can be kept in a
// file, compared, edited by hand and run by the command carom.
//
// Parse reads a document into a Scene, plain Go data that a program may also build.
// Scene.New makes a world of it. Scene.Load adds it to a world. FromWorld describes a world
// in its present state. Scene.Encode writes the document.
//
// # Errors
//
// The format is strict. Unknown and duplicate fields, wrong types, numbers that are not finite,
// names without an object, invalid shapes and sizes beyond the limits below are rejected before
// anything is created. The error gives the path of the field, its line and column, and for a
// misspelt field the likely name:
//
//	bodies[3].colliders[0].radius: -1 must be positive
//	bodies[3].postion: is not a field of the format: did you mean position?
//
// Parse returns the first error, Check returns all errors. Describe lists the fields with their
// units and ranges, for programs that edit documents. A byte order mark before the document is
// skipped.
//
// # The document
//
// A document is one JSON object in UTF-8. Lengths are in metres (or in the
// game's unit, see lengthUnit), masses in kilograms, times in seconds, angles in
// radians counter-clockwise. A point is a list of two numbers [x, y], y up. A
// field that is left out has the value in parentheses; without parentheses it
// is zero, false, empty or a default that the engine chooses.
//
//	version      1; must be there
//	description  a text
//	seconds      the duration of the scene for the command (10)
//	view         {min, max}: two points, the box of a picture
//	world        an object, below
//	materials    a list of materials
//	bodies       a list of bodies
//	joints       a list of joints
//	areas        a list of areas
//	characters   a list of characters
//
// The world holds gravity (a point, m/s^2) and the settings of world.Config:
// timestep, subSteps, lengthUnit, noSleep, noContinuous, stable, contactHertz, contactDamping,
// contactPushSpeed, jointHertz, jointDamping, restitutionThreshold, hitThreshold,
// maxSpeed, sleepSpeed, sleepTime.
//
// A material has a name of its own, friction (0.6), restitution (0 to 8),
// rollingResistance, tangentSpeed (m/s), id (64 bits), staticFriction, slipLeft and slipRight
// (0 to 1), frictionCombine and restitutionCombine ("default", "average", "geometricMean",
// "minimum", "product" or "maximum"; the first) and priority (-128 to 127).
//
// A body holds the fields of body.Def: name, type ("dynamic", "kinematic" or
// "static"; the first), position, angle, linearVelocity, angularVelocity,
// linearDamping, angularDamping, gravityScale (1), sleepSpeed, gravity, zeroGravity, weightless,
// lockX, lockY, lockRotation, neverSleep, asleep, bullet, fastRotation,
// disabled, dominance (-128 to 127) and key (64 bits). A body is awake, whatever asleep says, if
// joints connect it with a body that is. A body also has
//
//	mass       {mass, center, inertia}: instead of the mass of the colliders
//	colliders  a list of shapes
//	chains     a list of chains
//
// A collider holds its type with the fields of that shape, in the body's frame,
//
//	circle        center, radius
//	capsule       a, b, radius
//	segment       a, b, radius (of an optional skin)
//	box           halfExtents, center, angle, radius (skin)
//	polygon       points, radius (skin)
//	ellipse       center, radii, angle, skin
//	halfEllipse   center, radii, angle, skin
//	sector        center, radius, angle, sweep, skin
//	halfPlane     point, normal
//	chainSegment  before, a, b, after
//	custom        name, center, angle, parameters
//	compound      parts, a list of shapes with their types
//
// and material (a name), density (1), mass (kg, instead of it), massless, sensor, hitEvents,
// noContactEvents, preSolve, noSensorEvents, seesSensors, crushThreshold (N), oneWay (a direction)
// and filter, an object of category (1), mask (all bits), group and ghost.
//
// A custom shape is one that the game registered under its name, rotated by angle about its
// own origin and moved to center. The parameters are an object of numbers, up to 1e9. The
// shape gives them names and meaning: see Shapes.
//
// A chain holds points, closed, material, materials (one name for each segment)
// and the same fields from density on.
//
// A joint holds its type, the names a and b of its bodies (left out: the world's
// ground, a static body at the origin) and the fields of its definition in
// package joint. The fields of joint.Base, collideConnected, disabled, hertz,
// damping, maxForce, maxTorque, breakForce, breakTorque and reportOnly, belong to
// every type. The types are
//
//	revolute  localAnchorA, localAnchorB, localAngleA, localAngleB, limit, lower,
//	          upper, motorSpeed, maxMotorTorque, springHertz, springDamping,
//	          targetAngle
//	distance  localAnchorA, localAnchorB, length, loose, minLength, maxLength,
//	          springHertz, springDamping, minSpringForce, maxSpringForce,
//	          motorSpeed, maxMotorForce
//	prismatic localAnchorA, localAnchorB, localAxisA, angle, limit, lower, upper,
//	          motorSpeed, maxMotorForce, springHertz, springDamping,
//	          targetTranslation
//	weld      localAnchorA, localAnchorB, angle, linearHertz, linearDamping,
//	          angularHertz, angularDamping
//	wheel     localAnchorA, localAnchorB, localAxisA, springHertz, springDamping,
//	          limit, lower, upper, motorSpeed, maxMotorTorque
//	motor     localAnchorA, localAnchorB, velocity, maxVelocityForce,
//	          angularVelocity, maxVelocityTorque, linearHertz, linearDamping,
//	          angle, angularHertz, angularDamping, maxSpringTorque
//	mouse     localTargetA, localAnchorB, springHertz, springDamping
//	angle     ratio, angle, loose, limit, lower, upper, springHertz,
//	          springDamping, motorSpeed, maxMotorTorque
//	pulley    wheelA, wheelB, localAnchorA, localAnchorB, ratio, length, slack,
//	          rigid
//	ratchet   step, phase, reverse
//	groove    localGrooveA1, localGrooveA2, localAnchorB
//	rotarySpring  angle, stiffness, springDamping (N m s), maxSpring
//	friction  localAnchorA, localAnchorB, force, torque
//	noCollision
//	gear      first, second, ratio
//
// A gear names no bodies: first and second are the places of earlier joints in the
// list.
//
// An area holds name, body (the name of the body that carries it; left out: none), shape (an
// object with the fields of a shape; left out: the whole world), position, angle,
// priority, filter, disabled, noEvents and effects. An effect holds its type with its fields,
//
//	gravity       acceleration, replace
//	pointGravity  center, strength, distance (1), innerRadius (a tenth of distance), falloff
//	              ("inverseSquare", "inverse", "constant" or "linear"; the first), replace
//	damping       linear, angular, replace
//	conveyor      velocity, maxAcceleration (10), replace
//	fluid         density (1), flow, linearDrag, quadraticDrag, surface (points), replace
//	wind          velocity, density (1), drag (1), lift, replace
//
// A character holds name, position, shape (an object with the fields of a convex shape; left out:
// an upright capsule 1.6 m high), up (against gravity), slopeLimit (pi/4), stepHeight (0.3),
// snapDistance (stepHeight), skin (0.0005), mass (80), pushForce (200), noSteps, noSnap, noPush,
// keepHorizontalSpeed, material, filter, and the numbers of its character.Controller: cornerReach,
// autoRepeat and the objects
//
//	run   speed (4), accelerate (40), brake (60), air (0.5), noAirControl
//	jump  height (1.5), rise (0.4 s), fallFactor (1), maxFall, cut (a quarter of height), coyote (s),
//	      buffer (s)
//
// The world moves no character by itself: the game moves Contents.Characters.
//
// # Limits
//
// A document is at most 32 MiB long and holds at most 100 000 bodies, 400 000 colliders (a chain
// counts as its points), 400 000 joints, 10 000 areas, 10 000 characters and 10 000 materials; a
// polygon or chain at most 65 535 points, a text or number 4096 bytes. Lists and objects are nested
// at most 9 deep, and there are at most 1.5 million values. The scene takes at most about 64 MiB:
// about 100 000 circles, 45 000 boxes or 95 000 joints, less the memory of the bodies. So no
// document costs more than 100 MB or half a second. WithLimits changes these limits; the sizes
// below stay. A body's position is at most 1e9 from the origin, or 1e9 lengthUnit if lengthUnit is
// below 1. Inside a body lengths are at most 1e6, and sizes that must not be zero are at least
// 1e-4. Speeds, accelerations, dampings, frequencies, angles and friction are at most 1e6;
// densities, masses, forces and torques at most 1e9.
//
// # Not a snapshot
//
// A Scene holds neither the impulses that persist from tick to tick, nor sleep timers, nor the
// game's own data. So a world made by FromWorld and New continues like the original, but not bit
// for bit. Chains come after the single colliders of their body. Custom shapes that are not
// registered, custom joints, force laws of springs and fields of areas cannot be written.
// World.Hash identifies the state of a running world to the last bit.
package scene
