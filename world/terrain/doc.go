// Package terrain is ground that changes while the world runs: levels, mines, forts, hills. It
// uses the public API of package world only.
//
//   - A Terrain is made of tiles, of many kinds.
//   - A Density is smooth ground that is dug and filled by outlines. Ground that loses its hold
//     falls.
//   - A HeightField is a line of a million heights.
//
// # Tiles
//
//	ground, err := terrain.New(w, terrain.Def{Side: 0.5, Kinds: []terrain.Kind{
//		{},                                                    // tile 1: a full block
//		{Shape: terrain.Slope},                                // tile 2: rises to the right
//		{Collider: world.ColliderDef{OneWay: mgl64.Vec2{0, 1}}}, // tile 3: a platform
//	}})
//	err = ground.SetTiles(image.Rect(0, 0, 200, 50), tiles)     // a level
//	err = ground.Set(image.Pt(12, 9), 0)                        // a hole
//	cell, tile, ok := ground.TileOf(hit.Collider, hit.Point)    // the tile that a ray has hit
//	report := ground.Why(collider, ball)                        // why a ball touches it or not
//
// # Terms
//
//   - A cell is a place of the grid, an image.Point. Cell 0, 0 has its lower left corner at
//     Def.Origin, and cells go on in all directions.
//   - A tile is the content of a cell: 0 for nothing, i for Def.Kinds[i-1].
//   - A chunk is a square of ChunkSide by ChunkSide cells, and a static body where one of its tiles
//     collides.
//   - A piece is a collider of a chunk: a rectangle of tiles, or one outline of one tile.
//
// # Colliders
//
// Rectangular tiles that collide alike are merged: inside squares of eight by eight tiles, and over
// a whole chunk that is full of them. Tiles collide alike if their outlines and their ColliderDef
// are equal; their Number may differ. Sliding bodies do not feel the seams between pieces, because
// the world drops contacts with edges that other static colliders cover. One-way tiles are merged
// side by side only, so tiles behind each other hold one by one.
//
// The surface of a slope lies up to a 64th of a tile farther to the side, away from its solid, and
// reaches out of the cell there. So a slope of many tiles covers the corners of the tiles below, at
// which fast bodies would stop. Outlines of the game's own cannot do that. On a long slope of such
// outlines over full tiles, a body that moves by more than half its size in a tick loses up to one
// percent of its speed.
//
// # Edits
//
// Carve removes any outline from the tiles, such as the circle of a bomb, and Outlines returns the
// rest of a tile. If a game saves its tiles by At, its files have carved tiles whole, unless they
// save the carvings too.
//
// Set, Fill and SetTiles change chunks. Only the colliders whose rectangle or kind changes are
// replaced. Bodies wake that lay on a changed tile or lie in the place of a new tile. The contacts
// of all other bodies go on, awake or asleep, by world.Body.ReplaceColliders. An edit takes some
// microseconds, in a level of any size.
//
// # Chunks that come and go
//
// A Terrain or a Density with a Source has only the chunks near the points that the game passes to
// Focus. Bodies that reach into a chunk that is not loaded sleep until it is loaded; Waits returns
// them. Edits are kept while their chunk is not loaded. Bodies that cannot sleep, by Config.NoSleep
// or Body.NeverSleep, do not wait.
//
// # Snapshots
//
// The terrain holds the tiles and the world holds the bodies. A game that saves the world saves the
// terrain too, and restores both:
//
//	w.Save(&snapshot); ground.Save(&state)
//	w.Restore(&snapshot); ground.Restore(&state)
//
// States share the chunks that have not changed, so a ring of them for a rollback is small. Fork
// makes the terrain of a fork of the world. States live in memory; files store the tiles by At.
//
// A file of a world would have the bodies of the chunks, but no terrain that knows them. So a game
// takes them out of a fork before it writes the fork, and makes the terrain anew after reading:
//
//	fork, err := w.Fork()
//	err = ground.Fork(fork).Destroy()
//	err = fork.Save(&snapshot)
//	err = snapshot.Encode(file, names)
//
// # Smooth ground that is dug
//
// A Density has a number at each sample of a grid: the distance to the border of the ground, in
// cells, positive inside. The border crosses the sides of the cells where the number is zero:
// marching squares, as in polygon.Contour. Blocks of eight by eight cells are cut into convex
// colliders; a chunk full of ground is one collider.
//
//	ground, err := terrain.NewDensity(w, terrain.DensityDef{
//		Held: func(sample image.Point) bool { return sample.Y <= 0 }, // bedrock
//	})
//	err = ground.Fill(hill)
//	err = ground.DigCircle(bomb, 3)
//	for _, piece := range ground.Loosened() {
//
// Ground that is not connected with ground for which DensityDef.Held is true becomes a body at
// rest, with the mass and the material of the ground. A sample takes two bytes, or four with a
// function Held, and next to nothing in a chunk that is all ground or all air. Save, Restore, Fork
// and Focus work as for a Terrain. Ground that reaches to a chunk which is not loaded is held until
// that chunk is loaded.
//
// # Height fields
//
// A HeightField has all its samples at once, five bytes each, and finds any of them by index. The
// world has colliders for the segments under awake and sleeping bodies, and near points of the
// game: call Follow before each tick. No body waits for its ground.
//
//	hills, err := terrain.NewHeightField(w, terrain.HeightFieldDef{Heights: heights})
//	err = hills.Follow(50, camera)
//	y, ok := hills.HeightAt(x)
//	err = hills.Raise(520, []float64{0.5, 1, 0.5})
//	err = hills.SetKinds(500, 540, ice)
//	sample, ok := hills.SampleOf(hit.Collider, hit.Point) // the sample that a ray of the world has hit
//
// RayCast, ShapeCast, OverlapShape and Nearest of the field answer for all of its segments, in the
// world or not. Segments have the material and filter of their kind.
//
// # Promises
//
// A refused call changes nothing. An edit of a chunk of which the game has destroyed the body or a
// collider is refused, with world.ErrDestroyed. The same calls give the same bodies and colliders
// in the same order, on every platform.
package terrain
