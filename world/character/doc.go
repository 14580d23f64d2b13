// Package character moves characters: bodies that go where the game wishes as far as there is
// room. They walk, climb steps, slide along walls, ride on platforms, push bodies and are
// pushed by them, climb ladders and swim. It uses the public API of package world only.
//
//	c, err := character.New(w, character.Def{}, mgl64.Vec2{0, 2})
//
//	// in Config.BeforeTick, in every tick:
//	v := c.Velocity()                  // what became of the last one
//	v[1] -= 10 * dt                    // gravity
//	v[0] = 4 * stick                   // level speed
//	if c.OnFloor() && jump { v[1] = 6 }
//	err := c.Move(v)
//
// # What stands where
//
//	Character   the kinematic body: New, Move and what is read after it
//	Controller  moves a Character by a stick and a button, with the feel of a platform game
//	Def         shape, slopes, steps, mass and force; Edit, SetShape and SetUp change them
//	State       all that outlives a tick, as plain values: State, SetState and Restore
//	Mode        walking, flying, swimming, climbing
//	Dynamic     another kind of character: a dynamic body on a spring leg, for crowds
//	Jump, ...   the parts of a Controller: pure functions for a jump, a run and corners
//
// # A Move
//
// The character is a kinematic body of the world, so others collide with it and queries find
// it. Move decides where it will be when the coming tick ends, and gives its body the velocity
// that leads there (Body.MoveTo). All that moves is met where it will be then: kinematic bodies
// by their velocity, dynamic ones by theirs as far as that can be relied on. So platforms are
// given their velocity before the characters move. Characters see each other in the order in
// which Move is called: those before where they will be, those after where they are.
//
//  1. One query lists the colliders that the move can meet.
//  2. Bodies that come at the character collide with it: both get impulses by their masses.
//  3. The tick is divided into sub-steps so short that nothing gets across the character in one. In
//     each the ground carries the character by its exact rigid motion, what overlaps is left by the
//     shortest way, and then the character walks or slides.
//  4. It pushes the dynamic bodies that it ran into, with a bounded force, and its weight rests on
//     the one that it stands on.
//
// # Sliding
//
// In the air, and in the modes without ground, the character is swept along its motion up to
// the first hit. The rest of the motion becomes the nearest one that leads into none of the
// planes hit so far. In two dimensions two planes determine it, so a character in a wedge
// comes to rest and does not creep or shake. Both shapes of a pair are convex: as long as a
// motion stays in front of the plane through their nearest points it cannot hit, and most
// obstacles are told apart by that without a cast. Casts end a skin before the obstacle, so
// seams between flush tiles and bricks are never felt.
//
// # Walking
//
// On the ground a motion is a walk along a line: forward along the surface, over to the next
// surface, up a step or to a stop, and at the end down onto the ground. The speed is that along the
// ground, uphill and downhill (Def.KeepHorizontalSpeed has the other choice). What counts as slope
// is that of the surface itself, which rays beside the contact find, and not the normal of a round
// bottom on a corner. A step is tried by a sweep up, one forward and one down, and stands if the
// ground there is walkable and no higher than Def.StepHeight above that left. An edge that can also
// be walked over is a step only if that leads half of the way: under a low ceiling it does not. A
// corner under a ceiling is left along the contact. A walk ends at a slope that is too steep; in
// the air the level part of a velocity into it is left out, so no speed and no jump climbs it.
//
// # Speed of the ground
//
// The velocity of a Move is relative to the ground, which adds its own: platform, wheel,
// conveyor (Material.TangentSpeed) or another character. Who jumps or walks off keeps that
// as Inherited until the next landing, and gives a dynamic body the recoil.
//
// # Forces
//
// A character has Def.Mass and pushes with Def.PushForce at most. Against what stands still it
// has its whole force, which falls in proportion to none at the speed of the wish. So it pushes
// a box that friction f holds back at v (1 - f/PushForce): with the defaults 1 kg near 4 m/s,
// 10 kg at 2.8, and 40 kg not at all. A body that runs into it shares its momentum with it. One
// that it cannot give way to, because of a wall or because the body is on its head, meets a
// body that nothing moves.
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
// The same calls give the same bits on every platform. A warm Move allocates nothing. Positions
// are those of the body and float64; a character at rest does not move at all. Only what
// moves against a character can make it overlap something: then Crushed says by how much.
package character
