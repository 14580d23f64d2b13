// Package area holds the definitions of the effects of areas on the bodies in them. A game fills
// them in and reads them back. World.CreateArea of package world makes an area with a list of
// effects.
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
// An area may have several effects. AreaDef in package world defines how areas combine.
//
// Validate checks an effect without a world: it names the first field that cannot be used.
package area
