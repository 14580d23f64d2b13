// Package character moves characters: bodies that go where the game wishes as far as there is
// room. They walk, climb steps, slide along walls, ride on platforms, push bodies and are
// pushed by them, climb ladders and swim. It uses the public API of package world only.
//
//	c, err := character.New(w, character.Def{}, mgl64.Vec2{0, 2})
//
//	// in Config.BeforeTick, in every tick:
//	v := c.Velocity()                  // the velocity that obstacles left of the last Move
//	v[1] -= 10 * dt                    // gravity
//	v[0] = 4 * stick                   // level speed
//	if c.OnFloor() && jump { v[1] = 6 }
//	err := c.Move(v)
//
// # Contents
//
//	Character   the kinematic body: New, Move and the readings after a Move
//	Controller  moves a Character by a stick and a button, with the feel of a platform game
//	Def         shape, slopes, steps, mass and force; Edit, SetShape and SetUp change them
//	State       all that outlives a tick, as plain values: State, SetState and Restore; Register for
//	            worlds in files
//	Mode        walking, flying, swimming, climbing
//	Dynamic     another kind of character: a dynamic body on a spring leg, for crowds
//	Jump, ...   the parts of a Controller: pure functions for a jump, a run and corners
//
// # A Move
//
// The character is a kinematic body of the world, so other bodies collide with it and queries find
// it. Move decides where it will be at the end of the coming tick, and gives its body the velocity
// that leads there (Body.MoveTo). Move takes moving bodies at their poses at the end of the tick:
// kinematic bodies by their velocity, dynamic bodies by as much of their velocity as is reliable.
// So a game sets the velocity of platforms before it moves the characters. A character sees the
// characters that were moved before it at their new positions, and the others at their present
// positions.
//
//  1. One query lists the colliders that the move can meet.
//  2. Bodies that come at the character collide with it: both get impulses by their masses.
//  3. The tick is divided into sub-steps so short that no body crosses the character in one. In
//     each sub-step the ground carries the character by its exact rigid motion, the character
//     leaves overlaps by the shortest way, and then it walks or slides.
//  4. It pushes the dynamic bodies that it ran into, with a bounded force, and its weight rests on
//     the body that it stands on.
//
// # Sliding
//
// In the air, and in the modes without ground, the character is swept along its motion up to the
// first hit. The rest of the motion becomes the nearest motion that leads into none of the planes
// hit so far. In two dimensions two planes determine it, so a character in a wedge comes to rest
// and does not creep or shake. Both shapes of a pair are convex: a motion that stays in front of
// the plane through their nearest points cannot hit. This test rejects most obstacles without a
// cast. Casts end a skin before the obstacle, so the character never feels seams between flush
// tiles and bricks.
//
// # Walking
//
// On the ground a motion is a walk along a line: forward along the surface, over to the next
// surface, up a step or to a stop, and at the end down onto the ground. The speed is measured along
// the ground, uphill and downhill, unless Def.KeepHorizontalSpeed is set. The slope is the slope of
// the surface itself, which rays beside the contact find, and not the normal of a round bottom on a
// corner. The character tries a step by a sweep up, a sweep forward and a sweep down. The step
// succeeds if the new ground is walkable and at most Def.StepHeight above the old ground. If the
// character could also walk over the edge, the step must lead at least half of the way: under a low
// ceiling it does not. The character leaves a corner under a ceiling along the contact. A walk ends
// at a slope that is too steep. In the air the character loses the level part of a velocity into
// such a slope, so no speed and no jump climbs it.
//
// # Speed of the ground
//
// The velocity of a Move is relative to the ground. The ground adds its own velocity, whether it is
// a platform, a wheel, a conveyor (Material.TangentSpeed) or another character. A character that
// jumps or walks off keeps the velocity of the ground as Inherited until the next landing, and
// gives a dynamic body the recoil. A dynamic body that carries the character faster than before
// shares its momentum: a truck carries at its own speed, and so does a light platform that a motor
// drives, but a light crate that tips or a ball that rolls under the feet does not.
//
// The velocity of the last ground that was not light is the frame of the character (State.Frame).
// Bodies that go along with it count as bodies at rest: on a train the character pushes crates, and
// stands on them, as in a room.
//
// # Forces
//
// A character has Def.Mass and pushes with Def.PushForce at most. The force is largest against a
// body at rest and falls linearly to zero at the speed that the game asks for. So at the speed v it
// pushes a box with friction f at v (1 - f/PushForce): with the defaults 1 kg near 4 m/s, 10 kg at
// 2.8, and 40 kg not at all. A body that runs into the character shares its momentum with it. If
// the character cannot give way, because of a wall or because the body is on its head, it acts as a
// body of infinite mass.
//
// The weight rests on the body under the feet. A light body bears at most 25 times the weight of
// its effective mass, and a body that falls away faster than the character falls bears none. A
// step, and a descent to lower ground, take one tick. Beside a dynamic body the character is put
// there at rest, so the speed of the step strikes nothing.
//
// # Ladders, water, crouching, platforms
//
//	c.Climb(ladder)                    // hangs on it, and is carried by it
//	c.SetMode(character.Walking)       // lets go
//	if in := c.Water(lake); in.Part > 0.6 {
//		c.SetMode(character.Swimming)
//		v = c.Swim(stroke, in)     // the velocity for the next Move
//	}
//	err := c.SetShape(low)             // ErrNoRoom where a larger shape does not fit
//	c.DropThrough()                    // falls through the one-way floor
//
// # Promises
//
// The same calls give the same bits on every platform. A warm Move allocates nothing. Positions are
// float64 and equal the positions of the body. A character at rest does not move at all. Only a
// body that moves against a character can make it overlap something: then Crushed returns the
// depth.
package character
