// Package soft is rope, chain, cloth and blobs, made of the bodies and joints of package world. It
// uses the public API of package world only: whatever a game can do to a body or a joint, it can do
// to these.
//
//	rope, err := soft.NewRope(w, soft.RopeDef{Path: []mgl64.Vec2{{0, 8}, {6, 8}}, StartBody: w.Ground()})
//	flag, err := soft.NewCloth(w, soft.ClothDef{Position: mgl64.Vec2{0, 8}, Width: 3, Height: 2, Pins: []int{0, 7}})
//	drop, err := soft.NewBlob(w, soft.BlobDef{Position: mgl64.Vec2{3, 9}})
//
// # Terms
//
//   - A node is a body: a disc that does not turn, of ropes, cloths and blobs; a capsule, of
//     chains.
//   - A link is the joint that holds two neighbouring nodes together: a distance joint, of chains a
//     revolute joint.
//   - A Net is the nodes and links of any of the four. Each link has its place in the list,
//     whatever happens to it.
//   - A link tears when it holds more than its Link.BreakForce. It is then gone, and the Net in two
//     where no other link holds.
//
// # Which one
//
// A chain is links of a fixed length, which may resist bending and which a load hardly lengthens. A
// rope is a thread: it bends freely, and gives way if its Link has a frequency. A cloth is a grid
// of threads that is seen from the front: diagonals make it a sheet, or with springs a block of
// jelly. A blob is a ring of nodes around an area, which one joint of all nodes keeps.
//
// # Tearing
//
// AppendTears reads the links that tore in the last step from World.Events. Tidy ends what a tear
// leaves without a purpose: diagonals of the cell beside a torn thread, and the area of a blob with
// a hole. Call it after each step of something that can tear; it depends on the joints alone.
//
// # Drawing
//
// Ropes, chains and blobs have an outline for each piece, cloths a mesh of triangles. The methods
// append to a slice of the game's and allocate nothing when that is long enough:
//
//	for k := 0; k < rope.Len(); {
//		outline, k = rope.AppendOutline(outline[:0], k)
//		fill(outline)
//	}
//
// # Snapshots, recordings, files
//
// Bodies and joints are the world's own, so World.Save, World.Restore and recordings need nothing
// more: a handle has no state, and is right again after a Restore to any tick at which its bodies
// were there. Net.IDs is all that a handle knows, as plain data that any encoding writes; RopeOf,
// ChainOf, ClothOf and BlobOf make the handle again from it, in a Fork or in a world that was read
// from a file. Files of worlds with blobs need Names: see Register.
//
// # Promises
//
// A refused call changes nothing. The same calls give the same bodies and joints in the same order.
// No link adds energy. Results have the same bits on every platform and for any number of workers.
// A step allocates nothing once warm.
package soft
