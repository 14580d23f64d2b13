// Package area holds the definitions of the effects of areas on the bodies in them: the values that
// a game fills in and reads back. World.CreateArea of package world makes an area with a list of
// them.
//
// # Which effect
//
//	Gravity       gravity of one direction: low gravity, a wall to walk on
//	PointGravity  gravity towards a point: planets, magnets, explosions that last
//	Damping       honey, thin air
//	Conveyor      a belt seen from above, a current, a lift shaft
//	Fluid         water: buoyancy by the exact submerged part, drag, waves
//	Wind          drag and lift on the outline that meets moving air
//	Field         a function of the game
//
// An area may have several. The definition of an area in package world says how areas combine.
//
// Validate checks an effect without a world: it names the first field that cannot be used.
package area
