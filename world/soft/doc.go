// Package soft makes ropes, chains, cloths and blobs of the bodies and joints of package world. It
// uses the public API of package world only: a game can do everything with their bodies and joints
// that it can do with others.
//
//	rope, err := soft.NewRope(w, soft.RopeDef{Path: []mgl64.Vec2{{0, 8}, {6, 8}}, StartBody: w.Ground()})
//	flag, err := soft.NewCloth(w, soft.ClothDef{Position: mgl64.Vec2{0, 8}, Width: 3, Height: 2, Pins: []int{0, 7}})
//	drop, err := soft.NewBlob(w, soft.BlobDef{Position: mgl64.Vec2{3, 9}})
//
// # Terms
//
//   - A node is a body: a disc that does not turn in ropes, cloths and blobs, and a capsule in
//     chains.
//   - A link is the joint that holds two neighbouring nodes together: a revolute joint in chains,
//     and otherwise a distance joint.
//   - A Net is the nodes and links of a rope, chain, cloth or blob. A link keeps its place in the
//     list even when it is torn.
//   - A link tears when its force exceeds Link.BreakForce. Then it is destroyed, and the Net falls
//     into two pieces if no other link holds them together.
//
// # Which one
//
// A chain has links of a fixed length, which may resist bending and which a load hardly lengthens.
// A rope is a thread: it bends freely, and stretches if its Link has a frequency. A cloth is a grid
// of threads that is seen from the front: diagonals make it a sheet, or with springs a block of
// jelly. A blob is a ring of nodes around an area, which one joint of all nodes keeps.
//
// # Tearing
//
// AppendTears reads the links that tore in the last step from World.Events. Tidy destroys the
// joints that have no purpose after a tear: the diagonals of the cell beside a torn thread, and the
// area joint of a blob with a hole. Call it after each step if a link can tear; it depends on the
// joints alone.
//
// # Drawing
//
// Ropes, chains and blobs have an outline for each piece, cloths a mesh of triangles. The methods
// append to a slice of the game and allocate nothing if it is long enough:
//
//	for k := 0; k < rope.Len(); {
//		outline, k = rope.AppendOutline(outline[:0], k)
//		fill(outline)
//	}
//
// # Snapshots, recordings, files
//
// Bodies and joints belong to the world, so World.Save, World.Restore and recordings need nothing
// more. A handle has no state, and is valid again after a Restore to any tick at which its bodies
// existed. Net.IDs returns the content of a handle as plain data for any encoding. RopeOf, ChainOf,
// ClothOf and BlobOf make the handle again from it, in a Fork or in a world that was read from a
// file. Files of worlds with blobs need Names: see Register.
//
// # Promises
//
// A refused call changes nothing. The same calls give the same bodies and joints in the same order.
// No link adds energy. Results have the same bits on every platform and for any number of workers.
// A step allocates nothing once warm.
package soft
