// Package areas is part of the engine: at the beginning of a tick it finds the bodies in each area
// and applies the effects of the areas to them. Package world runs the stage, makes events of its
// changes, and calls the game's functions for it.
//
// # Terms
//
//   - Present area: the area that the stage is processing. Its fluid or wind acts within its
//     border.
//   - Influence: the sum of the effects of all areas on a body in the tick.
//   - Sum: the sum of the drag and buoyancy of all fluids and winds on a body, see DragSum. Vectors
//     are in the axes of the world, relative to the body's centre of mass.
//   - Waterline: a line along which the surface of a fluid cuts a body.
//   - Load: a body with its masses, and the forces that other effects and the game apply to it.
//
// # The stage
//
// Apply visits the areas in the order of their priorities, and areas of equal priority in the order
// of their slots. It brings the list of the bodies in an area up to date and adds the area's
// effects to the influences of the bodies. After all areas it writes gravity, damping and forces
// into the rows of the bodies. The drag of a body is one equation with a closed solution. A light
// free body feels fluids along the motion that they cause: see follow. End restores gravity and
// damping after the tick has used them.
//
// # Promise
//
// The result depends on the order of areas and of the colliders of a body, and not on the order of
// bodies. Drag takes energy only, at any strength and timestep. The stage is serial. It writes the
// table of areas, the rows of the bodies that it acts on, and its own scratch. A warm tick
// allocates nothing.
package areas
