// Package areas is part of the engine: it finds the bodies in each area when a tick begins, and
// gives them what the areas do to them. Package world runs the stage, makes events of its changes,
// and calls the game's functions for it.
//
// # Terms
//
//   - Present area: the area that the stage is at. Its fluid or wind acts within its border.
//   - Influence: what all areas do to a body in the tick.
//   - Sum: what all fluids and winds do to a body in the tick, see DragSum. Vectors are in the axes
//     of the world, relative to the body's centre of mass.
//   - Waterline: a line along which the surface of a fluid cuts a body.
//   - Load: a body with its masses, and the forces that other effects and the game apply to it.
//
// # The stage
//
// Apply goes to the areas by priority, and of equal ones by slot. It brings the list of the bodies
// in an area up to date and lets its effects add to the influences of bodies. After all areas it
// writes gravity, damping and forces into the rows of the bodies; the drag of a body is one
// equation with a closed solution. End takes gravity and damping back when the tick has used them.
//
// # Promise
//
// The result depends on the order of areas and of the colliders of a body, and not on the order of
// bodies. Drag takes energy only, at any strength and timestep. The stage is serial. It writes the
// table of areas, the rows of the bodies that it acts on, and its own scratch. A warm tick
// allocates nothing.
package areas
