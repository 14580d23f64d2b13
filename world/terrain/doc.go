// Package terrain is ground made of tiles that changes while the world runs: levels, mines, forts.
// It uses the public API of package world only.
//
//	ground, err := terrain.New(w, terrain.Def{Side: 0.5, Kinds: []terrain.Kind{
//		{},                                                    // tile 1: a full block
//		{Shape: terrain.Slope},                                // tile 2: rises to the right
//		{Collider: world.ColliderDef{OneWay: mgl64.Vec2{0, 1}}}, // tile 3: a platform
//	}})
//	err = ground.SetTiles(image.Rect(0, 0, 200, 50), tiles)     // a level
//	err = ground.Set(image.Pt(12, 9), 0)                        // a hole
//	cell, tile, ok := ground.TileOf(hit.Collider, hit.Point)    // what a ray has hit
//
// # Terms
//
//   - A cell is a place of the grid, an image.Point. Cell 0, 0 has its lower left corner at
//     Def.Origin, and cells go on in all directions.
//   - A tile is what lies in a cell: 0 for nothing, i for Def.Kinds[i-1].
//   - A chunk is a square of ChunkSide by ChunkSide cells, and a static body where one of its tiles
//     collides.
//   - A piece is a collider of a chunk: a rectangle of tiles, or one outline of one tile.
//
// # Colliders
//
// Rectangular tiles that collide alike are merged: inside of squares of eight by eight tiles, and
// over a whole chunk that is full of them. Tiles collide alike if their outlines and their
// ColliderDef are equal; their Number may differ. The seams between pieces are not felt by what
// slides over them, because the world drops contacts with edges that other static colliders cover.
// One-way tiles are merged side by side only, so those behind each other hold one by one.
//
// Slopes reach out of their cell by a 64th of a tile, where they are low. So a slope of many tiles
// covers the corners of the tiles below, at which fast bodies would stop. Outlines of the game's
// own cannot do that: a body that moves by more than half its size in a tick loses up to one
// percent of its speed where such outlines make a long slope over full tiles.
//
// # Edits
//
// Carve takes any outline away from the tiles, such as the circle of a bomb, and Outlines returns
// what is left of a tile. Files of a game that keep the tiles by At have carved tiles whole, unless
// they keep the carvings, too.
//
// Set, Fill and SetTiles change chunks. Only the colliders whose rectangle or kind changes are
// replaced. What touched one of these wakes, and contacts with all others stay. An edit takes some
// microseconds, in a level of any size.
//
// # Chunks that come and go
//
// A terrain with a Source has only the chunks near what the game calls Focus with. Bodies that
// reach into a chunk that is not there sleep until it comes; Waits tells which. Edits are kept
// while their chunk is away. Config.NoSleep and Body.NeverSleep have a say: what cannot sleep does
// not wait.
//
// # Snapshots
//
// The tiles are the terrain's, the bodies are the world's. A game that saves the world
// saves the terrain too, and restores both:
//
//	w.Save(&snapshot); ground.Save(&state)
//	w.Restore(&snapshot); ground.Restore(&state)
//
// States share the chunks that have not changed, so a ring of them for a rollback is small. Fork
// makes the terrain of a fork of the world. States live in memory: a file has the tiles by At.
//
// # Promises
//
// A refused call changes nothing. The same calls give the same bodies and colliders in the same
// order, on every platform.
package terrain
